// The package's results for a few boards, for a comparison of the main thread, workers, and other runtimes.

import { areaScoring, explain, guessDead, safeToScore, score, strategies, territoryScoring } from './dist/seichi.mjs';

const RECORD = '(;SZ[9]RU[Japanese]KM[0]AB[ia][ab][ib][ac][bc][cc][dc][ec][fc][ic][fd][gd][hd][id]'
  + 'AW[ba][da][fa][ha][bb][cb][db][eb][fb][gb][gc][hc])';

const [game] = score(RECORD);
const { stones } = game;

export const found = JSON.stringify({
  game,
  explanation: explain(RECORD),
  safe: safeToScore(stones),
  dead: guessDead(stones),
  maps: strategies.map((strategy) => territoryScoring(stones, null, { strategy })),
  area: areaScoring(stones),
});
