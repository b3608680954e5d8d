// Reads the bytes of a record: of a file, or of a member of a zip archive.

/** The largest record, in bytes: that of the program. */
const LARGEST = 64 * 2 ** 20;

const SIGNATURE = 0x04034b50;
const HEADER = 30;

/** Returns the bytes of a stream. */
async function bytesOf(stream) {
  const parts = [];
  let length = 0;
  for (const reader = stream.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > LARGEST) {
      await reader.cancel();
      throw new RangeError('the record is too large');
    }
    parts.push(value);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Returns the bytes of a member of a zip archive. `blob` begins with its local header (APPNOTE.TXT of PKWARE, 4.3.7). */
async function readMember({ blob, packed, isDeflated }) {
  const view = new DataView(await blob.slice(0, HEADER).arrayBuffer());
  if (view.getUint32(0, true) !== SIGNATURE) throw new TypeError('the archive is damaged');
  const start = HEADER + view.getUint16(26, true) + view.getUint16(28, true);
  const stream = blob.slice(start, start + packed).stream();
  return bytesOf(isDeflated ? stream.pipeThrough(new DecompressionStream('deflate-raw')) : stream);
}

/** Returns the bytes of a record. */
export const read = (file) => (file.packed === undefined ? bytesOf(file.blob.stream()) : readMember(file));
