// Loads the WebAssembly module, once for each page, worker or process.

export async function init(source) {
  if (wasm === undefined) await __wbg_init({ module_or_path: source ?? inlined() });
}

/** Calls `work` after the module is loaded: the module of `init`, or the one that the build contains. */
function loaded(work) {
  if (wasm === undefined) initSync({ module: inlined() });
  return work();
}

/** Returns a function that makes an object at its first call. */
function onDemand(make) {
  let instance = null;
  return () => (instance ??= loaded(make));
}
