//! The command line.

use std::io::IsTerminal;
use std::path::PathBuf;

use anyhow::{Context, anyhow};
use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::board::Size;
use crate::compare::Thresholds;
use crate::report::Style;
use crate::run::Options;
use crate::score::Rules;
use crate::scoring::{STRATEGIES, Strategy, Variant, strategy};
use crate::settle::DeadFrom;
use crate::sgf::{Encoding, Reader};
use crate::source::{Labels, MAX_BYTES, Walk, WalkOptions, walk, walk_list};
use crate::stats::Bootstrap;

/// Measures how accurate a scorer of finished Go games is, on real games.
#[derive(Debug, Parser)]
#[command(name = "seichi", version, max_term_width = 100)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) command: Command,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Score every game, compare with its label, write the reports
    Eval(EvalArgs),
    /// Evaluate and hold the result against a baseline: the command for CI
    #[command(mut_arg("paths", |arg| arg.required_unless_present("saved")))]
    Gate(GateArgs),
    /// The file that `gate` holds a run against
    #[command(subcommand)]
    Baseline(BaselineCommand),
    /// Two saved runs: what changed, and whether it is better
    Compare(CompareArgs),
    /// A saved run once more, in another format
    Report(ReportArgs),
    /// Territory maps and margins, no label needed
    Score(ScoreArgs),
    /// One game: its board, and every point where strategies or the label differ
    Explain(ExplainArgs),
    /// A census: sizes, rules, results, encodings, origins, and what would be skipped
    Inspect(InspectArgs),
    /// List strategies, reasons for skipping, flags of odd games, or measures
    List(ListArgs),
}

#[derive(Debug, Args)]
pub(super) struct EvalArgs {
    #[command(flatten)]
    pub(super) run: RunArgs,
    /// What is printed
    #[arg(long, value_enum, default_value_t = EvalFormat::Text)]
    pub(super) format: EvalFormat,
}

/// An evaluation.
#[derive(Debug, Args)]
pub(super) struct RunArgs {
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
    /// The seed of the bootstrap, by which intervals of differences are found
    #[arg(long, value_name = "N", default_value_t = Bootstrap::default().seed)]
    pub(super) seed: u64,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

#[derive(Debug, Args)]
pub(super) struct GateArgs {
    #[command(flatten)]
    pub(super) run: RunArgs,
    /// Judge the run in DIR instead of evaluating anything
    #[arg(long = "run", value_name = "DIR", conflicts_with_all = ["paths", "files_from"])]
    pub(super) saved: Option<PathBuf>,
    #[command(flatten)]
    pub(super) baseline: BaselineFile,
    /// Mismatches of a strategy that may be new, or worse than in the baseline
    #[arg(long, value_name = "N", default_value_t = Thresholds::default().max_new_mismatches)]
    max_new_mismatches: u64,
    /// By how much a strategy's exact rate may fall: 0.01 or 1%
    #[arg(long, value_name = "RATE", value_parser = parse_share)]
    max_drop: Option<f64>,
    /// The p-value at which a strategy counts as worse, whatever else is allowed
    #[arg(long, value_name = "P", default_value_t = Thresholds::default().alpha, value_parser = parse_share)]
    alpha: f64,
    /// The share of games that may be skipped: 0.05 or 5%
    #[arg(long, value_name = "RATE", value_parser = parse_share)]
    max_skip_rate: Option<f64>,
    /// What is printed
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    pub(super) format: ReportFormat,
    /// Write JUnit XML to FILE, too
    #[arg(long, value_name = "FILE")]
    pub(super) junit: Option<PathBuf>,
    /// Write a summary in Markdown to FILE, too
    #[arg(long, value_name = "FILE")]
    pub(super) markdown: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(super) struct BaselineFile {
    /// The baseline
    #[arg(long = "baseline", value_name = "FILE", default_value = "seichi-baseline.txt")]
    pub(super) path: PathBuf,
}

#[derive(Debug, Subcommand)]
pub(super) enum BaselineCommand {
    /// Make a run the baseline
    Accept {
        #[command(flatten)]
        run: SavedRunArgs,
        #[command(flatten)]
        baseline: BaselineFile,
        /// Even where CI is set: what a machine accepts nobody has looked at
        #[arg(long)]
        force: bool,
    },
    /// What the baseline has
    Show {
        #[command(flatten)]
        baseline: BaselineFile,
        /// What is printed
        #[arg(long, value_enum, default_value_t = TableFormat::Text)]
        format: TableFormat,
    },
    /// What `accept` would change
    Diff {
        #[command(flatten)]
        run: SavedRunArgs,
        #[command(flatten)]
        baseline: BaselineFile,
    },
}

#[derive(Debug, Args)]
pub(super) struct SavedRunArgs {
    /// The folder of the run
    #[arg(value_name = "RUN", default_value = "reports")]
    pub(super) place: PathBuf,
}

#[derive(Debug, Args)]
pub(super) struct CompareArgs {
    /// The folder of the first run
    #[arg(value_name = "RUN_A")]
    pub(super) before: PathBuf,
    /// The folder of the second run
    #[arg(value_name = "RUN_B")]
    pub(super) after: PathBuf,
    /// Take the games that both have, where the runs are not of the same games and labels
    #[arg(long)]
    pub(super) common: bool,
    /// The seed of the bootstrap, by which intervals of differences are found
    #[arg(long, value_name = "N", default_value_t = Bootstrap::default().seed)]
    pub(super) seed: u64,
    /// What is printed
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub(super) format: TableFormat,
    /// When to use colour
    #[arg(long, value_enum, default_value_t = ColorChoice::Auto)]
    pub(super) color: ColorChoice,
}

#[derive(Debug, Args)]
pub(super) struct ReportArgs {
    #[command(flatten)]
    pub(super) run: SavedRunArgs,
    /// What is written
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    pub(super) format: ReportFormat,
    /// Write to FILE instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
    /// When to use colour
    #[arg(long, value_enum, default_value_t = ColorChoice::Auto)]
    pub(super) color: ColorChoice,
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
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = parse_rules)]
    pub(super) rules: RulesChoice,
    /// When to use colour
    #[arg(long, value_enum, default_value_t = ColorChoice::Auto)]
    pub(super) color: ColorChoice,
}

#[derive(Debug, Args)]
pub(super) struct InspectArgs {
    #[command(flatten)]
    pub(super) games: GamesArgs,
    /// Where dead stones would be taken from: auto, marks, labels, none
    #[arg(long, value_name = "SOURCE", default_value = "auto", value_parser = parse_dead)]
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

/// As [`TableFormat`], and annotations for GitHub Actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum EvalFormat {
    Text,
    Json,
    Github,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ReportFormat {
    Text,
    Json,
    Github,
    Markdown,
    Junit,
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
    /// The rules of every game: auto, japanese, korean, chinese, aga, new-zealand, ing, tromp-taylor
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = parse_rules)]
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
    #[arg(short, long = "strategy", value_name = "NAME", value_parser = parse_strategy)]
    strategies: Vec<StrategyChoice>,
    /// A strategy with an exception, in its place: how drills of the gate break one
    #[arg(long = "variant", value_name = "VARIANT", value_parser = parse_variant, hide = true)]
    variants: Vec<StrategyChoice>,
    /// Where dead stones are taken from: auto, marks, labels, none
    #[arg(long, value_name = "SOURCE", default_value = "auto", value_parser = parse_dead)]
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

fn parse_strategy(name: &str) -> anyhow::Result<StrategyChoice> {
    let names = || STRATEGIES.iter().map(|strategy| strategy.name()).collect::<Vec<_>>().join(", ");
    strategy(name).map(StrategyChoice).with_context(|| format!("no strategy is called that; there are {}", names()))
}

fn parse_variant(text: &str) -> Result<StrategyChoice, String> {
    // a strategy is there for as long as the program runs
    Variant::parse(text).map(|variant| StrategyChoice(Box::leak(Box::new(variant))))
}

/// A share from 0 to 1, or in per cent.
fn parse_share(text: &str) -> anyhow::Result<f64> {
    let (number, whole) = text.strip_suffix('%').map_or((text, 1.0), |percent| (percent, 100.0));
    let share = number.trim().parse::<f64>()? / whole;
    if (0.0..=1.0).contains(&share) { Ok(share) } else { Err(anyhow!("it is from 0 to 1, or from 0% to 100%")) }
}

fn parse_dead(name: &str) -> anyhow::Result<DeadFrom> {
    let known = DeadFrom::ALL.iter().find(|(known, _)| *known == name).map(|&(_, dead)| dead);
    known.ok_or_else(|| anyhow!("it is one of {}", DeadFrom::ALL.map(|(name, _)| name).join(", ")))
}

fn parse_rules(name: &str) -> anyhow::Result<RulesChoice> {
    if name == "auto" {
        return Ok(RulesChoice(None));
    }
    let known = Rules::ALL.into_iter().find(|rules| rules.name() == name);
    let rules = known.ok_or_else(|| anyhow!("it is auto or one of {}", Rules::ALL.map(Rules::name).join(", ")))?;
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
    /// The strategies that are named, each once, or all; a variant takes the place of the strategy of its name, or comes
    /// last.
    pub(super) fn strategies(&self) -> Vec<&'static dyn Strategy> {
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

impl GateArgs {
    pub(super) fn thresholds(&self) -> Thresholds {
        let &Self { max_new_mismatches, max_drop, alpha, max_skip_rate, .. } = self;
        Thresholds { max_new_mismatches, max_drop, alpha, max_skip_rate }
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
