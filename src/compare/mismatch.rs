//! A mismatch (a difference between an answer and the label), and how it changes from a baseline to
//! a run.

use serde::Serialize;
use strum::IntoStaticStr;

use crate::outcome::Outcome;
use crate::rules::Points;
use crate::run::GameRow;

/// The difference between an answer and the label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Mismatch {
    /// The comparison of the margins; `None` if there is no answer.
    pub(crate) outcome: Option<Outcome>,
    /// The answer's margin minus the label's; `None` if the answer has no margin.
    pub(crate) delta: Option<Points>,
    /// The number of points whose owner differs from the owner on the label's map; `None` if a map
    /// is missing.
    pub(crate) map_diff: Option<u32>,
}

impl Mismatch {
    /// Returns how the answer in a row differs from the label; `None` if they agree, or if there is
    /// no label. A missing answer is also a mismatch.
    pub(crate) fn of(row: &GameRow) -> Option<Self> {
        let mismatch = Self {
            outcome: row.outcome,
            delta: row.delta,
            map_diff: row.map_diff,
        };
        let is_right = row.outcome.is_some_and(|one| one.is_right(row.delta));
        let agrees = is_right && !mismatch.differs_in_map();
        (!row.label.is_empty() && !agrees).then_some(mismatch)
    }

    pub(super) fn differs_in_map(&self) -> bool {
        self.map_diff.is_some_and(|points| points > 0)
    }

    /// Returns whether the margin equals the label's.
    pub(super) fn is_exact(&self) -> bool {
        self.outcome == Some(Outcome::Exact)
    }

    /// Returns whether the mismatch is worse than `known` in any respect: the winner, the size of
    /// the error or, if both have a map, the number of differing points. The map matters even if
    /// the margin does not get worse, because errors on the map may cancel each other out. A
    /// missing answer is worse than a wrong one. A wrong answer is also worse than a missing one,
    /// because nobody has accepted it, and the scorer may have declined such games before.
    pub(crate) fn is_worse_than(&self, known: &Self) -> bool {
        if self.outcome.is_none() || known.outcome.is_none() {
            return self.outcome != known.outcome;
        }
        let wrong = Some(Outcome::Wrong);
        self.outcome == wrong && known.outcome != wrong
            || self.delta.map(Points::abs) > known.delta.map(Points::abs)
            || known
                .map_diff
                .is_some_and(|points| self.map_diff.unwrap_or_default() > points)
    }

    /// Returns a sort key that is higher for more severe mismatches. A missing answer is the most
    /// severe.
    pub(crate) fn severity(&self) -> impl Ord + use<> {
        let is_wrong_winner = self.outcome == Some(Outcome::Wrong);
        (
            self.outcome.is_none(),
            is_wrong_winner,
            self.delta.map(Points::abs),
            self.map_diff.unwrap_or_default(),
        )
    }

    /// Describes the mismatch for the user, such as `2 points too many for Black, 4 points of the
    /// map differ`.
    pub(crate) fn words(&self) -> String {
        let too_many = self.delta.map_or_else(String::new, too_many);
        let (margin, but) = match self.outcome {
            None => return "no answer".to_owned(),
            Some(Outcome::Exact) => ("right margin".to_owned(), "but "),
            Some(Outcome::Winner) => (too_many, ""),
            Some(Outcome::Wrong) if self.delta.is_none() => ("wrong winner".to_owned(), ""),
            Some(Outcome::Wrong) => (format!("{too_many}, wrong winner"), ""),
        };
        match self.map_diff {
            None => margin,
            Some(0) => format!("{margin}, but the map is right"),
            Some(1) => format!("{margin}, {but}1 point of the map differs"),
            Some(points) => format!("{margin}, {but}{points} points of the map differ"),
        }
    }
}

/// Describes the contradiction between the margin of an answer and its own map, if there is one.
pub(crate) fn contradiction(row: &GameRow) -> Option<String> {
    let (margin, map, label) = (row.stated_margin?, row.map_margin?, row.label_margin?);
    Some(format!(
        "margin {margin}, but its own map gives {map}; label {label}"
    ))
}

/// If the count has the recorded margin with the opposite winner, the record may name the wrong
/// winner. This is the smallest margin, in points, for which this is likely. A smaller margin may
/// be a miscount: in 63 of 7,014 professional games, `teire` finds the recorded margin with the
/// opposite winner, and 61 of these margins are at most 3 points.
const LEAST_REVERSED: i64 = 4;

/// Returns whether a margin is the label's margin with the opposite winner, and too large for a
/// coincidence.
pub(crate) fn is_reversed(margin: Points, label: Points) -> bool {
    margin == -label && label.abs() >= Points::whole(LEAST_REVERSED)
}

/// Describes the difference between a margin and the label's, such as
/// `2 points too many for White`.
pub(crate) fn too_many(delta: Points) -> String {
    let color = if delta > Points::ZERO {
        "Black"
    } else {
        "White"
    };
    let points = if delta.abs() == Points::whole(1) {
        "point"
    } else {
        "points"
    };
    format!("{} {points} too many for {color}", delta.abs())
}

/// The kind of change to a mismatch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, IntoStaticStr)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub(crate) enum ChangeKind {
    /// Only the run has a mismatch.
    New,
    /// Both have a mismatch, and the run's is worse according to [`Mismatch::is_worse_than`].
    Worse,
    /// Both have a mismatch. The run's is different, but not worse.
    Changed,
    /// Only the baseline has a mismatch.
    Fixed,
}

impl ChangeKind {
    /// Returns the kind of change from one mismatch to another; `None` if nothing changes.
    pub(super) fn of(before: Option<Mismatch>, now: Option<Mismatch>) -> Option<Self> {
        match (before, now) {
            (None, Some(_)) => Some(Self::New),
            (Some(_), None) => Some(Self::Fixed),
            (Some(before), Some(now)) if now.is_worse_than(&before) => Some(Self::Worse),
            (before, now) => (before != now).then_some(Self::Changed),
        }
    }

    /// Returns whether the gate may fail because of such a change.
    pub(crate) fn is_bad(self) -> bool {
        matches!(self, Self::New | Self::Worse)
    }

    /// Returns the name used in reports.
    pub(crate) fn name(self) -> &'static str {
        self.into()
    }
}

/// A mismatch that differs between the baseline and the run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Change {
    /// The kind of change.
    pub(crate) kind: ChangeKind,
    /// The name of the game.
    pub(crate) game: String,
    /// The strategy with the mismatch.
    pub(crate) strategy: String,
    /// The mismatch in the baseline.
    pub(crate) before: Option<Mismatch>,
    /// The mismatch in the run.
    pub(crate) now: Option<Mismatch>,
    /// The contradiction in the run's answer: see [`contradiction`].
    #[serde(skip)]
    pub(crate) contradiction: Option<String>,
    /// The category of the run's mismatch; empty if there is none.
    pub(crate) category: String,
    /// The command that shows the game; empty if the run has no mismatch.
    pub(crate) explain: String,
}

impl Change {
    /// Describes the mismatch in the run and in the baseline.
    pub(crate) fn words(&self) -> String {
        let [now, before] = [self.now, self.before]
            .map(|mismatch| mismatch.map_or("right".to_owned(), |mismatch| mismatch.words()));
        if let Some(words) = &self.contradiction {
            return format!("{words}; before: {before}");
        }
        match self.now {
            Some(mismatch) if mismatch.is_exact() && self.before.is_none() => {
                format!("{now}; before: the map was right")
            }
            _ => format!("{now}; before: {before}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn off(outcome: Outcome, delta: &str, map_diff: Option<u32>) -> Mismatch {
        Mismatch {
            outcome: Some(outcome),
            delta: Some(Points::parse(delta).unwrap()),
            map_diff,
        }
    }

    #[test]
    fn mismatch_is_worse_if_winner_margin_or_map_is() {
        let known = off(Outcome::Winner, "-2", Some(2));
        for (mismatch, worse) in [
            (off(Outcome::Winner, "2", Some(2)), false),
            (off(Outcome::Winner, "1", Some(2)), false),
            (off(Outcome::Exact, "0", Some(1)), false),
            (off(Outcome::Winner, "1", Some(3)), true),
            (off(Outcome::Exact, "0", Some(4)), true),
            (off(Outcome::Winner, "2", Some(3)), true),
            (off(Outcome::Winner, "-3", Some(1)), true),
            (off(Outcome::Wrong, "-1", Some(1)), true),
            (
                Mismatch {
                    outcome: None,
                    ..off(Outcome::Exact, "0", None)
                },
                true,
            ),
        ] {
            assert_eq!(mismatch.is_worse_than(&known), worse, "{mismatch:?}");
        }
        let missing = Mismatch {
            outcome: None,
            ..off(Outcome::Exact, "0", None)
        };
        assert!(known.is_worse_than(&missing), "nobody has accepted it");
        assert!(!missing.is_worse_than(&missing));
        let without_map = off(Outcome::Winner, "-2", None);
        assert!(!known.is_worse_than(&without_map), "only one has a map");
    }

    #[test]
    fn description_names_the_colour_with_too_many_points() {
        for (mismatch, words) in [
            (
                off(Outcome::Winner, "6", Some(16)),
                "6 points too many for Black, 16 points of the map differ",
            ),
            (
                off(Outcome::Wrong, "-1", Some(1)),
                "1 point too many for White, wrong winner, 1 point of the map differs",
            ),
            (
                off(Outcome::Winner, "0.5", None),
                "0.5 points too many for Black",
            ),
            (
                off(Outcome::Winner, "-13", Some(0)),
                "13 points too many for White, but the map is right",
            ),
            (
                off(Outcome::Exact, "0", Some(8)),
                "right margin, but 8 points of the map differ",
            ),
        ] {
            assert_eq!(mismatch.words(), words);
        }
    }
}
