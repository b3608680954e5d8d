//! The categories of differences between a strategy and a label.

use super::labelled::LabelledGame;
use crate::labels::LabelCheck;
use crate::outcome::Crosstab;
use crate::rules::{Method, Points};
use crate::territory::Status;

/// The category of a mismatch, as far as a program can tell it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Category {
    /// A label that contradicts itself.
    Label,
    /// A territory game that was counted by area.
    Rules,
    /// Most of the points that differ are given to the other colour: strategy and label have different dead stones.
    DeadMarks,
    /// Most of the points that differ are eyes in seki for one of the two and territory for the other.
    Seki,
    /// Most of the points that differ are false eyes for one of the two and territory for the other.
    FalseEye,
    /// Most of the points that differ are neutral for the strategy, or left out by an external scorer, and territory for
    /// the label.
    Dame,
    /// Most of the points that differ are territory for the strategy and nobody's for the label, and no eyes in seki or
    /// false eyes.
    ClaimedDame,
    /// The margin is off by the handicap or the komi.
    HandicapOrKomi,
    /// No other category applies; most often there is no map to compare.
    Unknown,
}

/// The name and the meaning of the category of a missing answer, which is no difference between two answers.
pub const NO_ANSWER: (&str, &str) = ("no_answer", "The scorer has no answer; the column flags says why.");

impl Category {
    /// Every category; the first that applies is taken.
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

    /// Returns the meaning of the category, for a person.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        self.texts().1
    }

    /// Returns the name and the meaning.
    const fn texts(self) -> (&'static str, &'static str) {
        match self {
            Self::Label => ("label", "The label does not agree with itself."),
            Self::Rules => ("rules", "A territory game that was counted by area."),
            Self::DeadMarks => (
                "dead_marks",
                "Most points that differ are given to the other colour: the two do not mean the same dead stones.",
            ),
            Self::Seki => {
                ("seki", "Most points that differ are eyes in seki for one of the two and territory for the other.")
            }
            Self::FalseEye => {
                ("false_eye", "Most points that differ are false eyes for one of the two and territory for the other.")
            }
            Self::Dame => (
                "dame",
                "Most points that differ are neutral for the strategy, or left out by a scorer, and territory for the label.",
            ),
            Self::ClaimedDame => (
                "claimed_dame",
                "Most points that differ are territory for the strategy and nobody's for the label, and not eyes.",
            ),
            Self::HandicapOrKomi => ("handicap_or_komi", "The margin is off by just the handicap or the komi."),
            Self::Unknown => ("unknown", "None of the others can be seen: most often there is no map to compare."),
        }
    }
}

/// The number of points that an answer gives to a colour and the label to neither, by what they are.
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
/// the answer considers dead; `claims` counts the points that the label gives to neither colour.
pub(super) fn categorize(
    game: &LabelledGame,
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
    Some(match (game.label.check, table) {
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
fn is_handicap_or_komi(game: &LabelledGame, size: Points) -> bool {
    let count = &game.count;
    let stones = Points::whole(i64::from(count.handicap));
    let by_handicap = count.rules.method() == Method::Area
        && count.handicap >= 2
        && (size == stones || size == stones - Points::whole(1) || size == Points::whole(1));
    let komi = count.komi.abs();
    by_handicap || (komi > Points::ZERO && (size == komi || Some(size) == komi.times(2)))
}
