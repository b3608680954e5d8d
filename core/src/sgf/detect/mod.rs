//! Detects the encoding of a record without tables: decodes it in each encoding that is used for
//! records, and chooses the text that costs the fewest bits.
//!
//! The cost of a character is about its number of bits from an arithmetic coder for that language:
//! few for a frequent character, many for a character that never occurs in names and comments.
//! Wrongly decoded text has rare characters, and letters of one alphabet between letters of
//! another. So it costs more than correctly decoded text.

mod double_byte;
mod letters;
mod single_byte;

use super::decoder::Decoder;
use super::encoding::utf_8_characters;

/// The cost of an ASCII character.
const ASCII: u64 = 5;

/// Returns the encoding where the text of `bytes` costs the fewest bits, or `None` if they are not
/// valid in any encoding.
pub(super) fn detect(decoder: &dyn Decoder, bytes: &[u8]) -> Option<&'static str> {
    let single_byte = if has_much_utf_8(bytes) {
        &single_byte::ALL[..1]
    } else {
        &single_byte::ALL
    };
    let double = double_byte::ALL.iter().filter_map(|encoding| {
        let text = decoder.decode(bytes, encoding.name)?;
        Some((encoding.cost(bytes, &text), encoding.name))
    });
    let single = single_byte.iter().filter_map(|encoding| {
        let text = decoder.decode(bytes, encoding.name)?;
        Some((encoding.cost(&text), encoding.name))
    });
    single
        .chain(double)
        .min_by_key(|&(cost, _)| cost)
        .map(|(_, name)| name)
}

/// Returns whether a third of the characters that are not ASCII are long UTF-8 characters, which
/// other text does not contain by chance. Such a text is UTF-8 that a program has damaged, so only
/// the first single-byte encoding is tried.
fn has_much_utf_8(bytes: &[u8]) -> bool {
    let (long, bad) = utf_8_characters(bytes, 3);
    2 * long > bad
}

#[cfg(all(test, feature = "encodings"))]
mod tests {
    use super::*;
    use crate::sgf::{Encoding, Tables, decode};

    /// Checks that records with a name in this encoding, which they do not declare, are decoded
    /// correctly.
    fn check(label: &str, names: &[&str]) {
        let encoding = encoding_rs::Encoding::for_label(label.as_bytes()).expect("a label");
        for name in names {
            let text = format!("(;GM[1]SZ[19]KM[6.5]PB[{name}]PW[Player]RE[B+3.5];B[dd];W[pp])");
            let bytes = encoding.encode(&text).0;
            let found = decode(&bytes, Encoding::default());
            assert_eq!((&*found, found.encoding), (text.as_str(), label), "{name}");
        }
    }

    #[test]
    fn encoding_of_names_is_detected() {
        check(
            "GBK",
            &["黑棋", "白", "古力 九段", "柯洁", "白中盘胜", "丁伟"],
        );
        check("Big5", &["黑棋", "周俊勳 九段", "張栩", "共132手 白勝13目"]);
        check("EUC-KR", &["이창호 9단", "조훈현", "백 불계승", "박정환"]);
        check("Shift_JIS", &["本因坊秀策", "黒番中押し勝ち", "タイゼム"]);
        check(
            "EUC-JP",
            &["本因坊秀策", "黒番中押し勝ち", "こばやし こういち"],
        );
        check(
            "windows-1252",
            &[
                "André Dupré, Béziers",
                "Jürgen Schütze",
                "André – Jürgen",
                "Jørgen Frøyland",
                "Iñigo Ibáñez",
                "“x” 5k",
            ],
        );
        check(
            "windows-1250",
            &[
                "Ondřej Šilt",
                "Mateusz Surma, Łódź",
                "Gábor Szűcs",
                "Dušan Mitić",
            ],
        );
        check(
            "windows-1251",
            &[
                "Александр Динерштейн",
                "Илья Шикшин",
                "белые сдались",
                "ФЁДОР Кузнецов",
            ],
        );
        check(
            "KOI8-U",
            &["Александр Динерштейн", "Илья Шикшин", "белые сдались"],
        );
        check("windows-1253", &["Γιώργος Παπαδόπουλος"]);
        check("windows-1254", &["Şükrü Yıldız"]);
        check("windows-1256", &["محمد علي"]);
        check("windows-874", &["กรุงเทพ"]);
    }

    #[test]
    fn damaged_utf_8_is_not_read_as_another_alphabet() {
        let damaged = b"(;PB[\xe5?\x8c\xe5\xad?\xe5\xba\xa7]PW[\xe6\xbd\x98\xe6\x96\x87\xe5?\x9b])";
        assert_eq!(detect(&Tables, damaged), Some("windows-1252"));
    }

    #[test]
    fn binary_data_gets_some_encoding() {
        let bytes: Vec<u8> = (0..=255).collect();
        assert!(detect(&Tables, &bytes).is_some());
        assert_eq!(detect(&crate::sgf::Utf8, b"\xff"), None, "without tables");
    }
}
