//! The counts of a strategy, which a baseline records.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::pipeline::Figures;

/// The counts of a strategy over all counted games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct StrategyCounts {
    /// The number of games.
    pub games: u64,
    /// The number of games with the label's margin.
    pub exact: u64,
    /// The number of games with the label's winner.
    pub winner: u64,
    /// The number of games with a map.
    pub maps: u64,
    /// The number of games whose map equals the label's.
    pub maps_exact: u64,
}

/// Returns the counts of each strategy over all counted games.
pub(in crate::compare) fn counts(figures: &Figures) -> BTreeMap<String, StrategyCounts> {
    let mut strategies: BTreeMap<String, StrategyCounts> =
        figures.strategies.iter().map(|name| (name.clone(), StrategyCounts::default())).collect();
    for strategy in figures.by_method().flat_map(|stratum| &stratum.strategies) {
        let counts = strategies.entry(strategy.strategy.clone()).or_default();
        counts.games = counts.games.saturating_add(strategy.games);
        counts.exact = counts.exact.saturating_add(strategy.exact);
        counts.winner = counts.winner.saturating_add(strategy.winner);
        counts.maps = counts.maps.saturating_add(strategy.maps);
        counts.maps_exact = counts.maps_exact.saturating_add(strategy.maps_exact);
    }
    strategies
}
