// Stands in for classes that jsdom lacks. It decodes only UTF-8; records in other encodings need the real class.

const { TextDecoder = class {
  encoding = 'utf-8';

  constructor(label) {
    if (!/^utf-?8$/i.test(label)) throw new RangeError(`no TextDecoder for ${label}`);
  }

  decode(bytes = []) {
    // in pieces, since the number of arguments of a call is limited
    let text = '';
    for (let start = 0; start < bytes.length; start += 8192) text += String.fromCharCode(...bytes.subarray(start, start + 8192));
    return decodeURIComponent(escape(text));
  }
}, TextEncoder = class {
  encode = (text) => Uint8Array.from(unescape(encodeURIComponent(text)), (letter) => letter.charCodeAt(0));
} } = globalThis;
