//! The labels of boards with expert labels: their margin, the points of which either owner is right, and the comparison
//! of owners and seals with those that are expected.

use super::game_input::GameInput;
use super::label::count;
use crate::board::{Position, Replayed};
use crate::dead::{Estimator, Ownership, OwnershipJudgement, OwnershipLimits, judge, take_off};
use crate::input::BoardFile;
use crate::labels::Resolved;
use crate::sgf::Headers;
use crate::territory::{AREA, Evaluator, Verdict};

/// Completes the label of a board. Where either answer is right, the label has that of the game: dead stones as the source
/// of the game has them, and empty points as area scoring has them. The margin is the one that the map makes.
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

/// Returns the number of points of a board of which `judgement` has another owner than is expected, or that are seals for
/// one of the two only.
pub(super) fn owners_differ(board: &BoardFile, judgement: &OwnershipJudgement) -> Option<u32> {
    let expected = board.expected.as_ref()?;
    let size = board.record.size;
    let is_right = |(point, (&expected, &owner)): (_, (&crate::input::Expected, &Option<_>))| {
        expected.allows(owner, judgement.seals.contains(&point))
    };
    let wrong = size.iter().zip(expected.iter().zip(&judgement.owners)).filter(|&one| !is_right(one)).count();
    Some(u32::try_from(wrong).expect("at most 52 · 52 points"))
}

/// Returns the judgement of `position` by the ownership that the game's file or an ownership file has.
///
/// # Errors
/// If there is none, or it does not fit the board; the message gives the reason.
pub(super) fn judge_by_file(game: &GameInput<'_>, position: &Position) -> Result<OwnershipJudgement, String> {
    let Some(source) = &game.options.ownership else { return Err("no ownership is used".to_owned()) };
    let Some(line) = game.ownership else {
        let name = game.name;
        return Err(match source.file {
            Some(_) => format!("no line of the ownership file names {name}"),
            None if !cfg!(feature = "corpora") => String::new(),
            None => format!("{name} has no ownership of its own: name a file of it with --ownership"),
        });
    };
    let ownership = line.of(position.size()).map_err(|why| format!("the ownership file: {why}"))?;
    Ok((source.judge)(position, &ownership, source.limits))
}

/// Returns the judgement of `position` by the playouts that `estimator` has played on it.
pub(super) fn judge_by_playouts(estimator: &Estimator, position: &Position) -> Option<OwnershipJudgement> {
    let share = |[black, white]: [u32; 2]| {
        let (black, white) = (f64::from(black), f64::from(white));
        if black + white > 0.0 { (black - white) / (black + white) } else { 0.0 }
    };
    let values = position.size().iter().map(|point| share(estimator.owned(point))).collect();
    let ownership = Ownership::new(position.size(), vec![values]).ok()?;
    Some(judge(position, &ownership, OwnershipLimits::default()))
}
