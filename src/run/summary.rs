//! The figures over all games, by stratum, each with its signature.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::figures::{
    ALL, DeadFigures, Figures, NoAnswerExample, PairFigures, StrategyFigures, StratumFigures,
    skip_rate,
};
use super::strata::strata;
use super::tally::{DeadTally, Tally};
use super::weak::weak_strata;
use super::{GameRow, SavedGame, WeakStratum};
use crate::board::Size;
use crate::dead::DeadFrom;
use crate::game::{Context, Options, Part, RemarkKind, split_archive};
use crate::input::{Labels, hex};
use crate::rules::Method;
use crate::skip::Reason;
use crate::stats::{PairTally, correct};
use crate::text::{count, yes_no};

/// The facts that a summary needs besides the rows. They are part of `run.json`, so that runs can
/// be merged.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SummaryOptions {
    /// The names of the strategies and external scorers.
    pub(super) strategies: Vec<String>,
    /// The number of external scorers, which come last.
    pub(super) scorer_count: usize,
    /// The details of each source of dead stones.
    pub(super) dead_sources: BTreeMap<DeadFrom, String>,
    /// A digest of the program of each external scorer.
    pub(super) scorers: BTreeMap<String, String>,
    /// The seed of the playouts.
    pub(super) seed: u64,
    /// The other options that the figures depend on, by name.
    pub(super) settings: BTreeMap<String, String>,
    /// The part of the games that the run covers, if it does not cover them all.
    pub(super) part: Option<Part>,
}

impl SummaryOptions {
    /// Returns the part of the options and labels that a summary needs.
    pub fn new(context: &Context) -> Self {
        let options = &*context.options;
        let scorers = options.scorers.iter();
        let digests = scorers.filter_map(|one| Some((one.name.clone(), one.digest.clone()?)));
        Self {
            strategies: options.names(),
            scorer_count: options.scorers.len(),
            dead_sources: options.dead_sources(),
            scorers: digests.collect(),
            seed: options.playouts.seed,
            settings: settings(options, &context.labels),
            part: options.part,
        }
    }

    /// Returns the options of the run that contains all parts.
    pub(crate) fn of_all_parts(&self) -> Self {
        Self {
            part: None,
            ..self.clone()
        }
    }
}

/// Returns the options that the figures depend on and that are in no other field.
fn settings(options: &Options, labels: &Labels) -> BTreeMap<String, String> {
    let [rules, missing_rules] = [options.rules, options.missing_rules]
        .map(|rules| rules.map_or_else(String::new, |rules| rules.name().into()));
    let komi = options.missing_komi;
    let sizes: Vec<String> = options.sizes.iter().map(Size::to_string).collect();
    let dead: Vec<&str> = options.dead.iter().map(|from| from.name()).collect();
    let settings = [
        ("rules", rules),
        ("missing_rules", missing_rules),
        (
            "missing_komi",
            komi.map_or_else(String::new, |komi| komi.to_string()),
        ),
        ("sizes", sizes.join(",")),
        ("dead", dead.join(",")),
        (
            "encoding",
            options.encoding.name().unwrap_or("auto").to_owned(),
        ),
        ("finished", yes_no(options.finished_only).to_owned()),
        ("unique", yes_no(options.unique).to_owned()),
        ("safety", yes_no(options.safety).to_owned()),
        ("needs_label", yes_no(options.needs_label).to_owned()),
        (
            "owners",
            yes_no(options.reference_owners.is_some()).to_owned(),
        ),
        ("labels", labels.digest()),
        ("scorer_timeout", format!("{:?}", options.scorer_timeout)),
    ];
    settings
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}

/// Adds up the rows of a run.
#[derive(Debug, Default)]
pub struct Summary {
    pub(super) options: SummaryOptions,
    /// The strata by name; [`ALL`] exists even without games.
    strata: BTreeMap<String, Stratum>,
    games: u64,
    evaluated: u64,
    skipped: BTreeMap<String, u64>,
    label_checks: BTreeMap<String, u64>,
    /// For each pair of strategies, given by their numbers, the comparison on the games of [`ALL`].
    pairs: Vec<([usize; 2], PairTally)>,
    /// The number of counted games that an external scorer has no answer for, by scorer and reason.
    no_answers: BTreeMap<String, BTreeMap<String, u64>>,
    /// The first game without an answer, by scorer.
    first_no_answers: BTreeMap<String, NoAnswerExample>,
    /// For each external scorer, the number of answers that do not give the whole result.
    not_whole: BTreeMap<String, u64>,
    /// The digest over all games in any stratum.
    counted: Sha256,
    /// For each strategy, the digest over the games where the label has a map and the strategy's
    /// answer has none.
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
    /// The sources of labels.
    labels: BTreeSet<&'static str>,
    /// Whether the stratum has area games.
    has_area: bool,
    digest: Sha256,
    games: u64,
}

impl Summary {
    /// Returns a summary without games.
    pub fn new(options: SummaryOptions) -> Self {
        let names = &options.strategies;
        let mut pairs = Vec::new();
        for a in 0..names.len() {
            for b in a + 1..names.len() {
                pairs.push(([a, b], PairTally::default()));
            }
        }
        let mut summary = Self {
            options,
            pairs,
            ..Self::default()
        };
        summary.stratum(ALL.to_owned());
        summary
    }

    /// Returns the stratum `name`, and adds it if it is new.
    fn stratum(&mut self, name: String) -> &mut Stratum {
        self.strata.entry(name).or_insert_with(|| Stratum {
            tallies: vec![Tally::default(); self.options.strategies.len()],
            ..Stratum::default()
        })
    }

    /// Adds a game. The games must come in the order of the walk, because signatures depend on the
    /// order.
    pub fn add(&mut self, game: &SavedGame) {
        match &game.skipped {
            Some(skipped) => self.add_skipped(skipped.reason),
            None => self.add_rows(&game.rows),
        }
    }

    /// Adds a game that was skipped.
    pub fn add_skipped(&mut self, reason: Reason) {
        self.games += 1;
        *self.skipped.entry(reason.name().to_owned()).or_default() += 1;
    }

    /// Adds the rows of a game, one for each strategy and scorer. Without strategies, a game has no
    /// rows.
    pub fn add_rows(&mut self, rows: &[GameRow]) {
        self.games += 1;
        self.evaluated += 1;
        let Some(game) = rows.first() else {
            return;
        };
        let check = game.label_check.name().to_owned();
        *self.label_checks.entry(check).or_default() += 1;
        for row in rows {
            if let Some(reason) = row.remark(RemarkKind::NoAnswer) {
                let reasons = self.no_answers.entry(row.strategy.clone()).or_default();
                if !row.label_check.is_contradiction() {
                    *reasons.entry(reason.to_owned()).or_default() += 1;
                }
                let first = self.first_no_answers.entry(row.strategy.clone());
                first.or_insert_with(|| NoAnswerExample {
                    game: row.game.clone(),
                    why: row.no_answer.clone(),
                });
            }
            if row.whole == Some(false) {
                *self.not_whole.entry(row.strategy.clone()).or_default() += 1;
            }
        }
        // nothing can be measured against a contradictory label
        if game.label_check.is_contradiction() {
            return;
        }
        for name in strata(game) {
            self.stratum(name).add(rows);
        }
        // includes the archive's name, because mismatches are listed under names that contain it
        self.counted.update(split_archive(&game.game).0);
        self.counted.update(game.digest_bytes());
        for row in rows {
            if row.seki.is_some() && row.outcome.is_some() && row.map_diff.is_none() {
                let digest = self.without_map.entry(row.strategy.clone()).or_default();
                digest.update(game.digest_bytes());
            }
        }
        if game.method == Method::Territory {
            for (pair, tally) in &mut self.pairs {
                tally.add(pair.map(|number| rows[number].delta));
            }
        }
    }

    /// Returns the figures of all games so far.
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
            not_whole: self.not_whole.clone(),
            games: self.games,
            evaluated: self.evaluated,
            skipped: self.skipped.clone(),
            label_checks: self.label_checks.clone(),
            strata: strata.collect(),
            weak: self.weak_strata(),
            seed: self.options.seed,
            pairwise: self.pairwise(),
        }
    }

    /// Returns the strata where each strategy is weak. Strategies without such strata are left out.
    fn weak_strata(&self) -> BTreeMap<String, Vec<WeakStratum>> {
        let mut weak = BTreeMap::new();
        for (number, strategy) in self.options.strategies.iter().enumerate() {
            let mut strata = Vec::new();
            for (name, stratum) in self.strata.iter().filter(|(_, stratum)| !stratum.has_area) {
                strata.push((name.as_str(), &stratum.tallies[number]));
            }
            let found = weak_strata(&self.strata[ALL].tallies[number], strata.into_iter());
            if !found.is_empty() {
                weak.insert(strategy.clone(), found);
            }
        }
        weak
    }

    /// Returns the figures of all strategies and dead-stone sources in a stratum.
    fn stratum_figures(&self, stratum: &Stratum) -> StratumFigures {
        let mut strategies = Vec::with_capacity(stratum.tallies.len());
        for (name, tally) in self.options.strategies.iter().zip(&stratum.tallies) {
            let signature = self.signature(&self.with_digest(name), stratum);
            strategies.push(StrategyFigures::new(name, tally, signature));
        }
        let mut dead = Vec::new();
        for (&(source, label), &tally) in &stratum.dead_tallies {
            dead.push(DeadFigures {
                source: self.source(source),
                label: label.name().to_owned(),
                tally,
                signature: self.signature("*", stratum),
            });
        }
        StratumFigures {
            games: stratum.games,
            corpus: hex(&stratum.digest.clone().finalize()),
            strategies,
            dead,
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
        // the pairs with a scorer form one family, and the remaining pairs form another
        for has_scorer in [true, false] {
            let mut family: Vec<&mut PairFigures> = figures
                .iter_mut()
                .filter(|pair| pair.has_scorer() == has_scorer)
                .collect();
            let pairs = family.len() as u64;
            for pair in &mut family {
                let [a, b] = [&pair.a, &pair.b].map(|name| self.with_digest(name));
                let signature = self.signature(&format!("{a}:{b}"), &self.strata[ALL]);
                pair.signature = format!("{signature}|family:{}", count(pairs, "pair"));
                pair.family = pairs;
            }
            correct(family.into_iter().map(|pair| &mut pair.pair));
        }
        figures
    }

    /// Returns the name of a strategy in signatures. The name of an external scorer includes a
    /// digest of its program.
    fn with_digest(&self, strategy: &str) -> String {
        match self.options.scorers.get(strategy) {
            Some(digest) => format!("{strategy}({digest})"),
            None => strategy.to_owned(),
        }
    }

    /// Returns the stratum of a run's headline figures: all territory games, or all area games if
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
    /// their signatures differ only in the compared part.
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
            joined(stratum.labels.clone()),
            &hex(&stratum.digest.clone().finalize())[..12],
            stratum.games,
            skip_rate(self.games, self.evaluated) * 100.0,
            env!("CARGO_PKG_VERSION"),
        )
    }

    /// Returns the name of a source of dead stones in signatures, such as `marks` or `engine(GNU Go
    /// 3.8)`.
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
    /// Adds the rows of a game to the tallies of the stratum.
    fn add(&mut self, rows: &[GameRow]) {
        let game = &rows[0];
        self.games += 1;
        self.dead.insert(game.dead_from);
        if let Some(label) = game.label_dead_from {
            let tally = self.dead_tallies.entry((game.dead_from, label));
            tally.or_default().add(game);
        }
        self.labels.extend(game.label_from.name().split('+'));
        self.digest.update(game.digest_bytes());
        self.has_area |= game.method == Method::Area;
        for (tally, row) in self.tallies.iter_mut().zip(rows) {
            tally.add(row);
        }
    }
}

impl GameRow {
    /// Returns the bytes of the digest.
    fn digest_bytes(&self) -> Vec<u8> {
        let digits = self.digest.as_bytes().chunks(2);
        let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
        digits.map_while(byte).collect()
    }
}
