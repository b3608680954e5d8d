//! Guesses the encoding of a record from the ranges of its bytes.
//!
//! The program's detector has tables of letters, which would be a large part of the package. This
//! module knows fewer encodings, and two or three characters are not enough for it.

/// The cost of a character in bits: about log₂ of the number of characters in its range.
const ASCII: u32 = 5;
const LETTER: u32 = 6;
const KANA: u32 = 7;
const HANGUL: u32 = 11;
const IDEOGRAPH: u32 = 12;
const RARE: u32 = 18;
/// Hanja are allowed in Korean, but rare.
const HANJA: u32 = 30;

/// An encoding with characters of one or two bytes.
struct DoubleByte {
    name: &'static str,
    /// For each range, the lowest lead byte and trail byte, the highest lead byte and trail byte,
    /// and the cost of its characters.
    ranges: &'static [([u8; 2], [u8; 2], u32)],
}

/// The encodings in order of preference.
const DOUBLE_BYTE: [DoubleByte; 5] = [
    DoubleByte {
        name: "GBK",
        ranges: &[([0xb0, 0xa1], [0xd7, 0xfe], IDEOGRAPH)],
    },
    DoubleByte {
        name: "EUC-KR",
        ranges: &[
            ([0xb0, 0xa1], [0xc8, 0xfe], HANGUL),
            ([0xca, 0xa1], [0xfd, 0xfe], HANJA),
        ],
    },
    DoubleByte {
        name: "Big5",
        ranges: &[([0xa4, 0x40], [0xc6, 0xfe], IDEOGRAPH)],
    },
    DoubleByte {
        name: "Shift_JIS",
        ranges: &[
            ([0x82, 0x9f], [0x83, 0xfc], KANA),
            ([0x88, 0x40], [0x97, 0xfc], IDEOGRAPH),
        ],
    },
    DoubleByte {
        name: "EUC-JP",
        ranges: &[
            ([0xa4, 0xa1], [0xa5, 0xfe], KANA),
            ([0xb0, 0xa1], [0xcf, 0xfe], IDEOGRAPH),
        ],
    },
];

/// Returns the encoding in which `bytes` cost the fewest bits.
pub(crate) fn guess(bytes: &[u8]) -> &'static str {
    let mut best = (western_cost(bytes), "windows-1252");
    let cyrillic = cyrillic_cost(bytes);
    if cyrillic < best.0 {
        best = (cyrillic, "windows-1251");
    }
    for encoding in &DOUBLE_BYTE {
        if let Some(cost) = encoding.cost(bytes)
            && cost < best.0
        {
            best = (cost, encoding.name);
        }
    }
    best.1
}

impl DoubleByte {
    /// Returns the cost of a text, or `None` if it has bytes that are neither pairs nor ASCII.
    fn cost(&self, mut bytes: &[u8]) -> Option<u32> {
        let mut cost = 0;
        while let [lead, rest @ ..] = bytes {
            bytes = rest;
            if lead.is_ascii() {
                cost += ASCII;
                continue;
            }
            if self.name == "Shift_JIS" && (0xa1..=0xdf).contains(lead) {
                cost += IDEOGRAPH; // half-width kana, which are rare
                continue;
            }
            let (trail, rest) = rest.split_first().filter(|(trail, _)| **trail >= 0x40)?;
            bytes = rest;
            let range =
                self.ranges
                    .iter()
                    .find(|([lead_from, trail_from], [lead_to, trail_to], _)| {
                        (lead_from..=lead_to).contains(&lead)
                            && (trail_from..=trail_to).contains(&trail)
                    });
            cost += range.map_or(RARE, |&(.., cost)| cost);
        }
        Some(cost)
    }
}

/// Returns the cost of a text in which other letters stand between ASCII letters.
fn western_cost(bytes: &[u8]) -> u32 {
    let mut cost = 0;
    for (at, byte) in bytes.iter().enumerate() {
        let is_in_word = neighbours(bytes, at).iter().any(u8::is_ascii_alphabetic);
        cost += match byte {
            0..0x80 => ASCII,
            0xc0.. if is_in_word => LETTER,
            _ => HANGUL,
        };
    }
    cost
}

/// Returns the cost of a text of Cyrillic words in windows-1251.
fn cyrillic_cost(bytes: &[u8]) -> u32 {
    let mut cost = 0;
    for (at, byte) in bytes.iter().enumerate() {
        let beside = neighbours(bytes, at);
        let is_in_word =
            beside.iter().any(|byte| *byte >= 0xc0) && !beside.iter().any(u8::is_ascii_alphabetic);
        cost += match byte {
            0..0x80 => ASCII,
            0xe0.. if is_in_word => LETTER - 1,
            0xc0.. if is_in_word => LETTER + 1,
            _ => IDEOGRAPH,
        };
    }
    cost
}

/// Returns the bytes before and after a byte.
fn neighbours(bytes: &[u8], at: usize) -> [u8; 2] {
    let before = at.checked_sub(1).map_or(b' ', |before| bytes[before]);
    [before, *bytes.get(at + 1).unwrap_or(&b' ')]
}
