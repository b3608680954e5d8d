//! Which games, how they are scored, and what goes to the terminal.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, anyhow};
use clap::{Args, ValueEnum};

use super::choices::ColorChoice;
use crate::board::Size;
use crate::cli::named::Named;
use crate::report::Style;
use crate::run::Options;
use crate::score::Rules;
use crate::scorer::Spec;
use crate::scoring::{STRATEGIES, Strategy, Variant, strategy};
use crate::settle::DeadFrom;
use crate::sgf::{Encoding, Reader};
use crate::source::{Labels, MAX_BYTES, Walk, WalkOptions, walk, walk_list};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ReaderChoice {
    Fast,
    Strict,
}

/// Which games.
#[derive(Debug, Args)]
pub(in crate::cli) struct GamesArgs {
    /// Files and folders
    #[arg(required_unless_present = "files_from")]
    pub(in crate::cli) paths: Vec<PathBuf>,
    /// Only files that this glob fits (repeatable)
    #[arg(long, value_name = "GLOB")]
    include: Vec<String>,
    /// No files or folders that this glob fits (repeatable)
    #[arg(long, value_name = "GLOB")]
    exclude: Vec<String>,
    /// Take the files from a list, a path a line; `-` is standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["paths", "include", "exclude"])]
    files_from: Option<PathBuf>,
    /// A labels file, beside the labels.jsonl of the folders (repeatable)
    #[arg(long, value_name = "FILE")]
    labels: Vec<PathBuf>,
    /// Only boards of this size: 19, 13x9
    #[arg(long, value_name = "N", value_parser = parse_size)]
    size: Option<Size>,
    /// The rules of every game, whatever its record says
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = Named(parse_rules, rules_names))]
    rules: RulesChoice,
    /// The encoding of every file
    #[arg(long, value_name = "NAME", default_value = "auto")]
    encoding: Encoding,
    /// Who reads records: our scanner, or sgf-parse to check it against
    #[arg(long, value_enum, default_value_t = ReaderChoice::Fast)]
    reader: ReaderChoice,
    /// Only the first N games
    #[arg(long, value_name = "N")]
    pub(in crate::cli) limit: Option<u64>,
    /// The largest file that is read, in bytes
    #[arg(long, value_name = "BYTES", default_value_t = MAX_BYTES)]
    max_file_size: u64,
    /// Threads; 0 is one for each core
    #[arg(short, long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(..=1024))]
    jobs: u16,
}

/// How games are scored.
#[derive(Debug, Args)]
pub(in crate::cli) struct ScoringArgs {
    /// A strategy (repeatable; the first is the reference); all where none is named
    #[arg(short, long = "strategy", value_name = "NAME", value_parser = Named(parse_strategy, strategy_names))]
    strategies: Vec<StrategyChoice>,
    /// A strategy with an exception, in its place: how drills of the gate break one
    #[arg(long = "variant", value_name = "VARIANT", value_parser = parse_variant, hide = true)]
    variants: Vec<StrategyChoice>,
    /// Where dead stones are taken from
    #[arg(long, value_name = "SOURCE", default_value = "auto", value_parser = Named(parse_dead, dead_names))]
    pub(in crate::cli) dead: DeadFrom,
    /// A program that is a strategy like the others: it reads positions and writes territory, a line of JSON each
    /// (repeatable)
    #[arg(long = "scorer", value_name = "NAME=COMMAND", value_parser = Spec::parse)]
    scorers: Vec<Spec>,
    /// How long such a program may take for a position, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = parse_seconds)]
    scorer_timeout: f64,
}

/// What goes to the terminal.
#[derive(Debug, Args)]
pub(in crate::cli) struct OutputArgs {
    /// When to use colour
    #[arg(long, value_enum, default_value_t = ColorChoice::Auto)]
    color: ColorChoice,
    /// Show no progress
    #[arg(long)]
    no_progress: bool,
    /// Say nothing but errors
    #[arg(short, long, conflicts_with = "verbose")]
    pub(in crate::cli) quiet: bool,
    /// Say why each game is skipped
    #[arg(short, long)]
    pub(in crate::cli) verbose: bool,
}

#[derive(Clone, Copy)]
pub(in crate::cli) struct StrategyChoice(&'static dyn Strategy);

impl std::fmt::Debug for StrategyChoice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0.name())
    }
}

#[derive(Clone, Copy, Debug)]
pub(in crate::cli) struct RulesChoice(pub(in crate::cli) Option<Rules>);

fn strategy_names() -> Vec<&'static str> {
    STRATEGIES.iter().map(|strategy| strategy.name()).collect()
}

fn parse_strategy(name: &str) -> anyhow::Result<StrategyChoice> {
    let known = || format!("no strategy is called that; there are {}", strategy_names().join(", "));
    strategy(name).map(StrategyChoice).with_context(known)
}

pub(super) fn dead_names() -> Vec<&'static str> {
    DeadFrom::ALL.iter().map(|&(name, _)| name).collect()
}

fn parse_variant(text: &str) -> Result<StrategyChoice, String> {
    // a strategy is there for as long as the program runs
    Variant::parse(text).map(|variant| StrategyChoice(Box::leak(Box::new(variant))))
}

/// A day at most: what is longer is a slip, and a duration has an end.
fn parse_seconds(text: &str) -> anyhow::Result<f64> {
    let seconds: f64 = text.parse()?;
    if seconds > 0.0 && seconds <= 86_400.0 { Ok(seconds) } else { Err(anyhow!("it is more than 0 and at most 86400")) }
}

pub(super) fn parse_dead(name: &str) -> anyhow::Result<DeadFrom> {
    let known = DeadFrom::ALL.iter().find(|(known, _)| *known == name).map(|&(_, dead)| dead);
    known.ok_or_else(|| anyhow!("it is one of {}", dead_names().join(", ")))
}

pub(super) fn rules_names() -> Vec<&'static str> {
    std::iter::once("auto").chain(Rules::ALL.map(Rules::name)).collect()
}

pub(super) fn parse_rules(name: &str) -> anyhow::Result<RulesChoice> {
    if name == "auto" {
        return Ok(RulesChoice(None));
    }
    let known = Rules::ALL.into_iter().find(|rules| rules.name() == name);
    let rules = known.ok_or_else(|| anyhow!("it is one of {}", rules_names().join(", ")))?;
    Ok(RulesChoice(Some(rules)))
}

fn parse_size(text: &str) -> anyhow::Result<Size> {
    let (width, height) = text.split_once('x').unwrap_or((text, text));
    Ok(Size::new(width.parse()?, height.parse()?)?)
}

impl GamesArgs {
    /// Finds the files and their labels.
    pub(in crate::cli) fn walk(&self) -> anyhow::Result<(Walk, Labels)> {
        let walk = match &self.files_from {
            None => walk(&self.paths, &WalkOptions { include: self.include.clone(), exclude: self.exclude.clone() })?,
            Some(list) if list.as_os_str() == "-" => {
                walk_list(&std::io::read_to_string(std::io::stdin()).context("failed to read standard input")?)
            }
            Some(list) => {
                walk_list(&std::fs::read_to_string(list).with_context(|| format!("failed to read {}", list.display()))?)
            }
        };
        let labels = Labels::read(&walk, &self.labels)?;
        Ok((walk, labels))
    }

    /// Threads, at most; 0 is one for each core.
    pub(in crate::cli) fn jobs(&self) -> usize {
        self.jobs.into()
    }

    /// How the games are to be evaluated.
    ///
    /// # Errors
    /// When two strategies have one name.
    pub(in crate::cli) fn options(&self, scoring: &ScoringArgs) -> anyhow::Result<Options> {
        let Options { strategies, scorers, scorer_timeout, dead, .. } = scoring.options()?;
        Ok(Options { strategies, scorers, scorer_timeout, dead, ..self.plain_options() })
    }

    /// The same, with everything that scoring arguments say left at its default.
    pub(in crate::cli) fn plain_options(&self) -> Options {
        Options {
            rules: self.rules.0,
            size: self.size,
            encoding: self.encoding,
            reader: match self.reader {
                ReaderChoice::Fast => Reader::Fast,
                ReaderChoice::Strict => Reader::Strict,
            },
            max_bytes: self.max_file_size,
            ..Options::default()
        }
    }

    /// The options of `explain` that show a game as it was evaluated here.
    pub(in crate::cli) fn explain_options(&self, scoring: &ScoringArgs) -> Vec<String> {
        let dead = DeadFrom::ALL.iter().find(|(_, dead)| *dead == scoring.dead).map_or("auto", |&(name, _)| name);
        let mut words = Vec::new();
        if scoring.dead != DeadFrom::Auto {
            words.extend(["--dead".to_owned(), dead.to_owned()]);
        }
        if let Some(rules) = self.rules.0 {
            words.extend(["--rules".to_owned(), rules.name().to_owned()]);
        }
        for Spec { name, command } in &scoring.scorers {
            let command = shlex::try_join(command.iter().map(String::as_str)).unwrap_or_default();
            words.extend(["--scorer".to_owned(), format!("{name}={command}")]);
        }
        if let Encoding::Is(encoding) = self.encoding {
            words.extend(["--encoding".to_owned(), encoding.name().to_owned()]);
        }
        words
    }
}

impl ScoringArgs {
    /// How games are scored, all else at its default.
    ///
    /// # Errors
    /// When two strategies have one name.
    pub(in crate::cli) fn options(&self) -> anyhow::Result<Options> {
        let options = Options {
            strategies: self.strategies(),
            scorers: self.scorers.clone(),
            scorer_timeout: Duration::from_secs_f64(self.scorer_timeout),
            dead: self.dead,
            ..Options::default()
        };
        let mut names = options.names();
        names.sort();
        match names.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(anyhow!("two strategies are called {}: give the scorer another name", pair[0])),
            None => Ok(options),
        }
    }

    /// The strategies that are named, each once, or all; a variant takes the place of the strategy of its name, or comes
    /// last.
    pub(in crate::cli) fn strategies(&self) -> Vec<&'static dyn Strategy> {
        let mut chosen: Vec<&'static dyn Strategy> = Vec::new();
        let all = STRATEGIES.iter().map(|&strategy| StrategyChoice(strategy));
        let named = self.strategies.iter().copied();
        let wanted: Vec<_> = if self.strategies.is_empty() { all.collect() } else { named.collect() };
        for StrategyChoice(strategy) in wanted {
            if chosen.iter().all(|known| known.name() != strategy.name()) {
                chosen.push(strategy);
            }
        }
        for &StrategyChoice(variant) in &self.variants {
            match chosen.iter_mut().find(|known| known.name() == variant.name()) {
                Some(known) => *known = variant,
                None => chosen.push(variant),
            }
        }
        chosen
    }
}

impl OutputArgs {
    /// Whether a progress bar may be shown.
    pub(in crate::cli) fn shows_progress(&self) -> bool {
        !self.no_progress && !self.quiet
    }

    pub(in crate::cli) fn style(&self) -> Style {
        self.color.style()
    }
}
