// Loads the WebAssembly module, once for each page, worker or process.

import init from './dist/wasm.js';

const module = new URL('./dist/wasm_bg.wasm', import.meta.url);
// fetch in Node can't read files
const inNode = module.protocol === 'file:' && globalThis.process?.versions?.node;
await init({ module_or_path: inNode ? (await import('node:fs/promises')).readFile(module) : module });

export { GameOptions, Games, Scorer, controls, strategies } from './dist/wasm.js';
