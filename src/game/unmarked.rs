//! Finds dead stones without marks in games where the count differs from the label.
//!
//! Players often leave dead stones on the board. The label's margin shows whether the label counts
//! them as alive, as most servers do, or as dead.

use super::labelled::LabelledGame;
use super::scratch::Scratch;
use super::{Remark, RemarkKind};
use crate::board::Point;
use crate::dead::{DeadFrom, Playouts, remove_dead};
use crate::rules::{Count, Method, Points, Rules};
use crate::territory::{EYES, Evaluator, Strategy, TerritoryMap};

/// The dead stones that the marks or the labels file of a game leave on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UnmarkedDead {
    /// The stones, sorted.
    pub(crate) stones: Vec<Point>,
    /// Whether they explain the difference: with their status reversed, the first strategy has the
    /// label's margin.
    pub(crate) explain: bool,
}

/// Returns whether the source of the dead stones is the label itself: marks, a labels file, or
/// rules that remove no dead stones.
fn is_mark(game: &LabelledGame) -> bool {
    match game.dead_from {
        DeadFrom::Marks | DeadFrom::Labels => true,
        DeadFrom::None => game.headers.counts_all_stones,
        _ => false,
    }
}

impl UnmarkedDead {
    /// Looks for unmarked dead stones in a game where every strategy misses the label's margin. (If
    /// a strategy has this margin, the marks are probably right.) The stones come from the game's
    /// source of dead stones, or from playouts if this source is the label itself. `first` is the
    /// first strategy.
    pub(super) fn find(
        game: &LabelledGame,
        first: &Strategy,
        playouts: Playouts,
        scratch: &mut Scratch,
    ) -> Option<Self> {
        let (found, marked) = if is_mark(game) {
            let estimate = scratch.estimator.estimate(&game.end.position, playouts);
            (estimate.dead, &game.dead)
        } else if game.dead_comparison.is_some() {
            let marked = game.label.dead.as_ref();
            (game.dead.clone(), marked.unwrap_or(&game.dead))
        } else {
            return None;
        };
        let stones: Vec<Point> = found
            .into_iter()
            .filter(|stone| marked.binary_search(stone).is_err())
            .collect();
        if stones.is_empty() {
            return None;
        }
        // reverse the status of the stones: marks leave them on the board, other sources remove
        // them
        let dead = game.dead_if(&stones, is_mark(game));
        let margin = game.margin_with(&dead, first, &mut scratch.evaluator);
        let explain = Some(margin) == game.label.margin;
        Some(Self { stones, explain })
    }

    /// Returns the remarks about a game with these stones.
    pub(super) fn remarks(&self) -> Vec<Remark> {
        let mut remarks = vec![Remark::new(RemarkKind::UnmarkedDead, &self.stones.len())];
        if self.explain {
            remarks.push(RemarkKind::UnmarkedDeadExplain.into());
        }
        remarks
    }
}

impl LabelledGame {
    /// Returns the margin of a strategy with different dead stones.
    pub(super) fn margin_with(
        &self,
        dead: &[Point],
        strategy: &Strategy,
        evaluator: &mut Evaluator,
    ) -> Points {
        self.margin_under(self.count.rules, dead, strategy, evaluator)
    }

    /// Returns the rules of the other method of counting, such as Chinese rules for a game under
    /// Japanese rules, and the margin that [`EYES`] gives under them.
    pub(super) fn other_method(&self, evaluator: &mut Evaluator) -> (Rules, Points) {
        let rules = match self.count.rules.method() {
            Method::Territory => Rules::CHINESE,
            Method::Area => Rules::JAPANESE,
        };
        (rules, self.margin_under(rules, &self.dead, EYES, evaluator))
    }

    /// Returns the margin of a strategy under different rules, with different dead stones.
    pub(super) fn margin_under(
        &self,
        rules: Rules,
        dead: &[Point],
        strategy: &Strategy,
        evaluator: &mut Evaluator,
    ) -> Points {
        let (board, mut map) = (&self.end.position, TerritoryMap::default());
        let before = Count {
            rules,
            ..self.count_of_play()
        };
        let (living, count) = remove_dead(board, dead, before);
        evaluator
            .on_with_seki(&living, dead, self.seki_under(rules))
            .decide_under(board, &count, strategy, &mut map);
        count.margin(map.counts().scored())
    }
}
