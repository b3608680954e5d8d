// Lets the user mark stones of the board as dead or alive, with the pointer or with the keys.

import { element, neighbours, pointAt } from './report/board.js';
import { html } from './report/elements.js';

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Returns whether each point of a board, in rows, has a dead stone. */
export const deadRows = (position) => position.map((row) => [...row].map((letter) => letter === 'x' || letter === 'o'));

/** Returns the points of the connected stones of one colour around a point, dead or alive; none if it has no stone. */
function chainAt(board, point) {
  const colorOf = (at) => board.stones[at].toUpperCase();
  if (colorOf(point) === '.') return [];
  const chain = new Set([point]);
  for (const stone of chain) {
    for (const other of neighbours(board, stone)) if (colorOf(other) === colorOf(point)) chain.add(other);
  }
  return [...chain];
}

/** Returns the dead stones, in rows, after the chain on a point has changed its status. */
function toggled(board, chain) {
  const isDead = /[xo]/.test(board.stones[chain[0]]);
  const changes = new Set(chain);
  const rows = [];
  for (let y = 0; y < board.height; y++) {
    rows.push([...Array(board.width).keys()].map((x) => {
      const point = y * board.width + x;
      return changes.has(point) ? !isDead : /[xo]/.test(board.stones[point]);
    }));
  }
  return rows;
}

/** Returns the frame around a drawn board in which keys move a cursor. `see` describes a point, `mark` gets the dead stones
 * in rows after each change, and `cursor` has the point of the cursor, which stays in place when the board is drawn again. */
export function deadStoneMarker({ board, svg, see }, cursor, mark) {
  const frame = html('div', {
    class: 'marker', id: 'marker', role: 'application', tabindex: '0', 'aria-label': 'Dead stones on the board', 'aria-describedby': 'hover keys',
  });
  const isOnBoard = cursor.point !== null && cursor.point < board.points;
  if (!isOnBoard) cursor.point = Math.floor(board.height / 2) * board.width + Math.floor(board.width / 2);
  const ring = element('circle', { class: 'cursor', r: 0.42 });
  const draw = () => {
    ring.setAttribute('cx', cursor.point % board.width);
    ring.setAttribute('cy', Math.floor(cursor.point / board.width));
    see(cursor.point);
  };
  const markChain = (point) => {
    const chain = point < 0 ? [] : chainAt(board, point);
    if (chain.length) mark(toggled(board, chain));
  };
  svg.append(ring);
  svg.addEventListener('click', (event) => markChain(pointAt(svg, board, event)));
  frame.addEventListener('focus', draw);
  frame.addEventListener('blur', () => see(-1));
  frame.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' || event.key === ' ') markChain(cursor.point);
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
