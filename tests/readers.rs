//! Compares the two readers with each other, and both with sgf-parse, which gets whole files.

#[path = "common/readers.rs"]
mod readers;

use std::fs;
use std::path::Path;

use fastrand::Rng;
use readers::{assert_same, games};
use seichi::board::{Action, Color, Point};
use seichi::sgf::Reader;
use sgf_parse::go::{Move, Prop};

/// The records of the project's own corpus.
fn corpus() -> Vec<String> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let folders = ["article", "gnugo"].map(|folder| fs::read_dir(top.join(folder)).expect("a folder of the corpus"));
    let paths = folders.into_iter().flatten().map(|entry| entry.expect("an entry").path());
    let records = paths.filter(|path| path.extension().is_some_and(|ending| ending == "sgf"));
    let texts: Vec<String> = records.map(|path| fs::read_to_string(path).expect("a record")).collect();
    assert!(texts.len() > 300);
    texts
}

/// A record with some bytes changed, cut out or doubled, or with pieces of SGF put in.
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
fn readers_intact_records_agree() {
    for text in corpus() {
        assert_same(text.as_bytes());
    }
}

#[test]
fn readers_damaged_records_agree() {
    let corpus = corpus();
    let mut rng = Rng::with_seed(9);
    let (mut readable, mut skipped) = (0, 0);
    for _ in 0..20_000 {
        let bytes = damaged(&corpus[rng.usize(0..corpus.len())], &mut rng);
        let fast = assert_same(&bytes);
        readable += fast.iter().filter(|game| game.record.is_ok()).count();
        skipped += fast.iter().filter(|game| game.record.is_err()).count();
    }
    // enough damage to matter, and enough records left to compare
    assert!(readable > 5_000 && skipped > 1_000, "{readable} {skipped}");
}

#[test]
fn readers_have_the_moves_of_sgf_parse() {
    for text in corpus() {
        let trees = sgf_parse::go::parse(&text).expect("a record of the corpus is SGF");
        let moves = |action: &Action| match action {
            Action::Move(color, point) => Some((*color, *point)),
            Action::Setup(..) => None,
        };
        let record = games(text.as_bytes(), Reader::Fast).remove(0).record.expect("a record");
        let ours: Vec<_> = record.actions.iter().filter_map(moves).collect();
        let point = |step: &Move| match step {
            Move::Pass => None,
            Move::Move(point) => Some(Point::new(point.x, point.y)),
        };
        let theirs: Vec<_> = trees[0]
            .main_variation()
            .flat_map(sgf_parse::SgfNode::properties)
            .filter_map(|property| match property {
                Prop::B(step) => Some((Color::Black, point(step))),
                Prop::W(step) => Some((Color::White, point(step))),
                _ => None,
            })
            .collect();
        assert_eq!(ours, theirs, "{text}");
    }
}
