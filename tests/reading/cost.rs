//! The cost of reading, compared with `tests/reading/cost.txt`: the local games and the searched nodes of the boards of
//! the corpus on which strategies differ, and of random boards of all sizes.
//!
//! A line has a board (its rows from the top, separated by `/`; `@` where a dead stone was taken off), the local games
//! of its uncertain points, and after `|` the local games of the whole board. A local game has its number of points,
//! `+` if the search covered everything that is connected, the number of searched nodes, and its values with Black and
//! with White to move first, or `no end`. The numbers of points of each kind, and of unsettled points, follow. So the
//! test shows a change that searches more or less than before, even if all answers stay the same. After an intended
//! change renew the file: `RENEW_GOLDEN=1 cargo test --test reading cost`.

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
    let near = format!("{}; {}", fields(evaluator.readouts()), left(&verdict));
    let whole = fields(&evaluator.read_all(&mut verdict));
    format!("{board} {near} | {whole}; {}", left(&verdict))
}

fn left(verdict: &Verdict) -> String {
    let Counts { territory: [black, white], seki, false_eyes, .. } = verdict.counts();
    format!("b {black} w {white} seki {seki} false {false_eyes} open {}", verdict.open().points.len())
}

fn fields(readouts: &[LocalResult]) -> String {
    let field = |readout: &LocalResult| {
        let LocalResult { points, nodes, values: [black, white], is_whole, is_unread, .. } = readout;
        let worth = if *is_unread { "no end".to_owned() } else { format!("{black} {white}") };
        format!("{}{} in {nodes}: {worth}", points.len(), if *is_whole { "+" } else { "" })
    };
    readouts.iter().map(field).collect::<Vec<_>>().join(", ")
}
