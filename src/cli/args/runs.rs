//! What makes a run, and what works on saved ones.

use std::path::{Path, PathBuf};

use anyhow::anyhow;
use clap::{Args, Subcommand};

use super::choices::{BoardsNdjson, ColorChoice, CompareFormat, EvalFormat, GamesCsv, ReportFormat, TableFormat};
use super::games::{GamesArgs, OutputArgs};
use super::scoring::ScoringArgs;
use crate::compare::Thresholds;
use crate::source::Shard;
use crate::stats::Bootstrap;

#[derive(Debug, Args)]
pub(in crate::cli) struct EvalArgs {
    #[command(flatten)]
    pub(in crate::cli) run: RunArgs,
    /// Only share K of N of the files, on one of N machines; `merge` puts the shares together
    #[arg(long, value_name = "K/N", conflicts_with = "limit")]
    pub(in crate::cli) shard: Option<Shard>,
    /// What is printed
    #[arg(long, value_enum, default_value_t = EvalFormat::Text)]
    pub(in crate::cli) format: EvalFormat,
}

/// An evaluation.
#[derive(Debug, Args)]
pub(in crate::cli) struct RunArgs {
    #[command(flatten)]
    pub(in crate::cli) games: GamesArgs,
    #[command(flatten)]
    pub(in crate::cli) scoring: ScoringArgs,
    /// The folder of the reports, of which `report` makes a page; an earlier run in it is replaced
    #[arg(short, long, value_name = "DIR", default_value = "reports")]
    pub(in crate::cli) out: PathBuf,
    /// Only finished games: every border is closed, and no comment says that moves are missing
    #[arg(long)]
    pub(in crate::cli) finished: bool,
    /// Of several records of one game (the same first fifty moves, however the board lies) only the longest, and none
    /// where their results differ
    #[arg(long)]
    pub(in crate::cli) unique: bool,
    /// Keep what is done, so that the same command goes on from there after an interruption
    #[arg(long)]
    pub(in crate::cli) resume: bool,
    /// How games.csv is written, the longest file of a run by far
    #[arg(long, value_enum, value_name = "HOW", default_value_t = GamesCsv::Plain)]
    pub(in crate::cli) games_csv: GamesCsv,
    /// How boards.ndjson is written, of which a page is made
    #[arg(long, value_enum, value_name = "HOW", default_value_t = BoardsNdjson::Plain)]
    pub(in crate::cli) boards_ndjson: BoardsNdjson,
    /// Exit with 3 when fewer games are evaluated
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(in crate::cli) min_games: u64,
    #[command(flatten)]
    pub(in crate::cli) output: OutputArgs,
}

#[derive(Debug, Args)]
#[command(mut_arg("verbose", |arg| arg.help("Say why each game was skipped")))]
pub(in crate::cli) struct MergeArgs {
    /// The folders of all runs that `eval --shard` made, in any order
    #[arg(value_name = "RUN", required = true)]
    pub(in crate::cli) runs: Vec<PathBuf>,
    /// The folder of the whole run
    #[arg(short, long, value_name = "DIR", default_value = "reports")]
    pub(in crate::cli) out: PathBuf,
    /// How games.csv is written, the longest file of a run by far
    #[arg(long, value_enum, value_name = "HOW", default_value_t = GamesCsv::Plain)]
    pub(in crate::cli) games_csv: GamesCsv,
    /// How boards.ndjson is written, of which a page is made
    #[arg(long, value_enum, value_name = "HOW", default_value_t = BoardsNdjson::Plain)]
    pub(in crate::cli) boards_ndjson: BoardsNdjson,
    /// Exit with 3 when the runs have fewer games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(in crate::cli) min_games: u64,
    /// What is printed
    #[arg(long, value_enum, default_value_t = EvalFormat::Text)]
    pub(in crate::cli) format: EvalFormat,
    #[command(flatten)]
    pub(in crate::cli) output: OutputArgs,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct GateArgs {
    #[command(flatten)]
    pub(in crate::cli) run: RunArgs,
    /// Judge the run in DIR instead of evaluating anything
    #[arg(long = "run", value_name = "DIR", conflicts_with_all = ["paths", "files_from"])]
    pub(in crate::cli) saved: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) baseline: BaselineFile,
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
    pub(in crate::cli) format: ReportFormat,
    /// Write JUnit XML to FILE, too
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) junit: Option<PathBuf>,
    /// Write a summary in Markdown to FILE, too
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) markdown: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct BaselineFile {
    /// The baseline
    #[arg(long = "baseline", value_name = "FILE", default_value = "seichi-baseline.txt")]
    pub(in crate::cli) path: PathBuf,
}

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum BaselineCommand {
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
pub(in crate::cli) struct SavedRunArgs {
    /// The folder of the run, where it is not that of --out
    #[arg(value_name = "RUN")]
    run: Option<PathBuf>,
    /// The folder that runs are written to
    #[arg(short, long, value_name = "DIR", default_value = "reports")]
    out: PathBuf,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct CompareArgs {
    /// The folder of the first run
    #[arg(value_name = "RUN_A")]
    pub(in crate::cli) before: PathBuf,
    /// The folder of the second run
    #[arg(value_name = "RUN_B")]
    pub(in crate::cli) after: PathBuf,
    /// Take the games that both have, where the runs are not of the same games and labels
    #[arg(long)]
    pub(in crate::cli) common: bool,
    /// The seed of the bootstrap, by which intervals of differences are found
    #[arg(long, value_name = "N", default_value_t = Bootstrap::default().seed)]
    pub(in crate::cli) seed: u64,
    /// What is written
    #[arg(long, value_enum, default_value_t = CompareFormat::Text)]
    pub(in crate::cli) format: CompareFormat,
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
    /// What is written
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    pub(in crate::cli) format: ReportFormat,
    /// List the mismatches of a strategy instead, each with the command that shows it
    #[arg(long, value_name = "STRATEGY", conflicts_with = "format")]
    pub(in crate::cli) list: Option<String>,
    /// Write to FILE instead of standard output
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) file: Option<PathBuf>,
    /// When to use colour
    #[arg(long, value_enum, default_value_t = ColorChoice::Auto)]
    pub(in crate::cli) color: ColorChoice,
}

/// A share from 0 to 1, or in per cent.
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
    /// The folder of the run.
    pub(in crate::cli) fn place(&self) -> &Path {
        self.run.as_deref().unwrap_or(&self.out)
    }
}
