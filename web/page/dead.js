// Lets the user mark stones of the board as dead or alive, with the pointer or with the keys.

import { element, pointAt, pointName } from './report/board.js';
import { byId, html } from './report/elements.js';
import { counted } from './report/text.js';
import { language, pointsText, word } from './words.js';

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Returns a point in words for a screen reader: its stone, and what it is worth. */
function spoken(board, letters, isArea, point) {
  const [stone, letter] = [board.stones[point], letters[point]];
  const owner = isArea ? { X: 'black', b: 'black', O: 'white', w: 'white' }[letter] : { b: 'black', w: 'white' }[letter];
  const isDead = /[xo]/.test(stone);
  const words = [pointName(board, point), word({ x: 'black', o: 'white', '.': 'emptyPoint' }[stone.toLowerCase()]).toLowerCase(), ...(isDead ? [word('isDead')] : [])];
  const value = isDead && !isArea ? 2 : 1;
  if (owner) words.push(word('worth', language === 'en' ? counted(value, 'point') : pointsText(value), word(owner)));
  return words.join(', ');
}

/** Returns the frame around a drawn board, in which keys move a cursor. `chains` and `groups` contain a number for each stone;
 * stones that are marked together share a number. After a click, `mark` is called with these stones. `cursor` contains the point
 * of the cursor, which stays in place when the board is drawn again. */
export function deadStoneMarker({ board, letters, svg, see }, { chains, groups, method }, cursor, mark) {
  const frame = html('div', {
    class: 'marker', id: 'marker', role: 'application', tabindex: '0', 'aria-label': word('onBoard'), 'aria-describedby': 'keys',
  });
  if (cursor.point === null || cursor.point >= board.points) cursor.point = Math.floor(board.height / 2) * board.width + Math.floor(board.width / 2);
  const ring = element('circle', { class: 'cursor', r: 0.42 });
  const draw = () => {
    ring.setAttribute('cx', cursor.point % board.width);
    ring.setAttribute('cy', Math.floor(cursor.point / board.width));
    see(cursor.point);
    byId('cursor').textContent = spoken(board, letters, method === 'area', cursor.point);
  };
  // an empty point has no number
  const marked = (point, isWhole) => {
    const numbers = isWhole ? groups : chains;
    return [...numbers.keys()].filter((at) => numbers[at] !== null && numbers[at] === numbers[point]);
  };
  // shows what a click would mark
  const preview = (point, isWhole) => {
    svg.querySelectorAll('.marks').forEach((old) => old.remove());
    svg.append(...ringsOf(board, marked(point, isWhole), 'marks'));
  };
  const markGroup = (point, isWhole) => {
    const group = marked(point, isWhole);
    if (!group.length) return;
    cursor.point = point;
    mark(group);
  };
  svg.append(ring);
  svg.addEventListener('click', (event) => markGroup(pointAt(svg, board, event), !event.shiftKey));
  svg.addEventListener('pointermove', (event) => preview(pointAt(svg, board, event), !event.shiftKey));
  svg.addEventListener('pointerleave', () => preview(-1));
  frame.addEventListener('focus', draw);
  frame.addEventListener('blur', () => see(-1));
  frame.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' || event.key === ' ') markGroup(cursor.point, !event.shiftKey);
    else if (STEPS[event.key]) {
      const [x, y] = STEPS[event.key];
      const [column, row] = [(cursor.point % board.width) + x, Math.floor(cursor.point / board.width) + y];
      if (column >= 0 && row >= 0 && column < board.width && row < board.height) cursor.point = row * board.width + column;
      draw();
    } else return;
    event.preventDefault();
  });
  svg.replaceWith(frame);
  frame.append(svg);
  return frame;
}

/** Returns a ring around each of these points. */
export const ringsOf = (board, points, name, r = 0.48) =>
  points.map((point) => element('circle', { class: name, cx: point % board.width, cy: Math.floor(point / board.width), r }));
