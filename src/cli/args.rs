//! The command line.

use std::io::IsTerminal;
use std::path::PathBuf;

use anyhow::{Context, anyhow};
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

use super::named::Named;
use crate::board::Size;
use crate::report::Style;
use crate::run::Options;
use crate::score::Rules;
use crate::scoring::{STRATEGIES, Strategy, strategy};
use crate::settle::DeadFrom;
use crate::sgf::{Encoding, Reader};
use crate::source::{Labels, MAX_BYTES, Walk, WalkOptions, walk, walk_list};

/// Measures how accurate a scorer of finished Go games is, on real games.
#[derive(Debug, Parser)]
#[command(name = "seichi", version, max_term_width = 100)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) command: Command,
    #[command(flatten)]
    pub(super) configuration: ConfigurationArgs,
}

/// Where settings come from that are not on the command line.
#[derive(Debug, Args)]
#[command(next_help_heading = "Configuration")]
pub(super) struct ConfigurationArgs {
    /// The configuration, instead of the nearest seichi.toml
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    /// The profile of the configuration: [profile.NAME]
    #[arg(long, global = true, value_name = "NAME")]
    profile: Option<String>,
    /// Print the settings of the command and where they come from, and do nothing
    #[arg(long, global = true)]
    dump_config: bool,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Score every game, compare with its label, write the reports
    Eval(EvalArgs),
    /// Territory maps and margins, no label needed
    Score(ScoreArgs),
    /// One game: its board, and every point where strategies or the label differ
    Explain(ExplainArgs),
    /// A census: sizes, rules, results, encodings, origins, and what would be skipped
    Inspect(InspectArgs),
    /// List strategies, reasons for skipping, flags of odd games, or measures
    List(ListArgs),
    /// A script for a shell that completes commands, flags and their values
    Completions(CompletionsArgs),
    /// The manual, for `man -l -`
    Man,
}

#[derive(Debug, Args)]
pub(super) struct EvalArgs {
    #[command(flatten)]
    pub(super) games: GamesArgs,
    #[command(flatten)]
    pub(super) scoring: ScoringArgs,
    /// The folder of the reports; an earlier run in it is replaced
    #[arg(short, long, value_name = "DIR", default_value = "reports")]
    pub(super) out: PathBuf,
    /// Exit with 3 when fewer games are evaluated
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) min_games: u64,
    /// What is printed
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub(super) format: TableFormat,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

#[derive(Debug, Args)]
pub(super) struct ScoreArgs {
    #[command(flatten)]
    pub(super) games: GamesArgs,
    #[command(flatten)]
    pub(super) scoring: ScoringArgs,
    /// What is printed
    #[arg(long, value_enum, default_value_t = ScoreFormat::Text)]
    pub(super) format: ScoreFormat,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

#[derive(Debug, Args)]
pub(super) struct ExplainArgs {
    /// The game, PATH#N; #1 may be left out
    pub(super) game: String,
    #[command(flatten)]
    pub(super) scoring: ScoringArgs,
    /// A labels file
    #[arg(long, value_name = "FILE")]
    pub(super) labels: Vec<PathBuf>,
    /// The encoding of the file
    #[arg(long, value_name = "NAME", default_value = "auto")]
    pub(super) encoding: Encoding,
    /// The rules, whatever the record says
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = Named(parse_rules, rules_names))]
    pub(super) rules: RulesChoice,
    /// When to use colour
    #[arg(long, value_enum, default_value_t = ColorChoice::Auto)]
    pub(super) color: ColorChoice,
}

#[derive(Debug, Args)]
pub(super) struct InspectArgs {
    #[command(flatten)]
    pub(super) games: GamesArgs,
    /// Where dead stones would be taken from
    #[arg(long, value_name = "SOURCE", default_value = "auto", value_parser = Named(parse_dead, dead_names))]
    pub(super) dead: DeadFrom,
    /// Print the names of games instead: `counted`, `evaluated`, `skipped`, or a reason for skipping
    #[arg(long, value_name = "WHICH", conflicts_with = "format")]
    pub(super) list: Option<String>,
    /// What is printed
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub(super) format: TableFormat,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

#[derive(Debug, Args)]
pub(super) struct ListArgs {
    /// What to list
    #[arg(value_enum)]
    pub(super) what: Listed,
}

#[derive(Debug, Args)]
pub(super) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub(super) shell: Shell,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Listed {
    Strategies,
    Reasons,
    Flags,
    Measures,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum TableFormat {
    Text,
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ScoreFormat {
    Text,
    Ndjson,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum ColorChoice {
    Auto,
    Always,
    Never,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ReaderChoice {
    Fast,
    Strict,
}

/// Which games.
#[derive(Debug, Args)]
pub(super) struct GamesArgs {
    /// Files and folders
    #[arg(required_unless_present = "files_from")]
    pub(super) paths: Vec<PathBuf>,
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
    pub(super) limit: Option<u64>,
    /// The largest file that is read, in bytes
    #[arg(long, value_name = "BYTES", default_value_t = MAX_BYTES)]
    max_file_size: u64,
    /// Threads; 0 is one for each core
    #[arg(short, long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(..=1024))]
    jobs: u16,
}

/// How games are scored.
#[derive(Debug, Args)]
pub(super) struct ScoringArgs {
    /// A strategy (repeatable; the first is the reference); all where none is named
    #[arg(short, long = "strategy", value_name = "NAME", value_parser = Named(parse_strategy, strategy_names))]
    strategies: Vec<StrategyChoice>,
    /// Where dead stones are taken from
    #[arg(long, value_name = "SOURCE", default_value = "auto", value_parser = Named(parse_dead, dead_names))]
    pub(super) dead: DeadFrom,
}

/// What goes to the terminal.
#[derive(Debug, Args)]
pub(super) struct OutputArgs {
    /// When to use colour
    #[arg(long, value_enum, default_value_t = ColorChoice::Auto)]
    color: ColorChoice,
    /// Show no progress
    #[arg(long)]
    no_progress: bool,
    /// Say nothing but errors
    #[arg(short, long, conflicts_with = "verbose")]
    pub(super) quiet: bool,
    /// Say why each game is skipped
    #[arg(short, long)]
    pub(super) verbose: bool,
}

#[derive(Clone, Copy)]
pub(super) struct StrategyChoice(&'static dyn Strategy);

impl std::fmt::Debug for StrategyChoice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0.name())
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct RulesChoice(pub(super) Option<Rules>);

fn strategy_names() -> Vec<&'static str> {
    STRATEGIES.iter().map(|strategy| strategy.name()).collect()
}

fn parse_strategy(name: &str) -> anyhow::Result<StrategyChoice> {
    let known = || format!("no strategy is called that; there are {}", strategy_names().join(", "));
    strategy(name).map(StrategyChoice).with_context(known)
}

fn dead_names() -> Vec<&'static str> {
    DeadFrom::ALL.iter().map(|&(name, _)| name).collect()
}

fn parse_dead(name: &str) -> anyhow::Result<DeadFrom> {
    let known = DeadFrom::ALL.iter().find(|(known, _)| *known == name).map(|&(_, dead)| dead);
    known.ok_or_else(|| anyhow!("it is one of {}", dead_names().join(", ")))
}

fn rules_names() -> Vec<&'static str> {
    std::iter::once("auto").chain(Rules::ALL.map(Rules::name)).collect()
}

fn parse_rules(name: &str) -> anyhow::Result<RulesChoice> {
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
    pub(super) fn walk(&self) -> anyhow::Result<(Walk, Labels)> {
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
    pub(super) fn jobs(&self) -> usize {
        self.jobs.into()
    }

    /// How the games are to be evaluated.
    pub(super) fn options(&self, scoring: &ScoringArgs) -> Options {
        let ScoringArgs { dead, .. } = scoring;
        Options { strategies: scoring.strategies(), dead: *dead, ..self.plain_options() }
    }

    /// The same, with everything that scoring arguments say left at its default.
    pub(super) fn plain_options(&self) -> Options {
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
    pub(super) fn explain_options(&self, scoring: &ScoringArgs) -> Vec<String> {
        let dead = DeadFrom::ALL.iter().find(|(_, dead)| *dead == scoring.dead).map_or("auto", |&(name, _)| name);
        let mut words = Vec::new();
        if scoring.dead != DeadFrom::Auto {
            words.extend(["--dead".to_owned(), dead.to_owned()]);
        }
        if let Some(rules) = self.rules.0 {
            words.extend(["--rules".to_owned(), rules.name().to_owned()]);
        }
        if let Encoding::Is(encoding) = self.encoding {
            words.extend(["--encoding".to_owned(), encoding.name().to_owned()]);
        }
        words
    }
}

impl ScoringArgs {
    /// The strategies that are named, each once, or all.
    pub(super) fn strategies(&self) -> Vec<&'static dyn Strategy> {
        if self.strategies.is_empty() {
            return STRATEGIES.to_vec();
        }
        let mut chosen: Vec<&'static dyn Strategy> = Vec::new();
        for &StrategyChoice(strategy) in &self.strategies {
            if chosen.iter().all(|known| known.name() != strategy.name()) {
                chosen.push(strategy);
            }
        }
        chosen
    }
}

impl OutputArgs {
    /// Whether a progress bar may be shown.
    pub(super) fn shows_progress(&self) -> bool {
        !self.no_progress && !self.quiet
    }

    pub(super) fn style(&self) -> Style {
        self.color.style()
    }
}

impl ColorChoice {
    /// Colour where standard output is a terminal that wants it (<https://no-color.org>).
    pub(super) fn style(self) -> Style {
        let wanted =
            || std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        let dumb = || std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        Style {
            color: match self {
                Self::Always => true,
                Self::Never => false,
                Self::Auto => wanted() && !dumb(),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_sound() {
        super::Arguments::command().debug_assert();
    }
}
