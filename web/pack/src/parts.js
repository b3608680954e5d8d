// Loads the parts of the page from its file, which declares `PARTS` and `reportPage`: see page.rs.

const addresses = {};

/** Starts a worker. Browsers start no module workers from disk, so it is a classic one. */
export function startWorker(name) {
  addresses[name] ??= URL.createObjectURL(new Blob([PARTS[name]], { type: 'text/javascript' }));
  return new Worker(addresses[name]);
}

/** Returns a response with the content of a file. */
export function loadFile(name) {
  const deflated = Uint8Array.from(atob(PARTS[name]), (letter) => letter.charCodeAt(0));
  const content = new Blob([deflated]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Response(content, { headers: { 'content-type': 'application/wasm' } });
}

/** Runs the script of the page of a run. */
export const runReport = () => reportPage();
