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
    this.#start();
  }

  #start() {
    this.#worker = startWorker('./run-worker.js');
    this.#ready = new Promise((resolve, reject) => {
      this.#worker.addEventListener('message', ({ data }) => (data.isReady ? resolve() : this.#receive(data)));
      this.#worker.addEventListener('error', (event) => {
        const error = new Error(event.message || 'the scorer could not be loaded');
        reject(error);
        for (const waiting of this.#waiting.values()) waiting.reject(error);
      });
    });
  }

  #receive({ task, result, failure }) {
    const { resolve, reject } = this.#waiting.get(task);
    this.#waiting.delete(task);
    if (failure) reject(Object.assign(new Error(failure.message), failure));
    else resolve(result);
  }

  /** Sends a request to run-worker.js, and returns its result. */
  async ask(work, input) {
    await this.#ready;
    this.#last += 1;
    const task = this.#last;
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
    this.end();
    this.#start();
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

/** Returns the records of an archive and its skip: see run-worker.js. */
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

/** Evaluates records of files.js with the sources of dead stones that `dead` names; the list of games shows the answers of
 * `strategy`. Calls `progress` with the numbers of records that are read and that are evaluated; `signal` stops early. Returns
 * the files, the page and the list of games of the run, and the names of the records that could not be read. */
export async function evaluate(records, name, { dead, strategy, progress, signal }) {
  const started = Math.floor(Date.now() / 1000);
  const batches = [];
  for (let at = 0; at < records.length; at += AT_ONCE) batches.push(records.slice(at, at + AT_ONCE));
  const workers = Array.from({ length: Math.min(navigator.hardwareConcurrency || 1, batches.length) }, () => new TaskWorker());
  const collector = new TaskWorker();
  try {
    const surveys = [];
    let read = 0;
    await inOrder(workers, batches, 'survey', signal, (found, batch) => {
      surveys.push(...found.filter((survey) => survey !== null));
      read += batch.length;
      progress(read, 0);
    });
    await Promise.all(workers.map((worker) => worker.begin({ dead, surveys })));
    await collector.ask('collect', { dead });
    const unread = [];
    let done = 0;
    let added = Promise.resolve();
    await inOrder(workers, batches, 'evaluate', signal, (found, batch) => {
      batch.forEach((record, index) => found[index] === null && unread.push(record.name));
      const games = found.filter((one) => one !== null);
      added = Promise.all([added, collector.ask('add', { games })]);
      done += batch.length;
      progress(read, done);
    });
    await added;
    return { ...await collector.ask('finish', { name, started, strategy }), unread, done };
  } finally {
    for (const worker of [...workers, collector]) worker.end();
  }
}
