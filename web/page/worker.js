// Scores records outside the page's thread, which stays responsive.

import { controls, explain, init, score, strategies } from './seichi.js';

await init(new URL('./seichi.wasm', import.meta.url));

/** Returns the facts that name each game of a record. Scoring with one strategy is the fastest way to find them. */
const gamesOf = (sgf) => score(sgf, { strategies: 'flood' }).map(({ number, skip, players }) => ({ number, skip, players }));

self.addEventListener('message', ({ data: { request, sgf, options } }) => {
  try {
    self.postMessage({ request, games: gamesOf(sgf), explanation: explain(sgf, options) });
  } catch (error) {
    // after a trap, the state of the module is undefined
    const isTrap = error instanceof WebAssembly.RuntimeError;
    self.postMessage({ request, failure: { message: error.message, isTrap } });
  }
});
self.postMessage({ strategies, controls });
