// The build without the module.

function inlined() {
  throw new Error('seichi/bare has no module: await init(bytes, URL or WebAssembly.Module) before the first call');
}
