//! Reads records, and compares them with records from the trees of sgf-parse.

use seichi::sgf::{Defect, Encoding, Game, Record, read};
use sgf_parse::go::parse;

/// The longest text that sgf-parse gets, in bytes. It needs stack for each node.
const LONGEST: usize = 10_000;

/// Reads the games in some bytes. If sgf-parse can also read them, checks that its trees give the
/// same records. Returns the games, and the number of records that were compared.
#[track_caller]
pub(crate) fn compared_games(bytes: &[u8]) -> (Vec<Game>, usize) {
    let Ok((text, games)) = read(bytes, Encoding::default()) else {
        return (Vec::new(), 0);
    };
    if text.len() > LONGEST {
        return (games, 0);
    }
    let trees = parse(&text).unwrap_or_default();
    if trees.len() != games.len() {
        return (games, 0);
    }
    let mut compared = 0;
    for (game, tree) in games.iter().zip(&trees) {
        let Ok(record) = &game.record else { continue };
        // stray text between the properties may be read in several ways
        if record.has(Defect::Junk) {
            continue;
        }
        let other =
            Record::from_sgf_parse(tree).unwrap_or_else(|skip| panic!("{skip}: {}", &*text));
        assert_eq!(other, without_text(record, &other), "{}", &*text);
        compared += 1;
    }
    (games, compared)
}

/// Returns a record without its place in the file and the defects of its text. Numbers with the
/// same value as in `other` get the same form, because a tree has only their values; repeated
/// headers become those of `other`, because a tree may leave them out.
fn without_text(record: &Record, other: &Record) -> Record {
    let mut record = record.clone();
    record.byte = 0;
    record
        .defects
        .retain(|defect| matches!(defect, Defect::SizeMissing | Defect::TwoColors));
    for (text, other) in [
        (&mut record.info.komi, &other.info.komi),
        (&mut record.info.handicap, &other.info.handicap),
    ] {
        let number = |text: &Option<String>| text.as_ref()?.parse::<f64>().ok();
        if number(text).is_some_and(|value| number(other) == Some(value)) {
            text.clone_from(other);
        }
    }
    record.info.repeated.clone_from(&other.info.repeated);
    record
}
