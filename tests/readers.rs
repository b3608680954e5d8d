//! Compares records with records from the trees of sgf-parse.

#[path = "common/readers.rs"]
mod readers;

use std::fs;
use std::path::Path;

use fastrand::Rng;
use readers::compared_games;

/// The records of the project's own corpus.
fn corpus() -> Vec<String> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let folders = ["article", "gnugo", "rulings"]
        .map(|folder| fs::read_dir(top.join(folder)).expect("a folder of the corpus"));
    let paths = folders
        .into_iter()
        .flatten()
        .map(|entry| entry.expect("an entry").path());
    let records = paths.filter(|path| path.extension().is_some_and(|ending| ending == "sgf"));
    let texts: Vec<String> = records
        .map(|path| fs::read_to_string(path).expect("a record"))
        .collect();
    assert!(texts.len() > 300);
    texts
}

/// A record with some bytes changed, cut out or doubled, or with pieces of SGF inserted.
fn damaged(text: &str, rng: &mut Rng) -> Vec<u8> {
    const WORDS: [&[u8]; 16] = [
        b"(",
        b")",
        b";",
        b"[",
        b"]",
        b"\\",
        b":",
        b"B[",
        b";W[tt]",
        b"AB[aa:cc]",
        b"SZ[9:13]",
        b"TB[aa]",
        b"]]",
        b"C[(;",
        b"\xff",
        b"GM[2]",
    ];
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..rng.usize(1..8) {
        let at = rng.usize(0..bytes.len());
        let end = (at + rng.usize(1..30)).min(bytes.len());
        match rng.u8(0..4) {
            0 => bytes[at] = rng.u8(..),
            1 => drop(bytes.drain(at..end)),
            2 => drop(bytes.splice(at..at, bytes[at..end].to_vec())),
            _ => drop(bytes.splice(at..at, WORDS[rng.usize(0..WORDS.len())].iter().copied())),
        }
        if bytes.is_empty() {
            bytes.push(b'(');
        }
    }
    bytes
}

#[test]
fn corpus_records_equal_those_from_sgf_parse() {
    for text in corpus() {
        let (games, compared) = compared_games(text.as_bytes());
        assert_eq!((games.len(), compared), (1, 1), "{text}");
    }
}

#[test]
fn damaged_records_equal_those_from_sgf_parse() {
    let corpus = corpus();
    let mut rng = Rng::with_seed(9);
    let (mut readable, mut skipped, mut same) = (0, 0, 0);
    for _ in 0..10_000 {
        let (games, compared) =
            compared_games(&damaged(&corpus[rng.usize(0..corpus.len())], &mut rng));
        readable += games.iter().filter(|game| game.record.is_ok()).count();
        skipped += games.iter().filter(|game| game.record.is_err()).count();
        same += compared;
    }
    // enough damage to matter, and enough records left to compare
    assert!(
        readable > 2_500 && skipped > 500 && same > 1_000,
        "{readable} {skipped} {same}"
    );
}
