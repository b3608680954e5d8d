//! Judges whether a game can be counted without asking the players.

use super::Options;
use super::facts::GameInput;
use super::label::EndedGame;
use crate::dead::{DeadFrom, Estimator, OwnershipLimits, UnclosedBorder, unclosed_borders};
use crate::rules::Method;
use crate::safety::{Doubt, Safety, SafetyJudge};
use crate::sgf::{Headers, Recorded};
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
}

impl SafetyCheck {
    /// Creates a check with this least certainty.
    #[must_use]
    pub const fn new(certainty: Option<f64>) -> Self {
        Self { certainty }
    }

    /// Judges a game that is counted by `method`, with playouts by `estimator`.
    pub(super) fn judge(
        &self,
        judge: &mut SafetyJudge,
        estimator: &mut Estimator,
        ended: &EndedGame<'_>,
        method: Method,
    ) -> GameSafety {
        let EndedGame { game, headers, end, resolved, ownership, .. } = ended;
        let (position, dead) = (&end.position, &resolved.dead);
        let Options { playouts, ownership: source, .. } = game.context.options;
        let mut doubts = judge.doubts(estimator, position, dead, method, *playouts);
        doubts.extend(doubts_of_record(game, headers));
        let of_source = ownership.as_ref().filter(|_| resolved.dead_from == DeadFrom::Ownership);
        let limits = source.as_ref().map_or_else(OwnershipLimits::default, |source| source.limits);
        let least = self.certainty.unwrap_or(if of_source.is_some() { limits.dead } else { Safety::CERTAINTY });
        let chains = of_source.map_or_else(|| estimator.chains(), |ownership| ownership.chains(position));
        let safety = Safety::new(doubts, chains, least);
        let ownership = of_source.cloned().unwrap_or_else(|| estimator.ownership());
        GameSafety { safety, unclosed: unclosed_borders(position, dead, &ownership, limits) }
    }
}

/// Returns the doubts that the record itself gives rise to.
fn doubts_of_record(game: &GameInput<'_>, headers: &Headers) -> impl Iterator<Item = Doubt> {
    let has_rules = game.record.info.rules.as_deref().is_some_and(|text| !text.trim().is_empty());
    // the rules of the corpus are not guessed from the record
    let is_unknown = has_rules && headers.rules_guessed.is_some_and(|how| how != "corpus");
    let is_not_counted = matches!(
        headers.result,
        Recorded::None(
            Reason::Resign | Reason::Time | Reason::Forfeit | Reason::Illegal | Reason::Void | Reason::BothLost
        )
    );
    let rules = is_unknown.then_some(Doubt::UnknownRules);
    rules.into_iter().chain(is_not_counted.then_some(Doubt::NotCounted))
}
