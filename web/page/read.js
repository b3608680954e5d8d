// Reads the bytes of a record: of a file, or of a member of a zip archive.

/** The largest record, in bytes: that of the program. */
const LARGEST = 64 * 2 ** 20;

/** Returns the bytes that deflated bytes stand for. */
async function inflate(deflated) {
  const { readable, writable } = new DecompressionStream('deflate-raw');
  const writer = writable.getWriter();
  // what fails here fails below, too
  writer.write(deflated).catch(() => {});
  writer.close().catch(() => {});
  const parts = [];
  let length = 0;
  for (const reader = readable.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    length += value.length;
    if (length > LARGEST) {
      await reader.cancel();
      throw new RangeError('the record is too large');
    }
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Returns the bytes of a record: those of its `blob`, or its `bytes`, which may be deflated. */
export async function read({ blob, bytes, isDeflated }) {
  if (bytes) return isDeflated ? inflate(bytes) : bytes;
  if (blob.size > LARGEST) throw new RangeError('the record is too large');
  return new Uint8Array(await blob.arrayBuffer());
}
