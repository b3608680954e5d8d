//! The verdicts of all strategies on a position.

use std::sync::Arc;

use super::evaluated::Answer;
use crate::external::NoAnswer;
use crate::rules::Count;
use crate::territory::{Analysis, Scoring, Strategy, TerritoryMap, Verdict};

/// The verdicts of all strategies on a position. Most strategies share one.
pub(super) struct Verdicts {
    /// The different verdicts.
    pub(super) different: Vec<Verdict>,
    /// For each strategy, the number of its verdict in `different`.
    pub(super) numbers: Vec<usize>,
}

impl Verdicts {
    /// Runs each strategy on the position of `scoring`.
    pub(super) fn new(
        strategies: &[&dyn Strategy],
        count: &Count,
        scoring: &mut Scoring<'_>,
    ) -> Self {
        let mut verdicts = Self {
            different: Vec::new(),
            numbers: Vec::with_capacity(strategies.len()),
        };
        let mut verdict = Verdict::default();
        for (number, &strategy) in strategies.iter().enumerate() {
            // under area rules without a tax, only the shares of the dame can differ
            let counts_alike =
                |other: &&dyn Strategy| other.shares_dame() == strategy.shares_dame();
            if count.rules.is_plain_area()
                && let Some(same) = strategies[..number].iter().position(counts_alike)
            {
                verdicts.numbers.push(verdicts.numbers[same]);
                continue;
            }
            scoring.decide_under(count, strategy, &mut verdict);
            let known = verdicts
                .different
                .iter()
                .position(|known| *known == verdict);
            verdicts
                .numbers
                .push(known.unwrap_or(verdicts.different.len()));
            if known.is_none() {
                verdicts.different.push(verdict.clone());
            }
        }
        verdicts
    }

    /// Returns the verdict of each strategy.
    pub(super) fn of_strategies(
        &self,
    ) -> impl DoubleEndedIterator<Item = &Verdict> + ExactSizeIterator {
        self.numbers.iter().map(|&number| &self.different[number])
    }

    /// Returns whether two fills give different territory.
    pub(super) fn are_disputed(&self, strategies: &[&dyn Strategy], analysis: &Analysis) -> bool {
        let mut fills = strategies
            .iter()
            .zip(&self.numbers)
            .filter(|(strategy, _)| strategy.is_fill());
        let Some((_, &first)) = fills.next() else {
            return false;
        };
        fills.any(|(_, &number)| {
            number != first
                && !self.different[number].same_territory(&self.different[first], analysis)
        })
    }

    /// Returns whether two strategies or external scorers give different territory, even if their
    /// margins are the same.
    pub(super) fn differ(
        &self,
        external: &[Result<Answer, NoAnswer>],
        analysis: &Analysis,
    ) -> bool {
        let first = self.different.first();
        let differs =
            |verdict: &Verdict| first.is_some_and(|first| !verdict.same_territory(first, analysis));
        if self.different.iter().any(differs) {
            return true;
        }
        let answers: Vec<&Answer> = external
            .iter()
            .flatten()
            .filter(|answer| answer.map.is_some())
            .collect();
        let Some(of_scorer) = answers.first().and_then(|answer| answer.map.as_deref()) else {
            return false;
        };
        let of_strategies = first.map(|first| drawn(first, analysis));
        let mut maps = answers
            .iter()
            .filter_map(|answer| answer.map.as_ref())
            .chain(&of_strategies);
        maps.any(|map| !map.same_territory(of_scorer))
            || answers.iter().any(|answer| !answer.also_dead.is_empty())
    }

    /// Adds the maps of the verdicts to their answers.
    pub(super) fn draw(&self, analysis: &Analysis, answers: &mut [Answer]) {
        let Some((first, others)) = answers.split_first_mut() else {
            return;
        };
        let map = first.map.insert(drawn(&self.different[0], analysis));
        for (answer, verdict) in others.iter_mut().zip(&self.different[1..]) {
            answer.map = Some(Arc::new(map.of_other(analysis, verdict)));
        }
    }
}

/// Returns the statuses of all points according to a verdict.
pub(super) fn drawn(verdict: &Verdict, analysis: &Analysis) -> Arc<TerritoryMap> {
    let mut map = TerritoryMap::default();
    map.write(analysis, verdict);
    Arc::new(map)
}
