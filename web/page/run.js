// Asks workers about records: one worker about a single record, and a worker for each core about many records.

import { sendable, startWorker } from './parts.js';

/** The number of records that a worker gets at a time. */
const AT_ONCE = 32;

/** A worker that does one task after another. */
class TaskWorker {
  #worker;
  #failure;
  /** For each request without an answer, the function that rejects it. */
  #pending = new Set();

  constructor() {
    this.#start();
  }

  /** Starts the worker. */
  #start() {
    this.#worker?.terminate();
    this.#worker = startWorker('./worker.js');
    this.#worker.addEventListener('error', ({ message }) => {
      this.#failure = new Error(message || 'the scorer could not be loaded');
      for (const reject of this.#pending) reject(this.#failure);
    });
  }

  /** Sends a request to worker.js, and returns its result. After a trap, the state of the module is undefined, so a new worker
   * replaces this one. */
  ask(work, input) {
    const { port1, port2 } = new MessageChannel();
    return new Promise((resolve, reject) => {
      if (this.#failure) throw this.#failure;
      this.#pending.add(reject);
      port1.onmessage = ({ data: { result, error, isTrap } }) => {
        this.#pending.delete(reject);
        port1.close();
        if (isTrap) this.#start();
        if (error) reject(Object.assign(error, { isTrap }));
        else resolve(result);
      };
      this.#worker.postMessage({ work, input }, [port2]);
    });
  }

  /** Returns the results of a request for files. A file that traps the module has the result null. */
  async askAbout(files, work, dead) {
    try {
      return await this.ask(work, { dead, files: await Promise.all(files.map(sendable)) });
    } catch (error) {
      if (!error.isTrap) throw error;
    }
    if (files.length === 1) return [null];
    const results = [];
    for (const file of files) results.push(...await this.askAbout([file], work, dead));
    return results;
  }

  end() {
    this.#worker.terminate();
  }
}

/** Asks one worker about single records. */
export class RecordScorer extends TaskWorker {
  #last;
  #running = Promise.resolve();

  /** Returns the explanation of a record, or null if a later request replaces this one, perhaps before it begins. */
  async explain(input) {
    this.#last = input;
    await this.#running.catch(() => {});
    if (input !== this.#last) return null;
    this.#running = this.ask('explain', input);
    const found = await this.#running;
    return input === this.#last ? found : null;
  }
}

/** Calls `work` with a worker, and ends the worker. */
async function withWorker(work) {
  const worker = new TaskWorker();
  try {
    return await work(worker);
  } finally {
    worker.end();
  }
}

/** Returns the records of an archive and its skip: see worker.js. */
export const unpack = (name, blob) => withWorker(async (worker) => worker.ask('unpack', await sendable({ name, blob })));

/** Lets workers do `work` on the records of files.js, with the sources of dead stones that `dead` names. `take` gets the results
 * of each batch of records, in order. Calls `progress` with the number of records that are done; `signal` can stop the work early.
 * Returns this number and the names of the records that could not be read. */
async function overRecords(records, work, { dead, progress, signal }, take) {
  const batches = [];
  for (let at = 0; at < records.length; at += AT_ONCE) batches.push(records.slice(at, at + AT_ONCE));
  const queue = batches.entries();
  const results = new Map();
  const unread = [];
  let [taken, done] = [0, 0];
  const takeNext = () => {
    const found = results.get(taken);
    results.delete(taken);
    found.forEach((result, at) => result === null && unread.push(batches[taken][at].name));
    take(found.filter((result) => result !== null));
    taken += 1;
    done += found.length;
    progress(done);
  };
  const workers = Array.from({ length: Math.min(navigator.hardwareConcurrency || 1, batches.length) }, () => new TaskWorker());
  try {
    await Promise.all(workers.map(async (worker) => {
      for (const [at, batch] of queue) {
        results.set(at, await worker.askAbout(batch, work, dead));
        while (results.has(taken)) takeNext();
        if (signal.aborted) return;
      }
    }));
  } finally {
    for (const worker of workers) worker.end();
  }
  return { unread, done };
}

/** Audits records: see `overRecords`. `games` has each game's `line` of facts and, if its count differs from its record, its board. */
export async function auditRecords(records, how) {
  const games = new Map();
  const run = await overRecords(records, 'audit', how, (found) => found.flat().forEach(({ game, ...facts }) => games.set(game, facts)));
  return { ...run, games };
}

/** Evaluates records: see `overRecords`. Also returns the files and the page of the run. */
export const evaluateRecords = (records, name, how) => withWorker(async (collector) => {
  const started = Math.floor(Date.now() / 1000);
  await collector.ask('collect', { dead: how.dead });
  const added = [];
  const run = await overRecords(records, 'evaluate', how, (games) => added.push(collector.ask('add', { games })));
  await Promise.all(added);
  return { ...run, ...await collector.ask('finish', { name, started }) };
});
