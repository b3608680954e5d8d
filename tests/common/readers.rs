//! Compares the two readers.

use seichi::sgf::{Encoding, Game, Reader, Record, read};

/// The games that a reader finds; empty if the bytes have none.
pub(crate) fn games(bytes: &[u8], reader: Reader) -> Vec<Game> {
    read(bytes, Encoding::default(), reader).map(|(_, games)| games).unwrap_or_default()
}

/// Compares everything except how numbers in headers are written.
fn same(fast: &Record, strict: &Record) -> bool {
    let sorted = |record: &Record| {
        record.marks.clone().map(|mut marks| {
            marks.points.iter_mut().for_each(|points| {
                points.sort_unstable();
                points.dedup();
            });
            marks
        })
    };
    fast.size == strict.size
        && fast.actions == strict.actions
        && fast.oddities == strict.oddities
        && fast.byte == strict.byte
        && fast.info.result == strict.info.result
        && fast.info.rules == strict.info.rules
        && fast.info.place == strict.info.place
        && sorted(fast) == sorted(strict)
}

/// Checks that both readers find the same games, and returns the games of the fast one.
#[track_caller]
pub(crate) fn assert_same(bytes: &[u8]) -> Vec<Game> {
    let (fast, strict) = (games(bytes, Reader::Fast), games(bytes, Reader::Strict));
    assert_eq!(fast.len(), strict.len());
    for (fast, strict) in fast.iter().zip(&strict) {
        let agree = match (&fast.record, &strict.record) {
            (Ok(fast), Ok(strict)) => same(fast, strict),
            (Err(fast), Err(strict)) => fast.reason == strict.reason,
            _ => false,
        };
        assert!(agree, "{fast:?}\n{strict:?}\n{}", String::from_utf8_lossy(bytes));
    }
    fast
}
