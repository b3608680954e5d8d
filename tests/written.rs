//! Checks `score --format sgf` on real games, which are not part of the project: the output is read
//! again as the same game with the same result, and has every byte of the file outside `RE`, `TB`
//! and `TW`.
#![cfg(all(feature = "cli", feature = "archives"))]

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use seichi::Stop;
use seichi::game::{Context, GameEvaluator, GameOutcome, Maps, Options};
use seichi::input::{Entry, Labels, WalkOptions, walk};
use seichi::run::evaluate;
use seichi::sgf::{Encoding, Game, decode, read, result_text, write_scores};
use seichi::territory::strategy;

/// The archives that only the ignored test reads, because they take longest.
const LARGE: [&str; 4] = [
    "kgs-2002.tar.gz",
    "kgs-2003.zip",
    "kgs-2015.tar.bz2",
    "kgs-2018.tar.bz2",
];

/// The games that the other test reads, by the end of their names.
const PART: [&str; 4] = ["*13.sgf", "*27.sgf", "*58.sgf", "*86.sgf"];

/// The number of games, and of differences by kind, with some examples.
#[derive(Default)]
struct Count {
    games: u64,
    written: u64,
    skipped: u64,
    /// The games whose rules followed only from the result that was replaced.
    ruled_by_result: u64,
    differences: BTreeMap<&'static str, Vec<String>>,
}

impl Count {
    fn differs(&mut self, kind: &'static str, game: &str) {
        self.differences
            .entry(kind)
            .or_default()
            .push(game.to_owned());
    }
}

#[test]
fn written_real_games_read_back_unchanged() {
    let [include, exclude] = [PART, LARGE].map(|patterns| patterns.map(str::to_owned).to_vec());
    check_games(&WalkOptions { include, exclude });
}

#[test]
#[ignore = "takes minutes"]
fn all_written_real_games_read_back_unchanged() {
    check_games(&WalkOptions::default());
}

/// Checks the games at `SEICHI_GAMES` that the options select.
fn check_games(selected: &WalkOptions) {
    let games = std::env::var_os("SEICHI_GAMES").map(PathBuf::from);
    let games =
        games.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus"));
    if !games.is_dir() {
        // the test harness hides the output of passing tests that comes from macros
        let _ = writeln!(
            io::stderr(),
            "SKIPPED: no real games at {}: set SEICHI_GAMES",
            games.display()
        );
        return;
    }
    let found = walk(&[games], selected).expect("games");
    let labels = Labels::read(&found, &[]).expect("labels");
    let options = Options {
        strategies: vec![strategy("linked").expect("a strategy")],
        needs_label: false,
        maps: Maps::All,
        keep_bytes: true,
        ..Options::default()
    };
    let mut all = Count::default();
    let context = Context::new(options, labels, &Stop::default());
    for batch in evaluate(&found, 0, &context) {
        let games = batch.expect("the evaluation is not interrupted").games;
        for file in games.chunk_by(|one, other| Arc::ptr_eq(&one.entry, &other.entry)) {
            let count = check_file(&file[0].entry, file, &context);
            all.games += count.games;
            all.written += count.written;
            all.skipped += count.skipped;
            all.ruled_by_result += count.ruled_by_result;
            for (kind, names) in count.differences {
                all.differences.entry(kind).or_default().extend(names);
            }
        }
    }
    println!(
        "{} games, {} written, {} skipped",
        all.games, all.written, all.skipped
    );
    println!(
        "rules known only from the replaced result: {} games",
        all.ruled_by_result
    );
    for (kind, names) in &all.differences {
        println!(
            "{kind}: {} games, such as {}",
            names.len(),
            names[..names.len().min(5)].join(", ")
        );
    }
    assert!(all.written > 100, "too few games were written");
    assert!(all.differences.is_empty());
}

/// Writes the scores of a file's games, and compares the file with the output.
fn check_file(entry: &Entry, outcomes: &[GameOutcome], context: &Context) -> Count {
    let mut count = Count {
        games: outcomes.len() as u64,
        ..Count::default()
    };
    let scores: Vec<_> = outcomes
        .iter()
        .map(|outcome| outcome.result.as_ref().ok().and_then(|game| game.score()))
        .collect();
    count.written = scores.iter().flatten().count() as u64;
    count.skipped = count.games - count.written;
    let Some(bytes) = outcomes.first().and_then(|first| first.bytes.as_deref()) else {
        return count;
    };
    let written = write_scores(bytes, Encoding::default(), &scores);
    if without_scores(bytes) != without_scores(&written) {
        count.differs("bytes", &entry.name);
    }
    if scores.iter().all(Option::is_none) && bytes != written {
        count.differs("bytes without a score", &entry.name);
    }
    if write_scores(&written, Encoding::default(), &scores) != written {
        count.differs("written a second time", &entry.name);
    }
    let games = |bytes| {
        read(bytes, Encoding::default())
            .map(|(_, games)| games)
            .unwrap_or_default()
    };
    let (before, after) = (games(bytes), games(&written));
    if before.len() != after.len() {
        count.differs("number of games", &entry.name);
        return count;
    }
    for (before, after) in before
        .iter()
        .zip(&after)
        .filter(|(before, after)| !is_same_game(before, after))
    {
        count.differs(
            "game",
            &format!("{}#{} {}", entry.name, before.number, after.number),
        );
    }
    // the written games have no labels file
    let plain = Entry::new(entry.name.clone(), PathBuf::new());
    let context = Context::new(context.options.clone(), Labels::default(), &Stop::default());
    let again = GameEvaluator::new(context).evaluate_bytes(&plain, Ok(&written));
    for (first, second) in outcomes.iter().zip(&again) {
        match (&first.result, &second.result) {
            (Ok(_), Ok(_))
                if first.facts.rules_guessed == Some("stones")
                    && second.facts.rules != first.facts.rules =>
            {
                count.ruled_by_result += 1;
            }
            (Ok(game), Ok(other)) => {
                let margin = game.answers[0].margin;
                if game.labelled.dead != other.labelled.dead {
                    count.differs("dead stones", &first.name);
                }
                if other.labelled.label.margin.map(result_text) != Some(result_text(margin)) {
                    count.differs("recorded result", &first.name);
                }
                if other.answers[0].margin != margin {
                    count.differs("margin", &first.name);
                }
            }
            (Err(_), Err(_)) => {}
            _ => count.differs("skipped", &first.name),
        }
    }
    count
}

/// Returns whether two games are the same, ignoring results and marks.
fn is_same_game(before: &Game, after: &Game) -> bool {
    match (&before.record, &after.record) {
        (Ok(before), Ok(after)) => {
            let mut plain = after.clone();
            (plain.marks, plain.bad_marks, plain.byte) =
                (before.marks.clone(), before.bad_marks, before.byte);
            plain.info.result.clone_from(&before.info.result);
            plain == *before
        }
        (Err(before), Err(after)) => before.reason == after.reason,
        _ => false,
    }
}

/// Returns a file without its properties `RE`, `TB` and `TW`. In encodings whose characters may
/// contain the bytes of brackets or backslashes, the file is decoded first.
fn without_scores(bytes: &[u8]) -> Vec<u8> {
    let text = decode(bytes, Encoding::default());
    let is_plain = [
        "UTF-8",
        "ISO-8859-1",
        "windows-1252",
        "windows-1251",
        "latin1",
    ]
    .contains(&text.encoding);
    let bytes: Cow<'_, [u8]> = if is_plain {
        bytes.into()
    } else {
        text.as_bytes().into()
    };
    let (mut rest, mut kept) = (&*bytes, Vec::with_capacity(bytes.len()));
    // outside values: the name of a property, and the start of its first value
    while let Some((&first, after)) = rest.split_first() {
        if first == b'[' {
            let end = value_end(rest);
            kept.extend_from_slice(&rest[..end]);
            rest = &rest[end..];
            continue;
        }
        let name = rest
            .iter()
            .take_while(|byte| byte.is_ascii_alphabetic())
            .count();
        let capitals: Vec<u8> = rest[..name]
            .iter()
            .copied()
            .filter(u8::is_ascii_uppercase)
            .collect();
        let mut end = name + blanks(&rest[name..]);
        if [b"RE", b"TB", b"TW"].iter().any(|score| capitals == *score)
            && rest.get(end) == Some(&b'[')
        {
            let mut last = end;
            while rest.get(end) == Some(&b'[') {
                last = end + value_end(&rest[end..]);
                end = last + blanks(&rest[last..]);
            }
            rest = &rest[last..];
        } else if name > 0 {
            kept.extend_from_slice(&rest[..name]);
            rest = &rest[name..];
        } else {
            kept.push(first);
            rest = after;
        }
    }
    kept
}

/// Returns the number of blanks at the start.
fn blanks(bytes: &[u8]) -> usize {
    bytes
        .iter()
        .take_while(|byte| byte.is_ascii_whitespace())
        .count()
}

/// Returns the length of the value that begins with the first byte, a bracket.
fn value_end(bytes: &[u8]) -> usize {
    let mut at = 1;
    while let Some(&byte) = bytes.get(at) {
        at += if byte == b'\\' { 2 } else { 1 };
        if byte == b']' {
            break;
        }
    }
    at.min(bytes.len())
}

#[test]
fn without_scores_removes_only_result_and_marks() {
    let left = |text: &str| String::from_utf8(without_scores(text.as_bytes())).expect("UTF-8");
    assert_eq!(
        left("(;RE[B+1]C[RE[0\\]TB[aa] ]\nTB[aa] [bb];TW [cc]B[dd])"),
        "(;C[RE[0\\]TB[aa] ]\n;B[dd])"
    );
    assert_eq!(left("x RE (;REsult[0]STB[1]TE[1])"), "x RE (;STB[1]TE[1])");
}
