//! Counts over games, for the figures of a summary.

use serde::{Deserialize, Serialize};

use super::GameRow;
use crate::game::SekiEyes;
use crate::outcome::Outcome;
use crate::stats::{Confusion, share, wilson};

/// The sums over a strategy's rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    /// The number of games with an answer.
    pub(super) games: u64,
    /// The number of games where the answer has the label's margin.
    pub(super) exact: u64,
    /// The number of games where the answer has the label's winner, with or without the same
    /// margin.
    pub(super) winner: u64,
    /// The number of games where both the label and the answer have a map.
    pub(super) maps: u64,
    /// The number of games where the answer's map equals the label's.
    pub(super) maps_exact: u64,
    /// The number of points where the answer's map differs from the label's, over all games.
    pub(super) points_wrong: u64,
    /// The counts of points in eyes in seki and in false eyes.
    pub(super) seki: Confusion,
    /// The number of games whose points have owners from a file.
    pub(super) with_owners: u64,
    /// The eyes in seki in these games.
    pub(super) eyes: SekiEyes,
    /// The number of answers whose margin and map contradict each other.
    pub(super) contradictory: u64,
    /// The number of games where the answer names only the winner.
    pub(super) only_winner: u64,
    /// The number of these games where the answer has the label's winner.
    pub(super) right_winners: u64,
    /// The sum of the absolute deltas, in hundredths of a point.
    pub(super) delta_sizes: i64,
    /// The sum of the deltas, in hundredths of a point.
    pub(super) deltas: i64,
}

impl Tally {
    /// Adds a row, if it has a label and an answer.
    pub(super) fn add(&mut self, row: &GameRow) {
        self.contradictory += u64::from(row.stated_margin.is_some());
        let Some(outcome) = row.outcome else {
            return;
        };
        self.games += 1;
        self.exact += u64::from(outcome == Outcome::Exact);
        self.winner += u64::from(outcome != Outcome::Wrong);
        if let Some(delta) = row.delta {
            self.delta_sizes += i64::from(delta.abs().hundredths());
            self.deltas += i64::from(delta.hundredths());
        } else {
            self.only_winner += 1;
            self.right_winners += u64::from(outcome.is_right(None));
        }
        if let Some(right) = row.eyes_right {
            self.with_owners += 1;
            self.eyes.right += right;
            self.eyes.wrong += row.eyes_wrong.unwrap_or_default();
            self.eyes.unclear += row.eyes_unclear.unwrap_or_default();
            self.eyes.missed += row.eyes_missed.unwrap_or_default();
        }
        if let Some(differences) = row.map_diff {
            self.maps += 1;
            self.maps_exact += u64::from(differences == 0);
            self.points_wrong += u64::from(differences);
            let seki = [row.seki_both, row.seki_answer_only, row.seki_label_only];
            self.seki.add(Confusion::of(seki));
        }
    }

    /// Returns the number of games where the answer has a margin.
    pub(super) fn margins(&self) -> u64 {
        self.games - self.only_winner
    }

    /// Returns the mean over all games with a margin, in points, given the sum in hundredths of a
    /// point; `None` if there are no such games.
    pub(super) fn mean(&self, hundredths: i64) -> Option<f64> {
        let games = self.margins();
        (games > 0).then(|| hundredths as f64 / 100.0 / games as f64)
    }
}

/// The agreement of a source of dead stones with labels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct DeadTally {
    /// The number of games whose labels say which stones are dead.
    pub(crate) games: u64,
    /// The number of games where the source and the label agree about every stone.
    pub(crate) same: u64,
    /// The number of stones on the boards at the end.
    pub(crate) stones: u64,
    /// The counts of stones that are dead according to both, only to the source, or only to the
    /// label.
    #[serde(flatten)]
    pub(crate) dead: Confusion,
}

impl DeadTally {
    /// Adds a game, given one of its rows.
    pub(super) fn add(&mut self, row: &GameRow) {
        let dead = Confusion::of([row.dead_both, row.dead_source_only, row.dead_label_only]);
        self.games += 1;
        self.same += u64::from(dead.claimed_only + dead.label_only == 0);
        self.stones += row.stones.unwrap_or_default();
        self.dead.add(dead);
    }

    /// Returns the number of stones that are alive according to both the source and the label.
    pub(super) fn alive_both(&self) -> u64 {
        self.stones - self.dead.both - self.dead.claimed_only - self.dead.label_only
    }

    /// Returns the share of games where the source and the label agree about every stone.
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
    use crate::rules::Points;
    use crate::run::any_row;

    #[test]
    fn tally_sums_the_games() {
        let mut tally = Tally::default();
        assert_eq!((tally.mean(0), tally.seki.f1()), (None, None));
        let row = |outcome, delta, map: Option<(u32, [u64; 3])>| GameRow {
            outcome: Some(outcome),
            delta: Some(Points::whole(delta)),
            map_diff: map.map(|(points, _)| points),
            seki_both: map.map(|(_, [both, ..])| both),
            seki_answer_only: map.map(|(_, [_, only, _])| only),
            seki_label_only: map.map(|(_, [.., only])| only),
            ..any_row()
        };
        tally.add(&row(Outcome::Exact, 0, Some((0, [3, 0, 0]))));
        tally.add(&row(Outcome::Winner, -4, Some((4, [1, 3, 1]))));
        tally.add(&row(Outcome::Wrong, 2, None));
        tally.add(&row(Outcome::Exact, 0, None));
        tally.add(&row(Outcome::Exact, 0, Some((0, [0, 0, 0]))));
        tally.add(&GameRow {
            outcome: None,
            delta: None,
            ..any_row()
        });
        assert_eq!((tally.games, tally.exact, tally.winner), (5, 3, 4));
        assert_eq!(
            (tally.maps, tally.maps_exact, tally.points_wrong),
            (3, 2, 4)
        );
        assert_eq!(
            [tally.delta_sizes, tally.deltas].map(|sum| tally.mean(sum)),
            [Some(1.2), Some(-0.4)]
        );
        assert_eq!(
            (tally.seki.precision(), tally.seki.recall()),
            (Some(4.0 / 7.0), Some(0.8))
        );
        assert_eq!(tally.seki.f1(), Some(8.0 / 12.0));
    }

    #[test]
    fn dead_tally_counts_games_with_equal_stones() {
        let mut tally = DeadTally::default();
        assert_eq!((tally.same_rate(), tally.dead.recall()), (None, None));
        for (stones, both, source_only, label_only) in [
            (10, 3, 0, 0),
            (20, 4, 1, 2),
            (30, 0, 0, 5),
            (40, 0, 0, 0),
            (50, 0, 0, 0),
        ] {
            tally.add(&GameRow {
                stones: Some(stones),
                dead_both: Some(both),
                dead_source_only: Some(source_only),
                dead_label_only: Some(label_only),
                ..any_row()
            });
        }
        assert_eq!(
            (tally.games, tally.same, tally.stones, tally.alive_both()),
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
