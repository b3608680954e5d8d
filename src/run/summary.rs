//! Figures over all games, by stratum, each with the signature that says what it means.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use sha2::{Digest, Sha256};

use super::{Evaluated, Facts, GameOutcome};
use crate::score::{LabelCheck, Method};
use crate::skip::Reason;
use crate::stats::Tally;

/// Counts and tallies of a run.
#[derive(Debug)]
pub struct Summary {
    strategies: Vec<&'static str>,
    strata: BTreeMap<String, Stratum>,
    /// Games, evaluated or not, and files without one.
    pub games: u64,
    /// Games that were evaluated.
    pub evaluated: u64,
    /// Games that were left out, by reason.
    pub skipped: BTreeMap<Reason, u64>,
    /// Evaluated games by what became of the check of their labels.
    pub checks: BTreeMap<LabelCheck, u64>,
    /// Games whose label is that of a territory game which fits area scoring only, by name.
    pub odd_labels: Vec<(String, LabelCheck)>,
}

/// The games that have something in common.
#[derive(Clone, Debug, Default)]
pub struct Stratum {
    /// A tally for each strategy.
    pub tallies: Vec<Tally>,
    dead: BTreeSet<&'static str>,
    labels: BTreeSet<&'static str>,
    digest: Sha256,
    games: u64,
}

/// What a figure means: two figures are comparable exactly when their signatures are equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature(String);

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Summary {
    /// A summary of no games yet.
    #[must_use]
    pub fn new(strategies: Vec<&'static str>) -> Self {
        let none = Stratum { tallies: vec![Tally::default(); strategies.len()], ..Stratum::default() };
        Self {
            strategies,
            strata: BTreeMap::from([(ALL.to_owned(), none)]),
            games: 0,
            evaluated: 0,
            skipped: BTreeMap::new(),
            checks: BTreeMap::new(),
            odd_labels: Vec::new(),
        }
    }

    /// Counts one more game. Games have to come in the walk's order: the signatures depend on it.
    pub fn add(&mut self, outcome: &GameOutcome) {
        self.games += 1;
        match &outcome.result {
            Err(skip) => *self.skipped.entry(skip.reason).or_default() += 1,
            Ok(game) => {
                self.evaluated += 1;
                *self.checks.entry(game.check).or_default() += 1;
                if matches!(game.check, LabelCheck::Area | LabelCheck::Inconsistent) {
                    self.odd_labels.push((outcome.name.clone(), game.check));
                }
                // a label that contradicts itself measures nothing
                if game.check != LabelCheck::Inconsistent {
                    for name in strata(game, &outcome.facts) {
                        self.strata.entry(name).or_default().add(game);
                    }
                }
            }
        }
    }

    /// Counts something that was left out before it was a game.
    pub fn add_skip(&mut self, reason: Reason) {
        self.games += 1;
        *self.skipped.entry(reason).or_default() += 1;
    }

    /// The strategies, in order.
    #[must_use]
    pub fn strategies(&self) -> &[&'static str] {
        &self.strategies
    }

    /// The strata by name: `all` first, then sorted. `all` is there even where it has no games.
    pub fn strata(&self) -> impl Iterator<Item = (&str, &Stratum)> {
        let others = self.strata.iter().filter(|(name, _)| *name != ALL);
        std::iter::once((ALL, self.all())).chain(others.map(|(name, stratum)| (name.as_str(), stratum)))
    }

    /// The headline stratum: territory games with a label that does not contradict itself.
    #[must_use]
    pub fn all(&self) -> &Stratum {
        &self.strata[ALL]
    }

    /// The signature of a strategy's figures in a stratum.
    #[must_use]
    pub fn signature(&self, strategy: &str, stratum: &Stratum) -> Signature {
        let joined = |parts: &BTreeSet<&str>| {
            let parts: BTreeSet<&str> = parts.iter().flat_map(|part| part.split('+')).collect();
            if parts.is_empty() { "-".to_owned() } else { parts.into_iter().collect::<Vec<_>>().join("+") }
        };
        Signature(format!(
            "strategy:{strategy}|dead:{}|label:{}|corpus:{}(n={})|skip:{:.1}%|v:{}",
            joined(&stratum.dead),
            joined(&stratum.labels),
            &stratum.digest()[..12],
            stratum.games,
            self.skip_rate() * 100.0,
            env!("CARGO_PKG_VERSION"),
        ))
    }

    /// The share of games that were left out.
    #[must_use]
    #[allow(clippy::cast_precision_loss)] // games are fewer than 2^52
    pub fn skip_rate(&self) -> f64 {
        if self.games == 0 { 0.0 } else { (self.games - self.evaluated) as f64 / self.games as f64 }
    }
}

/// The name of the stratum of the headline figures.
const ALL: &str = "all";

impl Stratum {
    fn add(&mut self, game: &Evaluated) {
        self.games += 1;
        self.dead.insert(game.dead_from);
        self.labels.insert(game.label_from);
        self.digest.update(game.fingerprint);
        self.tallies.resize(game.answers.len(), Tally::default());
        for (tally, answer) in self.tallies.iter_mut().zip(&game.answers) {
            if let Some(comparison) = &answer.comparison {
                tally.add(comparison);
            }
        }
    }

    /// Games of this stratum.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// The SHA-256 over the games, in order: their names, content, labels and dead stones.
    #[must_use]
    pub fn digest(&self) -> String {
        let digest = self.digest.clone().finalize();
        digest.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
    }
}

/// The strata that a game is in. `all` is territory games; the others are what their names say.
fn strata(game: &Evaluated, facts: &Facts) -> Vec<String> {
    let method = game.count.rules.method();
    let yes_no = |is: bool| if is { "yes" } else { "no" };
    let mut names = vec![
        format!("method={}", method.name()),
        format!("origin={}", facts.origin),
        format!("size={}", game.size),
        format!("rules={}", game.count.rules.name()),
        format!("disputed={}", yes_no(game.disputed)),
    ];
    names.extend(game.seki.map(|seki| format!("seki={}", yes_no(seki))));
    if method == Method::Territory {
        names.push(ALL.to_owned());
    }
    names
}
