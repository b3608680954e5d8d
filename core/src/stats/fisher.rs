//! Fisher's exact test: whether a rate is lower in a part of the games than in the rest.

/// Returns the one-sided p-value of Fisher's exact test: the probability that a part of `part` among `all` games has
/// `part_successes` successes or fewer, if chance alone decided which of the `successes` of all games are in it.
///
/// The part is a part of all games, and its successes are among theirs.
///
/// R. A. Fisher, "The logic of inductive inference", Journal of the Royal Statistical Society 98 (1935), 39–82.
#[must_use]
pub fn fisher_lower(part_successes: u64, part: u64, successes: u64, all: u64) -> f64 {
    #[allow(clippy::cast_precision_loss)] // games are fewer than 2^52
    let [k, n, total_k, total_n] = [part_successes, part, successes, all].map(|count| count as f64);
    if part_successes >= part.min(successes) {
        return 1.0;
    }
    let choose = |n: f64, k: f64| libm::lgamma(n + 1.0) - libm::lgamma(k + 1.0) - libm::lgamma(n - k + 1.0);
    let first = choose(total_k, k) + choose(total_n - total_k, n - k) - choose(total_n, n);
    // each term follows from the one above it; those that are not possible follow as 0
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

    /// Printed by `tests/reference/statistics.py`: quotients of integers, which it checks against `hypergeom` of
    /// `scipy.stats`.
    #[allow(clippy::unreadable_literal)] // as they were printed
    const REFERENCE: &[([u64; 4], f64)] = &[
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
    fn equal_to_the_reference() {
        for &([k, n, successes, all], expected) in REFERENCE {
            let p = fisher_lower(k, n, successes, all);
            assert!((p - expected).abs() <= 1e-8 * expected, "{k} {n} {successes} {all}: {p}, not {expected}");
        }
    }

    #[test]
    fn a_part_without_failures_is_not_weak() {
        for (k, n, successes, all) in [(5, 5, 5, 9), (3, 3, 8, 8), (0, 0, 4, 9), (4, 9, 4, 9)] {
            assert!((fisher_lower(k, n, successes, all) - 1.0).abs() < 1e-12);
        }
    }
}
