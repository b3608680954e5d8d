//! The arguments of the commands that make a run or read saved ones.

use std::path::{Path, PathBuf};

use anyhow::anyhow;
use clap::{Args, Subcommand};

use super::choices::{BoardsNdjson, ColorChoice, GamesCsv, report_format};
use super::games::{GamesArgs, OutputArgs};
use super::limits::LIMITS;
use super::scoring::ScoringArgs;
use crate::compare::Thresholds;
use crate::render::Format;
use crate::stats::Bootstrap;

#[derive(Debug, Args)]
pub(in crate::cli) struct EvalArgs {
    #[command(flatten)]
    pub(in crate::cli) run: RunArgs,
    /// Print the comparison of every two strategies, too
    #[arg(long)]
    pub(in crate::cli) pairs: bool,
    /// The output format
    #[arg(long, default_value = "text", value_parser = report_format(|_| true))]
    pub(in crate::cli) format: &'static dyn Format,
}

/// The arguments of an evaluation.
#[derive(Debug, Args)]
pub(in crate::cli) struct RunArgs {
    #[command(flatten)]
    pub(in crate::cli) games: GamesArgs,
    #[command(flatten)]
    pub(in crate::cli) scoring: ScoringArgs,
    /// The folder for the files of the run; an earlier run in it is replaced
    #[arg(short, long, value_name = "DIR", default_value = "reports")]
    pub(in crate::cli) out: PathBuf,
    /// Only finished games: every border is closed, and no comment says that moves are missing
    #[arg(long)]
    pub(in crate::cli) finished: bool,
    /// Judge whether each game is safe to score, that is whether it can be counted without asking the players
    #[arg(long)]
    pub(in crate::cli) safety: bool,
    /// Of several records of one game (the same first fifty moves, up to symmetry of the board) use only the longest,
    /// and none where their results differ
    #[arg(long)]
    pub(in crate::cli) unique: bool,
    /// How to write games.csv, the largest file of a run by far
    #[arg(long, value_enum, value_name = "HOW", default_value_t = GamesCsv::Plain)]
    pub(in crate::cli) games_csv: GamesCsv,
    /// How to write boards.ndjson, from which pages are made
    #[arg(long, value_enum, value_name = "HOW", default_value_t = BoardsNdjson::Plain)]
    pub(in crate::cli) boards_ndjson: BoardsNdjson,
    /// Exit with 3 if fewer games are evaluated
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(in crate::cli) min_games: u64,
    #[command(flatten)]
    pub(in crate::cli) output: OutputArgs,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct GateArgs {
    #[command(flatten)]
    pub(in crate::cli) run: RunArgs,
    /// Judge the run in DIR instead of evaluating
    #[arg(long = "run", value_name = "DIR", conflicts_with_all = ["paths", "files_from"])]
    pub(in crate::cli) saved: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) baseline: BaselineFile,
    /// The number of new or worse mismatches that each strategy may have
    #[arg(long, value_name = "N", default_value_t = Thresholds::default().max_new_mismatches)]
    max_new_mismatches: u64,
    /// The largest drop allowed in a strategy's exact rate: 0.01 or 1%
    #[arg(long, value_name = "RATE", value_parser = parse_share)]
    max_drop: Option<f64>,
    /// The p-value at which a strategy counts as worse, whatever else is allowed
    #[arg(long, value_name = "P", default_value_t = Thresholds::default().alpha, value_parser = parse_share)]
    alpha: f64,
    /// The share of games that may be skipped: 0.05 or 5%
    #[arg(long, value_name = "RATE", value_parser = parse_share)]
    max_skip_rate: Option<f64>,
    /// The output format
    #[arg(long, default_value = "text", value_parser = report_format(|_| true))]
    pub(in crate::cli) format: &'static dyn Format,
    /// Also write JUnit XML to FILE
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) junit: Option<PathBuf>,
    /// Also write a summary in Markdown to FILE
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) markdown: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct BaselineFile {
    /// The baseline file
    #[arg(long = "baseline", value_name = "FILE", default_value = "seichi-baseline.txt")]
    pub(in crate::cli) path: PathBuf,
    /// The largest baseline file, in bytes
    #[arg(long, help_heading = LIMITS, value_name = "BYTES", default_value_t = 256 << 20)]
    pub(in crate::cli) max_baseline: u64,
}

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum BaselineCommand {
    /// Make a run the baseline
    Accept {
        #[command(flatten)]
        run: SavedRunArgs,
        #[command(flatten)]
        baseline: BaselineFile,
        /// Accept even if the variable CI is set, although nobody may have reviewed the mismatches
        #[arg(long)]
        force: bool,
    },
    /// Show the baseline
    Show {
        #[command(flatten)]
        baseline: BaselineFile,
        /// The output format
        #[arg(long, default_value = "text", value_parser = report_format(|format| format.baseline().is_some()))]
        format: &'static dyn Format,
    },
    /// Show what `accept` would change
    Diff {
        #[command(flatten)]
        run: SavedRunArgs,
        #[command(flatten)]
        baseline: BaselineFile,
    },
}

#[derive(Debug, Args)]
pub(in crate::cli) struct SavedRunArgs {
    /// The folder of the run, if it is not that of --out
    #[arg(value_name = "RUN")]
    run: Option<PathBuf>,
    /// The folder that runs are written to
    #[arg(short, long, value_name = "DIR", default_value = "reports")]
    out: PathBuf,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct CompareArgs {
    /// The folder of the first run; with :STRATEGY after it, that strategy alone is compared
    #[arg(value_name = "RUN_A")]
    pub(in crate::cli) before: PathBuf,
    /// The folder of the second run, likewise
    #[arg(value_name = "RUN_B")]
    pub(in crate::cli) after: PathBuf,
    /// Compare the games that both runs have, if their games or labels differ
    #[arg(long)]
    pub(in crate::cli) common: bool,
    /// The seed of the bootstrap that gives intervals of differences
    #[arg(long, value_name = "N", default_value_t = Bootstrap::default().seed)]
    pub(in crate::cli) seed: u64,
    /// The output format
    #[arg(long, default_value = "text", value_parser = report_format(|format| format.comparison().is_some()))]
    pub(in crate::cli) format: &'static dyn Format,
    /// Write to FILE instead of standard output
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) file: Option<PathBuf>,
    /// When to use colour
    #[arg(long, value_enum, default_value_t = ColorChoice::Auto)]
    pub(in crate::cli) color: ColorChoice,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct ReportArgs {
    #[command(flatten)]
    pub(in crate::cli) run: SavedRunArgs,
    /// The output format
    #[arg(long, default_value = "text", value_parser = report_format(|_| true))]
    pub(in crate::cli) format: &'static dyn Format,
    /// List the mismatches of a strategy instead, each with the command that shows it
    #[arg(long, value_name = "STRATEGY", conflicts_with = "format")]
    pub(in crate::cli) list: Option<String>,
    /// In text, print the comparison of every two strategies, too
    #[arg(long, conflicts_with = "list")]
    pub(in crate::cli) pairs: bool,
    /// Write to FILE instead of standard output
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) file: Option<PathBuf>,
    /// When to use colour
    #[arg(long, value_enum, default_value_t = ColorChoice::Auto)]
    pub(in crate::cli) color: ColorChoice,
}

/// Parses a share from 0 to 1, or in per cent.
fn parse_share(text: &str) -> anyhow::Result<f64> {
    let (number, whole) = text.strip_suffix('%').map_or((text, 1.0), |percent| (percent, 100.0));
    let share = number.trim().parse::<f64>()? / whole;
    if (0.0..=1.0).contains(&share) { Ok(share) } else { Err(anyhow!("it is from 0 to 1, or from 0% to 100%")) }
}

impl GateArgs {
    pub(in crate::cli) fn thresholds(&self) -> Thresholds {
        let &Self { max_new_mismatches, max_drop, alpha, max_skip_rate, .. } = self;
        Thresholds { max_new_mismatches, max_drop, alpha, max_skip_rate }
    }
}

impl SavedRunArgs {
    /// Returns the folder of the run: `run` if it is given, otherwise `out`.
    pub(in crate::cli) fn folder(&self) -> &Path {
        self.run.as_deref().unwrap_or(&self.out)
    }
}
