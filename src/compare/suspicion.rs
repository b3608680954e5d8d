//! How certain a mismatch is. The count may be right, while the record or the dead stones are
//! wrong.

use serde::{Deserialize, Serialize};
use strum::VariantArray;

use super::mismatch::is_reversed;
use crate::game::Category;
use crate::labels::LabelCheck;
use crate::rules::Points;
use crate::run::GameRow;
use crate::safety::SafetyLevel;

/// The error, in points, above which a mismatch without a map is in doubt. Of 7,260 finished
/// professional games whose dead stones were found by playouts, 47 had a larger error, nearly
/// always because the playouts were wrong about a large group.
pub(super) const IN_DOUBT: i64 = 20;

/// The kinds of mismatches and other doubts, for a person who looks for errors in an archive. The
/// most certain kind comes first.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, VariantArray,
)]
#[non_exhaustive]
pub enum Suspicion {
    /// The marks, the prisoners and the komi do not give the recorded result.
    Record,
    /// A move cannot have been played, or the handicap is missing. Only an audit looks for this.
    Moves,
    /// The file can't be read, or ends before the record does.
    File,
    /// The record gives two results or two komi.
    TwoResults,
    /// The result is missing or can't be read. Only an audit looks at such games.
    Unreadable,
    /// A game or a result that an earlier audit saw is gone.
    Lost,
    /// The recorded margin is impossible with the recorded komi, or the komi is missing or absurd.
    Komi,
    /// Another record of the game has a different result. Only an audit compares records.
    Copies,
    /// The margin is the recorded margin with the opposite winner.
    OtherWinner,
    /// Neither the record nor the dead stones are in doubt.
    CountedDifferently,
    /// The margin is as recorded if protective moves cost points.
    OwedMoves,
    /// The status of some stones is in doubt, or the game may be unfinished.
    Position,
    /// The record has a count that can't be checked. Only an audit looks at such games.
    Uncounted,
}

impl Suspicion {
    /// All kinds, the most certain first.
    pub(crate) const ALL: &[Self] = Self::VARIANTS;

    /// Returns the kind of a mismatch.
    pub(crate) fn of(row: &GameRow) -> Self {
        let delta = row.delta.unwrap_or_default();
        if row.label_check == LabelCheck::Contradictory {
            Self::TwoResults
        } else if row.label_check == LabelCheck::Inconsistent && delta == Points::ZERO {
            Self::Record
        } else if row.is_unclosed() {
            Self::File
        } else if !delta.is_whole() {
            Self::Komi
        } else if row.label_check == LabelCheck::Inconsistent {
            Self::Record
        } else if let (Some(label), Some(margin)) = (row.recorded(), row.margin)
            && is_reversed(margin, label)
            && !may_be_closed_for(label, row)
        {
            Self::OtherWinner
        } else if row.category == Some(Category::Unfinished)
            || row.category == Some(Category::DoubtfulStones)
            || row.safety == Some(SafetyLevel::Unsure)
            || row.map_diff.is_none() && (!row.finished || delta.abs() > Points::whole(IN_DOUBT))
        {
            Self::Position
        } else if row.category == Some(Category::OwedMoves) {
            Self::OwedMoves
        } else {
            Self::CountedDifferently
        }
    }

    /// Returns the name used in the output of `seichi audit`, and the heading of a list of
    /// mismatches of this kind. Also returns the number of planted errors among the verdicts of
    /// this kind in a trial, and the number of all these verdicts. docs/audit.md describes the
    /// trial. Both numbers are 0 if nothing was measured.
    const fn description(self) -> (&'static str, &'static str, [u32; 2]) {
        match self {
            Self::Record => (
                "contradicts-itself",
                "The record contradicts itself",
                [320, 320],
            ),
            Self::Moves => ("broken-moves", "Moves that cannot have been played", [0, 0]),
            Self::File => (
                "unreadable-file",
                "The file cannot be read, or is cut off",
                [0, 0],
            ),
            Self::TwoResults => (
                "two-results",
                "The record gives two results or two komi",
                [0, 0],
            ),
            Self::Unreadable => (
                "unreadable-result",
                "The result is missing or cannot be read",
                [0, 0],
            ),
            Self::Lost => ("lost", "Gone or changed since the last audit", [0, 0]),
            Self::Komi => (
                "impossible-komi",
                "The komi is missing, or cannot give the recorded result",
                [21, 79],
            ),
            Self::Copies => (
                "copies-differ",
                "Copies of the game have different results",
                [76, 92],
            ),
            Self::OtherWinner => (
                "other-winner",
                "Same margin, opposite winner: the record may name the wrong winner",
                [27, 29],
            ),
            Self::CountedDifferently => ("counted-differently", "Counted differently", [79, 328]),
            Self::OwedMoves => (
                "owed-moves",
                "Agrees with the record if protective moves cost points",
                [0, 0],
            ),
            Self::Position => (
                "in-doubt",
                "In doubt: stones may be alive, or the game may be unfinished",
                [195, 2270],
            ),
            Self::Uncounted => ("cannot-be-counted", "Cannot be counted", [0, 0]),
        }
    }

    /// Returns whether nearly all records with this suspicion have an error.
    pub(crate) fn is_certain(self) -> bool {
        self <= Self::Komi
    }

    /// Returns the name used in the output of `seichi audit`.
    pub(crate) const fn name(self) -> &'static str {
        self.description().0
    }

    /// Returns the heading of a list of mismatches of this kind.
    pub const fn heading(self) -> &'static str {
        self.description().1
    }

    /// Returns the number of planted errors among the verdicts of this kind, and the number of all
    /// these verdicts; `None` if nothing was measured.
    pub(crate) fn planted(self) -> Option<[u32; 2]> {
        Some(self.description().2).filter(|[_, all]| *all > 0)
    }

    /// Returns the share of planted errors among the verdicts of this kind, to three decimals.
    pub(crate) fn right(self) -> Option<f64> {
        self.planted()
            .map(|[planted, all]| (f64::from(planted) / f64::from(all) * 1000.0).round() / 1000.0)
    }
}
/// Returns whether a board with an open border could get the margin `label` once one of its neutral
/// regions becomes territory. The board now has the opposite margin.
fn may_be_closed_for(label: Points, row: &GameRow) -> bool {
    let largest = Points::whole(row.largest_neutral.into());
    !row.finished && label.abs() + label.abs() <= largest
}
