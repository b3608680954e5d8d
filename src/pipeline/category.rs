//! The categories of differences between a strategy and a label.

use super::Evaluated;
use crate::labels::LabelCheck;
use crate::outcome::Crosstab;
use crate::rules::{Method, Points};
use crate::territory::Status;

/// The category of a mismatch, as far as a program can tell it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Category {
    /// The label does not agree with itself.
    Label,
    /// A territory game that was counted by area.
    Rules,
    /// Most of the points that differ are given to the other colour: the two do not mean the same dead stones.
    DeadMarks,
    /// Most of them are eyes in seki for the strategy and territory for the label, or territory for the strategy and
    /// nobody's for the label, which does not say why.
    Seki,
    /// Most of them are false eyes for the strategy and territory for the label.
    FalseEye,
    /// Most of them are neutral for the strategy and territory for the label.
    Dame,
    /// The margin is off by the handicap or the komi.
    HandicapOrKomi,
    /// None of these can be seen: most often there is no map to compare.
    Unknown,
}

impl Category {
    /// Every category, in the order in which they are looked for.
    pub const ALL: [Self; 8] = [
        Self::Label,
        Self::Rules,
        Self::DeadMarks,
        Self::Seki,
        Self::FalseEye,
        Self::Dame,
        Self::HandicapOrKomi,
        Self::Unknown,
    ];

    /// The name in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Label => "label",
            Self::Rules => "rules",
            Self::DeadMarks => "dead_marks",
            Self::Seki => "seki",
            Self::FalseEye => "false_eye",
            Self::Dame => "dame",
            Self::HandicapOrKomi => "handicap_or_komi",
            Self::Unknown => "unknown",
        }
    }

    /// Returns the meaning of the category, for a person.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Label => "The label does not agree with itself.",
            Self::Rules => "A territory game that was counted by area.",
            Self::DeadMarks => {
                "Most points that differ are given to the other colour: the two do not mean the same dead stones."
            }
            Self::Seki => {
                "Most points that differ are eyes in seki for the strategy and territory for the label, or territory for \
                 the strategy and nobody's for the label."
            }
            Self::FalseEye => "Most points that differ are false eyes for the strategy and territory for the label.",
            Self::Dame => "Most points that differ are neutral for the strategy and territory for the label.",
            Self::HandicapOrKomi => "The margin is off by just the handicap or the komi.",
            Self::Unknown => "None of the others can be seen: most often there is no map to compare.",
        }
    }

    /// The category of an answer that is off by `delta`, and by the points of `table` where the label has a map; `None`
    /// where it is the label's own. `also_dead` stones are dead by the answer, and not by what both were told.
    pub(super) fn of(game: &Evaluated, delta: Points, table: Option<&Crosstab>, also_dead: u32) -> Option<Self> {
        let differences = table.map_or(0, |table| table.differences() + also_dead);
        if delta == Points::ZERO && differences == 0 {
            return None;
        }
        Some(match (game.check, table) {
            (LabelCheck::Inconsistent, _) => Self::Label,
            (LabelCheck::Area, _) => Self::Rules,
            _ if also_dead > 0 => Self::DeadMarks,
            (_, Some(table)) if differences > 0 => Self::of_points(table),
            _ if Self::is_handicap_or_komi(game, delta.abs()) => Self::HandicapOrKomi,
            _ => Self::Unknown,
        })
    }

    /// By the points that differ: what most of them are, the first of equals.
    fn of_points(table: &Crosstab) -> Self {
        let kinds = [
            (Self::DeadMarks, table.swapped() + table.on_stones()),
            (Self::Seki, table.owned(Status::Seki) + table.unowned_territory()),
            (Self::FalseEye, table.owned(Status::FalseEye)),
            (Self::Dame, table.owned(Status::Dame)),
        ];
        let most = kinds.iter().map(|&(_, points)| points).max();
        kinds.iter().find(|&&(_, points)| Some(points) == most).map_or(Self::Unknown, |&(kind, _)| kind)
    }

    fn is_handicap_or_komi(game: &Evaluated, size: Points) -> bool {
        let count = &game.count;
        let stones = Points::whole(i64::from(count.handicap));
        let by_handicap = count.rules.method() == Method::Area
            && count.handicap >= 2
            && (size == stones || size == stones - Points::whole(1) || size == Points::whole(1));
        let komi = count.komi.abs();
        by_handicap || (komi > Points::ZERO && (size == komi || Some(size) == komi.times(2)))
    }
}
