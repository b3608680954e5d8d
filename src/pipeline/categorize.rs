//! Finds the category of a mismatch.

use super::{Category, Evaluated};
use crate::labels::LabelCheck;
use crate::outcome::Crosstab;
use crate::rules::{Method, Points};
use crate::territory::Status;

/// The number of points that an answer gives to a colour and the label to nobody, by what they are.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Claims {
    /// Eyes in seki.
    pub(super) seki: u32,
    /// False eyes.
    pub(super) false_eye: u32,
    /// Other points: dame, or territory that the label does not mark.
    pub(super) other: u32,
}

/// The source of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AnswerFrom {
    /// A strategy, which says why a point is nobody's.
    Strategy,
    /// An external scorer, which only leaves points out.
    Scorer,
}

/// Returns the category of an answer whose margin is off by `delta`, and whose map is off by the points of `table`
/// where the label has a map; `None` if the answer agrees with the label. `also_dead` is the number of stones that only
/// the answer holds for dead; `claims` counts the points that the label gives to nobody.
pub(super) fn categorize(
    game: &Evaluated,
    delta: Points,
    table: Option<&Crosstab>,
    also_dead: u32,
    claims: impl FnOnce() -> Claims,
    from: AnswerFrom,
) -> Option<Category> {
    let differences = table.map_or(0, |table| table.differences() + also_dead);
    if delta == Points::ZERO && differences == 0 {
        return None;
    }
    Some(match (game.check, table) {
        (LabelCheck::Inconsistent, _) => Category::Label,
        (LabelCheck::Area, _) => Category::Rules,
        _ if also_dead > 0 => Category::DeadMarks,
        (_, Some(table)) if differences > 0 => of_points(table, claims(), from),
        _ if is_handicap_or_komi(game, delta.abs()) => Category::HandicapOrKomi,
        _ => Category::Unknown,
    })
}

/// Returns the category of most of the points that differ; of equally frequent ones, the first.
fn of_points(table: &Crosstab, claims: Claims, from: AnswerFrom) -> Category {
    let (seki, dame) = (table.owned(Status::Seki), table.owned(Status::Dame));
    let (seki, dame) = if from == AnswerFrom::Scorer { (0, seki + dame) } else { (seki, dame) };
    let kinds = [
        (Category::DeadMarks, table.swapped() + table.on_stones()),
        (Category::Seki, seki + claims.seki),
        (Category::FalseEye, table.owned(Status::FalseEye) + claims.false_eye),
        (Category::Dame, dame),
        (Category::ClaimedDame, claims.other),
    ];
    let most = kinds.iter().map(|&(_, points)| points).max();
    kinds.iter().find(|&&(_, points)| Some(points) == most).map_or(Category::Unknown, |&(kind, _)| kind)
}

/// Returns whether an error of `size` points is explained by the handicap under area rules, or by the komi: once if it
/// was left out, twice if it was counted for the wrong player.
fn is_handicap_or_komi(game: &Evaluated, size: Points) -> bool {
    let count = &game.count;
    let stones = Points::whole(i64::from(count.handicap));
    let by_handicap = count.rules.method() == Method::Area
        && count.handicap >= 2
        && (size == stones || size == stones - Points::whole(1) || size == Points::whole(1));
    let komi = count.komi.abs();
    by_handicap || (komi > Points::ZERO && (size == komi || Some(size) == komi.times(2)))
}
