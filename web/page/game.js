// Turns the package's explanation into the run and the game that the modules of the report page draw.

import { gameOf, setRun } from './report/games.js';

/** Makes the game of an explanation the only one of the page, and returns it. */
export function showRun({ board, places }, strategies, controls) {
  const [height, width] = [board.position.length, board.position[0].length];
  const game = { ...gameOf(board, strategies), places, number: 0, size: width === height ? `${width}` : `${width}x${height}`, explain: '' };
  const controlNumbers = controls.map((name) => strategies.indexOf(name));
  setRun({ strategies, controls: controlNumbers, external: [], best: [], eras: [], ranks: [], runs: false }, [game]);
  return game;
}
