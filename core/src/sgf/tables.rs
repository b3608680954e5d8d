//! The decoder with the tables of all encodings, those of `encoding_rs`.

use std::borrow::Cow;

use super::decoder::Decoder;

/// Decodes every encoding of the WHATWG Encoding Standard.
#[derive(Clone, Copy, Debug)]
pub struct Tables;

/// Returns the encoding with a name of the standard.
///
/// # Panics
/// If no encoding is called so.
fn named(name: &str) -> &'static encoding_rs::Encoding {
    encoding_rs::Encoding::for_label(name.as_bytes()).expect("a name of the standard")
}

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
        let mut text = String::with_capacity(decoder.max_utf8_buffer_length(bytes.len()).unwrap_or_default());
        let _ = decoder.decode_to_string(bytes, &mut text, false);
        text.into()
    }
}
