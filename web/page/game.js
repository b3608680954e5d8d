// Turns the package's explanation into the run and the game that the modules of the report page draw.

import { gameOf, setRun } from './report/games.js';

/** Returns the regions in the form for board.js: boundary length and half eyes of each region that one colour surrounds. */
const regionText = (regions) => regions.map(({ owner, ext, eyes }) => (owner ? `${ext}.${2 * eyes}` : '')).join(',');

/** Makes the game of an explanation the only one of the page, and returns it. */
export function showRun({ board, regions }, strategies, controls) {
  const [height, width] = [board.position.length, board.position[0].length];
  const size = width === height ? `${width}` : `${width}x${height}`;
  const game = { ...gameOf(board, strategies), number: 0, size, regions: regionText(regions), explain: '' };
  const controlNumbers = controls.map((name) => strategies.indexOf(name));
  setRun({ strategies, controls: controlNumbers, external: [], best: [], eras: [], ranks: [], runs: false }, [game]);
  return game;
}
