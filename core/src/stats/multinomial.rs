//! Draws multinomial samples.
//!
//! The samples determine output that must be identical, byte for byte, on every machine. They depend on integers; on
//! PCG64, a fixed algorithm that `rand_pcg` checks against its authors' reference vectors; and on sums, products,
//! quotients and square roots of floats, which IEEE 754 defines to the last bit. Logarithms and powers are avoided,
//! because their last digit differs between platforms. The binomial distribution of `rand_distr` 0.6 uses them. It
//! would also need a new setup for each draw, because the number of trials varies, and take two to ten times as long on
//! a thousand games with two or three values.

use rand_pcg::Pcg64;
use rand_pcg::rand_core::Rng as _;

/// How far [`ConditionalBinomial::sure`] is below the mean number of trials, in standard deviations.
///
/// One in 30,000 samples has fewer trials and is drawn the slow way. A larger value makes all samples slower.
const SURE: f64 = 4.0;

/// The maximum number of trials in a batch. Each number up to it has a table.
const BATCH: u64 = 64;

/// A count is treated as impossible if its weight is below this, relative to the most probable count: 2^-70. A sampler
/// with 64 random bits for a count could not tell the difference.
#[allow(clippy::cast_precision_loss)] // a power of two
const NEGLIGIBLE: f64 = 1.0 / (1_u128 << 70) as f64;

/// Draws samples with replacement that are as large as the population. A sample is given as the number of times that
/// each category occurs.
///
/// The first category's count is binomial, the second's is binomial in the rest of the sample, and so on. The last
/// category gets the remainder.
#[derive(Debug)]
pub(super) struct Multinomial {
    size: u64,
    /// All categories except the last.
    categories: Vec<ConditionalBinomial>,
}

/// Draws a category's count in the part of the sample that the previous categories leave.
///
/// The number of trials in that part varies, but a table holds for a fixed number. The number of trials is rarely less
/// than `sure`, so `sure` trials are drawn from `table`, and the others in batches, which also have tables.
#[derive(Debug)]
struct ConditionalBinomial {
    sure: u64,
    table: BinomialTable,
    /// The tables for 1, 2, … trials.
    batches: Vec<BinomialTable>,
}

impl Multinomial {
    /// Creates the sampler for categories with these counts. No count may be zero.
    pub(super) fn new(counts: &[u64]) -> Self {
        let size = counts.iter().sum();
        let mut rest = size;
        let mut categories = Vec::new();
        for &count in &counts[..counts.len().saturating_sub(1)] {
            categories.push(ConditionalBinomial::new(count, rest, size));
            rest -= count;
        }
        Self { size, categories }
    }

    /// Draws a sample, and passes each category's count to `each`, in the order of the categories.
    pub(super) fn draw(&self, rng: &mut Pcg64, mut each: impl FnMut(u64)) {
        let mut rest = self.size;
        for category in &self.categories {
            let count = category.draw(rest, rng);
            each(count);
            rest -= count;
        }
        each(rest);
    }
}

impl ConditionalBinomial {
    /// Creates the category of `count` games, given that the previous categories leave `rest` of the `size` games.
    #[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    fn new(count: u64, rest: u64, size: u64) -> Self {
        let (mean, before) = (rest as f64, (size - rest) as f64);
        let deviation = (mean * before / size as f64).sqrt();
        let sure = (mean - SURE * deviation) as u64; // the cast turns negative numbers into 0
        // the first category always has the whole sample as its trials: exactly `sure` trials
        let batches = if rest == size { 0 } else { BATCH };
        let batches = (1..=batches).map(|trials| BinomialTable::new(trials, count, rest)).collect();
        Self { sure, table: BinomialTable::new(sure, count, rest), batches }
    }

    fn draw(&self, rest: u64, rng: &mut Pcg64) -> u64 {
        match rest.checked_sub(self.sure) {
            Some(more) => self.table.draw(rng) + self.draw_batches(more, rng),
            None => self.draw_batches(rest, rng),
        }
    }

    #[allow(clippy::cast_possible_truncation)] // below BATCH
    fn draw_batches(&self, trials: u64, rng: &mut Pcg64) -> u64 {
        let Some(whole) = self.batches.last() else { return 0 };
        let drawn: u64 = (0..trials / BATCH).map(|_| whole.draw(rng)).sum();
        match trials % BATCH {
            0 => drawn,
            more => drawn + self.batches[more as usize - 1].draw(rng),
        }
    }
}

/// Draws a binomial variable by inverting its distribution function, which is tabulated.
#[derive(Debug)]
struct BinomialTable {
    /// The smallest count.
    first: u64,
    /// The probabilities of at most `first`, `first + 1`, …, in units of 2^-64. The last probability stands for 1.
    thresholds: Vec<u64>,
}

impl BinomialTable {
    /// Creates the table for `trials`, each with the probability `count` / `rest`.
    #[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    fn new(trials: u64, count: u64, rest: u64) -> Self {
        let odds = count as f64 / (rest - count) as f64;
        let mode = ((u128::from(trials) + 1) * u128::from(count) / u128::from(rest)) as u64;
        // weights relative to the mode's, first downwards from the mode, then upwards
        let mut weights = vec![1.0];
        let (mut k, mut weight) = (mode, 1.0);
        while k > 0 && weight > NEGLIGIBLE {
            weight *= k as f64 / ((trials - k + 1) as f64 * odds);
            weights.push(weight);
            k -= 1;
        }
        let first = k;
        weights.reverse();
        (k, weight) = (mode, 1.0);
        while k < trials && weight > NEGLIGIBLE {
            k += 1;
            weight *= (trials - k + 1) as f64 * odds / k as f64;
            weights.push(weight);
        }
        let total: f64 = weights.iter().sum();
        let mut sum = 0.0;
        let scale = (1_u128 << 64) as f64 / total;
        let mut thresholds: Vec<u64> = weights
            .iter()
            .map(|weight| {
                sum += weight;
                (sum * scale) as u64
            })
            .collect();
        if let Some(last) = thresholds.last_mut() {
            *last = u64::MAX;
        }
        Self { first, thresholds }
    }

    fn draw(&self, rng: &mut Pcg64) -> u64 {
        let random = rng.next_u64();
        self.first + self.thresholds.partition_point(|&threshold| threshold < random) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rng() -> Pcg64 {
        Pcg64::new(1, 2)
    }

    /// Returns the probabilities of 0, 1, … successes in `trials`, each with probability `p`.
    fn binomial(trials: u32, p: f64) -> Vec<f64> {
        let mut chances = vec![1.0];
        for _ in 0..trials {
            let mut next = vec![0.0; chances.len() + 1];
            for (k, chance) in chances.iter().enumerate() {
                next[k] += chance * (1.0 - p);
                next[k + 1] += chance * p;
            }
            chances = next;
        }
        chances
    }

    const DRAWS: u32 = 50_000;

    /// Asserts that every count occurs as often as its probability predicts, within 5 standard deviations.
    fn assert_distribution(what: &str, chances: &[f64], draws: impl Iterator<Item = u64>) {
        let mut seen = vec![0_u32; chances.len()];
        for count in draws {
            seen[usize::try_from(count).expect("a small count")] += 1;
        }
        assert_eq!(seen.iter().sum::<u32>(), DRAWS);
        for (k, (&seen, chance)) in seen.iter().zip(chances).enumerate() {
            let expected = f64::from(DRAWS) * chance;
            let off = (f64::from(seen) - expected).abs();
            assert!(off <= 5.0 * expected.sqrt() + 2.0, "{what}: {k} came up {seen} times, not {expected:.1}");
        }
    }

    #[test]
    fn counts_are_binomially_distributed() {
        for (trials, count, rest) in [
            (0, 1_u32, 2_u32),
            (1, 1, 2),
            (5, 1, 3),
            (9, 9, 10),
            (40, 1, 1000),
            (47, 20, 47),
            (64, 1, 2),
            (200, 50, 189),
        ] {
            let p = f64::from(count) / f64::from(rest);
            let chances = binomial(trials, p);
            let (trials, count, rest) = (u64::from(trials), u64::from(count), u64::from(rest));
            let (mut rng, table) = (rng(), BinomialTable::new(trials, count, rest));
            assert_distribution("table", &chances, (0..DRAWS).map(|_| table.draw(&mut rng)));
            let category = ConditionalBinomial::new(count, rest, rest + 100);
            assert_distribution("batches", &chances, (0..DRAWS).map(|_| category.draw_batches(trials, &mut rng)));
        }
    }

    #[test]
    fn each_category_of_a_multinomial_is_binomial() {
        for counts in [&[7_u64, 3][..], &[30, 10, 7], &[120, 50, 10, 5, 3, 1], &[1; 40], &[2, 100, 1, 60]] {
            let size: u64 = counts.iter().sum();
            let (mut rng, multinomial) = (rng(), Multinomial::new(counts));
            let samples: Vec<Vec<u64>> = (0..DRAWS)
                .map(|_| {
                    let mut drawn = Vec::new();
                    multinomial.draw(&mut rng, |count| drawn.push(count));
                    assert_eq!((drawn.len(), drawn.iter().sum()), (counts.len(), size));
                    drawn
                })
                .collect();
            for (at, &count) in counts.iter().enumerate() {
                #[allow(clippy::cast_precision_loss)]
                let p = count as f64 / size as f64;
                let chances = binomial(u32::try_from(size).expect("a small sample"), p);
                assert_distribution("category", &chances, samples.iter().map(|drawn| drawn[at]));
            }
        }
    }

    /// The counts of two categories are negatively correlated, because both are parts of one sample.
    #[test]
    fn multinomial_categories_are_negatively_correlated() {
        let counts = [700_u64, 400, 308];
        let (mut rng, multinomial) = (rng(), Multinomial::new(&counts));
        let mut products = 0;
        for _ in 0..DRAWS {
            let mut drawn = Vec::new();
            multinomial.draw(&mut rng, |count| drawn.push(i64::try_from(count).expect("a small count")));
            products += (drawn[1] - 400) * (drawn[2] - 308);
        }
        #[allow(clippy::cast_precision_loss)]
        let covariance = products as f64 / f64::from(DRAWS);
        assert!((covariance + 400.0 * 308.0 / 1408.0).abs() < 5.0, "{covariance}");
    }

    #[test]
    fn samples_of_any_size_are_drawn() {
        for counts in [&[1_u64][..], &[1, 1], &[1 << 40, 1], &[1, 1 << 40], &[1 << 40, 1 << 40, 1 << 39]] {
            let mut left: u64 = counts.iter().sum();
            Multinomial::new(counts).draw(&mut rng(), |count| left -= count);
            assert_eq!(left, 0);
        }
    }
}
