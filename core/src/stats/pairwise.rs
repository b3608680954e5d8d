//! Compares two strategies on the same games, by the games that only one of them gets right.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::exact::mcnemar_can_show;
use super::{Bootstrap, holm, mcnemar_exact};
use crate::rules::Points;

/// The significance level: the probability that equally good strategies may be called different.
pub const ALPHA: f64 = 0.05;

/// The verdict of McNemar's test on the first strategy of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum PairVerdict {
    /// The first strategy is right more often.
    #[serde(rename = "better")]
    Better,
    /// The second strategy is right more often.
    #[serde(rename = "worse")]
    Worse,
    /// Chance could explain the difference between the strategies.
    #[serde(rename = "no difference shown")]
    NoDifferenceShown,
    /// Too few games are discordant: the test could not show a difference even if one strategy were right in all of
    /// them.
    #[serde(rename = "too few discordant games")]
    TooFew,
}

impl PairVerdict {
    /// Returns the text of the verdict in reports.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Better => "better",
            Self::Worse => "worse",
            Self::NoDifferenceShown => "no difference shown",
            Self::TooFew => "too few discordant games",
        }
    }

    /// Returns the verdict with the strategies swapped.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Better => Self::Worse,
            Self::Worse => Self::Better,
            same => same,
        }
    }

    /// Returns the verdict for an adjusted p-value. Only the first strategy is right in `a_only` games, and only the
    /// second in `b_only`.
    #[must_use]
    pub fn of(a_only: u64, b_only: u64, adjusted_p: f64, alpha: f64) -> Self {
        match (adjusted_p <= alpha, mcnemar_can_show(a_only + b_only, alpha)) {
            (true, _) if a_only > b_only => Self::Better,
            (true, _) if a_only < b_only => Self::Worse,
            (_, false) => Self::TooFew,
            _ => Self::NoDifferenceShown,
        }
    }
}

/// Counts of games where both, one or neither of two strategies is right, that is, has the label's margin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Discordance {
    /// The games that both strategies evaluated.
    pub games: u64,
    /// The games where both are right.
    pub both: u64,
    /// The games where only the first is right.
    pub a_only: u64,
    /// The games where only the second is right.
    pub b_only: u64,
    /// The games where both are wrong.
    pub neither: u64,
}

/// The comparison of two strategies on the games that both evaluated.
///
/// The test is McNemar's exact test on games with the label's margin; the intervals are 95 % paired bootstrap
/// intervals.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pair {
    /// The counts of games where both, one or neither strategy is right.
    #[serde(flatten)]
    pub discordance: Discordance,
    /// The two-sided p-value of McNemar's test.
    pub mcnemar_p: f64,
    /// The p-value after Holm's correction across the pairs that are compared together.
    pub holm_p: f64,
    /// The exact rate of the first strategy minus the second's; `None` if there are no games.
    pub diff: Option<f64>,
    /// The interval of [`Pair::diff`].
    pub diff_interval: Option<(f64, f64)>,
    /// The mean absolute error of the first strategy minus the second's, in points. Negative if the first strategy has
    /// smaller errors.
    pub mae_diff: Option<f64>,
    /// The verdict for the p-value [`Pair::holm_p`].
    pub verdict: PairVerdict,
}

/// The errors of all strategies, game by game.
///
/// They are stored as the number of games for each combination of errors. Most games have no errors and few have a
/// unique combination, so this stays small for any number of games.
///
/// # Examples
/// ```
/// use seichi_core::rules::Points;
/// use seichi_core::stats::{Bootstrap, Errors, PairVerdict};
///
/// let mut errors = Errors::default();
/// for _ in 0..20 {
///     errors.add(&[Some(Points::ZERO), Some(Points::whole(1))]);
/// }
/// assert_eq!(errors.pair(0, 1, &Bootstrap::default()).verdict, PairVerdict::Better);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Errors {
    games: HashMap<Box<[Option<Points>]>, u64>,
}

impl Errors {
    /// Adds a game: each strategy's margin minus the label's, or `None` if the strategy has no margin.
    pub fn add(&mut self, deltas: &[Option<Points>]) {
        match self.games.get_mut(deltas) {
            Some(games) => *games += 1,
            None => drop(self.games.insert(deltas.into(), 1)),
        }
    }

    /// Compares the strategies with the indices `a` and `b` in the added games: see [`PairTally::pair`].
    #[must_use]
    pub fn pair(&self, a: usize, b: usize, bootstrap: &Bootstrap) -> Pair {
        self.tallies(&[(a, b)])[0].pair(bootstrap)
    }

    /// Returns the tallies of pairs of strategies, given by their indices, in one pass over the games.
    #[doc(hidden)] // to compare all pairs in one pass
    #[must_use]
    pub fn tallies(&self, pairs: &[(usize, usize)]) -> Vec<PairTally> {
        let mut tallies = vec![PairTally::default(); pairs.len()];
        for (deltas, &games) in &self.games {
            for (tally, &(a, b)) in tallies.iter_mut().zip(pairs) {
                if let (Some(a), Some(b)) = (deltas[a], deltas[b]) {
                    tally.add([a, b], games);
                }
            }
        }
        tallies
    }
}

/// The counts of the games that two strategies evaluated.
#[derive(Clone, Debug, Default)]
pub struct PairTally {
    discordance: Discordance,
    /// The sum over all games of the first strategy's absolute error minus the second's, in hundredths of a point.
    errs_more: i64,
}

impl PairTally {
    /// Adds games where the two strategies have these errors.
    fn add(&mut self, deltas: [Points; 2], games: u64) {
        let cell = match deltas.map(|delta| delta == Points::ZERO) {
            [true, true] => &mut self.discordance.both,
            [true, false] => &mut self.discordance.a_only,
            [false, true] => &mut self.discordance.b_only,
            [false, false] => &mut self.discordance.neither,
        };
        *cell += games;
        self.discordance.games += games;
        self.errs_more += errs_more(deltas) * games.cast_signed();
    }

    /// Compares the two strategies, without the correction of the p-value.
    #[must_use]
    pub fn pair(&self, bootstrap: &Bootstrap) -> Pair {
        let Discordance { games, both, a_only, b_only, neither } = self.discordance;
        let p = mcnemar_exact(a_only, b_only);
        #[allow(clippy::cast_precision_loss)] // there are fewer than 2^52 games
        let [games_more, errs_more, all] =
            [a_only.cast_signed() - b_only.cast_signed(), self.errs_more, games.cast_signed()].map(|sum| sum as f64);
        let mean = |points: f64| (games > 0).then(|| points / all);
        Pair {
            discordance: self.discordance,
            mcnemar_p: p,
            holm_p: p,
            diff: mean(games_more),
            diff_interval: bootstrap.interval(&[(1.0, a_only), (0.0, both + neither), (-1.0, b_only)]),
            mae_diff: mean(errs_more / 100.0),
            verdict: PairVerdict::of(a_only, b_only, p, ALPHA),
        }
    }
}

/// Returns the absolute error of the first strategy minus the second's, in hundredths of a point.
fn errs_more(deltas: [Points; 2]) -> i64 {
    let [a, b] = deltas.map(|delta| i64::from(delta.abs().hundredths()));
    a - b
}

/// Corrects the p-values, and so the verdicts, of pairs that are compared together.
pub fn correct<'a>(pairs: impl IntoIterator<Item = &'a mut Pair>) {
    let pairs: Vec<&mut Pair> = pairs.into_iter().collect();
    let p: Vec<f64> = pairs.iter().map(|pair| pair.mcnemar_p).collect();
    for (pair, p) in pairs.into_iter().zip(holm(&p)) {
        pair.holm_p = p;
        pair.verdict = PairVerdict::of(pair.discordance.a_only, pair.discordance.b_only, p, ALPHA);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_counted_by_the_strategy_that_is_right() {
        let mut errors = Errors::default();
        let points = |halves: Option<i64>| halves.map(Points::whole);
        for (a, b, games) in [
            (Some(0), Some(0), 40),
            (Some(0), Some(-2), 9),
            (Some(3), Some(0), 1),
            (Some(1), Some(-4), 2),
            (Some(5), Some(5), 3),
            (Some(5), Some(-5), 1),
            (None, Some(0), 5),
        ] {
            (0..games).for_each(|_| errors.add(&[points(a), points(b)]));
        }
        let bootstrap = Bootstrap::default();
        let pair = errors.pair(0, 1, &bootstrap);
        assert_eq!(pair.discordance, Discordance { games: 56, both: 40, a_only: 9, b_only: 1, neither: 6 });
        assert_eq!(pair.diff, Some(8.0 / 56.0));
        // nine games with two points, one with three, two with three
        assert_eq!(pair.mae_diff, Some((-18.0 + 3.0 - 6.0) / 56.0));
        assert_eq!(pair.verdict, PairVerdict::Better);
        assert_eq!(pair.diff_interval, bootstrap.interval(&[(1.0, 9), (0.0, 40 + 6), (-1.0, 1)]));
        let reversed = errors.pair(1, 0, &bootstrap);
        assert_eq!((reversed.verdict, reversed.diff), (PairVerdict::Worse, Some(-8.0 / 56.0)));
        let mut pairs = vec![pair; 10];
        correct(&mut pairs);
        assert_eq!(
            pairs[0].verdict,
            PairVerdict::NoDifferenceShown,
            "ten tests at p = {} are too many",
            pair.mcnemar_p
        );
    }

    #[test]
    fn pair_without_games_has_too_few() {
        let pair = Errors::default().pair(0, 1, &Bootstrap::default());
        assert_eq!((pair.diff, pair.diff_interval, pair.verdict), (None, None, PairVerdict::TooFew));
    }

    #[test]
    fn verdict_depends_on_counts_and_adjusted_p() {
        assert_eq!(PairVerdict::of(5, 0, 0.0625, ALPHA), PairVerdict::TooFew);
        assert_eq!(PairVerdict::of(6, 0, 0.031_25, ALPHA), PairVerdict::Better);
        assert_eq!(PairVerdict::of(0, 6, 0.031_25, ALPHA), PairVerdict::Worse);
        assert_eq!(PairVerdict::of(10, 8, 0.8, ALPHA), PairVerdict::NoDifferenceShown);
        assert_eq!(PairVerdict::of(6, 0, 0.2, ALPHA), PairVerdict::NoDifferenceShown, "one of many tests");
        assert_eq!(PairVerdict::Better.reversed(), PairVerdict::Worse);
        let said = |text: &str| serde_json::from_str::<PairVerdict>(&format!("{text:?}")).map(PairVerdict::text).ok();
        for text in ["better", "worse", "no difference shown", "too few discordant games"] {
            assert_eq!(said(text), Some(text));
        }
    }
}
