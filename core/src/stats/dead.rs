//! The agreement of a source of dead stones with the labels.

use super::tally::{Confusion, share};
use super::wilson;
use serde::{Deserialize, Serialize};

/// The dead stones of a game by a measured source and by its label, compared stone by stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeadComparison {
    /// The stones on the board at the end.
    pub stones: u64,
    /// The stones that are dead for both, for the measured source only, and for the label only.
    pub dead: Confusion,
    /// The number of points with another owner than the label expects, or that only one of the two calls a seal; `None` if
    /// owners were not compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owners_differ: Option<u32>,
}

/// The sums over many games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DeadTally {
    /// The number of games.
    pub games: u64,
    /// The number of games in which every stone has the same status for both.
    pub same: u64,
    /// The stones on the boards at the end.
    pub stones: u64,
    /// The stones that are dead for both, for the measured source only, and for the label only.
    pub dead: Confusion,
    /// The number of games whose owners were compared.
    pub owners: u64,
    /// The number of games in which every point has the expected owner.
    pub owners_same: u64,
    /// The number of points that have another owner than is expected.
    pub owners_differ: u64,
}

impl DeadTally {
    /// Adds a game.
    pub fn add(&mut self, game: DeadComparison) {
        self.games += 1;
        self.same += u64::from(game.dead.claimed_only + game.dead.label_only == 0);
        self.stones += game.stones;
        self.dead.add(game.dead);
        if let Some(points) = game.owners_differ {
            self.owners += 1;
            self.owners_same += u64::from(points == 0);
            self.owners_differ += u64::from(points);
        }
    }

    /// Returns the number of stones that are alive for both.
    #[must_use]
    pub fn alive(&self) -> u64 {
        self.stones - self.dead.both - self.dead.claimed_only - self.dead.label_only
    }

    /// Returns the share of games in which every stone has the same status for both; `None` without games.
    #[must_use]
    pub fn same_rate(&self) -> Option<f64> {
        share(self.same, self.games)
    }

    /// Returns the share of games in which every point has the expected owner, of those whose owners were compared.
    #[must_use]
    pub fn owners_same_rate(&self) -> Option<f64> {
        share(self.owners_same, self.owners)
    }

    /// Returns the 95 % interval of [`Self::same_rate`].
    #[must_use]
    pub fn same_interval(&self) -> (f64, f64) {
        wilson(self.same, self.games)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_the_same_where_every_stone_is() {
        let mut tally = DeadTally::default();
        assert_eq!((tally.same_rate(), tally.dead.recall()), (None, None));
        let dead = |both, claimed_only, label_only| Confusion { both, claimed_only, label_only };
        let games = [(10, dead(3, 0, 0), Some(0)), (20, dead(4, 1, 2), Some(7)), (30, dead(0, 0, 5), None)];
        for (stones, dead, owners_differ) in
            games.into_iter().chain([40, 50].map(|stones| (stones, dead(0, 0, 0), None)))
        {
            tally.add(DeadComparison { stones, dead, owners_differ });
        }
        assert_eq!((tally.owners, tally.owners_same, tally.owners_differ), (2, 1, 7));
        assert_eq!(tally.owners_same_rate(), Some(0.5));
        assert_eq!((tally.games, tally.same, tally.stones, tally.alive()), (5, 3, 150, 135));
        assert_eq!((tally.dead.precision(), tally.dead.recall()), (Some(7.0 / 8.0), Some(0.5)));
        assert_eq!(tally.same_rate(), Some(0.6));
        let (low, high) = tally.same_interval();
        assert!(low > 0.23 && low < 0.24 && high > 0.88 && high < 0.89);
    }
}
