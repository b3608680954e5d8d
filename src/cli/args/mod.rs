//! The arguments of the command line. Their doc comments are the help.

mod choices;
mod engines;
mod games;
mod limits;
mod numbers;
mod runs;
mod scoring;

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use anyhow::bail;
use clap::builder::NonEmptyStringValueParser;
use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;

use super::named::Named;
use crate::dead::DeadFrom;
use crate::pipeline::{Maps, Options};
use crate::rules::Points;
use crate::sgf::Encoding;

pub use choices::TableFormat;
pub(in crate::cli) use choices::{BoardsNdjson, ColorChoice, GamesCsv, Listed, ScoreFormat};
pub(in crate::cli) use games::RulesChoice;
pub use games::{GamesArgs, OutputArgs};
use games::{parse_rules, rules_names};
use limits::LimitsArgs;
pub(in crate::cli) use runs::{BaselineCommand, BaselineFile, CompareArgs, EvalArgs, GateArgs, ReportArgs, RunArgs};
pub(in crate::cli) use scoring::{DeadSources, ScoringArgs, StrategyChoice, unknown_strategy};
use scoring::{dead_names, parse_dead};

/// Measures how accurate a scorer of finished Go games is, on real games.
#[derive(Debug, Parser)]
#[command(name = "seichi", version, max_term_width = 100)]
pub(in crate::cli) struct Arguments {
    #[command(subcommand)]
    pub(in crate::cli) command: Command,
}

/// The exit codes of the gate, below its help.
const GATE_CODES: &str = "\
Exit codes:
  0  passed
  1  failed: a mismatch is new or worse, or a scorer has no answer
  2  an error, such as a scorer that can't be started
  3  nothing, or less than --min-games, was evaluated
  4  the baseline is missing, damaged, or made from other games, labels or dead stones";

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum Command {
    /// Score every game, compare with its label, write the reports
    Eval(EvalArgs),
    /// Evaluate and compare with a baseline: the command for CI
    #[command(mut_arg("paths", |arg| arg.required_unless_present("saved")), after_help = GATE_CODES)]
    Gate(GateArgs),
    /// Accept, show or compare the baseline of `gate`
    #[command(subcommand)]
    Baseline(BaselineCommand),
    /// Compare two saved runs: what changed, and which is better
    Compare(CompareArgs),
    /// Write a report of a saved run in another format
    Report(ReportArgs),
    /// Print territory maps and margins; no label needed
    Score(ScoreArgs),
    /// Show one game: its board, and every point where strategies or the label differ
    Explain(ExplainArgs),
    /// Count sizes, rules, results, encodings, origins, and games that would be skipped
    Inspect(InspectArgs),
    /// List strategies, reasons for skipping, flags of odd games, categories of mismatches, or measures
    #[command(arg_required_else_help = true)]
    List(ListArgs),
    /// Print a script for a shell that completes commands, flags and their values
    Completions(CompletionsArgs),
    /// Print the manual, for `man -l -`
    Man,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct ScoreArgs {
    #[command(flatten)]
    pub(in crate::cli) games: GamesArgs,
    #[command(flatten)]
    pub(in crate::cli) scoring: ScoringArgs,
    /// The output format
    #[arg(long, value_enum, default_value_t = ScoreFormat::Text)]
    pub(in crate::cli) format: ScoreFormat,
    /// Judge whether each game is safe to score, that is whether it can be counted without asking the players
    #[arg(long)]
    pub(in crate::cli) safety: bool,
    /// Exit with 1 if a game can't be counted without asking the players, and say why: the border is open, playouts
    /// disagree about dead stones, or an owner depends on who plays first
    #[arg(long)]
    pub(in crate::cli) require_safe: bool,
    #[command(flatten)]
    pub(in crate::cli) output: OutputArgs,
}

impl ScoreArgs {
    /// Returns the options by which games are scored: none needs a label, and all maps are kept.
    ///
    /// # Errors
    /// Those of [`GamesArgs::options`].
    pub(in crate::cli) fn options(&self, stop: &AtomicBool) -> anyhow::Result<Options> {
        let safety = (self.safety || self.require_safe).then(|| self.scoring.safety_check());
        let options = self.games.options(&self.scoring, stop)?;
        let options = Options { needs_label: false, maps: Maps::All, safety, ..options };
        if self.format == ScoreFormat::Ownership { with_ownership(options) } else { Ok(options) }
    }
}

/// Returns `options` for the ownership of games alone: without strategies, and with only those sources of dead stones that
/// have ownership, or with playouts if no source is named.
fn with_ownership(options: Options) -> anyhow::Result<Options> {
    let has_ownership = |from: &DeadFrom| matches!(from, DeadFrom::Ownership | DeadFrom::Estimate);
    let mut dead: Vec<DeadFrom> = options.dead.iter().copied().filter(has_ownership).collect();
    if options.dead == [DeadFrom::Auto] {
        dead.push(DeadFrom::Estimate);
    }
    if dead.is_empty() {
        bail!("--format ownership needs --dead estimate or --dead ownership: no other source has ownership");
    }
    Ok(Options { dead, maps: Maps::None, strategies: Vec::new(), scorers: Vec::new(), ..options })
}

#[derive(Debug, Args)]
pub(in crate::cli) struct ExplainArgs {
    /// The game, PATH#N; #1 may be left out
    pub(in crate::cli) game: String,
    #[command(flatten)]
    pub(in crate::cli) scoring: ScoringArgs,
    /// A labels file (repeatable)
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) labels: Vec<PathBuf>,
    /// The encoding of the file
    #[arg(long, value_name = "NAME", default_value = "auto")]
    pub(in crate::cli) encoding: Encoding,
    /// The rules; overrides the record
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = Named(parse_rules, rules_names))]
    pub(in crate::cli) rules: RulesChoice,
    /// The komi if the record has none
    #[arg(long, value_name = "POINTS", value_parser = Points::parse_komi, allow_negative_numbers = true)]
    pub(in crate::cli) komi: Option<Points>,
    /// The origin of the label; overrides the record
    #[arg(long, value_name = "NAME", value_parser = NonEmptyStringValueParser::new())]
    pub(in crate::cli) origin: Option<String>,
    #[command(flatten)]
    pub(in crate::cli) limits: LimitsArgs,
    /// Show every region in words, and the answers of control strategies, too
    #[arg(long)]
    pub(in crate::cli) all: bool,
    /// Also draw the board with the territory of the scorer, or of the first strategy, to FILE; - prints the picture
    /// instead of the text
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) svg: Option<PathBuf>,
    /// The output format
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub(in crate::cli) format: TableFormat,
    /// When to use colour
    #[arg(long, value_enum, default_value_t = ColorChoice::Auto)]
    pub(in crate::cli) color: ColorChoice,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct InspectArgs {
    #[command(flatten)]
    pub(in crate::cli) games: GamesArgs,
    /// The source of dead stones to count with
    #[arg(long, value_name = "SOURCE", default_value = "auto", value_parser = Named(parse_dead, dead_names))]
    pub(in crate::cli) dead: DeadSources,
    /// Print the names of games instead: `counted`, `evaluated`, `skipped`, or a reason for skipping
    #[arg(long, value_name = "WHICH", conflicts_with = "format")]
    pub(in crate::cli) list: Option<String>,
    /// The output format
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub(in crate::cli) format: TableFormat,
    #[command(flatten)]
    pub(in crate::cli) output: OutputArgs,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct ListArgs {
    /// The list to print
    #[arg(value_enum)]
    pub(in crate::cli) what: Listed,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub(in crate::cli) shell: Shell,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_sound() {
        super::Arguments::command().debug_assert();
    }
}
