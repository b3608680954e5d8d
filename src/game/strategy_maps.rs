//! The maps of all strategies for a position.

use std::sync::Arc;

use super::LabelledGame;
use super::evaluated::Answer;
use crate::external::NoAnswer;
use crate::territory::{Scoring, Strategy, TerritoryMap};

/// The maps of all strategies for a position. Usually, most strategies share the same map.
pub(super) struct StrategyMaps {
    /// The different maps.
    pub(super) different: Vec<Arc<TerritoryMap>>,
    /// For each strategy, the number of its map in `different`.
    pub(super) numbers: Vec<usize>,
}

impl StrategyMaps {
    /// Runs each strategy on a game, whose position `scoring` has.
    pub(super) fn new(
        strategies: &[&Strategy],
        game: &LabelledGame,
        scoring: &mut Scoring<'_>,
    ) -> Self {
        let (whole, count) = (&game.end.position, &game.count);
        let mut maps = Self {
            different: Vec::new(),
            numbers: Vec::with_capacity(strategies.len()),
        };
        let mut map = TerritoryMap::default();
        for (number, &strategy) in strategies.iter().enumerate() {
            // under area rules without a tax, only the shares of the dame can differ
            let counts_alike = |other: &&Strategy| other.shares_dame == strategy.shares_dame;
            if count.rules.is_plain_area()
                && let Some(same) = strategies[..number].iter().position(counts_alike)
            {
                maps.numbers.push(maps.numbers[same]);
                continue;
            }
            scoring.decide_under(whole, count, strategy, &mut map);
            let known = maps.different.iter().position(|known| **known == map);
            maps.numbers.push(known.unwrap_or(maps.different.len()));
            if known.is_none() {
                maps.different.push(Arc::new(map.clone()));
            }
        }
        maps
    }

    /// Returns the map of each strategy.
    pub(super) fn of_strategies(
        &self,
    ) -> impl DoubleEndedIterator<Item = &TerritoryMap> + ExactSizeIterator {
        self.numbers.iter().map(|&number| &*self.different[number])
    }

    /// Returns whether two fills give different territory.
    pub(super) fn are_disputed(&self, strategies: &[&Strategy]) -> bool {
        let fills = strategies.iter().zip(self.of_strategies());
        differ(fills.filter_map(|(strategy, map)| strategy.is_fill().then_some(map)))
    }

    /// Returns whether two strategies or external scorers give different territory, even if their
    /// margins are the same.
    pub(super) fn differ(&self, external: &[Result<Answer, NoAnswer>]) -> bool {
        let answers = external.iter().flatten();
        let given = answers.clone().filter_map(|answer| answer.map.as_ref());
        differ(self.different.iter().chain(given).map(|map| &**map))
            || answers.clone().any(|answer| !answer.also_dead.is_empty())
    }
}

/// Returns whether two maps give different territory.
fn differ<'a>(mut maps: impl Iterator<Item = &'a TerritoryMap>) -> bool {
    let first = maps.next();
    first.is_some_and(|first| maps.any(|map| !map.same_territory(first)))
}
