//! The local searches of `reading`, in `tests/reading/searches.txt`: boards of the corpus where
//! strategies differ, and random boards of all sizes.
//!
//! A line has a board, its rows from the top with `/` between them and `@` for dead stones that
//! were taken off; then the searches of the uncertain local games, and after `|` the searches of
//! all local games. A search has its number of points, `+` if no connected block was left out, and
//! the values with Black and with White to move first, or their bounds. The searches are followed
//! by the number of points of each kind, and by the number of points that depend on who moves first
//! (`open`). After an intended change, update the file with `RENEW_GOLDEN=1 cargo test --test
//! reading searches`.

use std::fs;
use std::path::Path;

use rayon::prelude::*;
use seichi::board::Color;
use seichi::territory::{Counts, Evaluator, LocalResult, Verdict};

use crate::answer::reading;
use crate::fast;
use crate::golden::marked;

/// The limit on the states that the searches of all boards visit together: an eighth more than they
/// need.
const MOST_NODES: u32 = 3_450_000;

#[test]
fn searches_have_stored_values_within_node_limit() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reading/searches.txt");
    let kept = fs::read_to_string(&path).expect("the boards");
    let lines: Vec<&str> = kept.lines().collect();
    assert!(lines.len() >= 200, "boards are missing");
    let (now, nodes): (Vec<String>, Vec<u32>) = lines
        .par_iter()
        .map(|line| read(line.split(' ').next().unwrap_or_default()))
        .unzip();
    if std::env::var_os("RENEW_GOLDEN").is_some() {
        return fs::write(&path, now.join("\n") + "\n").expect("a file");
    }
    for (now, kept) in now.iter().zip(lines) {
        assert_eq!(
            now,
            kept,
            "\n{}",
            now.split(' ').next().unwrap_or_default().replace('/', "\n")
        );
    }
    let nodes: u32 = nodes.iter().sum();
    assert!(
        nodes <= MOST_NODES,
        "{nodes} states, more than {MOST_NODES}"
    );
}

/// Returns the line of a board, and the number of states visited.
fn read(board: &str) -> (String, u32) {
    let diagram: Vec<&str> = board.split('/').collect();
    let rows: Vec<String> = diagram.iter().map(|row| row.replace('@', ".")).collect();
    let (mut evaluator, mut verdict) = (Evaluator::new(), Verdict::default());
    let mut scoring = evaluator.on(&fast::position(&rows), &marked(&diagram, &['@']));
    scoring.decide(reading(), &mut verdict);
    let near = format!("{}; {}", values(scoring.local_results()), counts(&verdict));
    let all = scoring.read_all(&mut verdict);
    let line = format!("{board} {near} | {}; {}", values(&all), counts(&verdict));
    (line, all.iter().map(|result| result.nodes).sum())
}

/// Returns the number of points of each kind.
fn counts(verdict: &Verdict) -> String {
    let Counts {
        territory: [black, white],
        seki,
        false_eyes,
        ..
    } = verdict.counts();
    format!(
        "b {black} w {white} seki {seki} false {false_eyes} open {}",
        verdict.unsettled().points.len()
    )
}

/// Returns the points and values of local searches.
fn values(results: &[LocalResult]) -> String {
    let search = |result: &LocalResult| {
        let LocalResult {
            points, is_whole, ..
        } = result;
        let values = Color::BOTH.map(|first| match result.bounds[first.index()] {
            Some([low, high]) if low == high => low.to_string(),
            Some([low, high]) => format!("{low}..{high}"),
            None => "?".to_owned(),
        });
        let values = values.join(" ");
        format!(
            "{}{}: {values}",
            points.len(),
            if *is_whole { "+" } else { "" }
        )
    };
    results.iter().map(search).collect::<Vec<_>>().join(", ")
}
