//! What a run is held against: counts, and every mismatch that is known.
//!
//! A baseline is text for a repository: sorted, a line a mismatch, so that its diff is a review of what changed. Lines
//! are CSV; the first field says what a line is, and lines that begin with `#` are comments.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use csv::{ReaderBuilder, StringRecord, WriterBuilder};
use serde::Serialize;

use super::Row;
use crate::run::Figures;
use crate::score::{Outcome, Points};

/// The format's name and number: the first line that is no comment.
const FORMAT: [&str; 2] = ["seichi-baseline", "1"];

/// The lines at the top.
const COMMENT: &str = "\
# What `seichi gate` holds a run against. `seichi baseline accept` writes it; its diff is what there is to review.
# strategy,NAME,games,exact,winner,maps,maps_exact
# mismatch,GAME,STRATEGY,outcome,delta,map_diff
";

/// How an answer differs from the label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Mismatch {
    /// How the margins compare.
    pub outcome: Outcome,
    /// The margin minus the label's.
    pub delta: Points,
    /// Points with another owner than on the label's map; `None` without a map.
    pub map_diff: Option<u32>,
}

impl Mismatch {
    /// Whether it is none.
    pub(super) fn is_none(&self) -> bool {
        self.outcome == Outcome::Exact && self.map_diff.unwrap_or_default() == 0
    }

    /// Whether it is worse than `known` in any respect: the winner, the size of the error, the map.
    #[must_use]
    pub fn is_worse_than(&self, known: &Self) -> bool {
        self.outcome > known.outcome
            || self.delta.abs() > known.delta.abs()
            || self.map_diff.unwrap_or_default() > known.map_diff.unwrap_or_default()
    }

    /// For a person: `off by +2, 4 points of the map`.
    #[must_use]
    pub fn words(&self) -> String {
        let plus = if self.delta.sign() > 0 { "+" } else { "" };
        let margin = match self.outcome {
            Outcome::Exact => "right margin".to_owned(),
            Outcome::Winner => format!("off by {plus}{}", self.delta),
            Outcome::Wrong => format!("off by {plus}{}, wrong winner", self.delta),
        };
        match self.map_diff {
            None => margin,
            Some(points) => format!("{margin}, {points} points of the map"),
        }
    }
}

/// What is counted of a strategy, over all counted games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Known {
    /// Games.
    pub games: u64,
    /// Those with the label's margin.
    pub exact: u64,
    /// Those with the label's winner.
    pub winner: u64,
    /// Games with a map.
    pub maps: u64,
    /// Those whose map is the label's.
    pub maps_exact: u64,
}

/// What a run is held against.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Baseline {
    /// The version of the program that made the run.
    pub version: String,
    /// The run's signature.
    pub signature: String,
    /// The digest of its counted games, their labels and dead stones.
    pub corpus: String,
    /// Games, evaluated or not.
    pub games: u64,
    /// Games that were evaluated.
    pub evaluated: u64,
    /// By name.
    pub strategies: BTreeMap<String, Known>,
    /// By game and strategy.
    pub mismatches: BTreeMap<(String, String), Mismatch>,
}

/// What is wrong with the text of a baseline.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct Damage {
    /// The line, from 1; 0 where none is to blame.
    pub line: u64,
    /// What is wrong with it.
    pub what: String,
}

impl Baseline {
    /// The baseline that a run is. `mismatches` are the rows of `mismatches.csv`; those that are not counted are left
    /// out.
    #[must_use]
    pub fn of(figures: &Figures, mismatches: &[Row]) -> Self {
        let mismatch = |row: &Row| Some(((row.game.clone(), row.strategy.clone()), row.mismatch()?));
        Self {
            version: figures.version.clone(),
            signature: figures.signature.clone(),
            corpus: figures.corpus.clone(),
            games: figures.games,
            evaluated: figures.evaluated,
            strategies: known(figures),
            mismatches: mismatches.iter().filter(|row| row.is_counted()).filter_map(mismatch).collect(),
        }
    }

    /// As text for a file.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut writer = WriterBuilder::new().flexible(true).from_writer(COMMENT.as_bytes().to_vec());
        let mut line = |fields: &[&str]| writer.write_record(fields).expect("memory takes all");
        line(&FORMAT);
        line(&["version", &self.version]);
        line(&["signature", &self.signature]);
        line(&["corpus", &self.corpus]);
        line(&["games", &self.games.to_string(), &self.evaluated.to_string()]);
        for (name, known) in &self.strategies {
            let counts = [known.games, known.exact, known.winner, known.maps, known.maps_exact].map(|n| n.to_string());
            line(&["strategy", name, &counts[0], &counts[1], &counts[2], &counts[3], &counts[4]]);
        }
        for ((game, strategy), mismatch) in &self.mismatches {
            let map_diff = mismatch.map_diff.map(|points| points.to_string()).unwrap_or_default();
            line(&["mismatch", game, strategy, mismatch.outcome.name(), &mismatch.delta.to_string(), &map_diff]);
        }
        String::from_utf8(writer.into_inner().expect("memory takes all")).expect("all of it was text")
    }

    /// Reads what [`Self::to_text`] wrote.
    ///
    /// # Errors
    /// Where a line can't be understood, comes twice or is missing, or the mismatches do not add up to the counts: a
    /// merge may have gone wrong.
    pub fn parse(text: &str) -> Result<Self, Damage> {
        let mut reader =
            ReaderBuilder::new().has_headers(false).flexible(true).comment(Some(b'#')).from_reader(text.as_bytes());
        let mut parts = Parts::default();
        for record in reader.records() {
            let record = record.map_err(|error| Damage { line: 0, what: error.to_string() })?;
            let line = record.position().map_or(0, csv::Position::line);
            parts.line(&record).map_err(|what| Damage { line, what })?;
        }
        parts.whole().map_err(|what| Damage { line: 0, what })
    }

    /// What of `self` another baseline would change, as lines with `-`, `+` or `~` at their beginning.
    #[must_use]
    pub fn difference(&self, new: &Self) -> BaselineDifference {
        let mut text = String::new();
        let mut header = |name: &str, old: &str, new: &str| {
            if old != new {
                let _ = writeln!(text, "- {name} {old}\n+ {name} {new}");
            }
        };
        header("version", &self.version, &new.version);
        header("signature", &self.signature, &new.signature);
        header("games", &self.games.to_string(), &new.games.to_string());
        header("evaluated", &self.evaluated.to_string(), &new.evaluated.to_string());
        let names: BTreeSet<&String> = self.strategies.keys().chain(new.strategies.keys()).collect();
        for name in names {
            let counts =
                |known: &Known| format!("{} games, {} exact, {} maps", known.games, known.exact, known.maps_exact);
            let texts = [self, new].map(|baseline| baseline.strategies.get(name).map(counts));
            line(&mut text, name, texts);
        }
        let keys: BTreeSet<&(String, String)> = self.mismatches.keys().chain(new.mismatches.keys()).collect();
        let (mut added, mut gone, mut changed) = (0, 0, 0);
        for key in keys {
            let pair = [self, new].map(|baseline| baseline.mismatches.get(key));
            match pair {
                [None, Some(_)] => added += 1,
                [Some(_), None] => gone += 1,
                [before, now] => changed += u64::from(before != now),
            }
            line(&mut text, &format!("{} {}", key.0, key.1), pair.map(|mismatch| mismatch.map(Mismatch::words)));
        }
        BaselineDifference { text, added, gone, changed }
    }
}

/// What accepting a run would change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BaselineDifference {
    /// A line for each difference; empty where there is none.
    pub text: String,
    /// Mismatches that are not yet known.
    pub added: u64,
    /// Known mismatches that are no more.
    pub gone: u64,
    /// Known mismatches that are other ones now.
    pub changed: u64,
}

fn line(text: &mut String, name: &str, [old, new]: [Option<String>; 2]) {
    let _ = match (old, new) {
        (Some(old), None) => writeln!(text, "- {name}: {old}"),
        (None, Some(new)) => writeln!(text, "+ {name}: {new}"),
        (Some(old), Some(new)) if old != new => writeln!(text, "~ {name}: {old} -> {new}"),
        _ => Ok(()),
    };
}

/// The strategies' counts over all counted games.
pub(super) fn known(figures: &Figures) -> BTreeMap<String, Known> {
    let mut strategies: BTreeMap<String, Known> =
        figures.strategies.iter().map(|name| (name.clone(), Known::default())).collect();
    for strategy in figures.by_method().flat_map(|stratum| &stratum.strategies) {
        let known = strategies.entry(strategy.strategy.clone()).or_default();
        known.games += strategy.games;
        known.exact += strategy.exact;
        known.winner += strategy.winner;
        known.maps += strategy.maps;
        known.maps_exact += strategy.maps_exact;
    }
    strategies
}

/// A baseline as it is read, line by line.
#[derive(Default)]
struct Parts {
    seen_format: bool,
    texts: BTreeMap<&'static str, String>,
    games: Option<(u64, u64)>,
    strategies: BTreeMap<String, Known>,
    mismatches: BTreeMap<(String, String), Mismatch>,
}

/// Lines with one text.
const TEXTS: [&str; 3] = ["version", "signature", "corpus"];

impl Parts {
    fn line(&mut self, record: &StringRecord) -> Result<(), String> {
        let fields: Vec<&str> = record.iter().collect();
        if !self.seen_format {
            self.seen_format = true;
            return if fields == FORMAT { Ok(()) } else { Err(format!("it does not begin with {}", FORMAT.join(","))) };
        }
        let twice = match fields.as_slice() {
            ["games", games, evaluated] => self.games.replace((number(games)?, number(evaluated)?)).is_some(),
            ["strategy", name, games, exact, winner, maps, maps_exact] => {
                let [games, exact, winner, maps, maps_exact] =
                    [number(games)?, number(exact)?, number(winner)?, number(maps)?, number(maps_exact)?];
                let known = Known { games, exact, winner, maps, maps_exact };
                self.strategies.insert((*name).to_owned(), known).is_some()
            }
            ["mismatch", game, strategy, outcome, delta, map_diff] => {
                let mismatch = mismatch(outcome, delta, map_diff)?;
                self.mismatches.insert(((*game).to_owned(), (*strategy).to_owned()), mismatch).is_some()
            }
            [name, text] => {
                let name = TEXTS.into_iter().find(|known| known == name).ok_or_else(|| unknown(&fields))?;
                self.texts.insert(name, (*text).to_owned()).is_some()
            }
            _ => return Err(unknown(&fields)),
        };
        if twice { Err(format!("{} comes twice", fields[..fields.len().min(3)].join(","))) } else { Ok(()) }
    }

    fn whole(mut self) -> Result<Baseline, String> {
        let mut text = |name: &str| self.texts.remove(name).ok_or_else(|| format!("the line {name} is missing"));
        let (version, signature, corpus) = (text("version")?, text("signature")?, text("corpus")?);
        let (games, evaluated) = self.games.ok_or("the line games is missing")?;
        let mut inexact: BTreeMap<&str, u64> = BTreeMap::new();
        for ((_, strategy), mismatch) in &self.mismatches {
            *inexact.entry(strategy).or_default() += u64::from(mismatch.outcome != Outcome::Exact);
        }
        for (name, known) in &self.strategies {
            let listed = inexact.remove(name.as_str()).unwrap_or_default();
            if known.games.checked_sub(known.exact) != Some(listed) {
                return Err(format!(
                    "{name} has {} games and {} exact, but {listed} mismatches of the margin are listed",
                    known.games, known.exact
                ));
            }
        }
        if let Some((name, _)) = inexact.first_key_value() {
            return Err(format!("there are mismatches of {name}, and no line strategy,{name}"));
        }
        let Self { strategies, mismatches, .. } = self;
        Ok(Baseline { version, signature, corpus, games, evaluated, strategies, mismatches })
    }
}

fn unknown(fields: &[&str]) -> String {
    format!("{:?} is no line of a baseline", fields.join(","))
}

fn number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("{text:?} is no number"))
}

fn mismatch(outcome: &str, delta: &str, map_diff: &str) -> Result<Mismatch, String> {
    let outcome = Outcome::ALL.into_iter().find(|known| known.name() == outcome);
    Ok(Mismatch {
        outcome: outcome.ok_or("the outcome is exact, winner or wrong")?,
        delta: Points::try_from(delta.to_owned())?,
        map_diff: match map_diff {
            "" => None,
            points => Some(points.parse().map_err(|_| format!("{points:?} is no number of points"))?),
        },
    })
}
