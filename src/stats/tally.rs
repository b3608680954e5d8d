//! Counts over games, from which every figure of a summary is made.

use super::wilson;
use crate::score::{Outcome, Points, hundredths};
use serde::{Deserialize, Serialize};

/// How what is claimed of points compares with a label, point by point.
///
/// Of a strategy, a point is positive where one colour controls its region and it is nobody's territory all the same:
/// an eye in seki, or a false eye, which a label does not tell apart. Of dead stones, a dead one is positive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Confusion {
    /// Positive for both.
    pub both: u64,
    /// Claimed to be positive, and not so for the label.
    pub claimed_only: u64,
    /// Positive for the label only.
    pub label_only: u64,
}

impl Confusion {
    /// The share of the claimed positives that are the label's; `None` where there is none.
    #[must_use]
    pub fn precision(&self) -> Option<f64> {
        share(self.both, self.both + self.claimed_only)
    }

    /// The share of the label's positives that are claimed; `None` where it has none.
    #[must_use]
    pub fn recall(&self) -> Option<f64> {
        share(self.both, self.both + self.label_only)
    }

    /// The harmonic mean of precision and recall; `None` where neither has positives.
    #[must_use]
    pub fn f1(&self) -> Option<f64> {
        share(2 * self.both, 2 * self.both + self.claimed_only + self.label_only)
    }

    /// Adds another game's.
    pub fn add(&mut self, other: Self) {
        self.both += other.both;
        self.claimed_only += other.claimed_only;
        self.label_only += other.label_only;
    }
}

/// A strategy's answer for one game, compared with the label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Comparison {
    /// How the margins compare.
    pub outcome: Outcome,
    /// The strategy's margin minus the label's.
    #[serde(with = "hundredths")]
    pub delta: Points,
    /// Points with another owner than on the label's map, and the points without an owner; `None` without a map.
    pub map: Option<(u32, Confusion)>,
}

/// What is counted of many games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games.
    pub games: u64,
    /// Games with the label's margin.
    pub exact: u64,
    /// Games with the label's winner, those with its margin among them.
    pub winner: u64,
    /// Games with a map.
    pub maps: u64,
    /// Games whose map is the label's.
    pub maps_exact: u64,
    /// Points that differ, over all maps.
    pub points_wrong: u64,
    /// Seki, by point.
    pub seki: Confusion,
    /// Sum of the deltas' sizes, in hundredths of a point.
    delta_sizes: i64,
    /// Sum of the deltas, in hundredths of a point.
    deltas: i64,
}

impl Tally {
    /// Counts one more game.
    pub fn add(&mut self, result: &Comparison) {
        self.games += 1;
        self.exact += u64::from(result.outcome == Outcome::Exact);
        self.winner += u64::from(result.outcome != Outcome::Wrong);
        self.delta_sizes += i64::from(result.delta.abs().hundredths());
        self.deltas += i64::from(result.delta.hundredths());
        if let Some((differences, seki)) = result.map {
            self.maps += 1;
            self.maps_exact += u64::from(differences == 0);
            self.points_wrong += u64::from(differences);
            self.seki.add(seki);
        }
    }

    /// The share of games with the label's margin; `None` without games.
    #[must_use]
    pub fn exact_rate(&self) -> Option<f64> {
        share(self.exact, self.games)
    }

    /// The 95 % interval of [`Self::exact_rate`].
    #[must_use]
    pub fn exact_interval(&self) -> (f64, f64) {
        wilson(self.exact, self.games)
    }

    /// The share of games with the label's winner; `None` without games.
    #[must_use]
    pub fn winner_rate(&self) -> Option<f64> {
        share(self.winner, self.games)
    }

    /// The 95 % interval of [`Self::winner_rate`].
    #[must_use]
    pub fn winner_interval(&self) -> (f64, f64) {
        wilson(self.winner, self.games)
    }

    /// The mean size of the error, in points; `None` without games.
    #[must_use]
    pub fn mean_absolute_error(&self) -> Option<f64> {
        self.mean(self.delta_sizes)
    }

    /// The mean error, in points, positive where the strategy favours Black; `None` without games.
    #[must_use]
    pub fn bias(&self) -> Option<f64> {
        self.mean(self.deltas)
    }

    #[allow(clippy::cast_precision_loss)] // sums stay below 2^52
    fn mean(&self, hundredths: i64) -> Option<f64> {
        (self.games > 0).then(|| hundredths as f64 / 100.0 / self.games as f64)
    }
}

#[allow(clippy::cast_precision_loss)] // counts stay below 2^52
pub(super) fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tally_adds_up() {
        let mut tally = Tally::default();
        assert_eq!((tally.exact_rate(), tally.bias(), tally.seki.f1()), (None, None, None));
        let result = |outcome, delta, map| Comparison { outcome, delta: Points::whole(delta), map };
        let seki = |both, claimed_only, label_only| Confusion { both, claimed_only, label_only };
        tally.add(&result(Outcome::Exact, 0, Some((0, seki(3, 0, 0)))));
        tally.add(&result(Outcome::Winner, -4, Some((4, seki(1, 3, 1)))));
        tally.add(&result(Outcome::Wrong, 1, None));
        tally.add(&result(Outcome::Exact, 0, None));
        tally.add(&result(Outcome::Exact, 0, Some((0, Confusion::default()))));
        assert_eq!((tally.games, tally.exact, tally.winner, tally.maps, tally.maps_exact), (5, 3, 4, 3, 2));
        assert_eq!((tally.exact_rate(), tally.exact_interval()), (Some(0.6), wilson(3, 5)));
        assert_eq!((tally.winner_rate(), tally.winner_interval()), (Some(0.8), wilson(4, 5)));
        assert_eq!((tally.mean_absolute_error(), tally.bias()), (Some(1.0), Some(-0.6)));
        assert_eq!((tally.seki.precision(), tally.seki.recall()), (Some(4.0 / 7.0), Some(0.8)));
        assert_eq!(tally.seki.f1(), Some(8.0 / 12.0));
        assert_eq!(tally.points_wrong, 4);
    }
}
