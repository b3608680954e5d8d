//! Decodes bytes to text. The encoding comes from the first of the following that gives one: the
//! byte order mark, the caller, `CA`, a test for UTF-16, a test for UTF-8, and a detector. If none
//! does, the encoding is Latin-1.
//!
//! A file must be decoded before it is parsed, because the second byte of a character in GBK or
//! Big5 can be a `]` or a `\`.

use std::borrow::Cow;
use std::ops::Deref;

use super::decoder::{Decoder, Utf8};
use super::gib::to_sgf;

/// The name of the encoding in which each byte is the code point of its character. The WHATWG
/// standard does not define it.
const LATIN_1: &str = "ISO-8859-1";

/// The encodings that are not compatible with ASCII.
const NOT_ASCII: [&str; 4] = ["UTF-16LE", "UTF-16BE", "ISO-2022-JP", "replacement"];

/// The way to choose a file's encoding, and the decoder to use.
#[derive(Clone, Copy, Debug)]
pub struct Encoding {
    decoder: &'static dyn Decoder,
    name: Option<&'static str>,
}

/// The name of an unknown encoding.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown encoding {0:?}; try UTF-8, GBK, Big5, EUC-KR, Shift_JIS, windows-1252 …")]
pub struct UnknownEncoding(String);

impl Encoding {
    /// Detects the encoding of each file, and decodes it with `decoder`.
    pub const fn auto(decoder: &'static dyn Decoder) -> Self {
        Self {
            decoder,
            name: None,
        }
    }

    /// Uses the encoding with this label for every file. If the label is `auto`, the encoding of
    /// each file is detected.
    ///
    /// # Errors
    /// If the decoder does not know the encoding.
    pub fn named(decoder: &'static dyn Decoder, label: &str) -> Result<Self, UnknownEncoding> {
        if label == "auto" {
            return Ok(Self::auto(decoder));
        }
        let name =
            by_label(decoder, label.as_bytes()).ok_or_else(|| UnknownEncoding(label.to_owned()))?;
        Ok(Self {
            decoder,
            name: Some(name),
        })
    }

    /// Returns the name of the encoding used for every file, or `None` if it is detected.
    pub const fn name(&self) -> Option<&'static str> {
        self.name
    }
}

/// Detects the encoding of each file, with the tables of the feature `encodings`. Without the
/// feature, only UTF-8 is known.
impl Default for Encoding {
    fn default() -> Self {
        #[cfg(feature = "encodings")]
        return Self::auto(&super::decoder::Tables);
        #[cfg(not(feature = "encodings"))]
        return Self::auto(&Utf8);
    }
}

impl std::str::FromStr for Encoding {
    type Err = UnknownEncoding;

    fn from_str(label: &str) -> Result<Self, Self::Err> {
        Self::named(Self::default().decoder, label)
    }
}

/// The decoded text of a file.
#[derive(Debug)]
pub struct DecodedText<'a> {
    decoded: Cow<'a, str>,
    decoder: &'static dyn Decoder,
    /// The name of the encoding. It is `ISO-8859-1` if no other encoding decodes the file without
    /// errors.
    pub encoding: &'static str,
    /// Whether `CA` names an encoding that cannot decode the file without errors.
    pub(crate) wrong_ca: bool,
    /// Whether the text is SGF that was made from a file in another format.
    pub(super) is_converted: bool,
    /// The length in bytes of the byte order mark.
    pub(super) skipped: usize,
}

impl Deref for DecodedText<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.decoded
    }
}

impl DecodedText<'_> {
    /// Converts an offset in the text to the offset of the same character in `bytes`, the bytes of
    /// the file. The search starts from `known`, which holds the offsets of an earlier character in
    /// the text and in the file. A series of look-ups is therefore as cheap as one look-up at the
    /// end of the file.
    pub(super) fn byte_of(&self, bytes: &[u8], known: (usize, usize), offset: usize) -> usize {
        if matches!(self.decoded, Cow::Borrowed(_)) {
            return self.skipped + offset;
        }
        let (known_offset, known_byte) = (known.0, known.1.max(self.skipped));
        if self.encoding == LATIN_1 {
            return known_byte + self.decoded[known_offset..offset].chars().count();
        }
        // the decoded length grows with the number of bytes, so a binary search finds the offset;
        // the file has at most twice as many bytes as the same text in UTF-8
        let wanted = offset - known_offset;
        let (mut low, mut high) = (known_byte, bytes.len().min(known_byte + 2 * wanted + 8));
        while low < high {
            let middle = usize::midpoint(low, high);
            // an incomplete character at the end does not count
            let text = self
                .decoder
                .decode_lossy(&bytes[known_byte..middle], self.encoding, false);
            if text.len() < wanted {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }
}

/// Decodes the bytes of a file, and converts GIB to SGF.
pub(crate) fn decode(bytes: &[u8], encoding: Encoding) -> DecodedText<'_> {
    let Encoding { decoder, name } = encoding;
    let (marked, skipped) = byte_order_mark(bytes);
    let ((decoded, encoding), wrong_ca) = match marked.or(name) {
        Some(name) => (
            (decoder.decode_lossy(&bytes[skipped..], name, true), name),
            false,
        ),
        None => detect(decoder, bytes),
    };
    let converted = to_sgf(&decoded);
    let is_converted = converted.is_some();
    let decoded = converted.map_or(decoded, Cow::from);
    DecodedText {
        decoded,
        decoder,
        encoding,
        wrong_ca,
        is_converted,
        skipped,
    }
}

/// A text, and the name of its encoding.
type Text<'a> = (Cow<'a, str>, &'static str);

/// Detects the encoding of a file without a byte order mark. Returns its text, and whether `CA`
/// names an encoding that was not used.
fn detect<'a>(decoder: &dyn Decoder, bytes: &'a [u8]) -> (Text<'a>, bool) {
    let declared = declared(bytes);
    // `CA` itself is readable as ASCII, so an encoding that is incompatible with ASCII is wrong
    let found = declared
        .and_then(|label| by_label(decoder, label))
        .filter(|name| !NOT_ASCII.contains(name))
        .and_then(|name| without_errors(decoder, bytes, name));
    let wrong_ca = declared.is_some() && found.is_none();
    let text = found
        .or_else(|| without_errors(decoder, bytes, looks_like_utf_16(bytes)?))
        .or_else(|| without_errors(decoder, bytes, Utf8::NAME))
        .or_else(|| is_broken_utf_8(bytes).then(|| (String::from_utf8_lossy(bytes), Utf8::NAME)))
        .or_else(|| without_errors(decoder, bytes, decoder.guess(bytes)?))
        .unwrap_or_else(|| {
            (
                bytes.iter().map(|&byte| char::from(byte)).collect(),
                LATIN_1,
            )
        });
    (text, wrong_ca)
}

/// Returns the text, or `None` if the bytes are not valid in the encoding.
fn without_errors<'a>(
    decoder: &dyn Decoder,
    bytes: &'a [u8],
    name: &'static str,
) -> Option<Text<'a>> {
    Some((decoder.decode(bytes, name)?, name))
}

/// Returns the encoding that a byte order mark at the start indicates, and the length of the mark.
fn byte_order_mark(bytes: &[u8]) -> (Option<&'static str>, usize) {
    match bytes {
        [0xef, 0xbb, 0xbf, ..] => (Some(Utf8::NAME), 3),
        [0xff, 0xfe, ..] => (Some("UTF-16LE"), 2),
        [0xfe, 0xff, ..] => (Some("UTF-16BE"), 2),
        _ => (None, 0),
    }
}

/// Returns the value of the first `CA[…]`.
fn declared(bytes: &[u8]) -> Option<&[u8]> {
    let at = memchr::memmem::find_iter(bytes, b"CA[")
        .find(|&at| at == 0 || !bytes[at - 1].is_ascii_alphabetic())?
        + 3;
    let length = bytes[at..].iter().take(40).position(|&byte| byte == b']')?;
    Some(bytes[at..at + length].trim_ascii()).filter(|label| !label.is_empty())
}

/// Returns the encoding for a label of the WHATWG standard, or for another name that Go programs
/// write.
fn by_label(decoder: &dyn Decoder, label: &[u8]) -> Option<&'static str> {
    let label = String::from_utf8_lossy(label).to_ascii_lowercase();
    if let Some(name) = decoder.name_of(&label) {
        return Some(name);
    }
    let label = label.replace('_', "-");
    decoder.name_of(match &*label {
        "ms-kanji" => "ms_kanji",
        "euc-cn" | "cp936" => "gbk",
        "cp949" | "ms949" | "uhc" => "euc-kr",
        "cp950" => "big5",
        "cp932" => "shift_jis",
        "iso8859-16" => "iso-8859-16",
        other => other,
    })
}

/// Returns the UTF-16 encoding of a file without a byte order mark if the file starts with SGF
/// characters that are each paired with a zero byte.
fn looks_like_utf_16(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [b'(' | b';', 0, _, 0, ..] => Some("UTF-16LE"),
        [0, b'(' | b';', 0, _, ..] => Some("UTF-16BE"),
        _ => None,
    }
}

/// Returns whether `bytes` are UTF-8 except for a few damaged characters. If such a file were read
/// as GBK, the last byte of a character could swallow the following `]`.
fn is_broken_utf_8(bytes: &[u8]) -> bool {
    let (mut good, mut bad) = (0, 0);
    for chunk in bytes.utf8_chunks() {
        good += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        bad += usize::from(!chunk.invalid().is_empty());
    }
    good > bad
}

#[cfg(test)]
#[cfg(feature = "encodings")]
mod tests {
    use super::*;

    fn decoded(bytes: &[u8]) -> (String, &'static str, bool) {
        let text = decode(bytes, Encoding::default());
        (text.to_string(), text.encoding, text.wrong_ca)
    }

    #[test]
    fn encoding_named_in_the_file_comes_first() {
        let gbk = b"(;CA[gb2312]PB[\xba\xda\xc6\xe5])";
        assert_eq!(decoded(gbk), ("(;CA[gb2312]PB[黑棋])".into(), "GBK", false));
        let text = decode(gbk, Encoding::default());
        let end = text.find(')').unwrap();
        assert_eq!(
            text.byte_of(gbk, (0, 0), end),
            gbk.len() - 1,
            "offsets count bytes of the file"
        );
    }

    #[test]
    fn wrong_encoding_name_is_reported() {
        assert_eq!(
            decoded("(;CA[GBK]PB[é])".as_bytes()).0,
            "(;CA[GBK]PB[茅])",
            "a declared encoding is used if it can decode the file"
        );
        let latin = b"(;CA[UTF-8]PB[Andr\xe9 Dupr\xe9, B\xe9ziers])";
        let (text, encoding, wrong) = decoded(latin);
        assert_eq!(
            (text.as_str(), wrong),
            ("(;CA[UTF-8]PB[André Dupré, Béziers])", true),
            "{encoding}"
        );
    }

    #[test]
    fn broken_character_does_not_swallow_the_bracket() {
        let broken = [
            b"(;BR[9".as_slice(),
            "段".as_bytes(),
            b"]PW[",
            "段".as_bytes(),
            b"\xe7\xbb?]KM[6.5])",
        ]
        .concat();
        let (text, encoding, _) = decoded(&broken);
        assert_eq!(
            (text.as_str(), encoding),
            ("(;BR[9段]PW[段\u{fffd}?]KM[6.5])", "UTF-8")
        );
        let gbk = encoding_rs::GBK
            .encode("(;PB[古力]PW[李世石]RE[白胜2又1/4子])")
            .0;
        assert_eq!(decoded(&gbk).1, "GBK");
    }

    #[test]
    fn utf_16_is_decoded_with_and_without_byte_order_mark() {
        assert_eq!(decoded(b"\xef\xbb\xbf(;)"), ("(;)".into(), "UTF-8", false));
        assert_eq!(
            decode(b"\xef\xbb\xbf(;)", Encoding::default()).byte_of(b"\xef\xbb\xbf(;)", (0, 0), 1),
            4
        );
        assert_eq!(
            decoded(b"\xff\xfe(\0;\0)\0"),
            ("(;)".into(), "UTF-16LE", false)
        );
        assert_eq!(decoded(b"(\0;\0)\0"), ("(;)".into(), "UTF-16LE", false));
        assert_eq!(decoded(b"\0(\0;\0)"), ("(;)".into(), "UTF-16BE", false));
    }

    #[test]
    fn decoder_without_tables_knows_only_utf_8() {
        let text = |bytes| {
            let text = decode(bytes, Encoding::auto(&Utf8));
            (text.to_string(), text.encoding)
        };
        assert_eq!(
            text("(;CA[GBK]PB[古力])".as_bytes()),
            ("(;CA[GBK]PB[古力])".into(), "UTF-8")
        );
        assert_eq!(
            text(b"(;PB[\xe9\x80])"),
            ("(;PB[é\u{80}])".into(), "ISO-8859-1")
        );
        let bytes = b"(;PB[\xe9\x80])";
        assert_eq!(
            decode(bytes, Encoding::auto(&Utf8)).byte_of(bytes, (0, 0), 9),
            7,
            "each byte is one character"
        );
    }

    #[test]
    fn encoding_of_names_is_detected() {
        for (label, names) in [
            ("GBK", "聂卫平 九段"),
            ("GBK", "黑棋]PW[白中盘胜"),
            ("Big5", "周俊勳 九段"),
            ("Big5", "張栩"),
            ("Big5", "共132手 白勝13目"),
            ("EUC-KR", "이창호 9단"),
            ("EUC-KR", "박정환"),
            ("Shift_JIS", "本因坊秀策"),
            ("Shift_JIS", "黒番中押し勝ち"),
            ("EUC-JP", "本因坊秀策"),
            ("EUC-JP", "こばやし こういち"),
            ("windows-1252", "André Dupré, Béziers"),
            ("windows-1252", "Jürgen Schütze"),
            ("windows-1252", "Jørgen Frøyland"),
            ("windows-1252", "“x” 5k"),
            ("windows-1250", "Ondřej Šilt"),
            ("windows-1250", "Mateusz Surma, Łódź"),
            ("windows-1251", "Александр Динерштейн"),
            ("windows-1251", "ФЁДОР Кузнецов"),
            ("KOI8-U", "Илья Шикшин"),
            ("windows-1253", "Γιώργος Παπαδόπουλος"),
            ("windows-1254", "Şükrü Yıldız"),
            ("windows-1256", "محمد علي"),
            ("windows-874", "กรุงเทพ"),
        ] {
            let encoding = encoding_rs::Encoding::for_label(label.as_bytes()).expect("a label");
            let text = format!("(;GM[1]SZ[19]KM[6.5]PB[{names}]RE[B+3.5];B[dd];W[pp])");
            let bytes = encoding.encode(&text).0;
            let found = decode(&bytes, Encoding::default());
            assert_eq!((&*found, found.encoding), (&*text, label), "{names}");
        }
    }

    #[test]
    fn damaged_utf_8_is_not_read_as_another_alphabet() {
        let damaged = b"(;PB[\xe5?\x8c\xe5\xad?\xe5\xba\xa7]PW[\xe6\xbd\x98\xe6\x96\x87\xe5?\x9b])";
        assert_eq!(decoded(damaged).1, "windows-1252");
    }

    #[test]
    fn binary_data_gets_some_encoding() {
        let bytes: Vec<u8> = (0..=255).collect();
        assert!(!decoded(&bytes).0.is_empty());
    }

    #[test]
    fn encoding_names_of_go_programs_are_known() {
        for name in [
            "UTF8",
            "ISO8859_1",
            "MS_KANJI",
            "EUC-CN",
            "cp949",
            "CP1251",
            "Shift_JIS",
            "macintosh",
        ] {
            assert!(name.parse::<Encoding>().is_ok(), "{name}");
        }
        assert!("no such".parse::<Encoding>().is_err());
    }
}
