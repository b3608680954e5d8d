//! The strata where a strategy is weakest.

use serde::{Deserialize, Serialize};

use super::tally::Tally;
use crate::stats::{ALPHA, fisher_lower, holm, share, wilson};

/// The divisions that are not searched for weak strata: `disputed`, because it depends on the
/// strategies' answers; `dead`, because it describes dead stones instead of games; and `method`,
/// because only territory games are compared.
const LEFT_OUT: [&str; 3] = ["dead", "disputed", "method"];

/// A stratum of the territory games where a strategy is exact significantly less often than
/// elsewhere.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct WeakStratum {
    /// The name of the stratum, such as `size=9`.
    pub(crate) stratum: String,
    /// The number of territory games in the stratum.
    pub(crate) games: u64,
    /// The number of games that the strategy scores exactly right.
    pub(crate) exact: u64,
    /// The share of exact games in the stratum.
    pub(crate) exact_rate: f64,
    /// The 95 % interval of this share.
    pub(crate) exact_interval: (f64, f64),
    /// The share of exact games among the other territory games.
    pub(crate) other_rate: f64,
    /// The p-value of Fisher's exact test, with Holm's correction across all strata of the
    /// strategy.
    pub(crate) p: f64,
}

/// Returns the strata where a strategy is weak, weakest first. `all` is the strategy's tally for
/// all territory games, and `strata` has the name of each stratum with the strategy's tally for it.
pub(super) fn weak_strata<'a>(
    all: &Tally,
    strata: impl Iterator<Item = (&'a str, &'a Tally)>,
) -> Vec<WeakStratum> {
    // a stratum with all games or with none can't be compared with other games
    let parts: Vec<(&str, &Tally)> = strata
        .filter(|(name, part)| is_compared(name) && (1..all.margins()).contains(&part.margins()))
        .collect();
    let p: Vec<f64> = parts
        .iter()
        .map(|(_, part)| fisher_lower(part.exact, part.margins(), all.exact, all.margins()))
        .collect();
    let mut found = Vec::new();
    for ((name, part), p) in parts.into_iter().zip(holm(&p)) {
        if p <= ALPHA {
            let (games, exact) = (part.margins(), part.exact);
            let other_rate = share(all.exact - exact, all.margins() - games);
            found.push(WeakStratum {
                stratum: name.to_owned(),
                games,
                exact,
                exact_rate: share(exact, games).unwrap_or_default(),
                exact_interval: wilson(exact, games),
                other_rate: other_rate.unwrap_or_default(),
                p,
            });
        }
    }
    found.sort_by(|one, other| {
        one.exact_rate
            .total_cmp(&other.exact_rate)
            .then_with(|| one.stratum.cmp(&other.stratum))
    });
    found
}

/// Returns whether a stratum is compared with the other games.
fn is_compared(stratum: &str) -> bool {
    let (division, part) = stratum.split_once('=').unwrap_or((stratum, "unknown"));
    part != "unknown" && !LEFT_OUT.contains(&division)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(games: u64, exact: u64) -> Tally {
        Tally {
            games,
            exact,
            ..Tally::default()
        }
    }

    #[test]
    fn stratum_is_weak_only_if_significantly_worse() {
        let all = tally(1000, 900);
        let strata = [
            ("size=9", tally(100, 60)),
            ("size=13", tally(50, 40)),
            ("size=11", tally(40, 36)),
            ("size=19", tally(810, 764)),
            ("rank=unknown", tally(100, 10)),
            ("disputed=yes", tally(100, 10)),
            ("era=2010-", tally(1000, 900)),
            ("handicap=2-4", tally(0, 0)),
            ("all", tally(1000, 900)),
        ];
        let weak = weak_strata(&all, strata.iter().map(|(name, tally)| (*name, tally)));
        // a rate of 40 in 50 gives p = 0.02, but four strata are compared
        assert_eq!(
            weak.iter()
                .map(|weak| weak.stratum.as_str())
                .collect::<Vec<_>>(),
            ["size=9"]
        );
        let WeakStratum {
            games,
            exact,
            exact_rate,
            exact_interval: (low, high),
            other_rate,
            p,
            ..
        } = weak[0];
        assert_eq!((games, exact), (100, 60));
        assert!((exact_rate - 0.6).abs() < 1e-12 && (other_rate - 840.0 / 900.0).abs() < 1e-12);
        assert!(p < 1e-15 && low > 0.5020 && high < 0.6906, "{low} {high}");
        // if it is the only stratum, a rate of 40 in 50 is significant
        let alone = weak_strata(&all, [("size=13", &tally(50, 40))].into_iter());
        assert_eq!(alone.len(), 1, "{}", fisher_lower(40, 50, 900, 1000));
    }

    #[test]
    fn no_games_give_no_weak_strata() {
        for (all, part) in [(tally(0, 0), tally(0, 0)), (tally(9, 9), tally(3, 3))] {
            assert!(weak_strata(&all, [("size=9", &part)].into_iter()).is_empty());
        }
    }
}
