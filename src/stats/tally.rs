//! Counts over games, for all figures of a summary.

use serde::{Deserialize, Serialize};

use super::wilson;
use crate::outcome::Outcome;
use crate::rules::Points;

/// Counts of points that a claim, a label or both call positive.
///
/// For a strategy, a point is positive if one colour controls its region but neither side scores
/// it: an eye in seki or a false eye, which a label does not distinguish. For a source of dead
/// stones, a dead stone is positive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Confusion {
    /// The points that are positive in both.
    pub(crate) both: u64,
    /// The points that are positive only in the claim.
    pub(crate) claimed_only: u64,
    /// The points that are positive only in the label.
    pub(crate) label_only: u64,
}

impl Confusion {
    /// Returns the share of the claimed positives that are positive in the label; `None` if nothing
    /// is claimed.
    pub(crate) fn precision(&self) -> Option<f64> {
        share(self.both, self.both + self.claimed_only)
    }

    /// Returns the share of the label's positives that are claimed; `None` if the label has no
    /// positives.
    pub(crate) fn recall(&self) -> Option<f64> {
        share(self.both, self.both + self.label_only)
    }

    /// Returns the harmonic mean of precision and recall; `None` if neither claim nor label has
    /// positives.
    pub(crate) fn f1(&self) -> Option<f64> {
        share(
            2 * self.both,
            2 * self.both + self.claimed_only + self.label_only,
        )
    }

    /// Adds the counts of another game.
    pub(crate) fn add(&mut self, other: Self) {
        self.both += other.both;
        self.claimed_only += other.claimed_only;
        self.label_only += other.label_only;
    }
}

/// A strategy's answer for a game, compared with the label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Comparison {
    /// The comparison of the margins.
    pub(crate) outcome: Outcome,
    /// The strategy's margin minus the label's.
    pub(crate) delta: Points,
    /// The number of points whose owner differs from the label's map, and the counts of seki and
    /// false eyes; `None` if there is no map.
    pub(crate) map: Option<(u32, Confusion)>,
}

/// The sums over many games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    /// The number of games.
    pub(crate) games: u64,
    /// The number of games with the label's margin.
    pub(crate) exact: u64,
    /// The number of games with the label's winner, including games with its margin.
    pub(crate) winner: u64,
    /// The number of games with a map.
    pub(crate) maps: u64,
    /// The number of games whose map equals the label's.
    pub(crate) maps_exact: u64,
    /// The number of points that differ, over all maps.
    pub(crate) points_wrong: u64,
    /// The counts of points in seki and of false eyes.
    pub(crate) seki: Confusion,
    /// The sum of the absolute deltas, in hundredths of a point.
    delta_sizes: i64,
    /// The sum of the deltas, in hundredths of a point.
    deltas: i64,
}

impl Tally {
    /// Adds a game.
    pub(crate) fn add(&mut self, result: &Comparison) {
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

    /// Returns the share of games with the label's margin; `None` if there are no games.
    pub(crate) fn exact_rate(&self) -> Option<f64> {
        share(self.exact, self.games)
    }

    /// Returns the 95 % interval of [`Self::exact_rate`].
    pub(crate) fn exact_interval(&self) -> (f64, f64) {
        wilson(self.exact, self.games)
    }

    /// Returns the share of games with the label's winner; `None` if there are no games.
    pub(crate) fn winner_rate(&self) -> Option<f64> {
        share(self.winner, self.games)
    }

    /// Returns the 95 % interval of [`Self::winner_rate`].
    pub(crate) fn winner_interval(&self) -> (f64, f64) {
        wilson(self.winner, self.games)
    }

    /// Returns the mean absolute error, in points; `None` if there are no games.
    pub(crate) fn mean_absolute_error(&self) -> Option<f64> {
        self.mean(self.delta_sizes)
    }

    /// Returns the mean error, in points: positive if the strategy favours Black; `None` if there
    /// are no games.
    pub(crate) fn bias(&self) -> Option<f64> {
        self.mean(self.deltas)
    }

    /// Returns the mean over all games, in points, given the sum in hundredths of a point; `None`
    /// if there are no games.
    #[allow(clippy::cast_precision_loss)] // sums stay below 2^52
    fn mean(&self, hundredths: i64) -> Option<f64> {
        (self.games > 0).then(|| hundredths as f64 / 100.0 / self.games as f64)
    }
}

/// Returns `part` as a share of `whole`; `None` if `whole` is 0.
#[allow(clippy::cast_precision_loss)] // counts stay below 2^52
pub(super) fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// A comparison, stone by stone, of the dead stones of a game according to a measured source and to
/// its label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct DeadComparison {
    /// The stones on the board at the end.
    pub(crate) stones: u64,
    /// The stones that are dead in both, only according to the measured source, and only in the
    /// label.
    pub(crate) dead: Confusion,
}

/// The sums over many games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct DeadTally {
    /// The number of games.
    pub(crate) games: u64,
    /// The number of games where every stone has the same status in both.
    pub(crate) same: u64,
    /// The stones on the boards at the end.
    pub(crate) stones: u64,
    /// The stones that are dead in both, only according to the measured source, and only in the
    /// label.
    pub(crate) dead: Confusion,
}

impl DeadTally {
    /// Adds a game.
    pub(crate) fn add(&mut self, game: DeadComparison) {
        self.games += 1;
        self.same += u64::from(game.dead.claimed_only + game.dead.label_only == 0);
        self.stones += game.stones;
        self.dead.add(game.dead);
    }

    /// Returns the number of stones that are alive in both.
    pub(crate) fn alive(&self) -> u64 {
        self.stones - self.dead.both - self.dead.claimed_only - self.dead.label_only
    }

    /// Returns the share of games where every stone has the same status in both; `None` if there
    /// are no games.
    pub(crate) fn same_rate(&self) -> Option<f64> {
        share(self.same, self.games)
    }

    /// Returns the 95 % interval of [`Self::same_rate`].
    pub(crate) fn same_interval(&self) -> (f64, f64) {
        wilson(self.same, self.games)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tally_sums_the_games() {
        let mut tally = Tally::default();
        assert_eq!(
            (
                tally.exact_rate(),
                tally.mean_absolute_error(),
                tally.bias(),
                tally.seki.f1()
            ),
            (None, None, None, None)
        );
        let result = |outcome, delta, map| Comparison {
            outcome,
            delta: Points::whole(delta),
            map,
        };
        let seki = |both, claimed_only, label_only| Confusion {
            both,
            claimed_only,
            label_only,
        };
        tally.add(&result(Outcome::Exact, 0, Some((0, seki(3, 0, 0)))));
        tally.add(&result(Outcome::Winner, -4, Some((4, seki(1, 3, 1)))));
        tally.add(&result(Outcome::Wrong, 1, None));
        tally.add(&result(Outcome::Exact, 0, None));
        tally.add(&result(Outcome::Exact, 0, Some((0, Confusion::default()))));
        assert_eq!(
            (
                tally.games,
                tally.exact,
                tally.winner,
                tally.maps,
                tally.maps_exact
            ),
            (5, 3, 4, 3, 2)
        );
        assert_eq!(
            (tally.exact_rate(), tally.exact_interval()),
            (Some(0.6), wilson(3, 5))
        );
        assert_eq!(
            (tally.winner_rate(), tally.winner_interval()),
            (Some(0.8), wilson(4, 5))
        );
        assert_eq!(
            (tally.mean_absolute_error(), tally.bias()),
            (Some(1.0), Some(-0.6))
        );
        assert_eq!(
            (tally.seki.precision(), tally.seki.recall()),
            (Some(4.0 / 7.0), Some(0.8))
        );
        assert_eq!(tally.seki.f1(), Some(8.0 / 12.0));
        assert_eq!(tally.points_wrong, 4);
    }

    #[test]
    fn dead_tally_counts_games_with_equal_stones() {
        let mut tally = DeadTally::default();
        assert_eq!((tally.same_rate(), tally.dead.recall()), (None, None));
        let dead = |both, claimed_only, label_only| Confusion {
            both,
            claimed_only,
            label_only,
        };
        let same = dead(0, 0, 0);
        for (stones, dead) in [
            (10, dead(3, 0, 0)),
            (20, dead(4, 1, 2)),
            (30, dead(0, 0, 5)),
            (40, same),
            (50, same),
        ] {
            tally.add(DeadComparison { stones, dead });
        }
        assert_eq!(
            (tally.games, tally.same, tally.stones, tally.alive()),
            (5, 3, 150, 135)
        );
        assert_eq!(
            (tally.dead.precision(), tally.dead.recall()),
            (Some(7.0 / 8.0), Some(0.5))
        );
        assert_eq!(tally.same_rate(), Some(0.6));
        let (low, high) = tally.same_interval();
        assert!(low > 0.23 && low < 0.24 && high > 0.88 && high < 0.89);
    }
}
