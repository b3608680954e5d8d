//! What reading is asked and what it costs, in `tests/reading/cost.txt`: the boards of our corpus on which strategies
//! differ, and random ones of all sizes, with the fields that are played out.
//!
//! A line has a board, its rows from the top with `/` between them, `@` where a dead stone was taken off; then the fields
//! of what is in doubt, and after `|` those of the whole board. Of a field it has the points, `+` where all that hangs
//! together was played in, the moments that were looked at, and what it is worth with Black first and with White first,
//! or `no end`; then the points of each kind that come of all of them, and how many are open. So a change that reads more
//! or less than before is seen, though the answers stay the same. The text is renewed, when it is meant to change, with
//! `RENEW_GOLDEN=1 cargo test --test reading cost`.

use std::fs;
use std::path::Path;

use rayon::prelude::*;
use seichi::territory::{Counts, Evaluator, LocalResult, Verdict};

use crate::fast;
use crate::golden::marked;
use crate::said::reading;

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

fn read(board: &str) -> String {
    let diagram: Vec<&str> = board.split('/').collect();
    let rows: Vec<String> = diagram.iter().map(|row| row.replace('@', ".")).collect();
    let (mut evaluator, mut verdict) = (Evaluator::new(), Verdict::default());
    evaluator.set(&fast::position(&rows), &marked(&diagram, &['@']));
    evaluator.decide(reading(), &mut verdict);
    let near = format!("{}; {}", fields(evaluator.local_results()), left(&verdict));
    let whole = fields(&evaluator.read_all(&mut verdict));
    format!("{board} {near} | {whole}; {}", left(&verdict))
}

fn left(verdict: &Verdict) -> String {
    let Counts { territory: [black, white], seki, false_eyes, .. } = verdict.counts();
    format!("b {black} w {white} seki {seki} false {false_eyes} open {}", verdict.open().points.len())
}

fn fields(results: &[LocalResult]) -> String {
    let field = |result: &LocalResult| {
        let LocalResult { points, nodes, values: [black, white], is_whole, is_unread, .. } = result;
        let worth = if *is_unread { "no end".to_owned() } else { format!("{black} {white}") };
        format!("{}{} in {nodes}: {worth}", points.len(), if *is_whole { "+" } else { "" })
    };
    results.iter().map(field).collect::<Vec<_>>().join(", ")
}
