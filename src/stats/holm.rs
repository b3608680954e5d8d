//! Holm's correction of the p-values of several tests.

/// Returns the adjusted p-values of a family of tests, in the given order. If each adjusted p-value
/// is compared with the same significance level, the probability of any false positive in the
/// family is at most that level.
///
/// The smallest of m p-values is multiplied by m, the next by m − 1, and so on; each result is at
/// least as large as the previous one, and at most 1. Equal p-values get equal results, so their
/// order does not matter. The p-values must be between 0 and 1.
///
/// Sture Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of
/// Statistics 6 (1979), 65–70.
///
/// # Examples
/// ```
/// use seichi::stats::holm;
///
/// assert_eq!(holm(&[0.02, 0.5, 0.01]), [0.04, 0.5, 0.03]);
/// ```
pub fn holm(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|&a, &b| p[a].total_cmp(&p[b]));
    let mut adjusted = vec![0.0; p.len()];
    let mut floor = 0.0_f64;
    for (rank, at) in order.into_iter().enumerate() {
        let hypotheses = (p.len() - rank) as f64;
        floor = floor.max(hypotheses * p[at]).min(1.0);
        adjusted[at] = floor;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    /// p-values and their adjusted values, printed by `tests/reference/statistics.py` with
    /// statsmodels 0.15.0, `multipletests(p, method="holm")`.
    #[allow(clippy::unreadable_literal)] // the digits as printed
    const REFERENCE: &[(&[f64], &[f64])] = &[
        (&[0.03], &[0.03]),
        (&[1.0], &[1.0]),
        (&[0.0], &[0.0]),
        (&[0.01, 0.04], &[0.02, 0.04]),
        (&[0.04, 0.01], &[0.04, 0.02]),
        (&[0.5, 0.5], &[1.0, 1.0]),
        (&[0.02, 0.02, 0.02], &[0.06, 0.06, 0.06]),
        (&[0.0, 0.0, 1.0], &[0.0, 0.0, 1.0]),
        (&[1.0, 1.0, 1.0], &[1.0, 1.0, 1.0]),
        (
            &[0.01, 0.02, 0.03, 0.04, 0.05],
            &[0.05, 0.08, 0.09, 0.09, 0.09],
        ),
        (
            &[0.05, 0.04, 0.03, 0.02, 0.01],
            &[0.09, 0.09, 0.09, 0.08, 0.05],
        ),
        (&[0.001, 0.8, 0.001, 0.3], &[0.004, 0.8, 0.004, 0.6]),
        (&[0.04, 0.0401, 0.5], &[0.12, 0.12, 0.5]),
        (&[1e-300, 1e-200, 0.9], &[3e-300, 2e-200, 0.9]),
        (
            &[0.2, 0.2, 0.1, 0.1, 0.3, 0.3],
            &[0.8, 0.8, 0.6000000000000001, 0.6000000000000001, 0.8, 0.8],
        ),
        (&[5e-324, 0.5], &[1e-323, 0.5]),
        (
            &[0.012, 0.25, 0.012, 0.0, 1.0, 0.06, 0.0125],
            &[
                0.07200000000000001,
                0.5,
                0.07200000000000001,
                0.0,
                1.0,
                0.18,
                0.07200000000000001,
            ],
        ),
        (&[0.9, 0.95, 0.99], &[1.0, 1.0, 1.0]),
        (
            &[
                0.0, 0.334355, 0.126113, 6.3e-5, 0.290733, 0.216459, 0.21968, 0.535226, 0.182667,
                0.002025,
            ],
            &[
                0.0, 1.0, 0.882791, 0.000567, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0162,
            ],
        ),
        (
            &[0.13, 0.01, 0.98, 0.21, 0.01, 0.0, 0.04, 0.13, 0.01, 0.01],
            &[0.52, 0.09, 0.98, 0.52, 0.09, 0.0, 0.2, 0.52, 0.09, 0.09],
        ),
        (
            &[
                0.070964, 3.4e-5, 0.011711, 0.000236, 0.279771, 0.000671, 0.000612, 8e-6, 0.341414,
                0.000761, 0.301673, 3e-6, 0.053775, 0.072251, 0.078847, 0.019451, 0.664587,
                0.386378, 0.004816, 0.003434, 0.086274, 0.009206, 0.592191, 0.475897, 0.0001,
                0.090634, 0.032708, 0.128226, 0.004796, 0.370303, 0.140317, 0.018842, 0.194427,
                1.3e-5, 0.898492, 0.064879, 0.002837, 0.00023, 0.047182, 0.229826, 0.012454,
                0.776508, 0.001637, 0.392361, 0.722317, 0.04567, 0.0, 0.000417, 0.165015, 0.503133,
                0.148841, 0.050862, 0.0, 0.0, 0.146815,
            ],
            &[
                1.0,
                0.001666,
                0.40988499999999994,
                0.010856,
                1.0,
                0.028853000000000004,
                0.026928,
                0.000408,
                1.0,
                0.031962,
                1.0,
                0.000156,
                1.0,
                1.0,
                1.0,
                0.622432,
                1.0,
                1.0,
                0.182248,
                0.133926,
                1.0,
                0.33141600000000004,
                1.0,
                1.0,
                0.0048000000000000004,
                1.0,
                1.0,
                1.0,
                0.182248,
                1.0,
                1.0,
                0.6217860000000001,
                1.0,
                0.00065,
                1.0,
                1.0,
                0.11348,
                0.01081,
                1.0,
                1.0,
                0.423436,
                1.0,
                0.067117,
                1.0,
                1.0,
                1.0,
                0.0,
                0.018765,
                1.0,
                1.0,
                1.0,
                1.0,
                0.0,
                0.0,
                1.0,
            ],
        ),
        (
            &[
                0.01, 0.09, 0.96, 0.0, 0.56, 0.32, 0.03, 0.71, 0.01, 0.0, 0.0, 0.37, 0.01, 0.01,
                0.01, 0.0, 0.0, 0.56, 0.84, 0.04, 0.24, 0.08, 0.24, 0.02, 0.05, 0.18, 0.0, 0.53,
                0.0, 0.36, 0.0, 0.27, 0.04, 0.03, 0.0, 0.03, 0.22, 0.0, 0.29, 0.01, 0.0, 0.18, 0.2,
                0.0, 0.01, 0.33, 0.26, 0.06, 0.7, 0.0, 0.23, 0.26, 0.09, 0.01, 0.1,
            ],
            &[
                0.42, 1.0, 1.0, 0.0, 1.0, 1.0, 0.99, 1.0, 0.42, 0.0, 0.0, 1.0, 0.42, 0.42, 0.42,
                0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.68, 1.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0,
                1.0, 1.0, 0.99, 0.0, 0.99, 1.0, 0.0, 1.0, 0.42, 0.0, 1.0, 1.0, 0.0, 0.42, 1.0, 1.0,
                1.0, 1.0, 0.0, 1.0, 1.0, 1.0, 0.42, 1.0,
            ],
        ),
    ];

    #[test]
    fn holm_equals_statsmodels() {
        assert!(REFERENCE.len() >= 20);
        for &(p, adjusted) in REFERENCE {
            let got = holm(p);
            assert_eq!(got.len(), adjusted.len());
            for (a, b) in got.iter().zip(adjusted) {
                assert!(
                    (a - b).abs() <= 1e-15 * b,
                    "{p:?}: {got:?}, not {adjusted:?}"
                );
            }
        }
    }

    #[test]
    fn holm_is_independent_of_the_order_of_tests() {
        for &(p, _) in REFERENCE {
            let mut backwards: Vec<f64> = p.iter().rev().copied().collect();
            backwards = holm(&backwards);
            backwards.reverse();
            assert_eq!(backwards, holm(p));
        }
    }

    #[test]
    fn holm_without_tests_is_empty() {
        assert!(holm(&[]).is_empty());
    }
}
