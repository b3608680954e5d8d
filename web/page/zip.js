// Reads zip archives, as APPNOTE.TXT of PKWARE describes them: stored or deflated, without encryption and zip64. A whole archive is
// in memory: to read each member from the file takes eight times as long.

const END = { signature: 0x06054b50, length: 22 };
const MEMBER = { signature: 0x02014b50, length: 46 };
const LOCAL = { signature: 0x04034b50, length: 30 };
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;

/** Returns the offset of the end of the central directory, or -1. */
function endOffset(view) {
  const first = Math.max(0, view.byteLength - END.length - 0xffff);
  for (let at = view.byteLength - END.length; at >= first; at--) {
    if (view.getUint32(at, true) === END.signature) return at;
  }
  return -1;
}

/** Returns the name of a member. Names that are not UTF-8 are taken for Latin-1. */
function nameOf(bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('latin1').decode(bytes);
  }
}

/** Returns the members of an archive: `name`, and what `packedBytes` takes, or null where a member can't be read. */
export async function members(file) {
  const archive = new Uint8Array(await file.arrayBuffer());
  const view = new DataView(archive.buffer);
  const end = endOffset(view);
  if (end < 0) throw new TypeError('it is no zip archive, or it is damaged');
  const [count, start] = [view.getUint16(end + 10, true), view.getUint32(end + 16, true)];
  if (count === 0xffff || start === 0xffffffff) throw new RangeError('it has the format zip64');
  const found = [];
  let at = start;
  for (let number = 0; number < count; number++) {
    if (at + MEMBER.length > end || view.getUint32(at, true) !== MEMBER.signature) throw new TypeError('it is damaged');
    const [flags, method] = [8, 10].map((field) => view.getUint16(at + field, true));
    const [length, header] = [20, 42].map((field) => view.getUint32(at + field, true));
    const lengths = [28, 30, 32].map((field) => view.getUint16(at + field, true));
    const name = nameOf(archive.subarray(at + MEMBER.length, at + MEMBER.length + lengths[0]));
    const canRead = !(flags & ENCRYPTED) && (method === STORED || method === DEFLATED);
    found.push({ name, packed: canRead ? { archive, header, length, isDeflated: method === DEFLATED } : null });
    at += MEMBER.length + lengths[0] + lengths[1] + lengths[2];
  }
  return found;
}

/** Returns the bytes of a member, which may be deflated; none where the archive is damaged. */
export function packedBytes({ archive, header, length }) {
  const view = new DataView(archive.buffer);
  if (header + LOCAL.length > archive.length || view.getUint32(header, true) !== LOCAL.signature) return null;
  const start = header + LOCAL.length + view.getUint16(header + 26, true) + view.getUint16(header + 28, true);
  return start + length > archive.length ? null : archive.slice(start, start + length);
}
