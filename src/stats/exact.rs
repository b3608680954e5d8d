//! Exact tests of whether two strategies differ on the same games, and of whether a strategy is
//! weaker on a part of the games.

use std::f64::consts::LN_2;

/// Returns the two-sided p-value of McNemar's exact test for two strategies on the same games.
///
/// `a_only` and `b_only` count the discordant games, which only one of the strategies gets right.
/// If both were equally good, each discordant game would be like the toss of a fair coin. The
/// p-value is twice the probability of `min(a_only, b_only)` heads or fewer, but at most 1; without
/// discordant games it is 1. The running time grows with the square root of the counts. Even for
/// counts of 10^6, the test takes only microseconds.
///
/// Quinn McNemar, "Note on the sampling error of the difference between correlated proportions or
/// percentages", Psychometrika 12 (1947), 153–157.
///
/// # Examples
/// ```
/// use seichi::stats::mcnemar_exact;
///
/// assert!(mcnemar_exact(12, 2) < 0.05);
/// ```
pub fn mcnemar_exact(a_only: u64, b_only: u64) -> f64 {
    if a_only.abs_diff(b_only) <= 1 {
        return 1.0; // the two tails cover everything
    }
    let (fewer, more) = (a_only.min(b_only), a_only.max(b_only));
    if fewer == 0 {
        return i32::try_from(more).map_or(0.0, |n| libm::ldexp(1.0, 1 - n));
    }
    let (k, rest) = (fewer as f64, more as f64);
    let n = k + rest;
    let first = ln_choose(n, k) - n * LN_2;
    // each term is computed from the previous term; the logarithm of the first term is added at the
    // end, because that term can underflow even when the sum does not
    let (mut at, mut term, mut sum) = (k, 1.0, 1.0);
    while at > 0.0 && term > sum * f64::EPSILON / 16.0 {
        term *= at / (n - at + 1.0);
        at -= 1.0;
        sum += term;
    }
    libm::exp(LN_2 + first + libm::log(sum)).min(1.0)
}

/// Returns the logarithm of the number of ways to choose `k` of `n` items. With `libm`, even the
/// last digit is the same on all platforms.
fn ln_choose(n: f64, k: f64) -> f64 {
    libm::lgamma(n + 1.0) - libm::lgamma(k + 1.0) - libm::lgamma(n - k + 1.0)
}

/// Returns whether `discordant` games would give a p-value of at most `alpha` if the same strategy
/// were right in all of them.
///
/// If not, the test cannot show a difference, no matter how these games are split.
pub(super) fn mcnemar_can_show(discordant: u64, alpha: f64) -> bool {
    mcnemar_exact(discordant, 0) <= alpha
}

/// Returns the one-sided p-value of Fisher's exact test. Of `all` games, `successes` are successes,
/// and `part` belong to the part. The p-value is the probability of at most `part_successes`
/// successes in the part, if chance decides which games belong to it.
///
/// The counts of all games include those of the part.
///
/// R. A. Fisher, "The logic of inductive inference", Journal of the Royal Statistical Society 98
/// (1935), 39–82.
pub(crate) fn fisher_lower(part_successes: u64, part: u64, successes: u64, all: u64) -> f64 {
    let [k, n, total_k, total_n] = [part_successes, part, successes, all].map(|count| count as f64);
    if part_successes >= part.min(successes) {
        return 1.0;
    }
    let first = ln_choose(total_k, k) + ln_choose(total_n - total_k, n - k) - ln_choose(total_n, n);
    // each term is computed from the previous term, and impossible terms become 0
    let (mut at, mut term, mut sum) = (k, 1.0, 1.0);
    while at > 0.0 {
        term *= at * (total_n - total_k - n + at) / ((total_k - at + 1.0) * (n - at + 1.0));
        at -= 1.0;
        sum += term;
        if term < sum * f64::EPSILON / 16.0 && at < n * total_k / total_n {
            break;
        }
    }
    libm::exp(first + libm::log(sum)).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values printed by `tests/reference/statistics.py` with statsmodels 0.15.0 and scipy 1.17.1.
    #[allow(clippy::unreadable_literal, clippy::excessive_precision)] // the digits as printed
    const REFERENCE: &[(u64, u64, f64)] = &[
        (0, 0, 1.0),
        (0, 1, 1.0),
        (1, 0, 1.0),
        (1, 1, 1.0),
        (5, 0, 0.0625),
        (0, 6, 0.03125),
        (6, 0, 0.03125),
        (3, 4, 1.0),
        (1, 20, 2.09808349609375e-5),
        (2, 9, 0.0654296875),
        (12, 12, 1.0),
        (13, 12, 1.0),
        (30, 50, 0.03299261842647618),
        (0, 100, 1.5777218104420236e-30),
        (7, 61, 7.387402755493211e-12),
        (90, 130, 0.008405451752681956),
        (500, 400, 0.0009564441369189461),
        (501, 500, 1.0),
        (1000, 0, 1.8665272370064378e-301),
        (0, 1074, 1e-323),
        (1, 1000, 9.351301457402253e-299),
        (2000, 300, 1.488543534296058e-307),
        (5000, 4700, 0.0023966033625776252),
        (100000, 99000, 0.025127217688360817),
        (100000, 100100, 0.8248469219530641),
        (1000000, 1003000, 0.034088365079432),
        (1000000, 960000, 1.5100529555926101e-179),
        (499000, 501000, 0.0456082998653896),
        (3000000, 3000001, 1.0),
    ];

    #[test]
    fn mcnemar_equals_statsmodels() {
        assert!(REFERENCE.len() >= 20);
        for &(a, b, p) in REFERENCE {
            for got in [mcnemar_exact(a, b), mcnemar_exact(b, a)] {
                // the logarithm of a factorial such as that of 10^6 is so large that only nine
                // digits of the result are correct
                assert!((got / p - 1.0).abs() < 1e-8, "{a} to {b}: {got}, not {p}");
            }
        }
    }

    /// Below 64 games, the binomial coefficients and their sums fit into 64-bit integers.
    #[test]
    fn mcnemar_equals_the_sum_of_the_coefficients() {
        let mut row = vec![1_u64];
        for n in 1_u64..64 {
            row = (0..=row.len())
                .map(|k| {
                    if k == 0 || k == row.len() {
                        1
                    } else {
                        row[k - 1] + row[k]
                    }
                })
                .collect();
            let mut sum = 0;
            for (fewer, ways) in (0..=n / 2).zip(&row) {
                sum += ways;
                let p = (sum as f64 / (1_u64 << (n - 1)) as f64).min(1.0);
                let got = mcnemar_exact(fewer, n - fewer);
                assert!(
                    (got / p - 1.0).abs() < 1e-13,
                    "{fewer} to {}: {got}, not {p}",
                    n - fewer
                );
            }
        }
    }

    #[test]
    fn mcnemar_falls_as_the_counts_diverge() {
        for n in [1_u64, 2, 99, 100, 1000, 1500, 40_000] {
            let mut last = 0.0;
            for fewer in 0..=n / 2 {
                let p = mcnemar_exact(fewer, n - fewer);
                assert!(last <= p && p <= 1.0, "{fewer} of {n}: {p} after {last}");
                last = p;
            }
            assert_eq!(last.to_bits(), 1.0_f64.to_bits());
        }
    }

    #[test]
    fn smallest_p_is_the_smallest_float() {
        assert_eq!(mcnemar_exact(0, 1075).to_bits(), 1);
        assert_eq!(mcnemar_exact(0, 1076).to_bits(), 0);
        assert_eq!(mcnemar_exact(u64::MAX, 0).to_bits(), 0);
        assert_eq!(mcnemar_exact(u64::MAX, 1).to_bits(), 0);
        assert_eq!(
            mcnemar_exact(u64::MAX, u64::MAX).to_bits(),
            1.0_f64.to_bits()
        );
    }

    #[test]
    fn few_discordant_games_cannot_show_a_difference() {
        let least = |alpha| (0..2000).find(|&n| mcnemar_can_show(n, alpha));
        assert_eq!(
            (least(1.0), least(0.05), least(0.01), least(0.001)),
            (Some(0), Some(6), Some(8), Some(11))
        );
        assert!(
            !mcnemar_can_show(5, 0.05)
                && mcnemar_can_show(5, 0.0625)
                && !mcnemar_can_show(u64::MAX, -1.0)
        );
    }

    /// Values printed by `tests/reference/statistics.py`, which computes them as quotients of
    /// integers and checks them against `hypergeom` in `scipy.stats`.
    #[allow(clippy::unreadable_literal)] // the digits as printed
    const FISHER_REFERENCE: &[([u64; 4], f64)] = &[
        ([0, 1, 1, 2], 0.5),
        ([2, 5, 6, 9], 0.11904761904761904),
        ([0, 3, 4, 10], 0.16666666666666666),
        ([2, 10, 50, 100], 0.04582357764406668),
        ([40, 50, 90, 100], 0.0005934196725858287),
        ([3, 4, 7, 8], 0.5),
        ([90, 120, 1281, 1408], 3.668801150864521e-8),
        ([10, 31, 394, 1408], 0.7736766280905253),
        ([5, 8, 1398, 1408], 1.4207053545464386e-5),
        ([1200, 3000, 4854, 11205], 9.52165189048156e-6),
        ([2500, 6000, 4854, 11205], 8.084015863749208e-5),
        ([17, 40, 4854, 11205], 0.5247159532863839),
        ([60, 70, 9990, 10000], 1.4460560627256245e-22),
        ([399, 700, 20000, 30000], 4.432175836795574e-8),
        ([1, 2, 2, 2000], 0.9999994997498749),
    ];

    #[test]
    fn fisher_equals_the_reference() {
        for &([k, n, successes, all], expected) in FISHER_REFERENCE {
            let p = fisher_lower(k, n, successes, all);
            assert!(
                (p - expected).abs() <= 1e-8 * expected,
                "{k} {n} {successes} {all}: {p}, not {expected}"
            );
        }
    }

    #[test]
    fn part_without_failures_is_not_weak() {
        for (k, n, successes, all) in [(5, 5, 5, 9), (3, 3, 8, 8), (0, 0, 4, 9), (4, 9, 4, 9)] {
            assert!((fisher_lower(k, n, successes, all) - 1.0).abs() < 1e-12);
        }
    }
}
