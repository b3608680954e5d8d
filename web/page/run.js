// Evaluates many records with a worker for each core, and collects their rows in the order of the records.

import { sendable, startWorker } from './parts.js';

/** The number of records that a worker gets at a time. */
const AT_ONCE = 32;

/** A worker that does one task after another. */
class TaskWorker {
  #worker;
  #ready;
  #waiting = new Map();
  #last = 0;
  #begun = null;

  constructor() {
    this.restart();
  }

  /** Starts the worker. After a trap, the state of the module is undefined, and a new worker replaces it. */
  restart() {
    this.#worker?.terminate();
    this.#worker = startWorker('./worker.js');
    this.#ready = new Promise((resolve, reject) => {
      this.#worker.addEventListener('message', ({ data }) => (data.isReady ? resolve() : this.#receive(data)));
      this.#worker.addEventListener('error', (event) => {
        reject(new Error('the scorer could not be loaded'));
        for (const waiting of this.#waiting.values()) waiting.reject(new Error(event.message));
      });
    });
  }

  #receive({ task, result, failure }) {
    const { resolve, reject } = this.#waiting.get(task);
    this.#waiting.delete(task);
    if (failure) reject(Object.assign(new Error(failure.message), failure));
    else resolve(result);
  }

  /** Sends a request to worker.js, and returns its result. */
  async ask(work, input) {
    await this.#ready;
    const task = (this.#last += 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(task, { resolve, reject });
      this.#worker.postMessage({ task, work, ...input });
    });
  }

  /** Begins an evaluation. */
  begin(input) {
    this.#begun = input;
    return this.ask('begin', input);
  }

  /** Returns the results of a request for files. A file that traps the module has the result null. */
  async onFiles(work, files) {
    try {
      return await this.ask(work, { files: await Promise.all(files.map(sendable)) });
    } catch (error) {
      if (!error.isTrap) throw error;
    }
    this.restart();
    if (this.#begun) await this.begin(this.#begun);
    if (files.length === 1) return [null];
    const results = [];
    for (const file of files) results.push(...await this.onFiles(work, [file]));
    return results;
  }

  end() {
    this.#worker.terminate();
  }
}

/** Asks one worker about single records, one request at a time. */
export class RecordScorer {
  #worker = new TaskWorker();
  #last = 0;
  #running = Promise.resolve();

  /** Returns the result of a request, or null if a later request of this kind replaces it. */
  async askLast(work, input) {
    const own = (this.#last += 1);
    const result = this.#running.then(() => (own === this.#last ? this.ask(work, input) : null));
    this.#running = result.catch(() => {});
    const found = await result.catch((error) => (own === this.#last ? Promise.reject(error) : null));
    return own === this.#last ? found : null;
  }

  async ask(work, input) {
    try {
      return await this.#worker.ask(work, input);
    } catch (error) {
      if (error.isTrap) this.#worker.restart();
      throw error;
    }
  }
}

/** Returns the records of an archive and its skip: see worker.js. */
export async function unpack(name, blob) {
  const worker = new TaskWorker();
  try {
    return await worker.ask('unpack', await sendable({ name, blob }));
  } finally {
    worker.end();
  }
}

/** Lets workers handle all batches, and passes results to `take` in the order of the batches. Ends early when `signal` is
 * aborted. */
async function inOrder(workers, batches, work, signal, take) {
  const results = new Map();
  let [next, taken] = [0, 0];
  await Promise.all(workers.map(async (worker) => {
    while (next < batches.length && !signal.aborted) {
      const at = next;
      next += 1;
      results.set(at, await worker.onFiles(work, batches[at]));
      for (; results.has(taken); taken++) {
        const result = results.get(taken);
        results.delete(taken);
        take(result, batches[taken]);
      }
    }
  }));
}

/** Lets workers do `work` on the records of files.js, with the sources of dead stones that `dead` names. `take` gets the results of
 * each record, in order. Calls `progress` with the number of records that are done; `signal` stops early. Returns this number,
 * and the names of the records that could not be read. */
async function overRecords(records, work, { dead, progress, signal }, take) {
  const batches = [];
  for (let at = 0; at < records.length; at += AT_ONCE) batches.push(records.slice(at, at + AT_ONCE));
  const workers = Array.from({ length: Math.min(navigator.hardwareConcurrency || 1, batches.length) }, () => new TaskWorker());
  try {
    await Promise.all(workers.map((worker) => worker.begin({ dead })));
    const unread = [];
    let done = 0;
    await inOrder(workers, batches, work, signal, (found, batch) => {
      batch.forEach((record, index) => found[index] === null && unread.push(record.name));
      take(found.filter((one) => one !== null));
      done += batch.length;
      progress(done);
    });
    return { unread, done };
  } finally {
    for (const worker of workers) worker.end();
  }
}

/** Audits records: see `overRecords`. `lines` has each game's row, and `boards` the board of a game whose count differs from its
 * record. */
export async function auditRecords(records, how) {
  const [lines, boards] = [new Map(), new Map()];
  const run = await overRecords(records, 'audit', how, (found) => {
    for (const { game, row, board } of found.flat()) {
      lines.set(game, row);
      if (board) boards.set(game, JSON.parse(board));
    }
  });
  return { ...run, lines, boards };
}

/** Evaluates records: see `overRecords`. Returns the files and the page of the run, too. */
export async function evaluateRecords(records, name, how) {
  const started = Math.floor(Date.now() / 1000);
  const collector = new TaskWorker();
  try {
    await collector.ask('collect', { dead: how.dead });
    let added = Promise.resolve();
    const run = await overRecords(records, 'evaluate', how, (games) => {
      added = Promise.all([added, collector.ask('add', { games })]);
    });
    await added;
    return { ...run, ...await collector.ask('finish', { name, started }) };
  } finally {
    collector.end();
  }
}
