//! The games on which settings of the command line have an effect that users may not expect.

use std::collections::BTreeMap;

use super::GameOutcome;
use crate::rules::Method;

/// Counts of the games on which settings have an effect that users may not expect.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Effects {
    /// All evaluated games.
    pub games: u64,
    /// The games that get their komi from [`super::Options::missing_komi`].
    pub komi_given: u64,
    /// The games whose record names other rules than [`super::Options::rules`].
    pub rules_overridden: u64,
    /// For each external scorer, method and mistake, the number of answers that the mistake
    /// explains, and the number of answers that it would change but does not explain. The entry for
    /// `None` has the numbers of wrong and of right answers.
    pub answers: BTreeMap<(usize, Method, Option<&'static str>), [u64; 2]>,
}

impl Effects {
    /// Returns the counts of one game.
    #[must_use]
    pub fn of(outcome: &GameOutcome) -> Self {
        let Ok(game) = &outcome.result else {
            return Self::default();
        };
        let has_flag = |name: &str| u64::from(game.flags.iter().any(|flag| flag.starts_with(name)));
        let mut effects = Self {
            games: 1,
            komi_given: has_flag("komi_given"),
            rules_overridden: has_flag("rules_overridden"),
            ..Self::default()
        };
        let method = game.labelled.count.rules.method();
        for (scorer, answer) in game.external.iter().enumerate() {
            let Ok(answer) = answer else { continue };
            let mistakes = answer
                .mistakes
                .iter()
                .map(|&(mistake, fits)| (Some(mistake), fits));
            for (mistake, fits) in mistakes.chain([(None, answer.category.is_some())]) {
                effects
                    .answers
                    .insert((scorer, method, mistake), [fits.into(), (!fits).into()]);
            }
        }
        effects
    }

    /// Adds the counts of other games.
    pub fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.komi_given += other.komi_given;
        self.rules_overridden += other.rules_overridden;
        for (&kind, answers) in &other.answers {
            let sums = self.answers.entry(kind).or_default();
            *sums = [sums[0] + answers[0], sums[1] + answers[1]];
        }
    }
}
