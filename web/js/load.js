// Loads the WebAssembly module, once for each page, worker or process.

export async function init(source) {
  if (wasm === undefined) await __wbg_init({ module_or_path: source ?? inlined() });
}

/** Loads the module at the first call: the module of `init`, or the one that the build contains. */
function load() {
  if (wasm === undefined) initSync({ module: inlined() });
}
