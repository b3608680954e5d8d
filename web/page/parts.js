// Loads the parts of the page from its server. In the page that is one file, web/pack/src/parts.js replaces this module.

/** Starts a worker. */
export const startWorker = (name) => new Worker(new URL(name, import.meta.url), { type: 'module' });

/** Returns a promise of a response with the content of a file. */
export const loadFile = (name) => fetch(new URL(name, import.meta.url));

/** Returns a file in the form that a worker takes: unchanged, because the worker can read it. */
export const sendable = (file) => file;
