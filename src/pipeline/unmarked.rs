//! Dead stones that are not marked, in games whose count differs from the label.
//!
//! Players often leave dead stones on the board. Whether the label counts them as alive, as most servers do, or as dead, shows
//! in its margin.

use serde::{Deserialize, Serialize};

use super::label::LabelledGame;
use super::outcome::{Answer, Evaluated};
use super::score::StrategyEvaluator;
use super::{Options, Unmarked};
use crate::board::{Color, Point, Position};
use crate::dead::{DeadFrom, Estimator, take_off};
use crate::rules::{Count, Points};

/// The dead stones that the marks or the labels file of a game leave on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnmarkedDead {
    /// The stones, sorted.
    pub stones: Vec<Point>,
    /// Whether they explain the difference from the label: the first strategy has the label's margin if their status is
    /// changed.
    pub explain: bool,
}

/// The games on which the first strategy has another margin than the label, by whether they have unmarked dead stones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnmarkedFigures {
    /// The number of games with another margin whose label says which stones are dead.
    pub games: u64,
    /// The number of these with unmarked dead stones.
    pub unmarked: u64,
    /// The number of these whose label's margin the stones explain.
    pub explained: u64,
}

impl UnmarkedFigures {
    /// Adds a game with another margin than the label.
    pub(super) fn add(&mut self, unmarked: Unmarked) {
        self.games += 1;
        self.unmarked += u64::from(unmarked != Unmarked::None);
        self.explained += u64::from(unmarked == Unmarked::Explained);
    }
}

impl Evaluated {
    /// Returns whether the first strategy has another margin than the label, and the label says which stones are dead.
    pub(super) fn differs_from_marked(&self) -> bool {
        differs_from_marked(&self.labelled, self.answers.first())
    }
}

fn differs_from_marked(game: &LabelledGame, first: Option<&Answer>) -> bool {
    let is_marked = game.dead_comparison.is_some() || is_mark(game.dead_from);
    let comparison = first.and_then(|answer| answer.comparison);
    is_marked && comparison.is_some_and(|comparison| comparison.delta != Points::ZERO)
}

/// Returns whether dead stones from this source are those of the label: of marks or of a labels file.
const fn is_mark(from: DeadFrom) -> bool {
    matches!(from, DeadFrom::Marks | DeadFrom::Labels)
}

impl UnmarkedDead {
    /// Looks for dead stones that are not marked, if the answer of the first strategy has another margin than the label: stones
    /// of the source that the game uses, or dead by playouts if that source is the marks themselves.
    pub(super) fn find(
        game: &LabelledGame,
        first: Option<&Answer>,
        strategies: &mut StrategyEvaluator,
        options: &Options,
        estimator: &mut Estimator,
    ) -> Option<Self> {
        if !cfg!(feature = "dead-checks") || !differs_from_marked(game, first) {
            return None;
        }
        let whole = game.whole_position();
        let (found, marked) = if is_mark(game.dead_from) {
            (estimator.dead(&whole, options.playouts), &game.dead)
        } else {
            (game.dead.clone(), game.label_dead.as_ref().unwrap_or(&game.dead))
        };
        let stones: Vec<Point> = found.into_iter().filter(|stone| marked.binary_search(stone).is_err()).collect();
        if stones.is_empty() {
            return None;
        }
        // their status is changed: marks leave them on the board, other sources take them off
        let mut dead = game.dead.clone();
        if is_mark(game.dead_from) {
            dead.extend(&stones);
            dead.sort_unstable();
        } else {
            dead.retain(|stone| stones.binary_search(stone).is_err());
        }
        let explain = margin_without(game, &whole, &dead, strategies, options) == game.label_margin;
        Some(Self { stones, explain })
    }

    /// Returns the flags of a game with these stones: see [`super::FLAGS`].
    pub(super) fn flags(&self) -> impl Iterator<Item = String> {
        let explain = self.explain.then(|| "unmarked_dead_explain".to_owned());
        [format!("unmarked_dead={}", self.stones.len())].into_iter().chain(explain)
    }
}

/// Returns the margin of the first strategy on the position `whole` of a game without the stones `dead`.
fn margin_without(
    game: &LabelledGame,
    whole: &Position,
    dead: &[Point],
    strategies: &mut StrategyEvaluator,
    options: &Options,
) -> Option<Points> {
    let (rest, prisoners) = take_off(whole, dead);
    let (_, counted) = take_off(whole, &game.dead);
    let territory = strategies.territory_of_first(&rest, dead, game.count.rules, options)?;
    let count = Count {
        stones: Color::BOTH.map(|color| rest.stones(color)),
        prisoners: [0, 1].map(|color| game.count.prisoners[color] - counted[color] + prisoners[color]),
        ..game.count
    };
    Some(count.margin(territory))
}
