//! The baseline of the gate: the counts and the known mismatches of an accepted run. The gate
//! compares later runs with it.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde::{Deserialize, Serialize};

use super::{Change, ChangeKind, Mismatch, contradiction};
use crate::outcome::Outcome;
use crate::rules::Points;
use crate::run::{Figures, GameRow};

/// The mismatches of a run, by game and strategy.
pub(crate) type Mismatches = BTreeMap<(String, String), Mismatch>;

/// The counts and the known mismatches of an accepted run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Baseline {
    /// The version of the program that made the run.
    pub(crate) version: String,
    /// The signature of the run.
    pub(crate) signature: String,
    /// The digest of the run's counted games, including their labels and dead stones.
    pub(crate) corpus: String,
    /// The number of games, including skipped games.
    pub(crate) games: u64,
    /// The number of evaluated games.
    pub(crate) evaluated: u64,
    /// The counts of each strategy, by name.
    pub(crate) strategies: BTreeMap<String, StrategyCounts>,
    /// The digest of the games without a map in the answer, for each strategy that has such games:
    /// see [`Figures::without_map`].
    pub(crate) without_map: BTreeMap<String, String>,
    /// For each external scorer, the number of answers that do not give the whole result
    /// (`margin`).
    pub(crate) not_whole: BTreeMap<String, u64>,
    /// The known mismatches.
    pub(crate) mismatches: Mismatches,
}

/// The counts of a strategy over all counted games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct StrategyCounts {
    /// The number of games with an answer.
    pub(crate) games: u64,
    /// The number of games where the answer has the label's margin.
    pub(crate) exact: u64,
    /// The number of games where the answer has the label's winner.
    pub(crate) winner: u64,
    /// The number of games where both the label and the answer have a map.
    pub(crate) maps: u64,
    /// The number of games where the answer's map equals the label's.
    pub(crate) maps_exact: u64,
    /// The number of games where the answer gives only the winner, and the winner is right.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(crate) right_winners: u64,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // serde passes a reference
fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl StrategyCounts {
    /// Returns the number of right answers. An answer is right if it has the label's margin or, if
    /// it gives no margin, the label's winner.
    pub(super) fn right(&self) -> u64 {
        self.exact.saturating_add(self.right_winners)
    }
}

impl Baseline {
    /// Returns the baseline of a run. `rows` are the rows of its `mismatches.csv`. Rows of games
    /// that are not counted are left out.
    ///
    /// # Errors
    /// If the rows contradict the figures, as in a run that was edited by hand.
    pub(crate) fn of(figures: &Figures, rows: &[GameRow]) -> Result<Self, Damage> {
        let baseline = Self::unchecked(figures, rows);
        baseline.check()?;
        Ok(baseline)
    }

    pub(super) fn unchecked(figures: &Figures, rows: &[GameRow]) -> Self {
        Self {
            version: figures.version.clone(),
            signature: figures.signature.clone(),
            corpus: figures.corpus.clone(),
            games: figures.games,
            evaluated: figures.evaluated,
            strategies: counts(figures),
            without_map: figures.without_map.clone(),
            not_whole: not_whole(figures),
            mismatches: rows
                .iter()
                .filter(|row| row.has_usable_label())
                .filter_map(|row| {
                    let mismatch = Mismatch::of(row)?;
                    Some(((row.game.clone(), row.strategy.clone()), mismatch))
                })
                .collect(),
        }
    }

    /// Returns whether the answer in a row is a known mismatch that has not become worse.
    pub(crate) fn has(&self, row: &GameRow) -> bool {
        let key = (row.game.clone(), row.strategy.clone());
        let known = self.mismatches.get(&key);
        let now = Mismatch::of(row);
        known
            .zip(now)
            .is_some_and(|(known, now)| !now.is_worse_than(known))
    }

    /// Checks that the mismatches add up to the counts.
    pub(super) fn check(&self) -> Result<(), Damage> {
        let mut listed: BTreeMap<&str, [u64; 3]> = BTreeMap::new();
        for ((game, strategy), mismatch) in &self.mismatches {
            if mismatch.is_exact() != (mismatch.delta == Some(Points::ZERO)) {
                return Err(Damage::new(format!(
                    "the outcome of {strategy} in {game} contradicts its margin"
                )));
            }
            let is_wrong = mismatch.outcome == Some(Outcome::Wrong);
            let [inexact, wrong, maps] = listed.entry(strategy).or_default();
            *inexact += u64::from(mismatch.outcome.is_some() && !mismatch.is_exact());
            *wrong += u64::from(is_wrong);
            *maps += u64::from(mismatch.differs_in_map());
        }
        for (name, known) in &self.strategies {
            let [inexact, wrong, maps] = listed.remove(name.as_str()).unwrap_or_default();
            let of_exact = known.games.saturating_sub(known.right_winners);
            for (what, of, right, listed) in [
                ("is exact in", of_exact, known.exact, inexact),
                ("has the right winner in", known.games, known.winner, wrong),
                ("has the label's map in", known.maps, known.maps_exact, maps),
            ] {
                if of.checked_sub(right) != Some(listed) {
                    return Err(Damage::new(format!(
                        "{name} {what} {right} of {of} games, but the number of mismatches listed \
                         is {listed}"
                    )));
                }
            }
        }
        if let Some((name, _)) = listed.first_key_value() {
            return Err(Damage::new(format!(
                "mismatches of {name} are listed, but its counts are missing"
            )));
        }
        Ok(())
    }

    /// Returns the mismatches that differ between `self` and the run `now`, sorted by game and
    /// strategy. `rows` are the rows of the run's `mismatches.csv`.
    pub(crate) fn changes(&self, now: &Self, rows: &[GameRow]) -> Vec<Change> {
        let rows: HashMap<(&str, &str), &GameRow> = rows
            .iter()
            .map(|row| ((row.game.as_str(), row.strategy.as_str()), row))
            .collect();
        let keys: BTreeSet<&(String, String)> = self
            .mismatches
            .keys()
            .chain(now.mismatches.keys())
            .collect();
        let mut changes = Vec::new();
        for key in keys {
            let [before, now] = [self, now].map(|baseline| baseline.mismatches.get(key).copied());
            let Some(kind) = ChangeKind::of(before, now) else {
                continue;
            };
            let (game, strategy) = key;
            let row = now.and_then(|_| rows.get(&(game.as_str(), strategy.as_str())));
            changes.push(Change {
                kind,
                game: game.clone(),
                strategy: strategy.clone(),
                before,
                now,
                contradiction: row.copied().and_then(contradiction),
                category: row
                    .and_then(|row| row.category)
                    .map_or_else(String::new, |category| category.name().to_owned()),
                explain: row.map(|row| row.explain.clone()).unwrap_or_default(),
            });
        }
        changes
    }
}

/// Returns the number of answers that do not give the whole result, for each external scorer.
fn not_whole(figures: &Figures) -> BTreeMap<String, u64> {
    let mut numbers = figures.not_whole.clone();
    for name in figures.scorers() {
        numbers.entry(name.clone()).or_default();
    }
    numbers
}

/// Returns the counts of each strategy over all counted games.
fn counts(figures: &Figures) -> BTreeMap<String, StrategyCounts> {
    let mut strategies: BTreeMap<String, StrategyCounts> = figures
        .strategies
        .iter()
        .map(|name| (name.clone(), StrategyCounts::default()))
        .collect();
    for strategy in figures.by_method().flat_map(|stratum| &stratum.strategies) {
        let counts = strategies.entry(strategy.strategy.clone()).or_default();
        counts.games = counts.games.saturating_add(strategy.games);
        counts.exact = counts.exact.saturating_add(strategy.exact);
        counts.winner = counts.winner.saturating_add(strategy.winner);
        counts.maps = counts.maps.saturating_add(strategy.maps);
        counts.maps_exact = counts.maps_exact.saturating_add(strategy.maps_exact);
        let right_winners = strategy.right_winners;
        counts.right_winners = counts.right_winners.saturating_add(right_winners);
    }
    strategies
}

/// An error in a baseline.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{what}", line.map(|line| format!("line {line}: ")).unwrap_or_default())]
pub(crate) struct Damage {
    /// The number of the line with the error, counted from 1; `None` if no single line is wrong.
    pub(crate) line: Option<u64>,
    /// What is wrong.
    pub(crate) what: String,
}

impl Damage {
    pub(super) fn new(what: String) -> Self {
        Self { line: None, what }
    }
}
