// Loads the parts of the page from its file, which declares `PARTS`: see page.rs.

const addresses = {};

/** Starts a worker. Browsers do not start module workers from disk, so this is a classic one. */
export function startWorker(name) {
  addresses[name] ??= URL.createObjectURL(new Blob([PARTS[name]], { type: 'text/javascript' }));
  return new Worker(addresses[name]);
}

/** Returns the bytes of a text that page.rs wrote in base 85. */
function bytesOf(text) {
  const data = new DataView(new ArrayBuffer(((text.length - 1) / 5) * 4));
  for (let at = 0; at < data.byteLength / 4; at++) {
    let number = 0;
    for (let digit = 0; digit < 5; digit++) {
      const code = text.charCodeAt(at * 5 + digit);
      number = number * 85 + (code === 125 ? 20 : code === 126 ? 52 : code - 40);
    }
    data.setUint32(at * 4, number);
  }
  return new Uint8Array(data.buffer, 0, data.byteLength - text.at(-1));
}

/** Returns a response with the content of a file. In a worker of a page on disk, WebKit cannot read a Blob. */
export function loadFile(name) {
  const { readable, writable } = new DecompressionStream('deflate-raw');
  const writer = writable.getWriter();
  writer.write(bytesOf(PARTS[name]));
  writer.close();
  return new Response(readable, { headers: { 'content-type': 'application/wasm' } });
}

/** Returns a file in the form that a worker takes: with its bytes, since WebKit cannot read a Blob there. */
export const sendable = async (file) => (file.bytes ? file : file.blob?.arrayBuffer().then((bytes) => ({ ...file, bytes: new Uint8Array(bytes) }), () => file) ?? file);
