//! Wilson's interval for a rate.

/// The 97.5 % quantile of the standard normal distribution, for 95 % intervals.
pub(super) const Z: f64 = 1.959_963_984_540_054;

/// Returns Wilson's 95 % score interval for the rate of `successes` in `trials`, without continuity
/// correction. Without trials, it is the interval from 0 to 1.
///
/// Edwin B. Wilson, "Probable inference, the law of succession, and statistical inference", Journal
/// of the American Statistical Association 22 (1927), 209–212.
///
/// # Examples
/// ```
/// use seichi::stats::wilson;
///
/// let (low, high) = wilson(90, 100);
/// assert!(low > 0.82 && high < 0.95);
/// ```
pub fn wilson(successes: u64, trials: u64) -> (f64, f64) {
    if trials == 0 {
        return (0.0, 1.0);
    }
    let (n, rate) = (trials as f64, successes as f64 / trials as f64);
    let z2 = Z * Z;
    let centre = (rate + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z / (1.0 + z2 / n) * (rate * (1.0 - rate) / n + z2 / (4.0 * n * n)).sqrt();
    // at rates of 0 and 1, one bound is exact, but rounding would shift it slightly
    let low = if successes == 0 { 0.0 } else { centre - half };
    let high = if successes == trials {
        1.0
    } else {
        centre + half
    };
    (low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values computed with statsmodels 0.15.0, `proportion_confint(x, n, method="wilson")`.
    #[allow(clippy::unreadable_literal, clippy::excessive_precision)] // the digits as printed
    const REFERENCE: &[(u64, u64, f64, f64)] = &[
        (0, 1, 0.0, 0.79345068562276266),
        (1, 1, 0.20654931437723739, 1.0),
        (0, 10, 0.0, 0.27753279986288926),
        (1, 10, 0.017876213095072924, 0.40415002679523854),
        (5, 10, 0.23659309051256394, 0.76340690948743606),
        (9, 10, 0.59584997320476141, 0.98212378690492697),
        (10, 10, 0.72246720013711063, 1.0),
        (0, 47, 0.0, 0.075557604163996345),
        (23, 47, 0.35275555033682149, 0.62757546251773144),
        (47, 47, 0.92444239583600374, 1.0),
        (394, 1407, 0.25718996317973947, 0.30406477871208532),
        (1281, 1407, 0.89438873030778687, 0.92427164629147396),
        (1355, 1407, 0.95185641882631056, 0.97170589347571257),
        (1398, 1407, 0.9878877370637561, 0.99663110544392619),
        (1406, 1407, 0.99598506499207851, 0.9998745273213081),
        (1407, 1407, 0.99727718603909965, 1.0),
        (1, 1000000, 1.7652457674537176e-07, 5.6649118043114453e-06),
        (500000, 1000000, 0.49902001989000477, 0.50097998010999523),
        (999999, 1000000, 0.99999433508819568, 0.99999982347542327),
        (3, 7, 0.15821985525146964, 0.74954163547234276),
        (97, 103, 0.87869778860207581, 0.97303150267164285),
        (2, 3, 0.20765960080204771, 0.93850805527960368),
        (49103, 50000, 0.98085898378315928, 0.98318694936177209),
        (1, 2, 0.094531205734230683, 0.90546879426576932),
    ];

    #[test]
    fn wilson_equals_statsmodels() {
        assert!(REFERENCE.len() >= 20);
        for &(successes, trials, low, high) in REFERENCE {
            let (a, b) = wilson(successes, trials);
            assert!(
                (a - low).abs() < 1e-12 && (b - high).abs() < 1e-12,
                "{successes} of {trials}: {a} {b}"
            );
        }
    }

    #[test]
    fn interval_without_trials_is_zero_to_one() {
        assert_eq!(wilson(0, 0), (0.0, 1.0));
    }
}
