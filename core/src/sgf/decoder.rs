//! Text decoders. The caller chooses where the tables of encodings come from.

use std::borrow::Cow;
use std::fmt::Debug;

#[cfg(feature = "encodings")]
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};

/// Decodes text. Encodings are named as in the WHATWG Encoding Standard: for example, `GBK` or
/// `windows-1252`.
///
/// `Tables` contains all encodings and needs the feature `encodings`. A caller that has another
/// decoder, such as that of JavaScript, can omit the feature and implement this trait.
pub trait Decoder: Debug + Sync {
    /// Returns the name of the encoding that the standard assigns to a label.
    fn name_of(&self, label: &str) -> Option<&'static str>;

    /// Returns the text of `bytes`, or `None` if they are not valid in the encoding. A byte order
    /// mark is decoded as a character.
    fn decode<'a>(&self, bytes: &'a [u8], encoding: &str) -> Option<Cow<'a, str>>;

    /// Returns the text of `bytes`, with U+FFFD for invalid bytes. Unless `is_end` is true, more
    /// bytes may follow, so an incomplete character at the end is left out.
    fn decode_lossy<'a>(&self, bytes: &'a [u8], encoding: &str, is_end: bool) -> Cow<'a, str>;

    /// Guesses the encoding of `bytes`, which are not UTF-8. Returns `None` if there is no good
    /// guess.
    fn guess(&self, bytes: &[u8]) -> Option<&'static str>;
}

/// Decodes only UTF-8, which needs no tables.
#[derive(Clone, Copy, Debug)]
pub struct Utf8;

impl Utf8 {
    /// The name of the encoding.
    pub const NAME: &'static str = "UTF-8";
}

impl Decoder for Utf8 {
    fn name_of(&self, label: &str) -> Option<&'static str> {
        let label = label.trim_ascii();
        ["utf-8", "utf8"]
            .iter()
            .any(|name| label.eq_ignore_ascii_case(name))
            .then_some(Self::NAME)
    }

    fn decode<'a>(&self, bytes: &'a [u8], encoding: &str) -> Option<Cow<'a, str>> {
        if encoding == Self::NAME {
            str::from_utf8(bytes).ok().map(Cow::Borrowed)
        } else {
            None
        }
    }

    fn decode_lossy<'a>(&self, bytes: &'a [u8], _: &str, is_end: bool) -> Cow<'a, str> {
        let half = bytes
            .utf8_chunks()
            .last()
            .map_or(&[][..], |chunk| chunk.invalid());
        let is_half = str::from_utf8(half).is_err_and(|error| error.error_len().is_none());
        let end = if is_half && !is_end {
            bytes.len() - half.len()
        } else {
            bytes.len()
        };
        String::from_utf8_lossy(&bytes[..end])
    }

    fn guess(&self, _: &[u8]) -> Option<&'static str> {
        None
    }
}

/// Decodes every encoding of the WHATWG Encoding Standard, with the tables of `encoding_rs`.
#[cfg(feature = "encodings")]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tables;

/// Returns the encoding that has this name in the standard.
///
/// # Panics
/// If no encoding has this name.
#[cfg(feature = "encodings")]
fn named(name: &str) -> &'static encoding_rs::Encoding {
    encoding_rs::Encoding::for_label(name.as_bytes()).expect("a name from the standard")
}

#[cfg(feature = "encodings")]
impl Decoder for Tables {
    fn name_of(&self, label: &str) -> Option<&'static str> {
        encoding_rs::Encoding::for_label(label.as_bytes()).map(encoding_rs::Encoding::name)
    }

    fn decode<'a>(&self, bytes: &'a [u8], encoding: &str) -> Option<Cow<'a, str>> {
        named(encoding).decode_without_bom_handling_and_without_replacement(bytes)
    }

    fn decode_lossy<'a>(&self, bytes: &'a [u8], encoding: &str, is_end: bool) -> Cow<'a, str> {
        if is_end {
            return named(encoding).decode_without_bom_handling(bytes).0;
        }
        let mut decoder = named(encoding).new_decoder_without_bom_handling();
        let mut text = String::with_capacity(
            decoder
                .max_utf8_buffer_length(bytes.len())
                .unwrap_or_default(),
        );
        let _ = decoder.decode_to_string(bytes, &mut text, false);
        text.into()
    }

    fn guess(&self, bytes: &[u8]) -> Option<&'static str> {
        let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
        detector.feed(bytes, true);
        Some(detector.guess(None, Utf8Detection::Deny).name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn incomplete_character_is_left_out_if_more_bytes_may_follow() {
        let lossy = |bytes, is_end| Utf8.decode_lossy(bytes, Utf8::NAME, is_end).into_owned();
        assert_eq!(
            (lossy(b"a\xe9\xbb", false), lossy(b"a\xe9\xbb", true)),
            ("a".into(), "a\u{fffd}".into())
        );
        assert_eq!(
            lossy(b"\xe9\xbba\xff", false),
            "\u{fffd}a\u{fffd}",
            "later bytes cannot complete these"
        );
        assert_eq!(
            (Utf8.name_of(" UTF8 "), Utf8.name_of("GBK")),
            (Some("UTF-8"), None)
        );
        assert_eq!(
            (Utf8.decode(b"a", "GBK"), Utf8.decode(b"\xff", "UTF-8")),
            (None, None)
        );
    }
}
