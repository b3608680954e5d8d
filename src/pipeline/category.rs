//! The categories of differences between a strategy and a label.

use super::labelled::LabelledGame;
use crate::labels::LabelCheck;
use crate::outcome::Crosstab;
use crate::rules::{Count, Points, Rules};
use crate::stats::Comparison;
use crate::territory::Status;

/// The category of a mismatch: its probable cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Category {
    /// The label contradicts itself.
    Label,
    /// A territory game was counted by area.
    Rules,
    /// Most differing points have opposite owners: strategy and label disagree about dead stones.
    DeadMarks,
    /// Most differing points are eyes in seki for one and territory for the other.
    Seki,
    /// Most differing points are false eyes for one and territory for the other.
    FalseEye,
    /// Most differing points are territory only for the label. The strategy leaves them neutral.
    Dame,
    /// Most differing points are territory only for the strategy, and are neither eyes in seki nor false eyes.
    ClaimedDame,
    /// Without a map: the margin is the label's with another count of the handicap or the komi.
    HandicapOrKomi,
    /// Without a map: the margin is the label's minus the protective moves that the players owe.
    OwedMoves,
    /// Without a map: the margin is the label's if playouts are wrong about one group of stones, which they did not
    /// prove.
    DoubtfulStones,
    /// No other category applies, and the game may be unfinished: a border is open, or moves are missing.
    Unfinished,
    /// No other category applies, usually because the label has no map.
    Unknown,
}

/// The name and the meaning of the category for a missing answer. It is not in [`Category`], because no answers are
/// compared.
pub const NO_ANSWER: (&str, &str) = ("no_answer", "The scorer has no answer; the remark no_answer says why.");

impl Category {
    /// Every category.
    pub const ALL: [Self; 12] = [
        Self::Label,
        Self::Rules,
        Self::DeadMarks,
        Self::Seki,
        Self::FalseEye,
        Self::Dame,
        Self::ClaimedDame,
        Self::HandicapOrKomi,
        Self::OwedMoves,
        Self::DoubtfulStones,
        Self::Unfinished,
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
                "Most differing points have opposite owners: strategy and label disagree about dead stones.",
            ),
            Self::Seki => ("seki", "Most differing points are eyes in seki for one and territory for the other."),
            Self::FalseEye => {
                ("false_eye", "Most differing points are false eyes for one and territory for the other.")
            }
            Self::Dame => ("dame", "Most differing points are territory only for the label."),
            Self::ClaimedDame => (
                "claimed_dame",
                "Most differing points are territory only for the strategy, and not eyes: dame or protective moves.",
            ),
            Self::HandicapOrKomi => {
                ("handicap_or_komi", "The label has no map, and fits another handicap count, no komi, or Black's komi.")
            }
            Self::OwedMoves => (
                "owed_moves",
                "The label has no map, and fits if each protective move that `teire` finds costs a point.",
            ),
            Self::DoubtfulStones => (
                "doubtful_stones",
                "The label has no map, and fits if playouts are wrong about the stones of the remark `fits_if`, which \
                 they did not prove.",
            ),
            Self::Unfinished => (
                "unfinished",
                "No other category applies, and the game may be unfinished: a border is open, or moves are missing.",
            ),
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
        _ if is_handicap_or_komi(game, comparison.delta) => Category::HandicapOrKomi,
        _ => Category::Unknown,
    })
}

/// Returns the most frequent category among the points that differ, or the first of several equally frequent ones.
pub(super) fn of_points(table: &Crosstab, claims: Claims, from: AnswerFrom) -> Category {
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

/// The least komi that a record may leave out, or give to the wrong player. A smaller one only breaks ties, and an error
/// of its size has likelier causes.
const LEAST_KOMI: i64 = 2;

/// Returns whether the label fits another count of the handicap, as other area rules have it, or a komi that was left
/// out or given to the wrong player. `delta` is the margin minus the label's.
fn is_handicap_or_komi(game: &LabelledGame, delta: Points) -> bool {
    let count = &game.count;
    let shift = |rules| count.margin([0, 0]) - Count { rules, ..*count }.margin([0, 0]);
    let by_handicap = count.rules.is_plain_area()
        && count.handicap >= 2
        && [Rules::TROMP_TAYLOR, Rules::CHINESE, Rules::AGA].iter().any(|&rules| shift(rules) == delta);
    // the komi is White's: a margin that subtracts it is too low for Black
    let by_komi = count.komi.abs() >= Points::whole(LEAST_KOMI)
        && (delta == -count.komi || count.komi.times(2).is_some_and(|twice| delta == -twice));
    by_handicap || by_komi
}
