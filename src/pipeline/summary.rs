//! Figures over all games, by stratum, each with the signature that says what it means.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use rayon::prelude::*;
use sha2::{Digest, Sha256};

use super::figures::{ALL, DeadFigures, Figures, PairFigures, StrategyFigures, StratumFigures, skip_rate};
use super::{GameOutcome, Options};
use crate::board::Size;
use crate::dead::DeadFrom;
use crate::labels::LabelCheck;
use crate::rules::{Method, Rules};
use crate::skip::Reason;
use crate::stats::{Bootstrap, Comparison, DeadComparison, DeadTally, Errors, Pair, Tally, correct};

/// Counts and tallies of a run.
#[derive(Debug)]
pub struct Summary {
    strategies: Vec<String>,
    /// Who finds dead stones.
    finders: BTreeMap<DeadFrom, String>,
    /// By name; `all` is the first.
    strata: Vec<(String, Stratum)>,
    games: u64,
    evaluated: u64,
    skipped: BTreeMap<Reason, u64>,
    checks: BTreeMap<LabelCheck, u64>,
    /// The strata that games with the same traits are in.
    by_traits: HashMap<Traits, Arc<[usize]>>,
    /// The errors on the games of the headline stratum.
    errors: Errors,
    /// Evaluated games to which a scorer from outside has no answer, by scorer and reason.
    no_answers: BTreeMap<String, BTreeMap<String, u64>>,
    /// Over all games that are in a stratum.
    counted: Sha256,
}

/// The properties of a game that decide which strata it is in.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Traits {
    rules: Rules,
    size: Size,
    origin: String,
    disputed: bool,
    seki: Option<bool>,
    dead_from: DeadFrom,
    finished: bool,
    /// The range of [`DAME`] that its number of neutral points is in.
    dame: usize,
    /// The range of [`ERAS`] that its year is in; `None` where the record does not say when it was played.
    era: Option<usize>,
}

/// Ranges of numbers of neutral points, by the least that is in each.
const DAME: [(u32, &str); 6] = [(0, "0"), (1, "1-4"), (5, "5-9"), (10, "10-19"), (20, "20-39"), (40, "40-")];

/// Ranges of years, by the first of each.
const ERAS: [(u32, &str); 6] = [
    (0, "before-1900"),
    (1900, "1900-1949"),
    (1950, "1950-1969"),
    (1970, "1970-1989"),
    (1990, "1990-2009"),
    (2010, "2010-"),
];

/// The place of the range that a number is in.
fn range_of(ranges: &[(u32, &str)], number: u32) -> usize {
    ranges.partition_point(|&(least, _)| least <= number) - 1
}

/// The year of a date as records have it: its first number of four digits.
fn year(date: &str) -> Option<u32> {
    let numbers = date.split(|letter: char| !letter.is_ascii_digit());
    numbers.filter(|digits| digits.len() == 4).find_map(|digits| digits.parse().ok())
}

/// The part of a game's outcome that a summary needs.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Sample(Result<Counted, Reason>);

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Counted {
    traits: Traits,
    check: LabelCheck,
    dead_comparison: Option<(DeadFrom, DeadComparison)>,
    label_from: Cow<'static, str>,
    fingerprint: [u8; 32],
    comparisons: Vec<Option<Comparison>>,
    /// Why scorers from outside have no answer.
    no_answers: Vec<Option<Cow<'static, str>>>,
}

impl Sample {
    /// Returns the sample of a game that was skipped.
    #[must_use]
    pub const fn skipped(reason: Reason) -> Self {
        Self(Err(reason))
    }

    /// The strata that the game is in, [`ALL`] among them; none where it is in no figure.
    #[must_use]
    pub fn strata(&self) -> Vec<String> {
        let counted = self.0.as_ref().ok().filter(|game| game.check != LabelCheck::Inconsistent);
        counted.map_or_else(Vec::new, |game| game.traits.strata())
    }

    /// Returns the sample of an outcome.
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
                    dead_from: game.dead_from,
                    finished: game.is_finished(),
                    dame: range_of(&DAME, game.completeness.neutral),
                    era: year(&outcome.facts.date).map(|year| range_of(&ERAS, year)),
                },
                check: game.check,
                dead_comparison: game.dead_comparison,
                label_from: Cow::Borrowed(game.label_from),
                fingerprint: game.fingerprint,
                comparisons: game.all_answers().map(|answer| answer.ok()?.comparison).collect(),
                no_answers: game
                    .outside
                    .iter()
                    .map(|answer| answer.as_ref().err().map(|why| Cow::Borrowed(why.name())))
                    .collect(),
            }),
        })
    }
}

/// The games that have something in common.
#[derive(Clone, Debug, Default)]
struct Stratum {
    /// A tally for each strategy.
    tallies: Vec<Tally>,
    dead: BTreeSet<DeadFrom>,
    /// How sources of dead stones agree with labels, by the source and where the label has them from.
    dead_tallies: BTreeMap<(DeadFrom, DeadFrom), DeadTally>,
    labels: BTreeSet<Cow<'static, str>>,
    digest: Sha256,
    games: u64,
}

impl Summary {
    /// A summary of no games yet, which are to be evaluated as `options` say.
    #[must_use]
    pub fn new(options: &Options) -> Self {
        Self::of(options.names(), options.finders())
    }

    /// A summary of no games yet, evaluated by these strategies, where these find dead stones: see [`Options::names`] and
    /// [`Options::finders`].
    #[must_use]
    pub fn of(strategies: Vec<String>, finders: BTreeMap<DeadFrom, String>) -> Self {
        let mut summary = Self {
            strategies,
            finders,
            strata: Vec::new(),
            games: 0,
            evaluated: 0,
            skipped: BTreeMap::new(),
            checks: BTreeMap::new(),
            by_traits: HashMap::new(),
            errors: Errors::default(),
            no_answers: BTreeMap::new(),
            counted: Sha256::new(),
        };
        // it is there even where it has no games
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

    /// The numbers of the strata that games with these traits are in.
    fn strata_of(&mut self, traits: &Traits) -> Arc<[usize]> {
        if let Some(numbers) = self.by_traits.get(traits) {
            return Arc::clone(numbers);
        }
        let numbers: Arc<[usize]> = traits.strata().into_iter().map(|name| self.stratum(name)).collect();
        self.by_traits.insert(traits.clone(), Arc::clone(&numbers));
        numbers
    }

    /// Counts one more game. Games have to come in the walk's order: the signatures depend on it.
    pub fn add(&mut self, sample: &Sample) {
        self.games += 1;
        match &sample.0 {
            Err(reason) => *self.skipped.entry(*reason).or_default() += 1,
            Ok(game) => {
                self.evaluated += 1;
                *self.checks.entry(game.check).or_default() += 1;
                let first_outside = self.strategies.len() - game.no_answers.len();
                for (name, reason) in self.strategies[first_outside..].iter().zip(&game.no_answers) {
                    if let Some(reason) = reason {
                        *self.no_answers.entry(name.clone()).or_default().entry(reason.to_string()).or_default() += 1;
                    }
                }
                // a label that contradicts itself measures nothing
                if game.check != LabelCheck::Inconsistent {
                    for &number in &*self.strata_of(&game.traits) {
                        self.strata[number].1.add(game);
                    }
                    self.counted.update(game.fingerprint);
                    if game.traits.rules.method() == Method::Territory {
                        self.errors
                            .add(&game.comparisons.iter().map(|one| one.map(|one| one.delta)).collect::<Vec<_>>());
                    }
                }
            }
        }
    }

    /// The figures of all games that were added; `bootstrap` makes the intervals of differences.
    #[must_use]
    pub fn figures(&self, bootstrap: &Bootstrap) -> Figures {
        let strata = self.strata.iter().map(|(name, stratum)| (name.clone(), self.stratum_figures(stratum)));
        Figures {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            signature: self.signature("*", &self.strata[0].1),
            corpus: hex(&self.counted),
            strategies: self.strategies.clone(),
            no_answers: self.no_answers.clone(),
            games: self.games,
            evaluated: self.evaluated,
            skipped: self.skipped.iter().map(|(reason, &games)| (reason.name().to_owned(), games)).collect(),
            label_checks: self.checks.iter().map(|(check, &games)| (check.name().to_owned(), games)).collect(),
            strata: strata.collect(),
            seed: bootstrap.seed,
            pairwise: self.pairwise(bootstrap),
        }
    }

    fn stratum_figures(&self, stratum: &Stratum) -> StratumFigures {
        let figures = |(strategy, tally): (&String, &Tally)| {
            StrategyFigures::new(strategy, tally, self.signature(strategy, stratum))
        };
        let dead = |(&(source, label), tally): (&(DeadFrom, DeadFrom), &DeadTally)| {
            DeadFigures::new(self.source(source), label.name(), tally, self.signature("*", stratum))
        };
        StratumFigures {
            games: stratum.games,
            corpus: hex(&stratum.digest),
            strategies: self.strategies.iter().zip(&stratum.tallies).map(figures).collect(),
            dead: stratum.dead_tallies.iter().map(dead).collect(),
        }
    }

    /// Every two strategies.
    fn pairwise(&self, bootstrap: &Bootstrap) -> Vec<PairFigures> {
        let numbers = 0..self.strategies.len();
        let pairs: Vec<(usize, usize)> =
            numbers.clone().flat_map(|a| numbers.clone().skip(a + 1).map(move |b| (a, b))).collect();
        let tallies = self.errors.tallies(&pairs);
        let mut compared: Vec<Pair> = tallies.par_iter().map(|tally| tally.pair(bootstrap)).collect();
        correct(&mut compared);
        let name = |number: usize| self.strategies[number].clone();
        pairs.iter().zip(compared).map(|(&(a, b), pair)| PairFigures { a: name(a), b: name(b), pair }).collect()
    }

    /// The signature of a strategy's figures in a stratum: what they mean. Two figures are comparable exactly when
    /// theirs are equal.
    fn signature(&self, strategy: &str, stratum: &Stratum) -> String {
        let joined = |parts: BTreeSet<&str>| {
            if parts.is_empty() { "-".to_owned() } else { parts.into_iter().collect::<Vec<_>>().join("+") }
        };
        let dead: BTreeSet<String> = stratum.dead.iter().map(|&from| self.source(from)).collect();
        format!(
            "strategy:{strategy}|dead:{}|label:{}|corpus:{}(n={})|skip:{:.1}%|v:{}",
            joined(dead.iter().map(String::as_str).collect()),
            joined(stratum.labels.iter().flat_map(|part| part.split('+')).collect()),
            &hex(&stratum.digest)[..12],
            stratum.games,
            skip_rate(self.games, self.evaluated) * 100.0,
            env!("CARGO_PKG_VERSION"),
        )
    }

    /// A source of dead stones, as signatures have it: `marks`, `engine(GNU Go 3.8)`.
    fn source(&self, from: DeadFrom) -> String {
        // signs that part a signature can be in an engine's name
        let plain = |name: &String| name.replace(['|', '+', '(', ')'], "-");
        match self.finders.get(&from) {
            Some(finder) => format!("{}({})", from.name(), plain(finder)),
            None => from.name().to_owned(),
        }
    }
}

impl Stratum {
    fn add(&mut self, game: &Counted) {
        self.games += 1;
        let dead_from = game.traits.dead_from;
        self.dead.insert(dead_from);
        if let Some((label, comparison)) = game.dead_comparison {
            self.dead_tallies.entry((dead_from, label)).or_default().add(comparison);
        }
        if !self.labels.contains(&game.label_from) {
            self.labels.insert(game.label_from.clone());
        }
        self.digest.update(game.fingerprint);
        for (tally, comparison) in self.tallies.iter_mut().zip(&game.comparisons) {
            if let Some(comparison) = comparison {
                tally.add(comparison);
            }
        }
    }
}

fn hex(digest: &Sha256) -> String {
    digest.clone().finalize().iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
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
            format!("dead={}", self.dead_from.name()),
            format!("finished={}", yes_no(self.finished)),
            format!("dame={}", DAME[self.dame].1),
            format!("era={}", self.era.map_or("unknown", |era| ERAS[era].1)),
        ];
        names.extend(self.seki.map(|seki| format!("seki={}", yes_no(seki))));
        if method == Method::Territory {
            names.push(ALL.to_owned());
        }
        names
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_begin_with_their_least() {
        let names = [0, 1, 4, 5, 19, 20, 39, 40, 2704].map(|dame| DAME[range_of(&DAME, dame)].1);
        assert_eq!(names, ["0", "1-4", "1-4", "5-9", "10-19", "20-39", "20-39", "40-", "40-"]);
        let eras = [0, 1899, 1900, 1969, 2026].map(|year| ERAS[range_of(&ERAS, year)].1);
        assert_eq!(eras, ["before-1900", "before-1900", "1900-1949", "1950-1969", "2010-"]);
    }

    #[test]
    fn a_year_is_found_in_any_date() {
        let years = ["1969-08-14", "14.8.1969", "Published 1926-05", "", "1926年5月", "12-08"].map(year);
        assert_eq!(years, [Some(1969), Some(1969), Some(1926), None, Some(1926), None]);
    }
}
