//! Compares the answers of two runs.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use serde::Serialize;

use crate::outcome::Outcome;
use crate::rules::Points;
use crate::run::GameRow;
use crate::stats::{Pair, PairTally, correct};

/// The changes in one strategy's answers from the first run to the second.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct StrategyChange {
    /// The name of the strategy.
    pub(crate) strategy: String,
    /// The number of games with a different answer.
    pub(crate) changed: u64,
    /// The statistical comparison of the first run (`a`) with the second (`b`).
    #[serde(flatten)]
    pub(crate) pair: Pair,
}

/// A game where a strategy's answer changed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct ChangedGame {
    /// The name of the game.
    pub(crate) game: String,
    /// The name of the strategy.
    pub(crate) strategy: String,
    /// The margins in the first and the second run.
    pub(crate) margin: [Option<Points>; 2],
    /// The margin minus the label's, in the first and the second run.
    pub(crate) delta: [Option<Points>; 2],
    /// The comparison with the label, in the first and the second run.
    pub(crate) outcome: [Option<Outcome>; 2],
    /// The number of points where the map differs from the label's, in the first and the second
    /// run.
    pub(crate) map_diff: [Option<u32>; 2],
}

impl ChangedGame {
    /// Compares the two answers. An answer is right if it has the label's margin. The result is
    /// `Less` if only the first answer is right, and `Greater` if only the second is right.
    pub(crate) fn effect(&self) -> Ordering {
        let [before, now] = self.delta.map(|delta| delta == Some(Points::ZERO));
        now.cmp(&before)
    }
}

/// The comparison of two runs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct TwoRuns {
    /// The number of counted games in each run.
    pub(crate) games: [u64; 2],
    /// The number of games that both runs have, with the same label, rules, komi, handicap and
    /// number of dead stones.
    pub(crate) common: u64,
    /// The strategies that only the first run has, and those that only the second run has.
    pub(crate) only: [Vec<String>; 2],
    /// The strategies in both runs, in the first run's order.
    pub(crate) strategies: Vec<StrategyChange>,
    /// The changed games. Games that only the first run gets right come first, and games that only
    /// the second run gets right come last. Within each group, games are sorted by name, then in
    /// the order of the strategies.
    pub(crate) changed: Vec<ChangedGame>,
}

/// Compares the rows of `games.csv` from two runs, for the counted games that they have in common.
pub(crate) fn compare(runs: [&[GameRow]; 2], strategies: [&[String]; 2]) -> TwoRuns {
    let games = runs.map(by_game);
    let common: Vec<(&str, [&[&GameRow]; 2])> = games[0]
        .iter()
        .filter_map(|(name, before)| {
            let now = games[1].get(name)?;
            (question(before[0]) == question(now[0]))
                .then_some((*name, [before.as_slice(), now.as_slice()]))
        })
        .collect();
    let [only_before, only_now] = [[0, 1], [1, 0]].map(|[one, other]| {
        let names = strategies[one].iter();
        names
            .filter(|name| !strategies[other].contains(name))
            .cloned()
            .collect()
    });
    let both: Vec<&String> = strategies[0]
        .iter()
        .filter(|name| strategies[1].contains(name))
        .collect();
    let mut changed = Vec::new();
    let mut pairs: Vec<(u64, PairTally)> = vec![Default::default(); both.len()];
    for (name, rows) in &common {
        for (strategy, (number, tally)) in both.iter().zip(&mut pairs) {
            let [Some(before), Some(now)] =
                rows.map(|rows| rows.iter().find(|row| row.strategy == **strategy))
            else {
                continue;
            };
            tally.add([before.delta, now.delta]);
            if answer(before) != answer(now) {
                *number += 1;
                changed.push(ChangedGame {
                    game: (*name).to_owned(),
                    strategy: (*strategy).clone(),
                    margin: [before.margin, now.margin],
                    delta: [before.delta, now.delta],
                    outcome: [before.outcome, now.outcome],
                    map_diff: [before.map_diff, now.map_diff],
                });
            }
        }
    }
    changed.sort_by_key(ChangedGame::effect);
    let mut compared: Vec<Pair> = pairs.iter().map(|(_, tally)| tally.pair()).collect();
    correct(&mut compared);
    TwoRuns {
        games: games.each_ref().map(|games| games.len() as u64),
        common: common.len() as u64,
        only: [only_before, only_now],
        strategies: both
            .into_iter()
            .zip(pairs)
            .zip(compared)
            .map(|((strategy, (changed, _)), pair)| StrategyChange {
                strategy: strategy.clone(),
                changed,
                pair,
            })
            .collect(),
        changed,
    }
}

/// Groups the rows of the counted games by game.
fn by_game(rows: &[GameRow]) -> BTreeMap<&str, Vec<&GameRow>> {
    let mut games: BTreeMap<&str, Vec<&GameRow>> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.has_usable_label()) {
        games.entry(&row.game).or_default().push(row);
    }
    games
}

/// Returns the game of a row, with its label, rules, komi, handicap and number of dead stones.
/// Prisoners are left out, because they depend on the answer: a dead stone in a seki, for example,
/// stays on the board. The label's map is left out too, because no column contains it.
fn question(row: &GameRow) -> impl PartialEq {
    let label = (&row.label, row.label_check);
    let terms = (row.rules, row.komi, row.handicap, row.dead);
    (&row.game, &row.hash, terms, label)
}

/// Returns the margin, the outcome and the counts of the answer in a row. The answer's map is left
/// out, because no column contains it.
fn answer(row: &GameRow) -> impl PartialEq + use<> {
    let territory = (row.black_territory, row.white_territory);
    let neutral = (row.dame, row.seki_points, row.false_eyes);
    (row.margin, row.outcome, territory, neutral, row.map_diff)
}
