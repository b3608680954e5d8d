//! Intervals and tests that treat the games of one event as dependent: they sample events, not
//! games.

use std::collections::BTreeMap;

use super::evaluation::Game;

/// The number of bootstrap samples, and of random signs in the test.
pub(crate) const REPLICATES: usize = 10_000;

/// The seed of the random numbers.
pub(crate) const SEED: u64 = 1979;

/// For each event, the sum of a value over the games, and the number of games.
pub(crate) struct Events(Vec<[f64; 2]>);

impl Events {
    /// Returns the sums of `value`.
    pub(crate) fn new(games: &[&Game], value: impl Fn(&Game) -> f64) -> Self {
        Self::of_shares(games, |game| [value(game), 1.0])
    }

    /// Returns the sums of two values of each game, whose quotient is a share: [`Self::mean`].
    pub(crate) fn of_shares(games: &[&Game], values: impl Fn(&Game) -> [f64; 2]) -> Self {
        let mut events: BTreeMap<&str, [f64; 2]> = BTreeMap::new();
        for game in games {
            let [sum, number] = events.entry(game.event()).or_default();
            let [more, others] = values(game);
            *sum += more;
            *number += others;
        }
        Self(events.into_values().collect())
    }

    /// Returns the number of events.
    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    /// Returns the effective number of events: the squared number of games, divided by the sum of
    /// the squared sizes of the events.
    pub(crate) fn effective(&self) -> f64 {
        let [_, games] = total(self.0.iter());
        games * games / self.0.iter().map(|[_, size]| size * size).sum::<f64>()
    }

    /// Returns the mean of the value over all games.
    pub(crate) fn mean(&self) -> f64 {
        let [sum, games] = total(self.0.iter());
        sum / games
    }

    /// Draws as many events as there are.
    fn draw(&self, rng: &mut fastrand::Rng) -> Vec<usize> {
        (0..self.0.len())
            .map(|_| rng.usize(..self.0.len()))
            .collect()
    }

    /// Returns the mean of the value over the games of drawn events.
    fn mean_of(&self, drawn: &[usize]) -> f64 {
        let [sum, games] = total(drawn.iter().map(|&event| &self.0[event]));
        // a sample may have no eye in seki
        if games > 0.0 { sum / games } else { 0.0 }
    }

    /// Returns the 95 % percentile interval of the mean.
    pub(crate) fn interval(&self) -> [f64; 2] {
        let mut rng = fastrand::Rng::with_seed(SEED);
        let means = (0..REPLICATES).map(|_| self.mean_of(&self.draw(&mut rng)));
        percentiles(means.collect())
    }

    /// Returns the difference from the mean of another value of the same events, with its 95 %
    /// percentile interval. Each bootstrap sample has the same events for both values.
    pub(crate) fn minus(&self, other: &Self) -> (f64, [f64; 2]) {
        let mut rng = fastrand::Rng::with_seed(SEED);
        let mut differences = Vec::with_capacity(REPLICATES);
        for _ in 0..REPLICATES {
            let drawn = self.draw(&mut rng);
            differences.push(self.mean_of(&drawn) - other.mean_of(&drawn));
        }
        (self.mean() - other.mean(), percentiles(differences))
    }

    /// Returns the least and the greatest mean if any one event is left out.
    pub(crate) fn without_one(&self) -> [f64; 2] {
        let [sum, games] = total(self.0.iter());
        let means = self
            .0
            .iter()
            .map(|[less, size]| (sum - less) / (games - size));
        means.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], mean| {
            [low.min(mean), high.max(mean)]
        })
    }

    /// Returns the range that contains the mean of the same number of other games of the same kind
    /// with a probability of 95 %. The errors of both means are equally large.
    pub(crate) fn prediction(&self) -> [f64; 2] {
        let [low, high] = self.interval();
        let mean = self.mean();
        [
            mean - (mean - low) * f64::sqrt(2.0),
            mean + (high - mean) * f64::sqrt(2.0),
        ]
    }

    /// Returns the two-sided p-value of the hypothesis that the sign of each event's sum is due to
    /// chance.
    pub(crate) fn sign_test(&self) -> f64 {
        let mut rng = fastrand::Rng::with_seed(SEED);
        let found = total(self.0.iter())[0].abs();
        let mut as_large = 1.0;
        for _ in 0..REPLICATES {
            let sum: f64 = self
                .0
                .iter()
                .map(|[sum, _]| if rng.bool() { *sum } else { -sum })
                .sum();
            as_large += f64::from(u8::from(sum.abs() >= found));
        }
        let all = 1.0 + REPLICATES as f64;
        as_large / all
    }
}

/// Returns the bounds of the middle 95 % of bootstrap samples.
fn percentiles(mut samples: Vec<f64>) -> [f64; 2] {
    samples.sort_by(f64::total_cmp);
    [REPLICATES / 40, REPLICATES - 1 - REPLICATES / 40].map(|place| samples[place])
}

/// Returns the sums over some events.
fn total<'a>(events: impl Iterator<Item = &'a [f64; 2]>) -> [f64; 2] {
    events.fold([0.0; 2], |[sum, games], [more, others]| {
        [sum + more, games + others]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_like_events_give_a_narrow_interval_and_a_small_p() {
        let events = Events(vec![[2.0, 10.0]; 40]);
        assert_eq!(
            (events.count(), events.mean(), events.interval()),
            (40, 0.2, [0.2, 0.2])
        );
        let [low, high] = events.without_one();
        assert!((low - 0.2).abs() < 1e-9 && (high - 0.2).abs() < 1e-9);
        assert!(events.sign_test() < 2e-4);
    }

    #[test]
    fn one_event_shows_nothing() {
        // as many differences as above, but all in one event
        let events = Events([vec![[80.0, 10.0]], vec![[0.0, 10.0]; 39]].concat());
        let [low, high] = events.interval();
        assert!(low < 0.01 && high > 0.4, "{low} {high}");
        let [low, high] = events.without_one();
        assert!(low.abs() < 1e-9 && (high - 80.0 / 390.0).abs() < 1e-9);
        assert!(events.sign_test() > 0.99);
    }
}
