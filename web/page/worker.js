// Counts games and evaluates files, as the page asks.

import { loadFile } from './parts.js';
import init, { Run, audit, audited, corrected, evaluated, explain, scored, unpack } from './run/wasm.js';

const ready = init({ module_or_path: loadFile('./run/wasm_bg.wasm') }).catch(() => {
  throw new Error('the scorer could not be loaded');
});

/** The largest record, in bytes. The program has the same limit. */
const LARGEST = 64 * 2 ** 20;

/** Returns the bytes of a file or of a member of an archive. */
async function read({ blob, bytes }) {
  if (blob?.size > LARGEST) throw new RangeError('the record is too large');
  return bytes ?? new Uint8Array(await blob.arrayBuffer());
}

/** The run whose rows this worker collects. */
let run = null;

/** Calls `work` with each file's name, bytes and skip. Returns the results, with null for a file that can't be read. */
async function each(files, work) {
  const results = [];
  for (const file of files) {
    // the page counts the files that can't be read
    const bytes = file.skip ? new Uint8Array() : await read(file).catch(() => null);
    results.push(bytes && work(file.name, bytes, file.skip));
  }
  return results;
}

/** The requests that the page can make. */
const WORK = {
  /** Returns the records of an archive (each with its name and its `bytes` or `skip`), and the archive's own skip. */
  async unpack({ name, blob, bytes }) {
    const members = [];
    const add = (member, content, skip) => members.push({ name: member, bytes: content, skip });
    const skip = unpack(name, bytes ?? new Uint8Array(await blob.arrayBuffer()), { add });
    return { members, skip };
  },
  /** Returns the explanation of a game of a record. */
  explain: ({ asked, bytes }) => JSON.parse(explain(asked, bytes)),
  /** Returns the record with the count of a strategy. */
  scored: ({ asked, bytes, strategy, hasResult }) => scored(asked, bytes, strategy, hasResult),
  /** Returns the record with different rules or a different komi. */
  corrected: ({ asked, bytes, rules, komi }) => corrected(asked, bytes, rules, komi),
  /** Returns the formatted games of each file. */
  evaluate: ({ dead, files }) => each(files, (...file) => evaluated(dead, ...file)),
  /** Returns the games of each file as an audit judges them. */
  audit: ({ dead, files }) => each(files, (...file) => JSON.parse(audited(dead, ...file))),
  /** Returns the rows of an audit in its order, from the lines of its games. */
  list: ({ lines }) => JSON.parse(audit(lines)),
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

self.addEventListener('message', async ({ data: { work, input }, ports: [port] }) => {
  try {
    await ready;
    port.postMessage({ result: await WORK[work](input) });
  } catch (error) {
    port.postMessage({ error: new Error(error.message), isTrap: error instanceof WebAssembly.RuntimeError });
  }
});
