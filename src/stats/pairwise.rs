//! Compares two strategies on the same games, using the games that only one of them gets right.

use serde::{Deserialize, Serialize};

use super::exact::mcnemar_can_show;
use super::wilson::Z;
use super::{holm, mcnemar_exact};
use crate::rules::Points;

/// The significance level: the maximum probability of calling equally good strategies different.
pub const ALPHA: f64 = 0.05;

/// The verdict of McNemar's test on the first strategy of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum PairVerdict {
    /// The first strategy is right more often.
    #[serde(rename = "better")]
    Better,
    /// The second strategy is right more often.
    #[serde(rename = "worse")]
    Worse,
    /// Chance could explain the difference between the strategies.
    #[serde(rename = "no difference shown")]
    NoDifferenceShown,
    /// Too few games are discordant, so the test could not show a difference even if one strategy
    /// were right in all of them.
    #[serde(rename = "too few discordant games")]
    TooFew,
}

impl PairVerdict {
    /// Returns the text of the verdict in reports.
    pub(crate) const fn text(self) -> &'static str {
        match self {
            Self::Better => "better",
            Self::Worse => "worse",
            Self::NoDifferenceShown => "no difference shown",
            Self::TooFew => "too few discordant games",
        }
    }

    /// Returns the verdict with the strategies swapped.
    pub(crate) const fn reversed(self) -> Self {
        match self {
            Self::Better => Self::Worse,
            Self::Worse => Self::Better,
            same => same,
        }
    }

    /// Returns the verdict for an adjusted p-value. `a_only` is the number of games that only the
    /// first strategy gets right, and `b_only` the number that only the second gets right.
    pub(crate) fn of(a_only: u64, b_only: u64, adjusted_p: f64, alpha: f64) -> Self {
        match (
            adjusted_p <= alpha,
            mcnemar_can_show(a_only + b_only, alpha),
        ) {
            (true, _) if a_only > b_only => Self::Better,
            (true, _) if a_only < b_only => Self::Worse,
            (_, false) => Self::TooFew,
            _ => Self::NoDifferenceShown,
        }
    }
}

/// Counts of games where both, one or neither of two strategies is right, that is, has the label's
/// margin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Discordance {
    /// The number of games that both strategies evaluated.
    pub(crate) games: u64,
    /// The number of games where both are right.
    pub(crate) both: u64,
    /// The number of games where only the first is right.
    pub(crate) a_only: u64,
    /// The number of games where only the second is right.
    pub(crate) b_only: u64,
    /// The number of games where both are wrong.
    pub(crate) neither: u64,
}

impl Discordance {
    /// Returns the 95 % interval of the difference between the exact rates, the first strategy's
    /// minus the second's; `None` without games. It is Wald's interval, computed after adding one
    /// game to each count of discordant games, and limited to the range from −1 to 1.
    ///
    /// Douglas G. Bonett and Robert M. Price, "Adjusted Wald confidence interval for a difference
    /// of binomial proportions based on paired data", Journal of Educational and Behavioral
    /// Statistics 37 (2012), 479–488.
    pub(crate) fn interval(&self) -> Option<(f64, f64)> {
        if self.games == 0 {
            return None;
        }
        let games = self.games as f64 + 2.0;
        let (a_only, b_only) = (
            (self.a_only as f64 + 1.0) / games,
            (self.b_only as f64 + 1.0) / games,
        );
        let diff = a_only - b_only;
        let half = Z * ((a_only + b_only - diff * diff) / games).sqrt();
        Some(((diff - half).max(-1.0), (diff + half).min(1.0)))
    }
}

/// The comparison of two strategies on the games that both evaluated.
///
/// The test is McNemar's exact test. A strategy is right in the games where it has the label's
/// margin. The interval is Bonett and Price's adjusted Wald interval (2012).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Pair {
    /// The counts of games where both, one or neither strategy is right.
    #[serde(flatten)]
    pub(crate) discordance: Discordance,
    /// The two-sided p-value of McNemar's test.
    pub(crate) mcnemar_p: f64,
    /// The p-value after Holm's correction across the pairs that are compared together.
    pub(crate) holm_p: f64,
    /// The exact rate of the first strategy minus the second's; `None` if there are no games.
    pub(crate) diff: Option<f64>,
    /// The 95 % interval of [`Pair::diff`].
    pub(crate) diff_interval: Option<(f64, f64)>,
    /// The mean absolute error of the first strategy minus the second's, in points. It is negative
    /// if the first strategy has smaller errors.
    pub(crate) mae_diff: Option<f64>,
    /// The verdict for the p-value [`Pair::holm_p`].
    pub(crate) verdict: PairVerdict,
}

/// The comparison of two strategies on the games so far.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PairTally {
    discordance: Discordance,
    /// The sum over all games of the first strategy's absolute error minus the second's, in
    /// hundredths of a point.
    errs_more: i64,
}

impl PairTally {
    /// Adds a game, given each strategy's margin minus the label's. The game counts only if both
    /// strategies have a margin.
    pub(crate) fn add(&mut self, deltas: [Option<Points>; 2]) {
        let [Some(a), Some(b)] = deltas else { return };
        self.discordance.games += 1;
        *match [a, b].map(|delta| delta == Points::ZERO) {
            [true, true] => &mut self.discordance.both,
            [true, false] => &mut self.discordance.a_only,
            [false, true] => &mut self.discordance.b_only,
            [false, false] => &mut self.discordance.neither,
        } += 1;
        let [a, b] = [a, b].map(|delta| i64::from(delta.abs().hundredths()));
        self.errs_more += a - b;
    }

    /// Compares the two strategies, without correcting the p-value.
    pub(crate) fn pair(&self) -> Pair {
        let Discordance {
            games,
            a_only,
            b_only,
            ..
        } = self.discordance;
        let p = mcnemar_exact(a_only, b_only);
        let all = games as f64;
        Pair {
            discordance: self.discordance,
            mcnemar_p: p,
            holm_p: p,
            diff: (games > 0).then(|| (a_only as f64 - b_only as f64) / all),
            diff_interval: self.discordance.interval(),
            mae_diff: (games > 0).then(|| self.errs_more as f64 / 100.0 / all),
            verdict: PairVerdict::of(a_only, b_only, p, ALPHA),
        }
    }
}

/// Corrects the p-values of pairs that are compared together, and updates their verdicts.
pub(crate) fn correct<'a>(pairs: impl IntoIterator<Item = &'a mut Pair>) {
    let pairs: Vec<&mut Pair> = pairs.into_iter().collect();
    let p: Vec<f64> = pairs.iter().map(|pair| pair.mcnemar_p).collect();
    let family = p.len().max(1) as f64;
    for (pair, p) in pairs.into_iter().zip(holm(&p)) {
        pair.holm_p = p;
        let Discordance { a_only, b_only, .. } = pair.discordance;
        pair.verdict = PairVerdict::of(a_only, b_only, p, ALPHA);
        // Holm's correction tests the smallest p-value at this level
        if pair.verdict == PairVerdict::NoDifferenceShown
            && !mcnemar_can_show(a_only + b_only, ALPHA / family)
        {
            pair.verdict = PairVerdict::TooFew;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_counted_by_the_strategy_that_is_right() {
        let points = |halves: Option<i64>| halves.map(Points::whole);
        let [mut tally, mut swapped] = [PairTally::default(); 2];
        for (a, b, games) in [
            (Some(0), Some(0), 40),
            (Some(0), Some(-2), 9),
            (Some(3), Some(0), 1),
            (Some(1), Some(-4), 2),
            (Some(5), Some(5), 3),
            (Some(5), Some(-5), 1),
            (None, Some(0), 5),
        ] {
            for _ in 0..games {
                tally.add([points(a), points(b)]);
                swapped.add([points(b), points(a)]);
            }
        }
        let (pair, reversed) = (tally.pair(), swapped.pair());
        assert_eq!(
            pair.discordance,
            Discordance {
                games: 56,
                both: 40,
                a_only: 9,
                b_only: 1,
                neither: 6
            }
        );
        assert_eq!(pair.diff, Some(8.0 / 56.0));
        // nine games differ by −2 points, one by 3, and two by −3
        assert_eq!(pair.mae_diff, Some((-18.0 + 3.0 - 6.0) / 56.0));
        assert_eq!(pair.verdict, PairVerdict::Better);
        assert_eq!(
            (reversed.verdict, reversed.diff),
            (PairVerdict::Worse, Some(-8.0 / 56.0))
        );
        let mut pairs = vec![pair; 10];
        correct(&mut pairs);
        assert_eq!(
            pairs[0].verdict,
            PairVerdict::NoDifferenceShown,
            "ten tests at p = {} are too many",
            pair.mcnemar_p
        );
        // 8 games to 0 show a difference if there is only one pair, but not if there are 28 pairs
        let mut few = Pair {
            verdict: PairVerdict::Better,
            ..pair
        };
        few.discordance = Discordance {
            games: 8,
            a_only: 8,
            ..Discordance::default()
        };
        few.mcnemar_p = mcnemar_exact(8, 0);
        let mut pairs = vec![few; 28];
        correct(&mut pairs);
        assert_eq!(pairs[0].verdict, PairVerdict::TooFew);
    }

    /// The counts and the interval of the example in Morten W. Fagerland, Stian Lydersen and Petter
    /// Laake, "Recommended tests and confidence intervals for paired binomial proportions",
    /// Statistics in Medicine 33 (2014), computed by hand.
    #[test]
    fn interval_of_paired_rates_is_that_of_a_published_example() {
        let example = Discordance {
            games: 21,
            both: 1,
            a_only: 1,
            b_only: 7,
            neither: 12,
        };
        let (low, high) = example.interval().expect("there are games");
        assert!(
            (low + 0.508_359).abs() < 1e-6 && (high + 0.013_380).abs() < 1e-6,
            "{low} to {high}"
        );
        let one = Discordance {
            games: 1,
            a_only: 1,
            ..Discordance::default()
        };
        assert_eq!(
            one.interval().map(|(_, high)| high),
            Some(1.0),
            "rates differ by at most 1"
        );
    }

    /// Adds up the probabilities of all results of 40 games whose interval contains the true
    /// difference.
    #[test]
    fn interval_of_paired_rates_has_the_difference_with_95_percent_confidence() {
        const GAMES: u64 = 40;
        for [a, b] in [
            [0.02, 0.02],
            [0.05, 0.01],
            [0.1, 0.1],
            [0.3, 0.1],
            [0.5, 0.2],
            [0.45, 0.45],
        ] {
            let mut covered = 0.0;
            // the probability of `a_only` games when `b_only` is 0, starting with no discordant
            // games
            let mut first: f64 = (1.0_f64 - a - b).powi(40);
            for a_only in 0..=GAMES {
                let mut probability = first;
                for b_only in 0..=GAMES - a_only {
                    let result = Discordance {
                        games: GAMES,
                        a_only,
                        b_only,
                        ..Discordance::default()
                    };
                    let (low, high) = result.interval().expect("there are games");
                    covered += if low <= a - b && a - b <= high {
                        probability
                    } else {
                        0.0
                    };
                    let left = (GAMES - a_only - b_only) as f64;
                    probability *= left / (b_only + 1) as f64 * b / (1.0 - a - b);
                }
                first *= (GAMES - a_only) as f64 / (a_only + 1) as f64 * a / (1.0 - a - b);
            }
            assert!(
                (0.93..=1.0).contains(&covered),
                "rates {a} and {b}: {covered}"
            );
        }
    }

    #[test]
    fn pair_without_games_has_too_few() {
        let pair = PairTally::default().pair();
        assert_eq!(
            (pair.diff, pair.mae_diff, pair.diff_interval, pair.verdict),
            (None, None, None, PairVerdict::TooFew)
        );
    }

    #[test]
    fn verdict_depends_on_counts_and_adjusted_p() {
        assert_eq!(PairVerdict::of(5, 0, 0.0625, ALPHA), PairVerdict::TooFew);
        assert_eq!(PairVerdict::of(6, 0, 0.031_25, ALPHA), PairVerdict::Better);
        assert_eq!(PairVerdict::of(0, 6, 0.031_25, ALPHA), PairVerdict::Worse);
        assert_eq!(
            PairVerdict::of(10, 8, 0.8, ALPHA),
            PairVerdict::NoDifferenceShown
        );
        assert_eq!(
            PairVerdict::of(6, 0, 0.2, ALPHA),
            PairVerdict::NoDifferenceShown,
            "one of many tests"
        );
        assert_eq!(PairVerdict::Better.reversed(), PairVerdict::Worse);
        let said = |text: &str| {
            serde_json::from_str::<PairVerdict>(&format!("{text:?}"))
                .map(PairVerdict::text)
                .ok()
        };
        for text in [
            "better",
            "worse",
            "no difference shown",
            "too few discordant games",
        ] {
            assert_eq!(said(text), Some(text));
        }
    }
}
