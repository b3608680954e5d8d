//! The categories of differences between a strategy and a label.

use super::labelled::LabelledGame;
use crate::labels::LabelCheck;
use crate::outcome::Crosstab;
use crate::rules::{Method, Points};
use crate::stats::Comparison;
use crate::territory::Status;

/// The category of a mismatch: its probable cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Category {
    /// The label contradicts itself.
    Label,
    /// A territory game was counted by area.
    Rules,
    /// Most points that differ have the other colour: strategy and label have different dead stones.
    DeadMarks,
    /// Most points that differ are eyes in seki for one and territory for the other.
    Seki,
    /// Most points that differ are false eyes for one and territory for the other.
    FalseEye,
    /// Most points that differ are territory only for the label. The strategy leaves them neutral.
    Dame,
    /// Most points that differ are territory only for the strategy, and are neither eyes in seki nor false eyes.
    ClaimedDame,
    /// The margin is off by exactly the handicap or the komi.
    HandicapOrKomi,
    /// No other category applies, usually because the label has no map.
    Unknown,
}

/// The name and the meaning of the category for a missing answer. It is not in [`Category`], because no answers are
/// compared.
pub const NO_ANSWER: (&str, &str) = ("no_answer", "The scorer has no answer; the remark no_answer says why.");

impl Category {
    /// Every category.
    pub const ALL: [Self; 9] = [
        Self::Label,
        Self::Rules,
        Self::DeadMarks,
        Self::Seki,
        Self::FalseEye,
        Self::Dame,
        Self::ClaimedDame,
        Self::HandicapOrKomi,
        Self::Unknown,
    ];

    /// Returns the name in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.texts().0
    }

    /// Returns the meaning of the category, for users.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        self.texts().1
    }

    /// Returns the name and the meaning.
    const fn texts(self) -> (&'static str, &'static str) {
        match self {
            Self::Label => ("label", "The label contradicts itself."),
            Self::Rules => ("rules", "A territory game was counted by area."),
            Self::DeadMarks => (
                "dead_marks",
                "Most points that differ have the other colour: strategy and label have different dead stones.",
            ),
            Self::Seki => ("seki", "Most points that differ are eyes in seki for one and territory for the other."),
            Self::FalseEye => {
                ("false_eye", "Most points that differ are false eyes for one and territory for the other.")
            }
            Self::Dame => ("dame", "Most points that differ are territory only for the label."),
            Self::ClaimedDame => (
                "claimed_dame",
                "Most points that differ are territory only for the strategy, and not eyes: dame or protective moves.",
            ),
            Self::HandicapOrKomi => ("handicap_or_komi", "The margin is off by exactly the handicap or the komi."),
            Self::Unknown => ("unknown", "No other category applies, usually because the label has no map."),
        }
    }
}

/// The number of points that an answer gives to a player and the label leaves neutral, by kind.
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
    /// A strategy, which distinguishes eyes in seki, false eyes and dame.
    Strategy,
    /// An external scorer, which gives no reason for leaving points out.
    Scorer,
}

/// Returns the category of an answer, or `None` if it agrees with the label. `table` compares its map with the label's.
/// `also_dead` is the number of stones that only the answer considers dead. `claims` counts the points that only the
/// answer gives to a player.
pub(super) fn categorize(
    game: &LabelledGame,
    comparison: &Comparison,
    table: Option<&Crosstab>,
    also_dead: u32,
    claims: impl FnOnce() -> Claims,
    from: AnswerFrom,
) -> Option<Category> {
    let differences = comparison.map.as_ref().map_or(0, |&(differences, _)| differences);
    if comparison.delta == Points::ZERO && differences == 0 {
        return None;
    }
    Some(match (game.label.check, table) {
        (LabelCheck::Inconsistent, _) => Category::Label,
        (LabelCheck::Area, _) => Category::Rules,
        _ if also_dead > 0 => Category::DeadMarks,
        (_, Some(table)) if differences > 0 => of_points(table, claims(), from),
        _ if is_handicap_or_komi(game, comparison.delta.abs()) => Category::HandicapOrKomi,
        _ => Category::Unknown,
    })
}

/// Returns the most frequent category among the points that differ, or the first of several equally frequent ones.
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

/// Returns whether the handicap (under area rules) or the komi explains an error of `size` points. A komi that was
/// left out gives an error of its size, and a komi for the wrong player an error of twice its size.
fn is_handicap_or_komi(game: &LabelledGame, size: Points) -> bool {
    let count = &game.count;
    let stones = Points::whole(i64::from(count.handicap));
    let by_handicap = count.rules.method() == Method::Area
        && count.handicap >= 2
        && (size == stones || size == stones - Points::whole(1) || size == Points::whole(1));
    let komi = count.komi.abs();
    by_handicap || (komi > Points::ZERO && (size == komi || Some(size) == komi.times(2)))
}
