//! The games of a page, with their lines of `boards.ndjson` and the explanations of `explain`.
//! `games.js` reads this data.

use base64::prelude::{BASE64_STANDARD, Engine as _};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use serde::Serialize;

use crate::explain::{ComparedBoard, Place};
use crate::run::{SavedBoard, is_external};
use crate::territory::{Evaluator, strategy};

/// The data of a page.
#[derive(Serialize)]
pub(super) struct PageData<'a> {
    /// The names of the strategies.
    pub(super) strategies: &'a [String],
    /// The control strategies, or none if all strategies are controls.
    pub(super) controls: Vec<&'a str>,
    /// The names in `strategies` that belong to external scorers.
    pub(super) external: Vec<&'a str>,
    pub(super) games: Vec<PageGame<'a>>,
}

/// A game of a page.
#[derive(Serialize)]
pub(super) struct PageGame<'a> {
    #[serde(flatten)]
    board: &'a SavedBoard,
    /// How the game is counted: `territory` or `area`.
    method: &'static str,
    places: Vec<Place<'a>>,
}

impl<'a> PageGame<'a> {
    /// Returns a game; `None` if its rows do not form a board. `SavedRun::boards` never returns
    /// such a game.
    fn new(board: &'a SavedBoard, evaluator: &mut Evaluator) -> Option<Self> {
        let compared = ComparedBoard::of_saved(board, evaluator)?;
        Some(Self {
            board,
            method: board.rules.method().name(),
            places: compared.places(true),
        })
    }
}

impl<'a> PageData<'a> {
    /// Returns the data for the page of a run with these strategies and boards.
    pub(super) fn new(strategies: &'a [String], boards: &'a [SavedBoard]) -> Self {
        let mut evaluator = Evaluator::new();
        let games = boards.iter();
        let names = strategies.iter().map(String::as_str);
        Self {
            strategies,
            controls: controls(strategies),
            external: names.filter(|name| is_external(name)).collect(),
            games: games
                .filter_map(|board| PageGame::new(board, &mut evaluator))
                .collect(),
        }
    }

    /// Returns the data as compressed JSON in base64, which can't end a `script` element.
    pub(super) fn packed(&self) -> String {
        let mut packed = ZlibEncoder::new(Vec::new(), Compression::default());
        serde_json::to_writer(&mut packed, self).expect("keys are strings");
        BASE64_STANDARD.encode(packed.finish().expect("memory takes every byte"))
    }
}

/// Returns the control strategies, or none if all strategies are controls.
fn controls(strategies: &[String]) -> Vec<&str> {
    let names = strategies.iter().map(String::as_str);
    let is_control = |name: &&str| strategy(name).is_some_and(|strategy| strategy.is_control);
    let controls: Vec<&str> = names.filter(is_control).collect();
    if controls.len() == strategies.len() {
        Vec::new()
    } else {
        controls
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_are_not_set_apart_in_a_run_of_only_controls() {
        let names = ["flood", "linked", "strict", "mine"].map(str::to_owned);
        assert_eq!(controls(&names), ["flood", "strict"]);
        assert!(controls(&names[..1]).is_empty());
    }
}
