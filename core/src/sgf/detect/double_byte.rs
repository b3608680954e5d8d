//! The cost of a text in the encodings of Chinese, Japanese and Korean.

use std::ops::RangeInclusive;

use super::{ASCII, letters};

/// The cost of a character that is frequent in records.
const FREQUENT: u64 = 8;
/// The cost of kana in Japanese.
const KANA: u64 = 9;
/// The cost of punctuation and of full-width letters.
const PUNCTUATION: u64 = 11;
/// The cost of a character of the first level, which has the common characters.
const FIRST: u64 = 13;
/// The cost of a character of the second level, which has rare characters.
const SECOND: u64 = 17;
/// The cost of any other character.
const OTHER: u64 = 21;
/// The additional cost of a character next to an ASCII letter.
const BESIDE_ASCII: u64 = 3;

/// An encoding with two bytes for most characters.
#[derive(Debug)]
pub(super) struct DoubleByte {
    pub(super) name: &'static str,
    /// The characters that are frequent in records.
    frequent: &'static str,
    /// The first bytes of the characters of the first level.
    first: RangeInclusive<u8>,
    /// The first bytes of the characters of the second level.
    second: RangeInclusive<u8>,
    /// The lowest second byte of both levels.
    least: u8,
    is_japanese: bool,
}

/// Returns an encoding: its name, its frequent characters, the first bytes of its two levels, and
/// the lowest second byte.
const fn encoding(
    name: &'static str,
    frequent: &'static str,
    first: RangeInclusive<u8>,
    second: RangeInclusive<u8>,
    least: u8,
) -> DoubleByte {
    DoubleByte {
        name,
        frequent,
        first,
        second,
        least,
        is_japanese: false,
    }
}

/// Returns an encoding of Japanese, which also has kana.
const fn japanese(
    name: &'static str,
    first: RangeInclusive<u8>,
    second: RangeInclusive<u8>,
    least: u8,
) -> DoubleByte {
    DoubleByte {
        name,
        frequent: letters::KANJI,
        first,
        second,
        least,
        is_japanese: true,
    }
}

/// The encodings. If texts have the same cost, the first encoding is chosen.
pub(super) const ALL: [DoubleByte; 5] = [
    encoding("GBK", letters::SIMPLIFIED, 0xb0..=0xd7, 0xd8..=0xf7, 0xa1),
    encoding("Big5", letters::TRADITIONAL, 0xa4..=0xc6, 0xc9..=0xf9, 0x40),
    encoding("EUC-KR", letters::HANGUL, 0xb0..=0xc8, 0xca..=0xfd, 0xa1),
    japanese("Shift_JIS", 0x88..=0x97, 0x98..=0xea, 0x40),
    japanese("EUC-JP", 0xb0..=0xcf, 0xd0..=0xf4, 0xa1),
];

impl DoubleByte {
    /// Returns the cost in bits of `text`, the decoded form of `bytes`.
    pub(super) fn cost(&self, bytes: &[u8], text: &str) -> u64 {
        let mut cost = 0;
        let mut rest = bytes;
        let mut before = ' ';
        for letter in text.chars() {
            let is_beside = (letter.is_ascii_alphabetic() && !before.is_ascii())
                || (before.is_ascii_alphabetic() && !letter.is_ascii());
            cost += if letter.is_ascii() {
                ASCII
            } else {
                self.cost_of(letter, rest)
            };
            cost += if is_beside { BESIDE_ASCII } else { 0 };
            rest = rest.get(self.length(letter, rest)..).unwrap_or_default();
            before = letter;
        }
        cost
    }

    fn cost_of(&self, letter: char, bytes: &[u8]) -> u64 {
        let &[lead, trail, ..] = bytes else {
            return OTHER;
        };
        let is_in_level = trail >= self.least;
        match letter {
            _ if self.frequent.contains(letter) => FREQUENT,
            '\u{3041}'..='\u{30ff}' if self.is_japanese => KANA,
            '\u{3041}'..='\u{30ff}' => SECOND,
            '\u{3000}'..='\u{303f}' | '\u{ff01}'..='\u{ff5e}' => PUNCTUATION,
            // half-width kana take one byte
            '\u{ff61}'..='\u{ff9f}' => FIRST,
            _ if is_in_level && self.first.contains(&lead) => FIRST,
            _ if is_in_level && self.second.contains(&lead) => SECOND,
            _ => OTHER,
        }
    }

    /// Returns the number of bytes of `letter` at the start of `bytes`.
    fn length(&self, letter: char, bytes: &[u8]) -> usize {
        match bytes {
            _ if letter.is_ascii() => 1,
            [0x80, ..] => 1,
            // half-width kana in Shift_JIS
            [0xa1..=0xdf, ..] if matches!(letter, '\u{ff61}'..='\u{ff9f}') => 1,
            [_, b'0'..=b'9', ..] => 4,
            [0x8f, ..] if self.name == "EUC-JP" => 3,
            _ => 2,
        }
    }
}
