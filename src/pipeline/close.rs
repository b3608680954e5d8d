//! Whether the winner of a game depends on something that its count does not settle.

use super::cause::DoubtfulGroup;
use super::labelled::LabelledGame;
use super::outcome::Answer;
use super::score::Verdicts;
use super::unmarked::margin_with;
use crate::rules::Points;
use crate::territory::{Completeness, Evaluator, Strategy};

/// Returns why the winner is in doubt, for the remark `close`: strategies disagree about him, the margin is no larger than the
/// number of open borders, or stones whose status is in doubt would change him. The recorded result does not matter, because
/// it may be wrong. But a label's map settles the winner. Overwrites the current position.
pub(super) fn reasons_for_doubt(
    game: &LabelledGame,
    strategies: &[&dyn Strategy],
    verdicts: &Verdicts,
    answers: &[Answer],
    completeness: &Completeness,
    groups: &[DoubtfulGroup],
    evaluator: &mut Evaluator,
) -> Vec<&'static str> {
    // a search of the board with other dead stones would take too long
    let first = strategies.iter().position(|strategy| !strategy.reads());
    let (Some(first), None) = (first, &game.label.map) else { return Vec::new() };
    let margin = verdicts.answer(first, answers).margin;
    let is_changed = |other: Points| other.sign() != margin.sign();
    let mut reasons = Vec::new();
    let mut counts = strategies.iter().enumerate().filter(|(_, strategy)| !strategy.is_control());
    if counts.any(|(number, _)| is_changed(verdicts.answer(number, answers).margin)) {
        reasons.push("count");
    }
    if !completeness.is_closed() && margin.abs() <= Points::whole(completeness.open_borders.into()) {
        reasons.push("border");
    }
    let mut groups = groups.iter().filter(|group| group.is_unclear());
    if groups.any(|group| is_changed(margin_with(&group.dead(game), game, strategies[first], evaluator))) {
        reasons.push("stones");
    }
    reasons
}

/// Returns a remark `close` with these reasons in words.
pub(crate) fn doubt_of_winner(reasons: &str) -> String {
    let words = reasons.split(',').map(|reason| match reason {
        "count" => "strategies disagree",
        "border" => "a border is open",
        _ => "stones may have another status",
    });
    format!("the winner is in doubt: {}", words.collect::<Vec<_>>().join(", "))
}
