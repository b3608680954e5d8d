//! The syllables in EUC-KR that are missing from KS X 1001. The tables of the WHATWG standard
//! contain them; the tables of Node 20 do not.
//!
//! They are all the other Hangul syllables, in Unicode order, at the pairs of bytes that KS X 1001
//! does not use.

use std::collections::HashSet;

/// The pairs of bytes of the syllables of KS X 1001.
const KS_X_1001: [std::ops::RangeInclusive<u8>; 2] = [0xb0..=0xc8, 0xa1..=0xfe];

/// Returns the text of `bytes`. `decode` decodes the parts in KS X 1001, and is told whether a part
/// ends the text.
pub(crate) fn text(
    bytes: &[u8],
    decode: impl Fn(&[u8], bool) -> Option<String>,
    is_end: bool,
) -> Option<String> {
    let mut text = String::new();
    let mut others: Option<Vec<char>> = None;
    let (mut start, mut at) = (0, 0);
    while at < bytes.len() {
        let found = bytes.get(at..at + 2).and_then(index);
        if let Some(index) = found {
            let others = others.get_or_insert_with(|| other_syllables(&decode));
            text += &decode(&bytes[start..at], true)?;
            text.push(*others.get(index)?);
            start = at + 2;
        }
        at += if bytes[at] <= 0x80 { 1 } else { 2 };
    }
    text += &decode(&bytes[start.min(bytes.len())..], is_end)?;
    Some(text)
}

/// Returns the index of a pair of bytes among the pairs that KS X 1001 does not use; `None` for any
/// other pair.
fn index(pair: &[u8]) -> Option<usize> {
    let &[lead, trail] = pair else { return None };
    let trail = match trail {
        b'A'..=b'Z' => trail - b'A',
        b'a'..=b'z' => trail - b'a' + 26,
        0x81..=0xfe => trail - 0x81 + 52,
        _ => return None,
    };
    let (before, row, length) = match lead {
        0x81..=0xa0 => (0, lead - 0x81, 178),
        0xa1..=0xc6 => (32 * 178, lead - 0xa1, 84),
        _ => return None,
    };
    let index = before + usize::from(row) * length + usize::from(trail);
    (usize::from(trail) < length && index < 11_172 - 2_350).then_some(index)
}

/// Returns the syllables that are missing from KS X 1001.
fn other_syllables(decode: impl Fn(&[u8], bool) -> Option<String>) -> Vec<char> {
    let [leads, trails] = KS_X_1001;
    let pairs: Vec<u8> = leads
        .flat_map(|lead| trails.clone().flat_map(move |trail| [lead, trail]))
        .collect();
    let known: HashSet<char> = decode(&pairs, true).unwrap_or_default().chars().collect();
    ('가'..='힣')
        .filter(|syllable| !known.contains(syllable))
        .collect()
}
