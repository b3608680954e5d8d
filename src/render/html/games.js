// The run of the page and its games: see data.rs and the description of `boards.ndjson` in docs/files.md.

import { sizeText } from './text.js';

/** The names of the run's strategies, of its control strategies, and of its external scorers. */
export let data;

/** The games of the page. */
export let games;

/** Sets the run of the page and its games. */
export function setRun({ games: boards, ...run }) {
  data = run;
  games = boards.map(gameOf);
}

/** Sets the run of the page and its games from the page's data, which data.rs compresses. */
export async function readRun(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const json = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  setRun(await new Response(json).json());
}

/** Returns whether any strategy other than a control strategy gave an answer. */
export const isProper = (answer) => answer.strategies.some((name) => !data.controls.includes(name));

/** Returns the group of figures that a game is in, a key of `GROUPS`. */
function groupOf({ label, label_check: check, method }) {
  if (!label) return 'unlabelled';
  return check === 'inconsistent' || check === 'contradictory' ? 'inconsistent' : method;
}

/** Returns a game with the facts by which the list filters and sorts. */
function gameOf({ game: name, ...board }, number) {
  return {
    ...board, name, number, size: sizeText(board.position), group: groupOf(board),
    text: `${name} ${board.players.join(' ')} ${board.date} ${board.rules} ${board.flags.join(', ')}`.toLowerCase(),
    differs: board.disputed || board.answers.some((answer) => answer.category !== null && isProper(answer)),
  };
}
