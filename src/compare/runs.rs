//! What changed from one run to another.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Row;
use crate::score::Points;
use crate::stats::{Bootstrap, Errors, Pair, correct};

/// What changed of a strategy.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StrategyChange {
    /// Its name.
    pub strategy: String,
    /// Games with another answer.
    pub changed: u64,
    /// The first run (`a`) against the second (`b`).
    #[serde(flatten)]
    pub pair: Pair,
}

/// A game to which a strategy has another answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ChangedGame {
    /// The game.
    pub game: String,
    /// The strategy.
    pub strategy: String,
    /// The margin before and now.
    pub margin: [Option<Points>; 2],
    /// The margin minus the label's, before and now.
    pub delta: [Option<Points>; 2],
    /// Points that differ from the label's map, before and now.
    pub map_diff: [Option<u32>; 2],
}

/// What changed from one run to another.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TwoRuns {
    /// Counted games of each run.
    pub games: [u64; 2],
    /// Games of both, with the same label and prisoners.
    pub common: u64,
    /// Strategies of the first run only, and of the second only.
    pub only: [Vec<String>; 2],
    /// The strategies of both, in the first run's order.
    pub strategies: Vec<StrategyChange>,
    /// By game, then in the order of the strategies.
    pub changed: Vec<ChangedGame>,
}

/// Compares two runs by their rows of `games.csv` on the counted games that they have in common.
#[must_use]
pub fn compare(runs: [&[Row]; 2], strategies: [&[String]; 2], bootstrap: &Bootstrap) -> TwoRuns {
    let games = runs.map(by_game);
    let common: Vec<(&str, [&[&Row]; 2])> = games[0]
        .iter()
        .filter_map(|(name, before)| {
            let now = games[1].get(name)?;
            before[0].same_question(now[0]).then_some((*name, [before.as_slice(), now.as_slice()]))
        })
        .collect();
    let missing_in = |other: usize| -> Vec<String> {
        strategies[1 - other].iter().filter(|name| !strategies[other].contains(name)).cloned().collect()
    };
    let both: Vec<&String> = strategies[0].iter().filter(|name| strategies[1].contains(name)).collect();
    let mut changed = Vec::new();
    let mut pairs: Vec<(u64, Errors)> = both.iter().map(|_| (0, Errors::default())).collect();
    for (name, rows) in &common {
        for (strategy, (number, errors)) in both.iter().zip(&mut pairs) {
            let [Some(before), Some(now)] = rows.map(|rows| rows.iter().find(|row| row.strategy == **strategy)) else {
                continue;
            };
            errors.add(&[before.delta, now.delta]);
            if !before.same_answer(now) {
                *number += 1;
                changed.push(ChangedGame {
                    game: (*name).to_owned(),
                    strategy: (*strategy).clone(),
                    margin: [before.margin, now.margin],
                    delta: [before.delta, now.delta],
                    map_diff: [before.map_diff, now.map_diff],
                });
            }
        }
    }
    let pair = |(_, errors): &(u64, Errors)| Pair {
        mae_diff_interval: errors.mae_diff_interval(0, 1, bootstrap),
        ..errors.pair(0, 1, bootstrap)
    };
    let mut compared: Vec<Pair> = pairs.iter().map(pair).collect();
    correct(&mut compared);
    TwoRuns {
        games: games.each_ref().map(|games| games.len() as u64),
        common: common.len() as u64,
        only: [missing_in(1), missing_in(0)],
        strategies: both
            .into_iter()
            .zip(pairs)
            .zip(compared)
            .map(|((strategy, (changed, _)), pair)| StrategyChange { strategy: strategy.clone(), changed, pair })
            .collect(),
        changed,
    }
}

/// The rows of each counted game.
fn by_game(rows: &[Row]) -> BTreeMap<&str, Vec<&Row>> {
    let mut games: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.is_counted()) {
        games.entry(&row.game).or_default().push(row);
    }
    games
}
