// Says in words who won, and with how many points.

import { html } from './report/elements.js';
import { counted, marginText } from './report/text.js';

/** The strategy whose answer the page shows first: the package's default for boards. */
export const FIRST = 'independent';

/** Returns the points of a player by an answer, with the words for them. */
function pointsOf({ prisoners, komi }, map, isArea, player) {
  const count = (letters) => map.join('').split('').filter((letter) => letters.includes(letter)).length;
  const [stones, territory] = ['Xb', 'Ow'][player];
  const parts = isArea ? [[count(stones + territory), 'area']] : [[count(territory), 'territory'], [prisoners[player], prisoners[player] === 1 ? 'prisoner' : 'prisoners']];
  if (player === 1) parts.push([komi, 'komi']);
  const total = parts.reduce((sum, [points]) => sum + points, 0);
  return { total, words: `${total} (${parts.map(([points, word]) => `${points} ${word}`).join(' + ')})` };
}

/** What a label check means for the record. */
const CHECKS = { inconsistent: ', which contradicts its own marks', area: ', which fits area scoring' };

/** Returns a sentence on another result in the record, and on the ways of counting that agree with it. */
function recordedWords({ label, label_check: check, answers }) {
  if (!label) return '';
  const says = `The record says ${label}${CHECKS[check] ?? ''}`;
  const same = answers.filter((answer) => marginText(answer.margin) === label).flatMap(({ strategies }) => strategies);
  if (same.includes('teire')) return `${says}, and so does the count that subtracts protective moves (teire).`;
  return same.length ? `${says}, and so do ${counted(same.length, 'other way')} of counting.` : `${says}.`;
}

/** Returns a sentence on the results of other ways of counting, if one has another winner. */
function disputedWords(answers, margin) {
  const others = answers.map((answer) => answer.margin);
  const [least, most] = [Math.min(...others), Math.max(...others)];
  const isDisputed = others.some((other) => Math.sign(other) !== Math.sign(margin));
  return isDisputed ? `The winner is in doubt: other ways of counting give from ${marginText(least)} to ${marginText(most)}.` : '';
}

/** Returns paragraphs about the result of an answer, under `result` the winner, the points of each player and another result in
 * the record, and under `warning` open borders. `controls` are the strategies that are left out of comparisons. */
export function resultOf({ board, method, open }, shown, controls) {
  const answers = board.answers.filter(({ strategies }) => !strategies.every((name) => controls.includes(name)));
  const answer = board.answers.find(({ strategies }) => strategies.includes(shown || FIRST));
  const { margin, map } = answer ?? board.answers[0];
  const [winner, lead] = [margin > 0 ? 'Black' : 'White', Math.abs(margin)];
  const finished = margin === 0 ? 'The game is a draw' : `${winner} wins by ${lead}`;
  const unfinished = `If the game ended here, ${margin === 0 ? 'it would be a draw' : `${winner} would win by ${lead}`}`;
  const [black, white] = [0, 1].map((player) => pointsOf(board, map, method === 'area', player));
  // other costs, such as moves that are owed, are only in the margin
  const points = black.total - white.total === margin ? `. Black has ${black.words}, White ${white.words}` : '';
  const isRecorded = board.label === marginText(margin);
  const disputed = disputedWords(answers, margin);
  const sentences = [disputed, isRecorded ? '' : recordedWords({ ...board, answers })].filter(Boolean);
  const result = shown === 'label' ? [`The record says ${board.label}${CHECKS[board.label_check] ?? ''}.`]
    : [disputed && !open ? 'By this count, ' : '', html('b', {}, open ? unfinished : finished), [`${points}.`, ...sentences].join(' ')];
  const warning = `The border between Black and White is open at ${counted(open, 'point')}: the game does not look finished.`;
  return { result: html('p', { class: 'result' }, ...result), warning: open ? [html('p', { class: 'note' }, warning)] : [] };
}
