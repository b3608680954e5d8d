//! The bootstrap interval of a mean, without assumptions about the distribution.

use rand_pcg::Pcg64;

use super::multinomial::Multinomial;

/// The percentile bootstrap of a mean over games.
///
/// A resample draws as many games as there are, with replacement, and its mean is computed; this is repeated
/// `resamples` times. The interval contains the middle `level` of these means. To compare two strategies game by game,
/// a game's value is the difference between the two; the strategies differ if the interval excludes 0.
///
/// Bradley Efron, "Bootstrap methods: another look at the jackknife", The Annals of Statistics 7 (1979), 1–26; the
/// percentile interval is from his "Nonparametric standard errors and confidence intervals", Canadian Journal of
/// Statistics 9 (1981), 139–158.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bootstrap {
    /// The number of resamples.
    pub resamples: u32,
    /// The seed of the random numbers: the same seed gives the same interval.
    pub seed: u64,
    /// The share of the means that is inside the interval, between 0 and 1.
    pub level: f64,
}

impl Default for Bootstrap {
    fn default() -> Self {
        Self { resamples: 10_000, seed: 1979, level: 0.95 }
    }
}

/// The default stream of the generator, as chosen by PCG's authors.
const STREAM: u128 = 0x0a02_bdbf_7bb3_c0a7_ac28_fa16_a64a_bf96;

impl Bootstrap {
    /// Returns the interval of the mean of `values`, each paired with its number of games; `None` if there are no games
    /// or resamples.
    ///
    /// Values may be in any order, repeated, and with zero games. They must be finite, and there must be fewer than
    /// 2^52 games. If all values are equal, both bounds are that value. The bounds are quantiles like the defaults of
    /// numpy's `percentile`: the value at rank (`resamples` − 1) q, counted from 0, interpolated between its two
    /// neighbours. The bounds are identical, to the last bit, on all platforms.
    #[must_use]
    pub fn interval(&self, values: &[(f64, u64)]) -> Option<(f64, f64)> {
        let values = distinct(values);
        let counts: Vec<u64> = values.iter().map(|&(_, count)| count).collect();
        match *values {
            [] => return None,
            _ if self.resamples == 0 => return None,
            [(value, _)] => return Some((value, value)),
            _ => {}
        }
        let multinomial = Multinomial::new(&counts);
        // equal counts get equal samples, so strategies with the same results have the same interval
        let mut rng = Pcg64::new(self.seed.into(), STREAM);
        let sample = |_| {
            // sums of whole, half or quarter points are exact; other sums are always rounded in the same order
            let (mut sum, mut at) = (0.0, values.iter());
            multinomial.draw(&mut rng, |count| {
                let value = at.next().map_or(0.0, |&(value, _)| value);
                #[allow(clippy::cast_precision_loss)] // there are fewer than 2^52 games
                let part = value * count as f64;
                sum += part;
            });
            sum
        };
        let mut sums: Vec<f64> = (0..self.resamples).map(sample).collect();
        #[allow(clippy::cast_precision_loss)] // as above
        let games = counts.iter().sum::<u64>() as f64;
        let tail = (1.0 - self.level) / 2.0;
        Some((quantile(&mut sums, tail) / games, quantile(&mut sums, 1.0 - tail) / games))
    }
}

/// Returns each value once, with its total of games, in ascending order, independent of the order of `values`.
fn distinct(values: &[(f64, u64)]) -> Vec<(f64, u64)> {
    // adding 0 turns −0 into 0
    let mut sorted: Vec<(f64, u64)> =
        values.iter().filter(|(_, count)| *count > 0).map(|&(value, count)| (value + 0.0, count)).collect();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
    sorted.dedup_by(|next, kept| {
        let same = next.0.total_cmp(&kept.0).is_eq();
        kept.1 += if same { next.1 } else { 0 };
        same
    });
    sorted
}

/// Returns the quantile `q` of `xs`, which must not be empty and gets reordered.
#[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)] // fewer than 2^32
fn quantile(xs: &mut [f64], q: f64) -> f64 {
    let last = xs.len() - 1;
    let rank = (last as f64 * q).clamp(0.0, last as f64);
    let (_, &mut low, above) = xs.select_nth_unstable_by(rank as usize, f64::total_cmp);
    let high = above.iter().copied().min_by(f64::total_cmp).unwrap_or(low);
    low + (high - low) * rank.fract()
}

#[cfg(test)]
mod tests {
    use super::*;

    type Case = (&'static [(f64, u64)], f64, f64);

    /// Values with their games, and the 95 % interval. Printed by `tests/reference/statistics.py`: up to 1408 games
    /// from scipy 1.17.1, `bootstrap(method="percentile", n_resamples=200_000)`, and for more games from 2,000,000
    /// multinomial samples of numpy 2.4.6.
    #[allow(clippy::unreadable_literal)] // the digits as printed
    const REFERENCE: &[Case] = &[
        (&[(0.0, 46), (1.0, 1)], 0.0, 0.06382978723404255),
        (&[(0.0, 38), (1.0, 9)], 0.0851063829787234, 0.3191489361702128),
        (&[(-1.0, 1), (0.0, 26), (1.0, 20)], 0.2553191489361702, 0.5531914893617021),
        (&[(-1.0, 5), (0.0, 37), (1.0, 5)], -0.1276595744680851, 0.1276595744680851),
        (&[(-1.0, 23), (1.0, 24)], -0.2765957446808511, 0.3191489361702128),
        (&[(0.0, 180), (1.0, 9)], 0.021164021164021163, 0.07936507936507936),
        (&[(-1.0, 3), (0.0, 174), (1.0, 12)], 0.010582010582010581, 0.08994708994708994),
        (&[(-1.0, 30), (0.0, 109), (1.0, 50)], 0.015873015873015872, 0.19576719576719576),
        (&[(-1.0, 1), (0.0, 188)], -0.015873015873015872, 0.0),
        (&[(0.0, 1407), (1.0, 1)], 0.0, 0.002130681818181818),
        (&[(0.0, 1399), (1.0, 9)], 0.002840909090909091, 0.01065340909090909),
        (&[(-1.0, 1), (0.0, 1387), (1.0, 20)], 0.0078125, 0.019886363636363636),
        (&[(-1.0, 30), (0.0, 1328), (1.0, 50)], 0.002130681818181818, 0.026988636363636364),
        (&[(-1.0, 100), (0.0, 1228), (1.0, 80)], -0.032670454545454544, 0.004261363636363636),
        (&[(-1.0, 394), (0.0, 714), (1.0, 300)], -0.10298295454545454, -0.030539772727272728),
        (&[(-1.0, 704), (1.0, 704)], -0.052556818181818184, 0.052556818181818184),
        (&[(0.0, 10336), (1.0, 9)], 0.00038666022232962784, 0.0014499758337361043),
        (&[(-1.0, 30), (0.0, 10265), (1.0, 50)], 0.0002899951667472209, 0.0036732721121314643),
        (&[(-1.0, 500), (0.0, 9445), (1.0, 400)], -0.015369743837602706, -0.003963267278878685),
        (&[(-1.0, 2000), (0.0, 6245), (1.0, 2100)], -0.002416626389560174, 0.021749637506041565),
        (&[(-1.0, 30), (0.0, 999920), (1.0, 50)], 3e-6, 3.8e-5),
        (&[(-1.0, 10000), (0.0, 980100), (1.0, 9900)], -0.000376, 0.000177),
        (&[(-1.0, 333000), (0.0, 333000), (1.0, 334000)], -0.000603, 0.002602),
        (&[(-1.5, 2), (-0.5, 11), (0.0, 150), (0.5, 17), (1.0, 6), (2.5, 3)], 0.013227513227513227, 0.1349206349206349),
        (
            &[(-7.0, 1), (-2.0, 12), (-1.0, 40), (0.0, 1200), (1.0, 90), (1.5, 31), (3.0, 20), (8.5, 9), (20.0, 5)],
            0.14275568181818182,
            0.2958096590909091,
        ),
        (&[(-60.0, 3), (-0.5, 44), (0.0, 10000), (0.5, 200), (12.0, 98)], 0.07298211696471725, 0.13281778637022718),
        (&[(0.5, 900000), (1.0, 100000)], 0.549706, 0.5502945),
        (
            &[
                (-6.0, 4),
                (-5.5, 5),
                (-5.0, 6),
                (-4.5, 7),
                (-4.0, 9),
                (-3.5, 11),
                (-3.0, 14),
                (-2.5, 18),
                (-2.0, 23),
                (-1.5, 29),
                (-1.0, 37),
                (-0.5, 48),
                (0.0, 61),
                (0.5, 48),
                (1.0, 37),
                (1.5, 29),
                (2.0, 23),
                (2.5, 18),
                (3.0, 14),
                (3.5, 11),
                (4.0, 9),
                (4.5, 7),
                (5.0, 6),
                (5.5, 5),
                (6.0, 4),
                (6.5, 3),
                (7.0, 3),
                (7.5, 2),
                (8.0, 2),
                (8.5, 2),
                (9.0, 2),
            ],
            -0.015090543259557344,
            0.44567404426559354,
        ),
        (&[(-3.0, 4), (2.5, 6)], -1.35, 1.95),
    ];

    /// Returns the mean's standard error and the smallest step between possible means, both in points.
    #[allow(clippy::cast_precision_loss)]
    fn scale(values: &[(f64, u64)]) -> (f64, f64) {
        let games: f64 = values.iter().map(|&(_, count)| count as f64).sum();
        let mean = values.iter().map(|&(value, count)| value * count as f64).sum::<f64>() / games;
        let squares: f64 = values.iter().map(|&(value, count)| (value - mean).powi(2) * count as f64).sum();
        let step = values.windows(2).map(|pair| pair[1].0 - pair[0].0).fold(f64::INFINITY, f64::min);
        ((squares / games / games).sqrt(), step / games)
    }

    /// A quantile of B samples from a density f has the standard error √(q (1 − q) / B) / f. With 10,000 samples and
    /// the normal density at its 2.5 % quantile this is 0.0267 standard errors of the mean. The test allows four of
    /// them, plus one step between possible means, because a quantile between two means may be either.
    #[test]
    fn interval_is_close_to_scipy() {
        assert!(REFERENCE.len() >= 20);
        for &(values, low, high) in REFERENCE {
            let (error, step) = scale(values);
            let allowed = 4.0 * 0.0267 * error + step * 1.000_001;
            for seed in [Bootstrap::default().seed, 0, 1, u64::MAX] {
                let interval = Bootstrap { seed, ..Bootstrap::default() }.interval(values);
                let (a, b) = interval.expect("there are games");
                assert!(
                    (a - low).abs() <= allowed && (b - high).abs() <= allowed,
                    "{values:?}: {a} to {b}, not {low} to {high}, seed {seed}, allowed {allowed}"
                );
            }
        }
    }

    /// The expected values were printed by this code: they check that its results are equal on all machines.
    #[test]
    #[allow(clippy::unreadable_literal)] // as above
    fn interval_is_the_same_on_all_machines() {
        let of = |values: &[(f64, u64)]| Bootstrap::default().interval(values).expect("there are games");
        assert_eq!(of(&[(-1.0, 30), (0.0, 1328), (1.0, 50)]), (0.002130681818181818, 0.026278409090909092));
        assert_eq!(of(&[(-0.01, 2000), (0.1, 2100), (0.7, 6245)]), (0.4347391976800386, 0.4470353310778153));
        assert_eq!(of(REFERENCE[27].0), (-0.015090543259557344, 0.44969818913480886));
    }

    #[test]
    fn interval_depends_only_on_counts_per_value() {
        let default = Bootstrap::default();
        let interval = default.interval(&[(-1.0, 30), (0.0, 109), (1.0, 50)]);
        assert!(interval.is_some());
        for same in [
            &[(1.0, 50), (-1.0, 30), (0.0, 109)][..],
            &[(0.0, 100), (1.0, 25), (-1.0, 30), (1.0, 25), (-0.0, 9)],
            &[(7.0, 0), (0.0, 109), (1.0, 50), (-1.0, 30), (-3.0, 0)],
        ] {
            assert_eq!(default.interval(same), interval);
        }
        let equal_counts = [(0.3, 10), (0.1, 10), (0.7, 10)];
        let mut turned = equal_counts;
        turned.rotate_left(1);
        assert_eq!(default.interval(&equal_counts), default.interval(&turned));
    }

    #[test]
    fn equal_values_give_an_interval_of_one_value() {
        let default = Bootstrap::default();
        assert_eq!(default.interval(&[]), None);
        assert_eq!(default.interval(&[(1.0, 0)]), None);
        assert_eq!(default.interval(&[(0.1, 1), (0.1, 2), (2.0, 0)]), Some((0.1, 0.1)), "sums are not rounded");
        assert_eq!(default.interval(&[(-0.0, 3)]).map(|(low, high)| (low.to_bits(), high.to_bits())), Some((0, 0)));
        assert_eq!(Bootstrap { resamples: 0, ..default }.interval(&[(1.0, 1), (2.0, 1)]), None);
    }

    #[test]
    fn higher_level_gives_a_wider_interval() {
        let values = [(-1.0, 30), (0.0, 109), (1.0, 50)];
        let of = |level| Bootstrap { level, ..Bootstrap::default() }.interval(&values).expect("there are games");
        let mut inner = of(0.0);
        assert_eq!(inner.0.to_bits(), inner.1.to_bits());
        for level in [0.5, 0.9, 0.99, 1.0] {
            let outer = of(level);
            assert!(outer.0 < inner.0 && inner.1 < outer.1);
            inner = outer;
        }
    }

    /// The expected values come from numpy's `percentile`.
    #[test]
    fn quantiles_are_interpolated() {
        let mut xs = [3.0, 1.0, 4.0, 2.0];
        for (q, quantile_of_xs) in
            [(0.0, 1.0), (0.25, 1.75), (0.5, 2.5), (0.9, 3.7), (1.0, 4.0), (-1.0, 1.0), (2.0, 4.0)]
        {
            assert!((quantile(&mut xs, q) - quantile_of_xs).abs() < 1e-15, "{q}");
        }
        assert_eq!(quantile(&mut [5.0], 0.3).to_bits(), 5.0_f64.to_bits());
    }
}
