// Scores records away from the page, which stays quick meanwhile.

import { controls, explain, score, strategies } from './seichi/seichi.js';

/** Returns what the page has to know about each game of a record to name it. One strategy is the quickest way to find out. */
const gamesOf = (sgf) => score(sgf, { strategies: 'flood' }).map(({ number, skip, players }) => ({ number, skip, players }));

self.addEventListener('message', ({ data: { request, sgf, options } }) => {
  try {
    self.postMessage({ request, games: gamesOf(sgf), explanation: explain(sgf, options) });
  } catch (error) {
    // a trap leaves the module in no state to go on with
    const isTrap = error instanceof WebAssembly.RuntimeError;
    self.postMessage({ request, failure: { message: error.message, isTrap } });
  }
});
self.postMessage({ strategies, controls });
