//! Figures over all games, by stratum, each with the signature that says what it means.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;

use sha2::{Digest, Sha256};

use super::GameOutcome;
use crate::board::Size;
use crate::score::{LabelCheck, Method, Rules};
use crate::skip::Reason;
use crate::stats::{Comparison, Tally};

/// Counts and tallies of a run.
#[derive(Debug)]
pub struct Summary {
    strategies: Vec<&'static str>,
    /// By name; `all` is the first.
    strata: Vec<(String, Stratum)>,
    /// Games, evaluated or not, and files without one.
    pub games: u64,
    /// Games that were evaluated.
    pub evaluated: u64,
    /// Games that were left out, by reason.
    pub skipped: BTreeMap<Reason, u64>,
    /// Evaluated games by what became of the check of their labels.
    pub checks: BTreeMap<LabelCheck, u64>,
    /// The strata that games with the same traits are in.
    by_traits: HashMap<Traits, Vec<usize>>,
}

/// What decides on the strata that a game is in.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Traits {
    rules: Rules,
    size: Size,
    origin: String,
    disputed: bool,
    seki: Option<bool>,
}

/// What a summary needs to know of a game.
#[derive(Clone, Debug)]
pub struct Sample(Result<Counted, Reason>);

#[derive(Clone, Debug)]
struct Counted {
    traits: Traits,
    check: LabelCheck,
    dead_from: &'static str,
    label_from: &'static str,
    fingerprint: [u8; 32],
    comparisons: Vec<Option<Comparison>>,
}

impl Sample {
    /// What is needed of a game that was left out.
    #[must_use]
    pub const fn skipped(reason: Reason) -> Self {
        Self(Err(reason))
    }

    /// What is needed of this outcome.
    #[must_use]
    pub fn of(outcome: &GameOutcome) -> Self {
        Self(match &outcome.result {
            Err(skip) => Err(skip.reason),
            Ok(game) => Ok(Counted {
                traits: Traits {
                    rules: game.count.rules,
                    size: game.size,
                    origin: outcome.facts.origin.clone(),
                    disputed: game.disputed,
                    seki: game.seki,
                },
                check: game.check,
                dead_from: game.dead_from,
                label_from: game.label_from,
                fingerprint: game.fingerprint,
                comparisons: game.answers.iter().map(|answer| answer.comparison).collect(),
            }),
        })
    }
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
        let mut summary = Self {
            strategies,
            strata: Vec::new(),
            games: 0,
            evaluated: 0,
            skipped: BTreeMap::new(),
            checks: BTreeMap::new(),
            by_traits: HashMap::new(),
        };
        summary.stratum(ALL.to_owned());
        summary
    }

    /// The number of the stratum of that name.
    fn stratum(&mut self, name: String) -> usize {
        self.strata.iter().position(|(known, _)| *known == name).unwrap_or_else(|| {
            let tallies = vec![Tally::default(); self.strategies.len()];
            self.strata.push((name, Stratum { tallies, ..Stratum::default() }));
            self.strata.len() - 1
        })
    }

    /// Counts one more game. Games have to come in the walk's order: the signatures depend on it.
    pub fn add(&mut self, sample: &Sample) {
        self.games += 1;
        match &sample.0 {
            Err(reason) => *self.skipped.entry(*reason).or_default() += 1,
            Ok(game) => {
                self.evaluated += 1;
                *self.checks.entry(game.check).or_default() += 1;
                // a label that contradicts itself measures nothing
                if game.check != LabelCheck::Inconsistent {
                    if !self.by_traits.contains_key(&game.traits) {
                        let numbers = game.traits.strata().into_iter().map(|name| self.stratum(name)).collect();
                        self.by_traits.insert(game.traits.clone(), numbers);
                    }
                    for &number in &self.by_traits[&game.traits] {
                        self.strata[number].1.add(game);
                    }
                }
            }
        }
    }

    /// The strategies, in order.
    #[must_use]
    pub fn strategies(&self) -> &[&'static str] {
        &self.strategies
    }

    /// The strata by name: `all` first, then sorted. `all` is there even where it has no games.
    pub fn strata(&self) -> impl Iterator<Item = (&str, &Stratum)> {
        let mut order: Vec<&(String, Stratum)> = self.strata.iter().collect();
        order[1..].sort_by(|a, b| a.0.cmp(&b.0));
        order.into_iter().map(|(name, stratum)| (name.as_str(), stratum))
    }

    /// The headline stratum: territory games with a label that does not contradict itself.
    #[must_use]
    pub fn all(&self) -> &Stratum {
        &self.strata[0].1
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
    fn add(&mut self, game: &Counted) {
        self.games += 1;
        self.dead.insert(game.dead_from);
        self.labels.insert(game.label_from);
        self.digest.update(game.fingerprint);
        for (tally, comparison) in self.tallies.iter_mut().zip(&game.comparisons) {
            if let Some(comparison) = comparison {
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

impl Traits {
    /// The strata of a game. `all` is territory games; the others are what their names say.
    fn strata(&self) -> Vec<String> {
        let method = self.rules.method();
        let yes_no = |is: bool| if is { "yes" } else { "no" };
        let mut names = vec![
            format!("method={}", method.name()),
            format!("origin={}", self.origin),
            format!("size={}", self.size),
            format!("rules={}", self.rules.name()),
            format!("disputed={}", yes_no(self.disputed)),
        ];
        names.extend(self.seki.map(|seki| format!("seki={}", yes_no(seki))));
        if method == Method::Territory {
            names.push(ALL.to_owned());
        }
        names
    }
}
