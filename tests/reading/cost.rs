//! The local searches of `reading` and their cost, in `tests/reading/cost.txt`: boards of the corpus on which
//! strategies differ, and random boards of all sizes.
//!
//! A line has a board, its rows from the top with `/` between them and `@` for dead stones that were taken off; then
//! the searches of the uncertain local games, and after `|` those of all local games. A search has the number of its
//! points, `+` if no connected block was left out, the nodes, and the values if Black and if White moves first, or their bounds. After the searches comes the number of points of each kind, and of those that depend on who moves first
//! (`open`). So the test sees a change of the search that leaves the answers as they were. After an intended change,
//! renew the file with `RENEW_GOLDEN=1 cargo test --test reading cost`.

use std::fs;
use std::path::Path;

use rayon::prelude::*;
use seichi::board::Color;
use seichi::territory::{Counts, Evaluator, LocalResult, Verdict};

use crate::answer::reading;
use crate::fast;
use crate::golden::marked;

#[test]
fn reading_costs_what_it_did() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reading/cost.txt");
    let kept = fs::read_to_string(&path).expect("the boards");
    let lines: Vec<&str> = kept.lines().collect();
    assert!(lines.len() >= 200, "boards are gone");
    let now: Vec<String> = lines.par_iter().map(|line| read(line.split(' ').next().unwrap_or_default())).collect();
    if std::env::var_os("RENEW_GOLDEN").is_some() {
        return fs::write(&path, now.join("\n") + "\n").expect("a file");
    }
    for (now, kept) in now.iter().zip(lines) {
        assert_eq!(now, kept, "\n{}", now.split(' ').next().unwrap_or_default().replace('/', "\n"));
    }
}

/// Returns the line of a board.
fn read(board: &str) -> String {
    let diagram: Vec<&str> = board.split('/').collect();
    let rows: Vec<String> = diagram.iter().map(|row| row.replace('@', ".")).collect();
    let (mut evaluator, mut verdict) = (Evaluator::new(), Verdict::default());
    evaluator.set(&fast::position(&rows), &marked(&diagram, &['@']));
    evaluator.decide(reading(), &mut verdict);
    let near = format!("{}; {}", costs(evaluator.local_results()), counts(&verdict));
    let whole = costs(&evaluator.read_all(&mut verdict));
    format!("{board} {near} | {whole}; {}", counts(&verdict))
}

/// Returns the number of points of each kind.
fn counts(verdict: &Verdict) -> String {
    let Counts { territory: [black, white], seki, false_eyes, .. } = verdict.counts();
    format!("b {black} w {white} seki {seki} false {false_eyes} open {}", verdict.unsettled().points.len())
}

/// Returns the points, nodes and values of local searches.
fn costs(results: &[LocalResult]) -> String {
    let cost = |result: &LocalResult| {
        let LocalResult { points, nodes, is_whole, .. } = result;
        let values = Color::BOTH.map(|first| match result.bounds[first.index()] {
            Some([low, high]) if low == high => low.to_string(),
            Some([low, high]) => format!("{low}..{high}"),
            None => "?".to_owned(),
        });
        let values = values.join(" ");
        format!("{}{} in {nodes}: {values}", points.len(), if *is_whole { "+" } else { "" })
    };
    results.iter().map(cost).collect::<Vec<_>>().join(", ")
}
