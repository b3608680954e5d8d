// Turns the package's explanation into the run and the game that the modules of the report page draw.

import { pointName } from './report/board.js';
import { gameOf, setRun } from './report/games.js';

/** Makes the game of an explanation the only one of the page, and returns it. */
export function showRun({ board, places }, strategies, controls) {
  const [height, width] = [board.position.length, board.position[0].length];
  const size = width === height ? `${width}` : `${width}x${height}`;
  const numbers = new Map([...Array(width * height).keys()].map((point) => [pointName({ width, height }, point), point]));
  const game = {
    ...gameOf(board, strategies), number: 0, size, explain: '',
    places: places.map(({ points, ...place }) => ({ ...place, regions: [], points: points.map((name) => numbers.get(name)) })),
  };
  const controlNumbers = controls.map((name) => strategies.indexOf(name));
  setRun({ strategies, controls: controlNumbers, external: [], best: [], eras: [], ranks: [], runs: false }, [game]);
  return game;
}
