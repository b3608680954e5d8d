//! The games on which settings of the command line have an effect that users may not expect.

use super::GameOutcome;
use crate::rules::Method;

/// Counts of the games on which settings have an effect that users may not expect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Effects {
    /// All evaluated games.
    pub games: u64,
    /// The games that get their komi from [`super::Options::missing_komi`].
    pub komi_given: u64,
    /// The games whose record names other rules than [`super::Options::rules`].
    pub rules_overridden: u64,
    /// The wrong scores of external scorers without a map, in territory games and in area games.
    pub wrong_scores: [u64; 2],
    /// The number of these scores that are off by the prisoners for dead stones, or in area games by the living stones.
    pub explained_scores: [u64; 2],
}

impl Effects {
    /// Returns the counts of one game.
    #[must_use]
    pub fn of(outcome: &GameOutcome) -> Self {
        let Ok(game) = &outcome.result else { return Self::default() };
        let has_flag = |name: &str| u64::from(game.flags.iter().any(|flag| flag.starts_with(name)));
        let mut effects = Self {
            games: 1,
            komi_given: has_flag("komi_given"),
            rules_overridden: has_flag("rules_overridden"),
            ..Self::default()
        };
        let method = usize::from(game.labelled.count.rules.method() == Method::Area);
        for answer in game.external.iter().flatten().filter(|answer| answer.counts.is_none()) {
            effects.wrong_scores[method] += u64::from(answer.category.is_some());
            effects.explained_scores[method] += u64::from(answer.fits_if.is_some());
        }
        effects
    }

    /// Adds the counts of other games.
    pub fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.komi_given += other.komi_given;
        self.rules_overridden += other.rules_overridden;
        for method in 0..2 {
            self.wrong_scores[method] += other.wrong_scores[method];
            self.explained_scores[method] += other.explained_scores[method];
        }
    }
}
