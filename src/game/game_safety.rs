//! Judges whether a game is safe to score.

use std::borrow::Cow;

use super::ended::EndedGame;
use super::labelled::GameSafety;
use crate::dead::{DeadFrom, Estimator, Ownership, unclosed_borders};
use crate::safety::{Doubt, Safety, doubts};
use crate::sgf::{Defect, Headers, Record, RulesGuess};
use crate::territory::Evaluator;

/// Judges a game, with playouts by `estimator`.
pub(super) fn judge_safety(
    evaluator: &mut Evaluator,
    estimator: &mut Estimator,
    ended: &EndedGame<'_>,
) -> GameSafety {
    let EndedGame {
        game,
        headers,
        end,
        resolved,
        ownership,
        estimate,
    } = ended;
    let method = headers.rules.method();
    let (position, dead) = (&end.position, &resolved.dead);
    let of_playouts = match estimate {
        Some(estimate) => Cow::Borrowed(estimate),
        None => Cow::Owned(estimator.estimate(position, game.context.options.playouts)),
    };
    let mut doubts = doubts(position, dead, method, &of_playouts, evaluator);
    doubts.extend(doubts_of_record(&game.record, headers));
    if let Some(estimate) = estimate {
        doubts.extend(Doubt::unproved(position, &estimate.chains));
    }
    let of_source = ownership
        .as_ref()
        .filter(|_| resolved.dead_from == DeadFrom::Ownership);
    let least = if of_source.is_some() {
        Ownership::DEAD
    } else {
        Safety::CERTAINTY
    };
    let lives = of_source.map_or_else(
        || of_playouts.chains.clone(),
        |ownership| ownership.chains(position),
    );
    let safety = Safety::new(doubts, lives, least);
    let ownership = of_source.unwrap_or(&of_playouts.ownership);
    GameSafety {
        safety,
        unclosed: unclosed_borders(position, dead, ownership),
    }
}

/// Returns the doubts that come from the record itself.
fn doubts_of_record(record: &Record, headers: &Headers) -> impl Iterator<Item = Doubt> {
    // rules that a flag gives are not in doubt
    let is_unknown =
        headers.rules_unknown.is_some() && headers.rules_guessed != Some(RulesGuess::Flag);
    let doubts = [
        (is_unknown, Doubt::UnknownRules),
        (headers.handicap_missing, Doubt::MissingHandicap),
        (headers.result.is_without_count(), Doubt::NotCounted),
        (record.has(Defect::Unclosed), Doubt::Unclosed),
    ];
    doubts
        .into_iter()
        .filter(|(is_met, _)| *is_met)
        .map(|(_, doubt)| doubt)
}
