// The run of the page and its games: see data.rs and the description of `boards.ndjson` in docs/files.md.

/** The facts of the run besides its games: the names of its strategies and more. */
export let data;

/** The control strategies of the run, as indices. */
export let CONTROLS;

/** The external scorers of the run, as indices. They give the owner of a point, but no reason. */
export let EXTERNAL;

/** The games of the page. */
export let games;

/** Sets the run of the page and its games. */
export function setRun(run, all) {
  data = run;
  CONTROLS = new Set(run.controls);
  EXTERNAL = new Set(run.external);
  games = all.map(derive);
}

/** Sets the run of the page and its games from the page's data, which data.rs compresses. */
export async function readRun(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const json = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  const { games: boards, ...run } = await new Response(json).json();
  setRun(run, boards.map((board, number) => ({ ...gameOf(board, run.strategies), number })));
}

/** Returns the game of a board as `boards.ndjson` has it, with its places. */
export function gameOf({ game: name, label_check: check, label_map: labelMap, ...board }, strategies) {
  const numbers = (names) => names.map((other) => strategies.indexOf(other));
  return {
    ...board, name, check, labelMap, flags: board.flags.join(', '),
    answers: board.answers.map(({ map_diff: diff, ...answer }) => ({ ...answer, diff, strategies: numbers(answer.strategies) })),
  };
}

/** Returns whether any strategy other than a control strategy gave an answer. */
export const isProper = (answer) => answer.strategies.some((number) => !CONTROLS.has(number));

/** Returns the group of figures that a game is in, a key of `GROUPS`. */
function groupOf({ label, check, method }) {
  if (!label) return 'unlabelled';
  return check === 'inconsistent' || check === 'contradictory' ? 'inconsistent' : method;
}

/** Sets the properties of a game that the list filters and sorts by. */
function derive(game) {
  game.group = groupOf(game);
  game.text = `${game.name} ${game.players.join(' ')} ${game.date} ${game.rules} ${game.flags}`.toLowerCase();
  game.differs = game.disputed || game.answers.some((answer) => answer.category !== null && isProper(answer));
  return game;
}
