// Counts games and evaluates files, as the page asks.

import { loadFile } from './parts.js';
import init, { FileEvaluator, Run, audit, corrected, unpack } from './run/wasm.js';

await init({ module_or_path: loadFile('./run/wasm_bg.wasm') });

/** The largest record, in bytes. The program has the same limit. */
const LARGEST = 64 * 2 ** 20;

/** Returns the bytes of a file or of a member of an archive. */
async function read({ blob, bytes }) {
  if (blob?.size > LARGEST) throw new RangeError('the record is too large');
  return bytes ?? new Uint8Array(await blob.arrayBuffer());
}

let evaluator = new FileEvaluator('auto');
let run = null;

/** Calls `work` with each file's name, bytes and skip. Returns the results, with null for a file that can't be read. */
async function each(files, work) {
  const results = [];
  for (const file of files) {
    // the page counts the files that can't be read
    const bytes = file.skip ? new Uint8Array() : await read(file).catch(() => null);
    try {
      results.push(bytes && work(file.name, bytes, file.skip));
    } catch (error) {
      throw Object.assign(new Error(`${file.name}: ${error.message}`), { isTrap: error instanceof WebAssembly.RuntimeError });
    }
  }
  return results;
}

/** Calls `work` with an evaluator for one record. */
function withEvaluator({ dead, asked }, work) {
  const used = new FileEvaluator(dead);
  const result = work(used, JSON.stringify(asked));
  used.free();
  return result;
}

/** The requests that the page can make. */
const WORK = {
  /** Returns the records of an archive: name and `bytes` or `skip` of each, and the archive's own skip. */
  async unpack({ name, blob, bytes }) {
    const members = [];
    const skip = unpack(name, bytes ?? new Uint8Array(await blob.arrayBuffer()), { add: (...member) => members.push(member) });
    return { members: members.map(([member, bytes, why]) => ({ name: member, bytes, skip: why })), skip };
  },
  /** Returns the explanation of a game of a record. */
  explain: (input) => withEvaluator(input, (used, asked) => JSON.parse(used.explain(asked, input.bytes))),
  /** Returns the record with the count of a strategy. */
  scored: (input) => withEvaluator(input, (used, asked) => used.scored(asked, input.bytes, input.strategy, input.hasResult)),
  /** Returns the record with other rules or another komi. */
  corrected: ({ asked, bytes, rules, komi }) => corrected(JSON.stringify(asked), bytes, rules, komi),
  /** Begins an evaluation with sources of dead stones. */
  begin({ dead }) {
    evaluator.free();
    evaluator = new FileEvaluator(dead);
  },
  /** Returns the formatted games of each file. */
  evaluate: ({ files }) => each(files, (...file) => evaluator.evaluate(...file)),
  /** Returns the games of each file as an audit judges them. */
  audit: ({ files }) => each(files, (...file) => JSON.parse(evaluator.audit(...file))),
  /** Returns the rows of an audit in its order, and as CSV. */
  list: ({ rows }) => JSON.parse(audit(rows)),
  /** Begins to collect rows of games with these sources of dead stones. */
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
    // after a trap, the state of the module is undefined
    const isTrap = error.isTrap || error instanceof WebAssembly.RuntimeError;
    self.postMessage({ task, failure: { message: error.message, isTrap } });
  }
});
self.postMessage({ isReady: true });
