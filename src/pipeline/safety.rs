//! Judges whether a game can be counted without asking the players.

use super::game_input::GameInput;
use super::{Evaluated, Options};
use crate::board::Position;
use crate::dead::{DeadFrom, OwnershipLimits, UnclosedBorder, unclosed_borders};
use crate::labels::LabelLine;
use crate::rules::Rules;
use crate::safety::{Doubt, DoubtKind, Safety, SafetyJudge};
use crate::sgf::{Recorded, parse_result};
use crate::skip::Reason;

/// Whether a game can be counted without asking the players, by the source of its dead stones.
#[derive(Clone, Debug, PartialEq)]
pub struct GameSafety {
    /// The doubts and the certainty of the least clear chain. The certainty is by the ownership that the dead stones come
    /// from, or by playouts if they come from elsewhere.
    pub safety: Safety,
    /// The regions that are not anyone's yet, by the same ownership.
    pub unclosed: Vec<UnclosedBorder>,
}

/// Judges whether games can be counted without asking the players.
#[derive(Clone, Copy, Debug)]
pub struct SafetyCheck {
    /// The least certainty of a safe game ([`Safety::certainty`]). If `None`, it is the threshold of dead chains where dead
    /// stones come from ownership, and [`Safety::CERTAINTY`] elsewhere.
    certainty: Option<f64>,
    /// Judges a game. It is a pointer, so that a build that makes no check, as for a browser, has no code for it.
    judge: JudgeGame,
}

/// The type of [`judge_game`].
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

/// Judges a game that ended in `position`. `certainty` is that of [`SafetyCheck`].
fn judge_game(
    certainty: Option<f64>,
    judge: &mut SafetyJudge,
    game: &GameInput<'_>,
    position: &Position,
    evaluated: &Evaluated,
) -> GameSafety {
    let Options { playouts, ownership: source, .. } = game.options;
    let mut doubts = judge.doubts(position, &evaluated.dead, evaluated.count.rules.method(), *playouts);
    doubts.extend(doubts_of_record(game));
    let of_source = evaluated.ownership.as_ref().filter(|_| evaluated.dead_from == DeadFrom::Ownership);
    let limits = source.as_ref().map_or_else(OwnershipLimits::default, |source| source.limits);
    let least = certainty.unwrap_or(if of_source.is_some() { limits.dead } else { Safety::CERTAINTY });
    let chains = of_source.map_or_else(|| judge.chains(), |ownership| ownership.chains(position));
    let safety = Safety::new(doubts, chains, least);
    let ownership = of_source.cloned().unwrap_or_else(|| judge.ownership());
    GameSafety { safety, unclosed: unclosed_borders(position, &evaluated.dead, &ownership, limits) }
}

/// Returns the doubts that the record itself gives rise to.
fn doubts_of_record(game: &GameInput<'_>) -> impl Iterator<Item = Doubt> {
    let info = &game.record.info;
    let are_given = game.options.rules.or(game.description.rules).is_some();
    let stated = info.rules.as_deref().filter(|text| !text.trim().is_empty());
    let is_unknown = !are_given && stated.is_some_and(|text| Rules::from_text(text).is_none());
    let recorded = game.line.and_then(LabelLine::recorded);
    let recorded = recorded.unwrap_or_else(|| parse_result(info.result.as_deref().unwrap_or_default()));
    let is_not_counted = matches!(
        recorded,
        Recorded::None(
            Reason::Resign | Reason::Time | Reason::Forfeit | Reason::Illegal | Reason::Void | Reason::BothLost
        )
    );
    let doubts = [(is_unknown, DoubtKind::UnknownRules), (is_not_counted, DoubtKind::NotCounted)];
    doubts.into_iter().filter(|&(is, _)| is).map(|(_, kind)| Doubt { kind, points: Vec::new(), by: 0.0 })
}
