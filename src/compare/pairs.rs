//! Completes the pairs of a saved run with the intervals that an evaluation leaves out because they take long.

use std::collections::BTreeMap;

use super::SavedRow;
use crate::pipeline::Figures;
use crate::rules::{Method, Points};
use crate::stats::{Bootstrap, Errors};

/// Adds the confidence intervals of the differences in mean absolute error to the pairs of a run. `rows` are the rows
/// of its `games.csv`.
pub fn add_mae_intervals(figures: &mut Figures, rows: &[SavedRow], bootstrap: &Bootstrap) {
    let index: BTreeMap<&str, usize> =
        figures.strategies.iter().enumerate().map(|(index, name)| (name.as_str(), index)).collect();
    let mut games: BTreeMap<&str, Vec<Option<Points>>> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.is_counted() && row.method == Method::Territory.name()) {
        let deltas = games.entry(&row.game).or_insert_with(|| vec![None; index.len()]);
        if let Some(&index) = index.get(row.strategy.as_str()) {
            deltas[index] = row.delta;
        }
    }
    let mut errors = Errors::default();
    for deltas in games.values() {
        errors.add(deltas);
    }
    for pair in &mut figures.pairwise {
        if let (Some(&a), Some(&b)) = (index.get(pair.a.as_str()), index.get(pair.b.as_str())) {
            pair.pair.mae_diff_interval = errors.mae_diff_interval(a, b, bootstrap);
        }
    }
}
