// Scores records outside the page's thread, which stays responsive.

import { loadFile } from './parts.js';
import { controls, explain, explainBoard, init, safeToScore, score, strategies } from './seichi.js';

await init(loadFile('./seichi.wasm'));

/** Returns the facts that name each game of a record. Scoring with one strategy is the fastest way to find them. */
const gamesOf = (sgf, { rules }) => score(sgf, { strategies: 'flood', rules }).map(({ number, skip, players, method }) => ({ number, skip, players, method }));

const STONES = { X: 1, x: 1, O: 2, o: 2 };

/** Returns the explanation of a game, with the method of counting, the number of points where a border is open, and under
 * territory rules the sentence about each point, row by row. */
function explained(sgf, options, games) {
  const explanation = explain(sgf, options);
  const { position } = explanation.board;
  const rows = (valueOf) => position.map((row) => Array.from(row, valueOf));
  const { method } = games.find(({ number }) => number === options.game);
  const [stones, dead] = [rows((letter) => STONES[letter] ?? 0), rows((letter) => letter === 'x' || letter === 'o')];
  const { reasons } = safeToScore(stones, dead, { method });
  const sentences = [];
  for (const { points, sentence } of method === 'territory' ? explainBoard(stones, dead) : []) {
    for (const [x, y] of points) sentences[y * stones[0].length + x] = sentence;
  }
  return { ...explanation, method, open: reasons.find(({ kind }) => kind === 'open-border')?.points.length ?? 0, sentences };
}

self.addEventListener('message', ({ data: { request, sgf, options } }) => {
  try {
    const games = gamesOf(sgf, options);
    self.postMessage({ request, games, explanation: explained(sgf, options, games) });
  } catch (error) {
    // after a trap, the state of the module is undefined
    const isTrap = error instanceof WebAssembly.RuntimeError;
    self.postMessage({ request, failure: { message: error.message, isTrap } });
  }
});
self.postMessage({ strategies, controls });
