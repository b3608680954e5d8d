// Lets the user mark stones of the board as dead or alive, with the pointer or with the keys.

import { element, pointAt, sgfPoint } from './report/board.js';
import { html } from './report/elements.js';

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Returns the points that are adjacent to a point. */
function neighbours(board, point) {
  const x = point % board.width;
  const found = [];
  if (point >= board.width) found.push(point - board.width);
  if (x > 0) found.push(point - 1);
  if (x + 1 < board.width) found.push(point + 1);
  if (point + board.width < board.points) found.push(point + board.width);
  return found;
}

/** Returns the points of the stones around a point that have its colour, dead or alive, and are connected; if `isWhole`, also
 * those that empty points join to them. */
function joinedAt(board, point, isWhole) {
  const colorOf = (at) => board.stones[at].toUpperCase();
  const reached = new Set([point]);
  for (const at of reached) {
    for (const other of neighbours(board, at)) {
      if (colorOf(other) === colorOf(point) || (isWhole && colorOf(other) === '.')) reached.add(other);
    }
  }
  return [...reached].filter((at) => colorOf(at) !== '.');
}

/** Returns the points of the stones that a click on a point marks, none if the point has no stone or is off the board. Empty points on an open
 * board join most stones of a colour: then only connected stones are marked. */
function groupAt(board, point, isWhole) {
  if ((board.stones[point] ?? '.') === '.') return [];
  const chain = joinedAt(board, point, false);
  const group = isWhole ? joinedAt(board, point, true) : chain;
  const ofColor = board.stones.filter((stone) => stone.toUpperCase() === board.stones[point].toUpperCase()).length;
  return 2 * group.length > ofColor ? chain : group;
}

/** Returns the dead stones, as SGF writes points, after a group has changed its status. */
function toggled(board, group) {
  const isDead = (point) => /[xo]/.test(board.stones[point]);
  const changes = new Set(group);
  const dead = [...board.stones.keys()].filter((point) => (changes.has(point) ? !isDead(group[0]) : isDead(point)));
  return dead.map((point) => sgfPoint(point % board.width, Math.floor(point / board.width)));
}

/** Returns the frame around a drawn board in which keys move a cursor. `see` describes a point, `mark` gets the dead stones
 * after each change, and `cursor` has the point of the cursor, which stays in place when the board is drawn again. */
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
  // shows what a click would mark
  const preview = (point, isWhole) => {
    svg.querySelectorAll('.marks').forEach((old) => old.remove());
    for (const at of groupAt(board, point, isWhole)) {
      svg.append(element('circle', { class: 'marks', cx: at % board.width, cy: Math.floor(at / board.width), r: 0.48 }));
    }
  };
  const markGroup = (point, isWhole) => {
    const group = groupAt(board, point, isWhole);
    if (!group.length) return;
    cursor.point = point;
    mark(toggled(board, group));
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
