//! Decodes records with the `TextDecoder` of JavaScript, which has the tables of all encodings.
//!
//! Browsers follow the WHATWG Encoding Standard, like `encoding_rs`. Node 20 has the tables of ICU,
//! which differ in a few places. This module corrects the differences that affect records.

use std::borrow::Cow;

use seichi::sgf::{Decoder, Utf8};
use wasm_bindgen::prelude::*;

use crate::guess::guess;
use crate::hangul;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = Object)]
    type Flags;
    #[wasm_bindgen(constructor, js_class = "Object")]
    fn new() -> Flags;
    #[wasm_bindgen(method, setter)]
    fn set_fatal(this: &Flags, is_fatal: bool);
    #[wasm_bindgen(method, setter, js_name = ignoreBOM)]
    fn set_ignore_bom(this: &Flags, is_ignored: bool);
    #[wasm_bindgen(method, setter)]
    fn set_stream(this: &Flags, is_followed: bool);

    type TextDecoder;
    #[wasm_bindgen(constructor, catch)]
    fn new(label: &str, flags: &Flags) -> Result<TextDecoder, JsValue>;
    #[wasm_bindgen(method, getter)]
    fn encoding(this: &TextDecoder) -> String;
    #[wasm_bindgen(method, catch)]
    fn decode(this: &TextDecoder, bytes: &[u8], flags: &Flags) -> Result<String, JsValue>;
}

/// The names of the encodings of the standard. `TextDecoder` writes them in lower case.
#[rustfmt::skip]
const NAMES: [&str; 39] = [
    "Big5", "EUC-JP", "EUC-KR", "GBK", "IBM866", "ISO-2022-JP", "ISO-8859-10", "ISO-8859-13", "ISO-8859-14",
    "ISO-8859-15", "ISO-8859-16", "ISO-8859-2", "ISO-8859-3", "ISO-8859-4", "ISO-8859-5", "ISO-8859-6", "ISO-8859-7",
    "ISO-8859-8", "ISO-8859-8-I", "KOI8-R", "KOI8-U", "Shift_JIS", "UTF-16BE", "UTF-16LE", "UTF-8", "gb18030",
    "macintosh", "windows-1250", "windows-1251", "windows-1252", "windows-1253", "windows-1254", "windows-1255",
    "windows-1256", "windows-1257", "windows-1258", "windows-874", "x-mac-cyrillic", "x-user-defined",
];

/// The encodings in which bytes of ASCII may be other characters.
const NOT_ASCII: [&str; 3] = ["ISO-2022-JP", "UTF-16BE", "UTF-16LE"];

/// The characters of windows-1252 from 0x80 to 0x9f. Node 20 has control characters there.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// The decoder.
#[derive(Debug)]
pub(crate) struct JavaScript;

impl Decoder for JavaScript {
    fn name_of(&self, label: &str) -> Option<&'static str> {
        let encoding = TextDecoder::new(label, &Flags::new()).ok()?.encoding();
        NAMES
            .into_iter()
            .find(|name| name.eq_ignore_ascii_case(&encoding))
    }

    fn decode<'a>(&self, bytes: &'a [u8], encoding: &str) -> Option<Cow<'a, str>> {
        // ASCII is the same in nearly all encodings, and positions in it are found at once
        let is_plain = bytes.is_ascii() && !NOT_ASCII.contains(&encoding);
        if is_plain || encoding == Utf8::NAME {
            return Utf8.decode(bytes, encoding);
        }
        let text = text(
            bytes,
            encoding,
            Mode {
                is_fatal: true,
                is_end: true,
            },
        )?;
        // the standard has no characters for these bytes, but Node's tables do
        let is_control = |letter| matches!(letter, '\u{80}'..='\u{9f}');
        let is_odd = matches!(encoding, "Big5" | "EUC-JP" | "EUC-KR") && text.contains(is_control);
        (!is_odd).then_some(Cow::Owned(text))
    }

    fn decode_lossy<'a>(&self, bytes: &'a [u8], encoding: &str, is_end: bool) -> Cow<'a, str> {
        if encoding == Utf8::NAME {
            return Utf8.decode_lossy(bytes, encoding, is_end);
        }
        text(
            bytes,
            encoding,
            Mode {
                is_fatal: false,
                is_end,
            },
        )
        .unwrap_or_default()
        .into()
    }

    fn guess(&self, bytes: &[u8]) -> Option<&'static str> {
        Some(guess(bytes))
    }
}

/// The mode of decoding.
#[derive(Clone, Copy)]
struct Mode {
    /// Whether bytes that are invalid in the encoding make the text invalid.
    is_fatal: bool,
    /// Whether no more bytes follow.
    is_end: bool,
}

fn text(bytes: &[u8], encoding: &str, mode: Mode) -> Option<String> {
    match encoding {
        "windows-1252" => Some(bytes.iter().map(|&byte| windows_1252(byte)).collect()),
        "EUC-KR" => hangul::text(
            bytes,
            |bytes, is_end| by_table(bytes, encoding, Mode { is_end, ..mode }),
            mode.is_end,
        ),
        // the standard decodes GBK as gb18030, unlike Node
        "GBK" => by_table(bytes, "gb18030", mode),
        _ => by_table(bytes, encoding, mode),
    }
}

fn windows_1252(byte: u8) -> char {
    byte.checked_sub(0x80)
        .and_then(|at| WINDOWS_1252.get(usize::from(at)).copied())
        .unwrap_or(char::from(byte))
}

fn by_table(bytes: &[u8], encoding: &str, mode: Mode) -> Option<String> {
    let flags = Flags::new();
    flags.set_fatal(mode.is_fatal);
    flags.set_ignore_bom(true);
    flags.set_stream(!mode.is_end);
    TextDecoder::new(encoding, &flags)
        .ok()?
        .decode(bytes, &flags)
        .ok()
}
