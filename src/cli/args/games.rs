//! Arguments that choose the games and the messages on the terminal.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use anyhow::{Context as _, anyhow};
use clap::{Args, ValueEnum};

use super::choices::ColorChoice;
use super::limits::LimitsArgs;
use super::scoring::ScoringArgs;
use crate::board::Size;
use crate::cli::named::Named;
use crate::input::{FileLimits, Labels, SourceError, Walk, WalkOptions, walk, walk_list};
use crate::pipeline::{Context, Interrupted, Options, Survey};
use crate::report::Style;
use crate::rules::{Points, Rules};
use crate::sgf::{Encoding, Reader};
use crate::territory::strategy;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ReaderChoice {
    Fast,
    Strict,
}

/// Arguments that choose the games and say how to read them.
#[derive(Debug, Args)]
pub struct GamesArgs {
    /// Files, folders and archives with games; `-` is standard input
    #[arg(required_unless_present = "files_from")]
    pub(in crate::cli) paths: Vec<PathBuf>,
    /// Read only files that match this glob (repeatable)
    #[arg(long, value_name = "GLOB")]
    include: Vec<String>,
    /// Leave out files and folders that match this glob (repeatable)
    #[arg(long, value_name = "GLOB")]
    exclude: Vec<String>,
    /// Read the paths of files from a list, one a line; `-` is standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["paths", "include", "exclude"])]
    files_from: Option<PathBuf>,
    /// A labels file, in addition to the labels.jsonl of the folders (repeatable)
    #[arg(long, value_name = "FILE")]
    labels: Vec<PathBuf>,
    /// A description of the games (origin, rules, komi), in addition to the corpus.toml of the folders (repeatable)
    #[arg(long = "corpus", value_name = "FILE")]
    descriptions: Vec<PathBuf>,
    /// The origin of all labels, such as people or gnugo; overrides files and records
    #[arg(long, value_name = "NAME", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    origin: Option<String>,
    /// Only boards of this size: 19, 13x9
    #[arg(long, value_name = "N", value_parser = parse_size)]
    size: Option<Size>,
    /// The rules of every game, by name, or KataGo's string or JSON; overrides the record
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = Named(parse_rules, rules_names))]
    rules: RulesChoice,
    /// The komi of games whose records have none; overrides corpus.toml
    #[arg(long, value_name = "POINTS", value_parser = Points::parse_komi, allow_negative_numbers = true)]
    komi: Option<Points>,
    /// The encoding of every file
    #[arg(long, value_name = "NAME", default_value = "auto")]
    encoding: Encoding,
    /// The parser of records: the program's own, or sgf-parse to check it
    #[arg(long, value_enum, default_value_t = ReaderChoice::Fast)]
    reader: ReaderChoice,
    /// Only the first N games; skipped ones count
    #[arg(long, value_name = "N")]
    pub(in crate::cli) limit: Option<u64>,
    /// The number of threads; 0: one for each core
    #[arg(short, long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(..=1024))]
    jobs: u16,
    #[command(flatten)]
    limits: LimitsArgs,
}

/// Arguments that choose the messages on the terminal.
#[derive(Debug, Args)]
pub struct OutputArgs {
    /// When to use colour
    #[arg(long, value_enum, default_value_t = ColorChoice::Auto)]
    color: ColorChoice,
    /// Show no progress bar
    #[arg(long)]
    no_progress: bool,
    /// Print nothing but errors
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Print why each game is skipped
    #[arg(short, long)]
    pub verbose: bool,
}

#[derive(Clone, Copy, Debug)]
pub(in crate::cli) struct RulesChoice(pub(in crate::cli) Option<Rules>);

pub(super) fn rules_names() -> Vec<&'static str> {
    std::iter::once("auto").chain(Rules::names()).collect()
}

pub(super) fn parse_rules(name: &str) -> anyhow::Result<RulesChoice> {
    if name == "auto" {
        return Ok(RulesChoice(None));
    }
    Rules::parse(name).map(|rules| RulesChoice(Some(rules))).map_err(anyhow::Error::msg)
}

/// Reads a list of paths from a file, or from standard input if `list` is `-`.
fn list_of_files(list: &Path, limits: &FileLimits) -> anyhow::Result<Walk> {
    let (name, read) = if list.as_os_str() == "-" {
        ("standard input".to_owned(), walk_list(std::io::stdin().lock(), limits))
    } else {
        let name = list.display().to_string();
        let file = File::open(list).with_context(|| format!("failed to read {name}"))?;
        (name, walk_list(BufReader::new(file), limits))
    };
    read.map_err(|error| match error {
        SourceError::List(error) => anyhow!(error).context(format!("failed to read {name}")),
        other => other.into(),
    })
}

fn parse_size(text: &str) -> anyhow::Result<Size> {
    let (width, height) = text.split_once('x').unwrap_or((text, text));
    Ok(Size::new(width.parse()?, height.parse()?)?)
}

/// Adds to the error of a path that does not exist, and that is the name of a strategy, how to name several strategies.
fn of_strategy(error: &SourceError) -> anyhow::Error {
    let hint = match error {
        SourceError::Open { path, .. } => path.to_str().filter(|name| strategy(name).is_some()),
        _ => None,
    };
    let hint = hint.map(|name| format!("\nfor several strategies write commas between them: -s linked,{name}"));
    anyhow!("{error}{}", hint.unwrap_or_default())
}

impl GamesArgs {
    /// Finds the files, and reads their labels and their ownership, if there is a file of it.
    pub(in crate::cli) fn walk(&self, ownership: Option<&Path>) -> anyhow::Result<(Walk, Labels)> {
        let walk = self.files()?;
        let mut labels = Labels::read(&walk, &self.labels, &self.descriptions, &self.limits())?;
        if let Some(file) = ownership {
            labels.add_ownership(file, &walk)?;
        }
        Ok((walk, labels))
    }

    /// Returns a survey of the records of `walk`, which also finds several records of one game if `is_unique`.
    pub(in crate::cli) fn survey(
        &self,
        walk: &Walk,
        context: &Context<'_>,
        is_unique: bool,
    ) -> Result<Survey, Interrupted> {
        Survey::read(&walk.entries, self.jobs(), context, is_unique)
    }

    /// Reads the descriptions of the games, but no labels.
    ///
    /// # Errors
    /// If a description can't be read.
    pub fn descriptions(&self, walk: &Walk) -> anyhow::Result<Labels> {
        Ok(Labels::descriptions(walk, &self.descriptions, &self.limits())?)
    }

    /// Finds the files.
    ///
    /// # Errors
    /// Those of [`walk`], or if the list of files can't be read.
    pub fn files(&self) -> anyhow::Result<Walk> {
        Ok(match &self.files_from {
            None => walk(&self.paths, &self.walk_options()).map_err(|error| of_strategy(&error))?,
            Some(list) => list_of_files(list, &self.limits())?,
        })
    }

    /// Returns the limits on files, archives and lists.
    #[must_use]
    pub fn limits(&self) -> FileLimits {
        self.limits.files()
    }

    /// Returns the globs for files.
    pub(in crate::cli) fn walk_options(&self) -> WalkOptions {
        WalkOptions { include: self.include.clone(), exclude: self.exclude.clone() }
    }

    /// Returns whether the files are those of a list.
    pub(in crate::cli) const fn is_list(&self) -> bool {
        self.files_from.is_some()
    }

    /// Returns the paths of `--labels` and of `--corpus`.
    pub(in crate::cli) fn label_paths(&self) -> (&[PathBuf], &[PathBuf]) {
        (&self.labels, &self.descriptions)
    }

    /// Returns whether `--labels` or `--limit` is given.
    #[must_use]
    pub fn has_labels_or_limit(&self) -> bool {
        !self.labels.is_empty() || self.limit.is_some()
    }

    /// Returns the largest number of threads; 0 is one for each core.
    #[must_use]
    pub fn jobs(&self) -> usize {
        self.jobs.into()
    }

    /// Returns the options by which the games are evaluated.
    ///
    /// # Errors
    /// If two strategies have the same name, or the engine can't be used.
    pub(in crate::cli) fn options(&self, scoring: &ScoringArgs, stop: &AtomicBool) -> anyhow::Result<Options> {
        let Options { rules, missing_komi, origin, size, encoding, reader, files, records, .. } = self.plain_options();
        Ok(Options { rules, missing_komi, origin, size, encoding, reader, files, records, ..scoring.options(stop)? })
    }

    /// Returns the options of these arguments; those that `ScoringArgs` decides have their defaults.
    #[must_use]
    pub fn plain_options(&self) -> Options {
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

    /// Returns the options with which `seichi explain` shows a game as it is evaluated here.
    pub(in crate::cli) fn explain_options(&self, scoring: &ScoringArgs) -> Vec<String> {
        let mut words = scoring.scorer_options();
        words.extend(scoring.label_options());
        if let Some(rules) = self.rules.0 {
            words.extend(["--rules".to_owned(), rules.name().into_owned()]);
        }
        if let Some(origin) = &self.origin {
            words.extend(["--origin".to_owned(), origin.clone()]);
        }
        if let Some(encoding) = self.encoding.name() {
            words.extend(["--encoding".to_owned(), encoding.to_owned()]);
        }
        words.extend(self.limits.words());
        words
    }
}

impl OutputArgs {
    /// Returns whether a progress bar may be shown.
    pub(in crate::cli) fn shows_progress(&self) -> bool {
        !self.no_progress && !self.quiet
    }

    /// Returns the style of standard output.
    #[must_use]
    pub fn style(&self) -> Style {
        self.color.style()
    }
}
