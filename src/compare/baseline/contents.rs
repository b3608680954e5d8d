//! The contents of a baseline.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

use super::counts::counts;
use super::{Mismatch, StrategyCounts};
use crate::compare::SavedRow;
use crate::pipeline::Figures;

/// A baseline, with which later runs are compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Baseline {
    /// The version of the program that made the run.
    pub version: String,
    /// The signature of the run.
    pub signature: String,
    /// The digest of the run's counted games, with their labels and dead stones.
    pub corpus: String,
    /// The number of games, evaluated or not.
    pub games: u64,
    /// The number of evaluated games.
    pub evaluated: u64,
    /// The counts of each strategy, by name.
    pub strategies: BTreeMap<String, StrategyCounts>,
    /// The known mismatches, by game and strategy.
    #[serde(serialize_with = "as_list")]
    pub mismatches: BTreeMap<(String, String), Mismatch>,
}

impl Baseline {
    /// Returns the baseline of a run. `mismatches` are the rows of its `mismatches.csv`; rows of games that are not
    /// counted are left out.
    #[must_use]
    pub fn of(figures: &Figures, mismatches: &[SavedRow]) -> Self {
        let mismatch = |row: &SavedRow| Some(((row.game.clone(), row.strategy.clone()), row.mismatch()?));
        Self {
            version: figures.version.clone(),
            signature: figures.signature.clone(),
            corpus: figures.corpus.clone(),
            games: figures.games,
            evaluated: figures.evaluated,
            strategies: counts(figures),
            mismatches: mismatches.iter().filter(|row| row.is_counted()).filter_map(mismatch).collect(),
        }
    }
}

/// Serializes mismatches as a list of objects: a key of JSON is a string.
fn as_list<S: Serializer>(mismatches: &BTreeMap<(String, String), Mismatch>, serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Item<'a> {
        game: &'a str,
        strategy: &'a str,
        #[serde(flatten)]
        mismatch: &'a Mismatch,
    }
    serializer.collect_seq(mismatches.iter().map(|((game, strategy), mismatch)| Item { game, strategy, mismatch }))
}
