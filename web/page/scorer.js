// Asks the worker to score records, one at a time.

import { startWorker } from './parts.js';

/** Scores records in a worker. `show` gets each result, unless a newer request has replaced it. */
export class RecordScorer {
  /** The names of the strategies and of the control strategies, after the worker is loaded. */
  strategies = null;
  controls = null;

  #show;
  #worker;
  #last = 0;
  #running = null;
  #next = null;
  #failure = null;

  constructor(show) {
    this.#show = show;
    this.#start();
  }

  #start() {
    this.strategies = null;
    this.#worker = startWorker('./worker.js');
    this.#worker.addEventListener('message', ({ data }) => this.#receive(data));
    this.#worker.addEventListener('error', () => this.#fail('the scorer could not be loaded'));
  }

  /** Scores a game of a record. A later request replaces one that has not begun. */
  ask(sgf, options) {
    if (this.#failure) return void this.#show({ failure: this.#failure });
    this.#last += 1;
    this.#next = { request: this.#last, sgf, options };
    this.#send();
  }

  #send() {
    // the worker can't receive anything before it is loaded
    if (!this.strategies || this.#running || !this.#next) return;
    this.#running = this.#next;
    this.#next = null;
    this.#worker.postMessage(this.#running);
  }

  #receive({ strategies, controls, request, ...result }) {
    if (strategies) Object.assign(this, { strategies, controls });
    else {
      this.#running = null;
      if (request === this.#last) this.#show(result);
      if (result.failure?.isTrap) {
        this.#worker.terminate();
        this.#start();
      }
    }
    this.#send();
  }

  #fail(message) {
    this.#failure = { message };
    this.#show({ failure: this.#failure });
  }
}
