// Turns what the package explains into the run and the game that the modules of the report page draw.

import { setRun } from './report/games.js';

/** Returns the regions as board.js reads them: the boundary length and the half eyes of each that one colour surrounds. */
const regionText = (regions) => regions.map(({ owner, ext, eyes }) => (owner ? `${ext}.${2 * eyes}` : '')).join(',');

/** Returns the reasons of a board as why.js reads them: the distinct reasons, and for each list its indices into them. */
function packReasons(lists) {
  const reasons = [...new Set(lists.flatMap((list) => list.reasons))];
  return [reasons, lists.map((list) => list.reasons.map((reason) => reasons.indexOf(reason)))];
}

/** Sets the game of an explanation as the only one of the page, and returns it. */
export function showRun({ board, regions }, strategies, controls) {
  const numbers = (names) => names.map((name) => strategies.indexOf(name));
  const reasons = board.reasons ?? [];
  const whyOf = (name) => {
    const at = reasons.findIndex((list) => list.strategies.includes(name));
    return at < 0 ? null : at;
  };
  const [height, width] = [board.position.length, board.position[0].length];
  const game = {
    number: 0, name: board.game, size: width === height ? `${width}` : `${width}x${height}`, rules: board.rules, komi: board.komi,
    handicap: board.handicap, moves: board.moves, origin: board.origin, label: board.label, check: board.label_check,
    players: board.players, date: board.date, prisoners: board.prisoners, disputed: board.disputed, flags: board.flags.join(', '),
    position: board.position, regions: regionText(regions), labelMap: board.label_map, reasons: packReasons(reasons), changes: [],
    explain: '',
    answers: board.answers.map(({ map_diff: diff, ...answer }) => ({
      ...answer, diff, strategies: numbers(answer.strategies),
      why: answer.strategies.map(whyOf),
    })),
  };
  setRun({ strategies, controls: numbers(controls), external: [], best: [], eras: [], ranks: [], runs: false }, [game]);
  return game;
}
