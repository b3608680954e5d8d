//! The evaluation of boards with expert labels: completes the label, and compares owners and seals with those that are
//! expected.

use super::Evaluated;
use super::game_input::GameInput;
use super::label::count;
use crate::board::{Color, Point, Position, Replayed};
use crate::dead::{Ownership, OwnershipLimits, judge, take_off};
use crate::input::{BoardFile, Expected};
use crate::labels::Resolved;
use crate::sgf::Headers;
use crate::territory::{AREA, Evaluator, Verdict};

/// Completes the label of a board. Where either owner is right, the label agrees with the evaluation: a stone is dead if
/// the game's source of dead stones says so, and an empty point is whose area scoring gives it to. The margin is the one that
/// the map makes.
pub(super) fn complete_label(board: &BoardFile, headers: &Headers, end: &Replayed, resolved: &mut Resolved) {
    let Resolved { dead, label_dead, label, .. } = resolved;
    let (Some((label_dead, _)), Some(map)) = (label_dead, &mut label.map) else { return };
    label_dead.extend(board.either.iter().filter(|point| dead.contains(point)));
    label_dead.sort_unstable();
    label_dead.dedup();
    let (rest, prisoners) = take_off(&end.position, label_dead);
    if !board.either.is_empty() {
        let (mut evaluator, mut verdict) = (Evaluator::of(&[]), Verdict::default());
        evaluator.set(&rest, label_dead);
        evaluator.decide(AREA, &mut verdict);
        let is_either = |index| board.either.contains(&rest.grid().point(index));
        verdict.for_each_point(evaluator.analysis(), |index, status| {
            if is_either(index) {
                map.set(index, status.owner());
            }
        });
    }
    label.margin = Some(count(headers, &rest, end, prisoners).margin(map.territory()));
}

/// Compares the owners and seals of a board by `ownership` with those that are expected, if there are any, and adds the
/// number of points that differ to the game.
pub(super) fn compare_owners(
    evaluated: &mut Evaluated,
    game: &GameInput<'_>,
    ownership: Option<&Ownership>,
    position: &Position,
) {
    let expected = game.board.and_then(|board| board.expected.as_ref());
    let (Some(expected), Some(ownership)) = (expected, ownership) else { return };
    let limits = game.options.ownership.as_ref().map_or_else(OwnershipLimits::default, |source| source.limits);
    let judgement = judge(position, ownership, limits);
    let points = position.size().iter().zip(expected.iter().zip(&judgement.owners));
    let is_wrong = |&(point, (expected, &owner)): &(Point, (&Expected, &Option<Color>))| {
        !expected.allows(owner, judgement.seals.contains(&point))
    };
    let wrong = u32::try_from(points.filter(is_wrong).count()).expect("at most 52 · 52 points");
    if let Some((_, comparison)) = &mut evaluated.dead_comparison {
        comparison.owners_differ = Some(wrong);
    }
    if wrong > 0 {
        evaluated.flags.push(format!("owners_differ={wrong}"));
    }
}
