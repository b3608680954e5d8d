//! The games of a page: their lines of `boards.ndjson`, and the words of `explain` about them.
//! `games.js` reads them.

use base64::prelude::{BASE64_STANDARD, Engine as _};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use serde::Serialize;
use serde_json::Value;

use crate::explain::{ComparedBoard, Place};
use crate::run::SavedBoard;
use crate::territory::{Completeness, Evaluator, Strategy, strategy};

/// The prefixes of a strategy's name if its answers in the two runs differ.
pub(super) const RUNS: [&str; 2] = ["A: ", "B: "];

/// The facts of a page.
#[derive(Serialize)]
pub(super) struct PageData<'a> {
    /// The names of the strategies.
    pub(super) strategies: &'a [String],
    /// The indices of the control strategies, or none if all strategies are controls.
    pub(super) controls: Vec<usize>,
    /// The indices of the external scorers: they do not have the name of a strategy.
    pub(super) external: Vec<usize>,
    /// Whether the page compares two runs.
    pub(super) runs: bool,
    pub(super) games: Vec<PageGame<'a>>,
}

/// A game of a page.
#[derive(Serialize)]
pub(super) struct PageGame<'a> {
    #[serde(flatten)]
    board: &'a SavedBoard,
    /// How the game is counted: `territory` or `area`.
    method: &'static str,
    size: String,
    dame: u32,
    finished: bool,
    places: Vec<Place<'a>>,
    /// The changes of the game on a page of two runs.
    changes: &'a [Value],
}

impl<'a> PageGame<'a> {
    /// Returns the games with these boards; `changes` has the changes of each game on a page of two
    /// runs. Boards whose rows do not form a board are left out, but `SavedRun::boards` excludes
    /// them.
    pub(super) fn all(boards: &'a [SavedBoard], changes: &'a [Vec<Value>]) -> Vec<Self> {
        let mut evaluator = Evaluator::new();
        let changes = changes
            .iter()
            .map(Vec::as_slice)
            .chain(std::iter::repeat(&[][..]));
        boards
            .iter()
            .zip(changes)
            .filter_map(|(board, changes)| Self::new(board, changes, &mut evaluator))
            .collect()
    }

    fn new(board: &'a SavedBoard, changes: &'a [Value], evaluator: &mut Evaluator) -> Option<Self> {
        let compared = ComparedBoard::of_saved(board, evaluator, strategy_of)?;
        let completeness = Completeness::of(&compared.scene.analysis);
        Some(Self {
            board,
            method: board.rules.method().name(),
            size: compared.scene.analysis.grid().size().to_string(),
            dame: completeness.neutral,
            // the same test as `Evaluated::is_finished`
            finished: completeness.is_closed()
                && !board.flags.iter().any(|flag| flag == "moves_missing"),
            places: compared.places(true),
            changes,
        })
    }
}

impl<'a> PageData<'a> {
    /// Returns the data of a page of one run, or of two runs, which sets no strategy apart as a
    /// control.
    pub(super) fn new(strategies: &'a [String], games: Vec<PageGame<'a>>, runs: bool) -> Self {
        Self {
            strategies,
            controls: if runs {
                Vec::new()
            } else {
                controls(strategies)
            },
            external: (0..strategies.len())
                .filter(|&number| strategy_of(&strategies[number]).is_none())
                .collect(),
            runs,
            games,
        }
    }

    /// Returns the data as compressed JSON in base64, which can't end a `script` element.
    pub(super) fn packed(&self) -> String {
        let mut packed = ZlibEncoder::new(Vec::new(), Compression::default());
        serde_json::to_writer(&mut packed, self).expect("keys are strings");
        BASE64_STANDARD.encode(packed.finish().expect("memory takes every byte"))
    }
}

/// Returns the indices of the control strategies, or none if all strategies are controls.
fn controls(strategies: &[String]) -> Vec<usize> {
    let controls: Vec<usize> = (0..strategies.len())
        .filter(|&number| strategy(&strategies[number]).is_some_and(|strategy| strategy.is_control))
        .collect();
    if controls.len() == strategies.len() {
        Vec::new()
    } else {
        controls
    }
}

/// Returns the strategy that an answer belongs to, if it is not an external scorer's.
fn strategy_of(name: &str) -> Option<&'static Strategy> {
    strategy(
        RUNS.iter()
            .find_map(|run| name.strip_prefix(run))
            .unwrap_or(name),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_are_not_set_apart_in_a_run_of_only_controls() {
        let names = ["flood", "linked", "strict", "mine"].map(str::to_owned);
        assert_eq!(controls(&names), [0, 2]);
        assert_eq!(controls(&names[..1]), [0; 0]);
    }
}
