//! The cost of a text in the encodings with one byte for each character.

use super::{
    ASCII,
    letters::{self, LetterSets},
};

/// The cost of a frequent letter of the language.
const FREQUENT: u64 = 5;
/// The cost of any other letter of the language.
const LETTER: u64 = 7;
/// The cost of a letter of another language written in the encoding.
const FOREIGN: u64 = 9;
/// The cost of punctuation that programs insert.
const PUNCTUATION: u64 = 9;
/// The cost of any other character in a Latin alphabet. All kinds of damaged text are read as
/// Latin.
const OTHER: u64 = 14;
/// The cost of any other character in another alphabet.
const OTHER_SCRIPT: u64 = 20;
/// The additional cost of a letter of a Latin alphabet without an ASCII letter next to it.
const ALONE: u64 = 3;
/// The additional cost of a letter of another alphabet next to an ASCII letter.
const BESIDE_ASCII: u64 = 5;
/// The additional cost of a capital letter after a lower-case letter.
const CAPITAL_INSIDE: u64 = 6;

/// An encoding with one byte for each character.
#[derive(Debug)]
pub(super) struct SingleByte {
    pub(super) name: &'static str,
    /// The languages written in it.
    languages: &'static [LetterSets],
    /// Whether words also have ASCII letters.
    is_latin: bool,
    /// How many bits a text has to save before this encoding is chosen. The number is high for
    /// encodings that few records use.
    prior: u64,
}

const fn latin(name: &'static str, languages: &'static [LetterSets], prior: u64) -> SingleByte {
    SingleByte {
        name,
        languages,
        is_latin: true,
        prior,
    }
}

const fn other(name: &'static str, languages: &'static [LetterSets], prior: u64) -> SingleByte {
    SingleByte {
        name,
        languages,
        is_latin: false,
        prior,
    }
}

/// The encodings. If texts have the same cost, the first encoding is chosen.
pub(super) const ALL: [SingleByte; 15] = [
    latin("windows-1252", letters::WESTERN, 0),
    latin("windows-1250", letters::CENTRAL, 3),
    latin("ISO-8859-2", letters::CENTRAL, 5),
    latin("windows-1254", letters::TURKISH, 4),
    latin("windows-1257", letters::BALTIC, 6),
    other("windows-1251", letters::CYRILLIC, 6),
    other("KOI8-U", letters::CYRILLIC, 8),
    other("IBM866", letters::CYRILLIC, 20),
    other("ISO-8859-5", letters::CYRILLIC, 20),
    other("windows-1253", letters::GREEK, 8),
    other("ISO-8859-7", letters::GREEK, 10),
    other("windows-1255", letters::HEBREW, 8),
    other("windows-1256", letters::ARABIC, 12),
    other("ISO-8859-6", letters::ARABIC, 20),
    other("windows-874", letters::THAI, 25),
];

impl SingleByte {
    /// Returns the cost in bits of a text in its cheapest language, plus the cost of the encoding.
    pub(super) fn cost(&self, text: &str) -> u64 {
        let costs = self
            .languages
            .iter()
            .map(|language| self.cost_in(language, text));
        costs.min().unwrap_or(u64::MAX / 2) + self.prior
    }

    fn cost_in(&self, language: &LetterSets, text: &str) -> u64 {
        let mut cost = 0;
        let mut before = ' ';
        let mut letters = text.chars().peekable();
        while let Some(letter) = letters.next() {
            let after = letters.peek().copied().unwrap_or(' ');
            cost += if letter.is_ascii() {
                ASCII
            } else {
                self.cost_of(language, before, letter, after)
            };
            before = letter;
        }
        cost
    }

    fn cost_of(
        &self,
        [frequent, others]: &LetterSets,
        before: char,
        letter: char,
        after: char,
    ) -> u64 {
        let is_of_alphabet =
            |&[frequent, others]: &LetterSets| frequent.contains(letter) || others.contains(letter);
        let cost = match letter {
            _ if frequent.contains(letter) => FREQUENT,
            _ if others.contains(letter) => LETTER,
            _ if letters::PUNCTUATION.contains(letter) => return PUNCTUATION,
            _ if self.languages.iter().any(is_of_alphabet) => FOREIGN,
            _ if self.is_latin => return OTHER,
            _ => return OTHER_SCRIPT,
        };
        let is_beside_ascii = before.is_ascii_alphabetic() || after.is_ascii_alphabetic();
        let beside = match (self.is_latin, is_beside_ascii) {
            (true, false) => ALONE,
            (false, true) => BESIDE_ASCII,
            _ => 0,
        };
        let is_inside = before.is_lowercase() && letter.is_uppercase();
        cost + beside + if is_inside { CAPITAL_INSIDE } else { 0 }
    }
}
