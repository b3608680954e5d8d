//! What a difference between a strategy and a label is about.

use super::Evaluated;
use crate::board::Cell;
use crate::score::{LabelCheck, Method, Points};
use crate::scoring::{Status, TerritoryMap};
use crate::stats::Comparison;

/// What a mismatch is about, as far as a program can tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Category {
    /// The label does not agree with itself.
    Label,
    /// A territory game that was counted by area.
    Rules,
    /// Most of the points that differ are given to the other colour: the two do not mean the same dead stones.
    DeadMarks,
    /// Most of them are eyes in seki for one and territory for the other.
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
    /// All of them.
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

    /// The category of an answer, or `None` where it is the label's own.
    pub(super) fn of(game: &Evaluated, map: &TerritoryMap, comparison: &Comparison) -> Option<Self> {
        let differences = comparison.map.map_or(0, |(differences, _)| differences);
        if comparison.delta == Points::ZERO && differences == 0 {
            return None;
        }
        Some(match game.check {
            LabelCheck::Inconsistent => Self::Label,
            LabelCheck::Area => Self::Rules,
            _ if differences > 0 => Self::of_points(game, map),
            _ if Self::is_handicap_or_komi(game, comparison.delta.abs()) => Self::HandicapOrKomi,
            _ => Self::Unknown,
        })
    }

    /// By the points that differ: what most of them are, the first of equals.
    fn of_points(game: &Evaluated, map: &TerritoryMap) -> Self {
        let Some(label) = &game.label_map else { return Self::Unknown };
        let order = [Self::DeadMarks, Self::Seki, Self::FalseEye, Self::Dame];
        let mut points = [0_u32; 4];
        for index in map.grid().points().filter(|&index| game.position.cells()[index] == Cell::Empty) {
            let (status, owner) = (map.statuses()[index], label.owner(index));
            if status.owner() != owner {
                let kind = match (status, owner) {
                    (Status::Territory(_), Some(_)) => 0,
                    (Status::FalseEye, Some(_)) => 2,
                    (Status::Dame, Some(_)) => 3,
                    _ => 1,
                };
                points[kind] += 1;
            }
        }
        let most = points.iter().max().copied().unwrap_or_default();
        order[points.iter().position(|&count| count == most).unwrap_or_default()]
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
