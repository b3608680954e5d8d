//! Decodes bytes to text: by the byte order mark, by `CA`, as UTF-8, by a detector or as Latin-1, whichever fits first.
//!
//! A file has to be decoded before it is parsed: the second byte of a character in GBK or Big5 can be a `]` or a `\`.

use std::borrow::Cow;
use std::ops::Deref;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{UTF_8, UTF_16BE, UTF_16LE};

/// The choice of a file's encoding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// The encoding is found from the file.
    #[default]
    Auto,
    /// The encoding is always this one.
    Is(&'static encoding_rs::Encoding),
}

/// A name that is not the name of an encoding.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no encoding is called {0:?}: try UTF-8, GBK, Big5, EUC-KR, Shift_JIS, windows-1252 …")]
pub struct UnknownEncoding(String);

impl std::str::FromStr for Encoding {
    type Err = UnknownEncoding;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        if name == "auto" {
            return Ok(Self::Auto);
        }
        by_label(name.as_bytes()).map(Self::Is).ok_or_else(|| UnknownEncoding(name.to_owned()))
    }
}

/// The decoded text of a file.
#[derive(Debug)]
pub struct Text<'a> {
    decoded: Cow<'a, str>,
    /// The name of the encoding; `ISO-8859-1` if no other fits.
    pub encoding: &'static str,
    /// Whether `CA` names an encoding that the file is not written in.
    pub wrong_ca: bool,
    /// The number of bytes of the byte order mark.
    skipped: usize,
}

impl Deref for Text<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.decoded
    }
}

impl Text<'_> {
    /// Returns the length in bytes of the byte order mark, or 0.
    pub(super) const fn mark(&self) -> usize {
        self.skipped
    }

    /// Returns the offset in `bytes`, those of the file, of the character at `offset` of the text. `known` is such a
    /// pair of an offset in the text, at most `offset`, and one in the file. The search starts there, so that many
    /// look-ups in a file cost no more than one at its end.
    pub(super) fn byte_of(&self, bytes: &[u8], known: (usize, usize), offset: usize) -> usize {
        if matches!(self.decoded, Cow::Borrowed(_)) {
            return self.skipped + offset;
        }
        let (known_offset, known_byte) = (known.0, known.1.max(self.skipped));
        let Some(encoding) = encoding_rs::Encoding::for_label(self.encoding.as_bytes()) else {
            return known_byte + self.decoded[known_offset..offset].chars().count();
        };
        // the decoded length grows with the number of bytes, so a binary search finds the offset; no character takes
        // more than two bytes for each of its bytes in UTF-8
        let wanted = offset - known_offset;
        let length = |end: usize| {
            // half a character at the end is no character yet
            let (bytes, mut decoder) = (&bytes[known_byte..end], encoding.new_decoder_without_bom_handling());
            let mut text = String::with_capacity(decoder.max_utf8_buffer_length(bytes.len()).unwrap_or_default());
            let _ = decoder.decode_to_string(bytes, &mut text, false);
            text.len()
        };
        let (mut low, mut high) = (known_byte, bytes.len().min(known_byte + 2 * wanted + 8));
        while low < high {
            let middle = usize::midpoint(low, high);
            if length(middle) < wanted { low = middle + 1 } else { high = middle }
        }
        low
    }
}

/// Decodes the bytes of a file.
#[must_use]
pub fn decode(bytes: &[u8], encoding: Encoding) -> Text<'_> {
    if let Some((encoding, skipped)) = encoding_rs::Encoding::for_bom(bytes) {
        let (decoded, _) = encoding.decode_without_bom_handling(&bytes[skipped..]);
        return Text { decoded, encoding: encoding.name(), wrong_ca: false, skipped };
    }
    if let Encoding::Is(encoding) = encoding {
        let (decoded, _) = encoding.decode_without_bom_handling(bytes);
        return Text { decoded, encoding: encoding.name(), wrong_ca: false, skipped: 0 };
    }
    let named = declared(bytes);
    // a name that is readable as ASCII does not name an encoding that is incompatible with ASCII
    let found = named
        .and_then(by_label)
        .filter(|encoding| encoding.is_ascii_compatible())
        .and_then(|encoding| without_errors(encoding, bytes));
    let wrong_ca = named.is_some() && found.is_none();
    let (decoded, encoding) = found
        .or_else(|| looks_like_utf_16(bytes).and_then(|encoding| without_errors(encoding, bytes)))
        .or_else(|| without_errors(UTF_8, bytes))
        .or_else(|| is_broken_utf_8(bytes).then(|| (String::from_utf8_lossy(bytes), UTF_8.name())))
        .or_else(|| without_errors(detect(bytes), bytes))
        .unwrap_or_else(|| (encoding_rs::mem::decode_latin1(bytes), "ISO-8859-1"));
    Text { decoded, encoding, wrong_ca, skipped: 0 }
}

fn without_errors<'a>(
    encoding: &'static encoding_rs::Encoding,
    bytes: &'a [u8],
) -> Option<(Cow<'a, str>, &'static str)> {
    let text = encoding.decode_without_bom_handling_and_without_replacement(bytes)?;
    Some((text, encoding.name()))
}

/// Returns the value of the first `CA[…]`.
fn declared(bytes: &[u8]) -> Option<&[u8]> {
    let is_start = |&at: &usize| at == 0 || !bytes[at - 1].is_ascii_alphabetic();
    let at = memchr::memmem::find_iter(bytes, b"CA[").find(is_start)? + 3;
    let length = bytes[at..].iter().take(40).position(|&byte| byte == b']')?;
    Some(bytes[at..at + length].trim_ascii()).filter(|label| !label.is_empty())
}

/// Returns the encoding with a label of the WHATWG standard, or with a name that Go programs write.
fn by_label(label: &[u8]) -> Option<&'static encoding_rs::Encoding> {
    if let Some(encoding) = encoding_rs::Encoding::for_label(label) {
        return Some(encoding);
    }
    let label = String::from_utf8_lossy(label).to_ascii_lowercase().replace('_', "-");
    let label = match label.as_str() {
        "ms-kanji" => "ms_kanji",
        "euc-cn" | "cp936" => "gbk",
        "cp949" | "ms949" | "uhc" => "euc-kr",
        "cp950" => "big5",
        "cp932" => "shift_jis",
        other => other,
    };
    let label = if label.starts_with("iso8859-") { label.replacen("iso", "iso-", 1) } else { label.to_owned() };
    encoding_rs::Encoding::for_label(label.as_bytes())
}

/// Returns UTF-16 of either byte order if a file without a byte order mark starts with SGF characters that have a zero
/// byte each.
fn looks_like_utf_16(bytes: &[u8]) -> Option<&'static encoding_rs::Encoding> {
    match bytes {
        [b'(' | b';', 0, _, 0, ..] => Some(UTF_16LE),
        [0, b'(' | b';', 0, _, ..] => Some(UTF_16BE),
        _ => None,
    }
}

/// Returns whether `bytes` are UTF-8 except for a few damaged characters. If such a file were read as GBK, the last
/// byte of a character could swallow the `]` after it.
fn is_broken_utf_8(bytes: &[u8]) -> bool {
    let (mut good, mut bad) = (0, 0);
    for chunk in bytes.utf8_chunks() {
        good += chunk.valid().chars().filter(|letter| !letter.is_ascii()).count();
        bad += usize::from(!chunk.invalid().is_empty());
    }
    good > bad
}

fn detect(bytes: &[u8]) -> &'static encoding_rs::Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(bytes, true);
    detector.guess(None, Utf8Detection::Allow)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(bytes: &[u8]) -> (String, &'static str, bool) {
        let text = decode(bytes, Encoding::Auto);
        (text.to_string(), text.encoding, text.wrong_ca)
    }

    #[test]
    fn the_named_encoding_comes_first() {
        let gbk = b"(;CA[gb2312]PB[\xba\xda\xc6\xe5])";
        assert_eq!(decoded(gbk), ("(;CA[gb2312]PB[黑棋])".into(), "GBK", false));
        let text = decode(gbk, Encoding::Auto);
        let end = text.find(')').unwrap();
        assert_eq!(text.byte_of(gbk, (0, 0), end), gbk.len() - 1, "offsets are in the file's bytes");
    }

    #[test]
    fn a_wrong_name_is_reported() {
        assert_eq!(decoded("(;CA[GBK]PB[é])".as_bytes()).0, "(;CA[GBK]PB[茅])", "what decodes is believed");
        let latin = b"(;CA[UTF-8]PB[Andr\xe9 Dupr\xe9, B\xe9ziers])";
        let (text, encoding, wrong) = decoded(latin);
        assert_eq!((text.as_str(), wrong), ("(;CA[UTF-8]PB[André Dupré, Béziers])", true), "{encoding}");
    }

    #[test]
    fn a_broken_character_swallows_no_bracket() {
        let broken = [b"(;BR[9".as_slice(), "段".as_bytes(), b"]PW[", "段".as_bytes(), b"\xe7\xbb?]KM[6.5])"].concat();
        let (text, encoding, _) = decoded(&broken);
        assert_eq!((text.as_str(), encoding), ("(;BR[9段]PW[段\u{fffd}?]KM[6.5])", "UTF-8"));
        let gbk = encoding_rs::GBK.encode("(;PB[古力]PW[李世石]RE[白胜2又1/4子])").0;
        assert_eq!(decoded(&gbk).1, "GBK");
    }

    #[test]
    fn byte_order_marks_and_utf_16() {
        assert_eq!(decoded(b"\xef\xbb\xbf(;)"), ("(;)".into(), "UTF-8", false));
        assert_eq!(decode(b"\xef\xbb\xbf(;)", Encoding::Auto).byte_of(b"\xef\xbb\xbf(;)", (0, 0), 1), 4);
        assert_eq!(decoded(b"\xff\xfe(\0;\0)\0"), ("(;)".into(), "UTF-16LE", false));
        assert_eq!(decoded(b"(\0;\0)\0"), ("(;)".into(), "UTF-16LE", false));
        assert_eq!(decoded(b"\0(\0;\0)"), ("(;)".into(), "UTF-16BE", false));
    }

    #[test]
    fn names_that_go_programs_write() {
        for name in ["UTF8", "ISO8859_1", "MS_KANJI", "EUC-CN", "cp949", "CP1251", "Shift_JIS", "macintosh"] {
            assert!(by_label(name.as_bytes()).is_some(), "{name}");
        }
        assert!("no such".parse::<Encoding>().is_err());
    }
}
