// Unpacks the module that a build contains. Unlike DecompressionStream, this works synchronously.

/** The tables of RFC 1951: the order of code lengths, and the base and the extra bits of each length and distance. */
const CODE_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const basesOf = (first, extras) => extras.map((_, index) => extras.slice(0, index).reduce((sum, extra) => sum + (1 << extra), first));
const LENGTH_BITS = [...Array(28).keys()].map((index) => Math.max(0, (index >> 2) - 1));
const LENGTHS = [...basesOf(3, LENGTH_BITS), 258];
const DISTANCE_BITS = [...Array(30).keys()].map((index) => Math.max(0, (index >> 1) - 1));
const DISTANCES = basesOf(1, DISTANCE_BITS);

/** Returns a table of the symbols of a Huffman code, each with its length, indexed by the next bits of the data. */
function huffmanTable(lengths) {
  const longest = Math.max(...lengths);
  const table = new Uint16Array(1 << longest);
  for (let length = 1, code = 0; length <= longest; length++, code <<= 1) {
    lengths.forEach((other, symbol) => {
      if (other !== length) return;
      let first = 0;
      for (let bit = 0; bit < length; bit++) first |= ((code >> bit) & 1) << (length - 1 - bit);
      for (let index = first; index < table.length; index += 1 << length) table[index] = (symbol << 4) | length;
      code += 1;
    });
  }
  return table;
}

/** The code lengths of literals and of distances in blocks with the fixed code. */
const FIXED = [[...Array(144).fill(8), ...Array(112).fill(9), ...Array(24).fill(7), ...Array(8).fill(8)], Array(30).fill(5)];

/** Returns the `size` bytes that raw DEFLATE data contains. */
function inflate(data, size) {
  const out = new Uint8Array(size);
  let [at, bits, count, end] = [0, 0, 0, 0];
  const need = (wanted) => {
    for (; count < wanted; count += 8) bits |= data[at++] << count;
  };
  const take = (wanted) => {
    need(wanted);
    const value = bits & ((1 << wanted) - 1);
    bits >>>= wanted;
    count -= wanted;
    return value;
  };
  const symbol = (table) => {
    need(15);
    const entry = table[bits & (table.length - 1)];
    bits >>>= entry & 15;
    count -= entry & 15;
    return entry >> 4;
  };
  const readLengths = () => {
    const [literals, distances, codes] = [take(5) + 257, take(5) + 1, take(4) + 4];
    const codeLengths = Array(19).fill(0);
    for (let index = 0; index < codes; index++) codeLengths[CODE_ORDER[index]] = take(3);
    const codeTable = huffmanTable(codeLengths);
    const lengths = [];
    while (lengths.length < literals + distances) {
      const code = symbol(codeTable);
      if (code < 16) lengths.push(code);
      else if (code === 16) lengths.push(...Array(take(2) + 3).fill(lengths.at(-1)));
      else lengths.push(...Array(code === 17 ? take(3) + 3 : take(7) + 11).fill(0));
    }
    return [lengths.slice(0, literals), lengths.slice(literals)];
  };
  for (let isLast = 0; !isLast;) {
    isLast = take(1);
    const kind = take(2);
    if (kind === 0) {
      // uncompressed bytes: their number comes first, written twice and aligned to a whole byte
      at -= count >> 3;
      [bits, count] = [0, 0];
      const stored = data.subarray(at + 4, at + 4 + data[at] + (data[at + 1] << 8));
      out.set(stored, end);
      [at, end] = [at + 4 + stored.length, end + stored.length];
      continue;
    }
    const [literalTable, distanceTable] = (kind === 1 ? FIXED : readLengths()).map(huffmanTable);
    for (let code = symbol(literalTable); code !== 256; code = symbol(literalTable)) {
      if (code < 256) out[end++] = code;
      else {
        const stop = end + LENGTHS[code - 257] + take(LENGTH_BITS[code - 257] ?? 0);
        const distance = symbol(distanceTable);
        const back = DISTANCES[distance] + take(DISTANCE_BITS[distance]);
        for (; end < stop; end++) out[end] = out[end - back];
      }
    }
  }
  return out;
}

/** Returns the module that this build contains. */
function inlined() {
  const text = atob(DATA);
  const data = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index++) data[index] = text.charCodeAt(index);
  return inflate(data, SIZE);
}
