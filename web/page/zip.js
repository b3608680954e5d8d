// Lists the members of zip archives, as APPNOTE.TXT of PKWARE describes them: stored or deflated, without encryption and zip64.

const END = { signature: 0x06054b50, length: 22, comment: 65535 };
const MEMBER = { signature: 0x02014b50, length: 46 };
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;

/** Returns the offset of the end of the central directory in the last bytes of an archive, or -1. */
function endOffset(view) {
  for (let at = view.byteLength - END.length; at >= 0; at--) {
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

/** Returns the members of an archive: `name`, and the `blob` that read.js takes; null instead of it where that can't be read. */
export async function members(file) {
  const tail = file.slice(Math.max(0, file.size - END.length - END.comment));
  const end = new DataView(await tail.arrayBuffer());
  const at = endOffset(end);
  if (at < 0) throw new TypeError('it is no zip archive, or it is damaged');
  const [count, length, start] = [end.getUint16(at + 10, true), end.getUint32(at + 12, true), end.getUint32(at + 16, true)];
  if (count === 0xffff || start === 0xffffffff) throw new RangeError('it has the format zip64');
  const directory = new DataView(await file.slice(start, start + length).arrayBuffer());
  const found = [];
  let offset = 0;
  for (let number = 0; number < count; number++) {
    if (offset + MEMBER.length > directory.byteLength || directory.getUint32(offset, true) !== MEMBER.signature) throw new TypeError('it is damaged');
    const [flags, method] = [8, 10].map((field) => directory.getUint16(offset + field, true));
    const [packed, header] = [20, 42].map((field) => directory.getUint32(offset + field, true));
    const lengths = [28, 30, 32].map((field) => directory.getUint16(offset + field, true));
    const name = nameOf(new Uint8Array(directory.buffer, offset + MEMBER.length, Math.min(lengths[0], directory.byteLength - offset - MEMBER.length)));
    const canRead = !(flags & ENCRYPTED) && (method === STORED || method === DEFLATED);
    found.push({ name, blob: canRead ? file.slice(header) : null, packed, isDeflated: method === DEFLATED });
    offset += MEMBER.length + lengths[0] + lengths[1] + lengths[2];
  }
  return found;
}
