// Evaluates files, or collects the rows of a run: whatever the page asks of this worker.

import init, { FileEvaluator, Run } from './run/wasm.js';
import { read } from './read.js';

await init({ module_or_path: new URL('./run/wasm_bg.wasm', import.meta.url) });

let evaluator = new FileEvaluator('auto', []);
let run = null;

/** Calls `work` with each file's name and bytes. Returns its results, and null for a file that can't be read. */
async function each(files, work) {
  const results = [];
  for (const file of files) {
    let bytes = null;
    try {
      bytes = await read(file);
    } catch {
      // the page counts these
    }
    try {
      results.push(bytes && work(file.name, bytes));
    } catch (error) {
      throw Object.assign(new Error(`${file.name}: ${error.message}`), { isTrap: error instanceof WebAssembly.RuntimeError });
    }
  }
  return results;
}

/** What can be asked. */
const WORK = {
  /** Returns the folders with records that count area. */
  async survey({ files }) {
    const folders = await each(files, (name, bytes) => evaluator.area_folder(name, bytes));
    return [...new Set(folders.filter((folder) => typeof folder === 'string'))];
  },
  /** Begins an evaluation with sources of dead stones. */
  begin({ dead, folders }) {
    evaluator.free();
    evaluator = new FileEvaluator(dead, folders);
  },
  /** Returns the formatted games of each file. */
  evaluate: ({ files }) => each(files, (name, bytes) => evaluator.evaluate(name, bytes)),
  /** Begins to collect rows of games, whose dead stones have these sources. */
  collect({ dead }) {
    run = new Run(dead);
  },
  add({ games }) {
    for (const one of games) run.add(one);
  },
  /** Returns the files of the run. */
  finish({ name, started }) {
    const tables = run.finish(name, started);
    return { page: tables.page(), files: { 'games.csv': tables.games(), 'summary.csv': tables.summary(), 'skipped.csv': tables.skipped() } };
  },
};

self.addEventListener('message', async ({ data: { task, work, ...input } }) => {
  try {
    self.postMessage({ task, result: await WORK[work](input) });
  } catch (error) {
    // a trap leaves the module in no state to go on with
    const isTrap = error.isTrap || error instanceof WebAssembly.RuntimeError;
    self.postMessage({ task, failure: { message: error.message, isTrap } });
  }
});
self.postMessage({ isReady: true });
