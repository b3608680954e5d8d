//! Judges whether a game can be counted without asking the players.

use super::game_input::GameInput;
use super::{Evaluated, Options};
use crate::board::Position;
use crate::dead::{DeadFrom, OwnershipLimits, UnclosedBorder, unclosed_borders};
use crate::safety::{Safety, SafetyJudge};

/// Whether a game can be counted without asking the players, by the source of its dead stones.
#[derive(Clone, Debug, PartialEq)]
pub struct GameSafety {
    /// The doubts. How clearly chains live or are dead is the answer of the ownership that the dead stones come from, or
    /// of playouts where they do not come from ownership.
    pub safety: Safety,
    /// The regions that are not anyone's yet, by the same ownership.
    pub unclosed: Vec<UnclosedBorder>,
}

/// A way to judge games.
#[derive(Clone, Copy, Debug)]
pub struct SafetyCheck {
    /// The least certainty of a safe game ([`Safety::certainty`]). If `None`, it is the threshold of dead chains where dead
    /// stones come from ownership, and [`Safety::CERTAINTY`] elsewhere.
    pub certainty: Option<f64>,
    /// Judges a game. It is a pointer, so that a build that makes no check, as for a browser, has no code for it.
    judge: JudgeGame,
}

/// Judges a game that ended in a position with its dead stones.
type JudgeGame = fn(Option<f64>, &mut SafetyJudge, &GameInput<'_>, &Position, &Evaluated) -> GameSafety;

impl SafetyCheck {
    /// Creates a check with this least certainty.
    #[must_use]
    pub const fn new(certainty: Option<f64>) -> Self {
        Self { certainty, judge: judge_game }
    }

    /// Judges a game that ended in `position`.
    pub(super) fn judge(
        &self,
        judge: &mut SafetyJudge,
        game: &GameInput<'_>,
        position: &Position,
        evaluated: &Evaluated,
    ) -> GameSafety {
        (self.judge)(self.certainty, judge, game, position, evaluated)
    }
}

fn judge_game(
    certainty: Option<f64>,
    judge: &mut SafetyJudge,
    game: &GameInput<'_>,
    position: &Position,
    evaluated: &Evaluated,
) -> GameSafety {
    let Options { playouts, ownership: source, .. } = game.options;
    let doubts = judge.doubts(position, &evaluated.dead, evaluated.count.rules.method(), *playouts);
    let of_source = evaluated.ownership.as_ref().filter(|_| evaluated.dead_from == DeadFrom::Ownership);
    let limits = source.as_ref().map_or_else(OwnershipLimits::default, |source| source.limits);
    let least = certainty.unwrap_or(if of_source.is_some() { limits.dead } else { Safety::CERTAINTY });
    let chains = of_source.map_or_else(|| judge.chains(), |ownership| ownership.chains(position));
    let safety = Safety::new(doubts, chains, least);
    let ownership = of_source.cloned().unwrap_or_else(|| judge.ownership());
    GameSafety { safety, unclosed: unclosed_borders(position, &evaluated.dead, &ownership, limits) }
}
