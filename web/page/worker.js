// Evaluates files, or collects the rows of a run, as the page asks.

import { loadFile } from './parts.js';
import init, { FileEvaluator, Run, unpack } from './run/wasm.js';

await init({ module_or_path: loadFile('./run/wasm_bg.wasm') });

/** The largest record, in bytes. The program has the same limit. */
const LARGEST = 64 * 2 ** 20;

/** Returns the bytes of a file or of a member of an archive. */
async function read({ blob, bytes }) {
  if (blob?.size > LARGEST) throw new RangeError('the record is too large');
  return bytes ?? new Uint8Array(await blob.arrayBuffer());
}

let evaluator = new FileEvaluator('auto', []);
let run = null;

/** Calls `work` with each file's name and bytes, or `skipped` with its name and the skip, if it has one. Returns the results,
 * with null for a file that can't be read. */
async function each(files, work, skipped) {
  const results = [];
  for (const file of files) {
    let bytes = null;
    try {
      bytes = file.skip ? null : await read(file);
    } catch {
      // the page counts these files
    }
    try {
      results.push(file.skip ? skipped(file.name, file.skip) : bytes && work(file.name, bytes));
    } catch (error) {
      throw Object.assign(new Error(`${file.name}: ${error.message}`), { isTrap: error instanceof WebAssembly.RuntimeError });
    }
  }
  return results;
}

/** The requests that the page can make. */
const WORK = {
  /** Returns the records of an archive: name and `bytes` or `skip` of each, and the archive's own skip. */
  async unpack({ name, blob, bytes }) {
    const members = [];
    const skip = unpack(name, bytes ?? new Uint8Array(await blob.arrayBuffer()), { add: (...member) => members.push(member) });
    return { members: members.map(([member, bytes, why]) => ({ name: member, bytes, skip: why })), skip };
  },
  /** Returns the surveys of the files that have one. */
  async survey({ files }) {
    const surveys = await each(files, (name, bytes) => evaluator.survey(name, bytes), () => undefined);
    return surveys.filter((survey) => typeof survey === 'string');
  },
  /** Begins an evaluation with sources of dead stones. */
  begin({ dead, surveys }) {
    evaluator.free();
    evaluator = new FileEvaluator(dead, surveys);
  },
  /** Returns the formatted games of each file. */
  evaluate: ({ files }) => each(files, (name, bytes) => evaluator.evaluate(name, bytes), (name, skip) => evaluator.skipped(name, skip)),
  /** Begins to collect rows of games with these sources of dead stones. */
  collect({ dead }) {
    run = new Run(dead);
  },
  add({ games }) {
    for (const one of games) run.add(one);
  },
  /** Returns the files of the run, and the list of its games by the answers of a strategy. */
  finish({ name, started, strategy }) {
    const tables = run.finish(name, started, strategy);
    return { page: tables.page(), list: JSON.parse(tables.list()), files: { 'games.csv': tables.games(), 'summary.csv': tables.summary(), 'skipped.csv': tables.skipped() } };
  },
};

self.addEventListener('message', async ({ data: { task, work, ...input } }) => {
  try {
    self.postMessage({ task, result: await WORK[work](input) });
  } catch (error) {
    // after a trap, the state of the module is undefined
    const isTrap = error.isTrap || error instanceof WebAssembly.RuntimeError;
    self.postMessage({ task, failure: { message: error.message, isTrap } });
  }
});
self.postMessage({ isReady: true });
