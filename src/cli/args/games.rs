//! Which games, and what goes to the terminal.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, anyhow};
use clap::{Args, ValueEnum};

use super::choices::ColorChoice;
use super::limits::LimitsArgs;
use super::scoring::ScoringArgs;
use crate::board::Size;
use crate::cli::named::Named;
use crate::report::Style;
use crate::run::{Options, Survey};
use crate::score::{Points, Rules};
use crate::sgf::{Encoding, Reader};
use crate::source::{Labels, Walk, WalkOptions, walk, walk_list};

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
    /// A description of the games (origin, rules, komi), beside the corpus.toml of the folders (repeatable)
    #[arg(long = "corpus", value_name = "FILE")]
    descriptions: Vec<PathBuf>,
    /// Where the labels of all games come from, whatever files and records say: such as people or gnugo
    #[arg(long, value_name = "NAME", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    origin: Option<String>,
    /// Only boards of this size: 19, 13x9
    #[arg(long, value_name = "N", value_parser = parse_size)]
    size: Option<Size>,
    /// The rules of every game, whatever its record says
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = Named(parse_rules, rules_names))]
    rules: RulesChoice,
    /// The komi of games whose records leave it out, whatever a corpus.toml says
    #[arg(long, value_name = "POINTS", value_parser = parse_komi, allow_negative_numbers = true)]
    komi: Option<Points>,
    /// The encoding of every file
    #[arg(long, value_name = "NAME", default_value = "auto")]
    encoding: Encoding,
    /// Who reads records: our scanner, or sgf-parse to check it against
    #[arg(long, value_enum, default_value_t = ReaderChoice::Fast)]
    reader: ReaderChoice,
    /// Only the first N games
    #[arg(long, value_name = "N")]
    pub(in crate::cli) limit: Option<u64>,
    /// Threads; 0 is one for each core
    #[arg(short, long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(..=1024))]
    jobs: u16,
    #[command(flatten)]
    limits: LimitsArgs,
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

#[derive(Clone, Copy, Debug)]
pub(in crate::cli) struct RulesChoice(pub(in crate::cli) Option<Rules>);

pub(super) fn rules_names() -> Vec<&'static str> {
    std::iter::once("auto").chain(Rules::ALL.map(Rules::name)).collect()
}

pub(super) fn parse_rules(name: &str) -> anyhow::Result<RulesChoice> {
    if name == "auto" {
        return Ok(RulesChoice(None));
    }
    let rules = Rules::from_name(name).ok_or_else(|| anyhow!("it is one of {}", rules_names().join(", ")))?;
    Ok(RulesChoice(Some(rules)))
}

/// A number of points or half points.
pub(super) fn parse_komi(text: &str) -> anyhow::Result<Points> {
    Points::parse(text)
        .filter(|komi| komi.is_in_halves())
        .ok_or_else(|| anyhow!("it is a number of points or half points"))
}

/// A list of files; `-` is standard input.
fn read_list(list: &Path) -> anyhow::Result<Vec<u8>> {
    if list.as_os_str() != "-" {
        return std::fs::read(list).with_context(|| format!("failed to read {}", list.display()));
    }
    let mut bytes = Vec::new();
    std::io::stdin().read_to_end(&mut bytes).context("failed to read standard input")?;
    Ok(bytes)
}

fn parse_size(text: &str) -> anyhow::Result<Size> {
    let (width, height) = text.split_once('x').unwrap_or((text, text));
    Ok(Size::new(width.parse()?, height.parse()?)?)
}

impl GamesArgs {
    /// Finds the files and their labels.
    pub(in crate::cli) fn walk(&self) -> anyhow::Result<(Walk, Labels)> {
        let walk = self.files()?;
        let labels = Labels::read(&walk, &self.labels, &self.descriptions)?;
        Ok((walk, labels))
    }

    /// A survey of the records of a walk, of games that have several where `is_unique`.
    pub(in crate::cli) fn survey(&self, walk: &Walk, labels: &Arc<Labels>, is_unique: bool) -> Arc<Survey> {
        Arc::new(Survey::new(&walk.entries, labels, &self.plain_options(), self.jobs(), is_unique))
    }

    /// Reads what the games' folders are described as, and no labels.
    pub(in crate::cli) fn descriptions(&self, walk: &Walk) -> anyhow::Result<Labels> {
        Ok(Labels::descriptions(walk, &self.descriptions)?)
    }

    /// Finds the files.
    pub(in crate::cli) fn files(&self) -> anyhow::Result<Walk> {
        Ok(match &self.files_from {
            None => walk(&self.paths, &WalkOptions { include: self.include.clone(), exclude: self.exclude.clone() })?,
            Some(list) => walk_list(&read_list(list)?)?,
        })
    }

    /// Whether there are labels files of the user's, or only some games are wanted.
    pub(in crate::cli) fn has_labels_or_limit(&self) -> bool {
        !self.labels.is_empty() || self.limit.is_some()
    }

    /// Threads, at most; 0 is one for each core.
    pub(in crate::cli) fn jobs(&self) -> usize {
        self.jobs.into()
    }

    /// How the games are to be evaluated.
    ///
    /// # Errors
    /// When two strategies have one name, or the engine can't be asked.
    pub(in crate::cli) fn options(&self, scoring: &ScoringArgs, stop: &AtomicBool) -> anyhow::Result<Options> {
        let Options { rules, missing_komi, origin, size, encoding, reader, files, records, .. } = self.plain_options();
        Ok(Options { rules, missing_komi, origin, size, encoding, reader, files, records, ..scoring.options(stop)? })
    }

    /// The same, with everything that scoring arguments say left at its default.
    pub(in crate::cli) fn plain_options(&self) -> Options {
        self.limits.put(Options {
            rules: self.rules.0,
            missing_komi: self.komi,
            origin: self.origin.clone(),
            size: self.size,
            encoding: self.encoding,
            reader: match self.reader {
                ReaderChoice::Fast => Reader::Fast,
                ReaderChoice::Strict => Reader::Strict,
            },
            ..Options::default()
        })
    }

    /// The options of `explain` that show a game as it was evaluated here.
    pub(in crate::cli) fn explain_options(&self, scoring: &ScoringArgs) -> Vec<String> {
        let mut words = scoring.label_options();
        if let Some(rules) = self.rules.0 {
            words.extend(["--rules".to_owned(), rules.name().to_owned()]);
        }
        if let Some(origin) = &self.origin {
            words.extend(["--origin".to_owned(), origin.clone()]);
        }
        words.extend(scoring.scorers.iter().flat_map(|scorer| ["--scorer".to_owned(), scorer.to_string()]));
        if let Encoding::Is(encoding) = self.encoding {
            words.extend(["--encoding".to_owned(), encoding.name().to_owned()]);
        }
        words.extend(self.limits.words());
        words
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
