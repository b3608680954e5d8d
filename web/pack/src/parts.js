// Loads the parts of the page from its file, which declares `PARTS`: see page.rs.

const addresses = {};

/** Starts a worker. Browsers start no module workers from disk, so it is a classic one. */
export function startWorker(name) {
  addresses[name] ??= URL.createObjectURL(new Blob([PARTS[name]], { type: 'text/javascript' }));
  return new Worker(addresses[name]);
}

/** Returns a response with the content of a file. In a worker of a page from disk, WebKit reads no Blob. */
export function loadFile(name) {
  const { readable, writable } = new DecompressionStream('deflate-raw');
  const writer = writable.getWriter();
  writer.write(Uint8Array.from(atob(PARTS[name]), (letter) => letter.charCodeAt(0)));
  writer.close();
  return new Response(readable, { headers: { 'content-type': 'application/wasm' } });
}

/** Returns a file in the form for a worker: with its bytes, since WebKit reads no Blob there. */
export const sendable = async (file) => (file.bytes ? file : file.blob?.arrayBuffer().then((bytes) => ({ ...file, bytes: new Uint8Array(bytes) }), () => file) ?? file);
