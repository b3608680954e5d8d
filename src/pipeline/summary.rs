//! The figures over all games, by stratum, each with its signature.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use sha2::{Digest, Sha256};

use super::figures::{
    ALL, DeadFigures, Figures, NoAnswerExample, PLANNED, PairFigures, StrategyFigures,
    StratumFigures, skip_rate,
};
use super::options::SummaryOptions;
use super::sample::CountedSample;
use super::weak::{GamesAndExact, weak_strata};
use super::{Options, Sample, WeakStratum};
use crate::dead::DeadFrom;
use crate::input::hex;
use crate::labels::LabelCheck;
use crate::rules::Method;
use crate::skip::Reason;
use crate::stats::{DeadTally, PairTally, Tally, correct};
use crate::text::count;

/// Counts and tallies of a run.
#[derive(Debug, Default)]
pub struct Summary {
    options: SummaryOptions,
    /// The strata by name; [`ALL`] exists even without games.
    strata: BTreeMap<String, Stratum>,
    games: u64,
    evaluated: u64,
    skipped: BTreeMap<Reason, u64>,
    checks: BTreeMap<LabelCheck, u64>,
    /// For each pair of strategies, given by their numbers, the games of the headline stratum.
    pairs: Vec<([usize; 2], PairTally)>,
    /// The number of evaluated games that an external scorer has no answer for, by scorer and
    /// reason.
    no_answers: BTreeMap<String, BTreeMap<String, u64>>,
    /// The first game without an answer, by scorer.
    first_no_answers: BTreeMap<String, NoAnswerExample>,
    /// The digest over all games in any stratum.
    counted: Sha256,
    /// The digest over the games where the label has a map and a strategy's answer has none, by
    /// strategy.
    without_map: BTreeMap<String, Sha256>,
}

/// The figures of a stratum.
#[derive(Clone, Debug, Default)]
struct Stratum {
    /// A tally for each strategy.
    tallies: Vec<Tally>,
    dead: BTreeSet<DeadFrom>,
    /// The agreement of sources of dead stones with labels, by source and by the label's source.
    dead_tallies: BTreeMap<(DeadFrom, DeadFrom), DeadTally>,
    labels: BTreeSet<Cow<'static, str>>,
    /// Whether it has area games.
    has_area: bool,
    digest: Sha256,
    games: u64,
}

impl Summary {
    /// Returns an empty summary for games that are evaluated with `options`.
    #[must_use]
    pub fn new(options: &Options) -> Self {
        let options = options.summary();
        let numbers = 0..options.strategies.len();
        let pairs = numbers
            .clone()
            .flat_map(|a| numbers.clone().skip(a + 1).map(move |b| [a, b]));
        // a planned comparison keeps its order
        let is_planned = |pair: [usize; 2]| {
            options
                .planned
                .contains(&pair.map(|at| options.strategies[at].clone()))
        };
        let ordered = |[a, b]: [usize; 2]| if is_planned([b, a]) { [b, a] } else { [a, b] };
        let pairs = pairs
            .map(|pair| (ordered(pair), PairTally::default()))
            .collect();
        let mut summary = Self {
            options,
            pairs,
            ..Self::default()
        };
        summary.stratum(ALL);
        summary
    }

    /// Returns the stratum `name`, and adds it if it is new.
    fn stratum(&mut self, name: &str) -> &mut Stratum {
        if !self.strata.contains_key(name) {
            let tallies = vec![Tally::default(); self.options.strategies.len()];
            self.strata.insert(
                name.to_owned(),
                Stratum {
                    tallies,
                    ..Stratum::default()
                },
            );
        }
        self.strata.get_mut(name).expect("it was added")
    }

    /// Adds a game. The games must come in the order of the walk, because signatures depend on it.
    pub fn add(&mut self, sample: &Sample) {
        self.games += 1;
        match &sample.0 {
            Err(reason) => *self.skipped.entry(*reason).or_default() += 1,
            Ok(game) => {
                self.evaluated += 1;
                *self.checks.entry(game.check).or_default() += 1;
                self.add_no_answers(game);
                // a contradictory label measures nothing
                if game.check != LabelCheck::Inconsistent {
                    for name in &game.strata {
                        self.stratum(name).add(game);
                    }
                    // mismatches are listed under names with their archives
                    self.counted.update(&game.archive);
                    self.counted.update(game.fingerprint);
                    self.add_missing_maps(game);
                    if game.rules.method() == Method::Territory {
                        let delta = |number: usize| game.comparisons[number].map(|one| one.delta);
                        self.pairs
                            .iter_mut()
                            .for_each(|(pair, tally)| tally.add(pair.map(delta)));
                    }
                }
            }
        }
    }

    /// Adds a game to the digests of the strategies whose answers lack a map that the label has.
    fn add_missing_maps(&mut self, game: &CountedSample) {
        for (strategy, comparison) in self.options.strategies.iter().zip(&game.comparisons) {
            if game.has_map && comparison.is_some_and(|comparison| comparison.map.is_none()) {
                self.without_map
                    .entry(strategy.clone())
                    .or_default()
                    .update(game.fingerprint);
            }
        }
    }

    /// Counts the scorers without an answer to a game.
    fn add_no_answers(&mut self, game: &CountedSample) {
        let first_scorer = self.options.strategies.len() - game.no_answers.len();
        for (scorer, no_answer) in self.options.strategies[first_scorer..]
            .iter()
            .zip(&game.no_answers)
        {
            let Some((reason, example)) = no_answer else {
                continue;
            };
            *self
                .no_answers
                .entry(scorer.clone())
                .or_default()
                .entry(reason.to_string())
                .or_default() += 1;
            self.first_no_answers
                .entry(scorer.clone())
                .or_insert_with(|| example.clone());
        }
    }

    /// Returns the figures of all games so far.
    #[must_use]
    pub fn figures(&self) -> Figures {
        let strata = self
            .strata
            .iter()
            .map(|(name, stratum)| (name.clone(), self.stratum_figures(stratum)));
        Figures {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            signature: self.signature("*", self.headline()),
            corpus: hex(&self.counted.clone().finalize()),
            without_map: self
                .without_map
                .iter()
                .map(|(name, digest)| (name.clone(), hex(&digest.clone().finalize())))
                .collect(),
            strategies: self.options.strategies.clone(),
            no_answers: self.no_answers.clone(),
            first_no_answers: self.first_no_answers.clone(),
            games: self.games,
            evaluated: self.evaluated,
            skipped: self
                .skipped
                .iter()
                .map(|(reason, &games)| (reason.name().to_owned(), games))
                .collect(),
            label_checks: self
                .checks
                .iter()
                .map(|(check, &games)| (check.name().to_owned(), games))
                .collect(),
            strata: strata.collect(),
            weak: self.weak_strata(),
            seed: self.options.seed,
            pairwise: self.pairwise(),
        }
    }

    /// Returns the strata where each strategy is weak, for strategies with any.
    fn weak_strata(&self) -> BTreeMap<String, Vec<WeakStratum>> {
        let counts = |stratum: &Stratum, number: usize| -> GamesAndExact {
            let Tally { games, exact, .. } = stratum.tallies[number];
            (games, exact)
        };
        let weak = |number: usize| {
            let strata = self.strata.iter().filter(|(_, stratum)| !stratum.has_area);
            let strata = strata.map(|(name, stratum)| (name.as_str(), counts(stratum, number)));
            weak_strata(counts(&self.strata[ALL], number), strata)
        };
        let all = self
            .options
            .strategies
            .iter()
            .enumerate()
            .map(|(number, name)| (name.clone(), weak(number)));
        all.filter(|(_, strata)| !strata.is_empty()).collect()
    }

    /// Returns the figures of all strategies and dead-stone sources in a stratum.
    fn stratum_figures(&self, stratum: &Stratum) -> StratumFigures {
        let figures = |(strategy, tally): (&String, &Tally)| {
            StrategyFigures::new(
                strategy,
                tally,
                self.signature(&self.with_digest(strategy), stratum),
            )
        };
        let dead = |(&(source, label), tally): (&(DeadFrom, DeadFrom), &DeadTally)| {
            DeadFigures::new(
                self.source(source),
                label.name(),
                tally,
                self.signature("*", stratum),
            )
        };
        StratumFigures {
            games: stratum.games,
            corpus: hex(&stratum.digest.clone().finalize()),
            strategies: self
                .options
                .strategies
                .iter()
                .zip(&stratum.tallies)
                .map(figures)
                .collect(),
            dead: stratum.dead_tallies.iter().map(dead).collect(),
        }
    }

    /// Compares every pair of strategies.
    fn pairwise(&self) -> Vec<PairFigures> {
        let mut figures: Vec<PairFigures> = Vec::with_capacity(self.pairs.len());
        for (numbers, tally) in &self.pairs {
            let [a, b] = numbers.map(|number| self.options.strategies[number].clone());
            figures.push(PairFigures {
                a,
                b,
                pair: tally.pair(),
                family: 1,
                signature: String::new(),
            });
        }
        // a planned comparison is a family of its own; the other pairs with a scorer are one
        // family, and the remaining pairs another
        for has_scorer in [true, false] {
            let is_member =
                |pair: &&mut PairFigures| !self.is_planned(pair) && pair.has_scorer() == has_scorer;
            let mut explored: Vec<&mut PairFigures> =
                figures.iter_mut().filter(is_member).collect();
            let family = explored.len() as u64;
            for pair in &mut explored {
                pair.family = family;
            }
            correct(explored.into_iter().map(|pair| &mut pair.pair));
        }
        for figures in &mut figures {
            figures.signature = self.pair_signature(figures);
        }
        figures
    }

    fn is_planned(&self, PairFigures { a, b, .. }: &PairFigures) -> bool {
        self.options
            .planned
            .iter()
            .any(|[one, other]| one == a && other == b)
    }

    /// Returns the signature of a comparison of two strategies, with the family of comparisons that
    /// it was corrected for.
    fn pair_signature(&self, pair: &PairFigures) -> String {
        let names = format!(
            "{}:{}",
            self.with_digest(&pair.a),
            self.with_digest(&pair.b)
        );
        let family = if self.is_planned(pair) {
            PLANNED.to_owned()
        } else {
            format!("|family:{}", count(pair.family, "pair"))
        };
        self.signature(&names, &self.strata[ALL]) + &family
    }

    /// Returns the name of a strategy in signatures. An external scorer has a digest of its
    /// program.
    fn with_digest(&self, strategy: &str) -> String {
        match self.options.scorers.get(strategy) {
            Some(digest) => format!("{strategy}({digest})"),
            None => strategy.to_owned(),
        }
    }

    /// Returns the stratum of the first figures of a run: all territory games, or all area games if
    /// there are no others.
    fn headline(&self) -> &Stratum {
        let all = &self.strata[ALL];
        let area = self
            .strata
            .get(&format!("method={}", Method::Area.name()))
            .filter(|_| all.games == 0);
        area.unwrap_or(all)
    }

    /// Returns the signature of a strategy's figures in a stratum. Two figures are comparable if
    /// their signatures differ only in what is compared.
    fn signature(&self, strategy: &str, stratum: &Stratum) -> String {
        let joined = |parts: BTreeSet<&str>| {
            if parts.is_empty() {
                "-".to_owned()
            } else {
                parts.into_iter().collect::<Vec<_>>().join("+")
            }
        };
        let dead: BTreeSet<String> = stratum.dead.iter().map(|&from| self.source(from)).collect();
        format!(
            "strategy:{strategy}|dead:{}|label:{}|corpus:{}(n={})|skip:{:.1}%|v:{}",
            joined(dead.iter().map(String::as_str).collect()),
            joined(
                stratum
                    .labels
                    .iter()
                    .flat_map(|part| part.split('+'))
                    .collect()
            ),
            &hex(&stratum.digest.clone().finalize())[..12],
            stratum.games,
            skip_rate(self.games, self.evaluated) * 100.0,
            env!("CARGO_PKG_VERSION"),
        )
    }

    /// Returns the name of a source of dead stones in signatures: `marks`, `engine(GNU Go 3.8)`.
    fn source(&self, from: DeadFrom) -> String {
        // an engine's name may contain the separators of a signature
        let plain = |name: &String| name.replace(['|', '+', '(', ')'], "-");
        match self.options.dead_sources.get(&from) {
            Some(source) => format!("{}({})", from.name(), plain(source)),
            None => from.name().to_owned(),
        }
    }
}

impl Stratum {
    /// Adds a game to the tallies of the stratum.
    fn add(&mut self, game: &CountedSample) {
        self.games += 1;
        let dead_from = game.dead_from;
        self.dead.insert(dead_from);
        if let Some((label, comparison)) = game.dead_comparison {
            self.dead_tallies
                .entry((dead_from, label))
                .or_default()
                .add(comparison);
        }
        if !self.labels.contains(&game.label_from) {
            self.labels.insert(game.label_from.clone());
        }
        self.digest.update(game.fingerprint);
        self.has_area |= game.rules.method() == Method::Area;
        for (tally, comparison) in self.tallies.iter_mut().zip(&game.comparisons) {
            if let Some(comparison) = comparison {
                tally.add(comparison);
            }
        }
    }
}
