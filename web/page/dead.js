// Lets the user mark stones on the board as dead or alive, with the pointer or the keyboard.

import { placeOf, pointAt, pointName, ring } from './report/board.js';
import { byId, html } from './report/elements.js';
import { nounText, word } from './words.js';

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Returns the description of a point for a screen reader: its stone, and what it is worth. */
function spoken(board, letters, isArea, point) {
  const stone = board.stones[point];
  const isDead = /[xo]/.test(stone);
  const owner = { b: 'black', w: 'white', ...(isArea ? { X: 'black', O: 'white' } : {}) }[letters[point]];
  return [
    pointName(board, point),
    word({ x: 'black', o: 'white', '.': 'emptyPoint' }[stone.toLowerCase()]).toLowerCase(),
    isDead && word('isDead'),
    owner && word('worth', nounText(isDead && !isArea ? 2 : 1), word(owner)),
  ].filter(Boolean).join(', ');
}

/** Returns the frame around a drawn board, in which keys move a cursor. `chains` and `groups` contain a number for each stone;
 * stones that are marked together have the same number. A click calls `mark` with these stones. `cursor` contains the point
 * of the cursor, which stays in place when the board is drawn again. */
export function deadStoneMarker({ board, letters, svg, see }, { chains, groups, method }, cursor, mark) {
  const middle = Math.floor(board.height / 2) * board.width + Math.floor(board.width / 2);
  cursor.point ??= middle;
  const own = ring(board, cursor.point, 'cursor', 0.42);
  const move = () => {
    const [x, y] = placeOf(board, cursor.point);
    own.setAttribute('cx', x);
    own.setAttribute('cy', y);
    see(cursor.point);
    byId('cursor').textContent = spoken(board, letters, method === 'area', cursor.point);
  };
  // an empty point has no number
  const marked = (point, { shiftKey }) => {
    const numbers = shiftKey ? chains : groups;
    return [...numbers.keys()].filter((at) => numbers[at] !== null && numbers[at] === numbers[point]);
  };
  // shows the stones that a click would mark
  const preview = (event) => {
    svg.querySelectorAll('.marks').forEach((old) => old.remove());
    if (event.type === 'pointermove') svg.append(...marked(pointAt(svg, board, event), event).map((point) => ring(board, point, 'marks')));
  };
  const markGroup = (point, event) => {
    const group = marked(point, event);
    if (!group.length) return;
    cursor.point = point;
    mark(group);
  };
  svg.append(own);
  svg.addEventListener('click', (event) => markGroup(pointAt(svg, board, event), event));
  for (const type of ['pointermove', 'pointerleave']) svg.addEventListener(type, preview);
  const frame = html('div', {
    class: 'marker', id: 'marker', role: 'application', tabindex: '0', 'aria-label': word('onBoard'), 'aria-describedby': 'keys',
  }, svg);
  frame.addEventListener('focus', move);
  frame.addEventListener('blur', () => see(-1));
  frame.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' || event.key === ' ') markGroup(cursor.point, event);
    else if (STEPS[event.key]) {
      const [column, row] = placeOf(board, cursor.point).map((at, axis) => at + STEPS[event.key][axis]);
      if (column >= 0 && row >= 0 && column < board.width && row < board.height) cursor.point = row * board.width + column;
      move();
    } else return;
    event.preventDefault();
  });
  return frame;
}
