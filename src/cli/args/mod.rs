//! The command line.

mod choices;
mod games;
mod generate;
mod labels;
mod limits;
mod runs;
mod scoring;

use std::path::PathBuf;

use clap::builder::NonEmptyStringValueParser;
use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;

use super::named::Named;
use crate::score::Points;
use crate::sgf::Encoding;

pub(in crate::cli) use choices::{
    BoardsNdjson, ColorChoice, CompareFormat, EvalFormat, GamesCsv, Listed, ReportFormat, ScoreFormat, TableFormat,
};
pub(in crate::cli) use games::{GamesArgs, OutputArgs, RulesChoice};
use games::{parse_komi, parse_rules, rules_names};
pub(in crate::cli) use generate::{GenerateArgs, SetArgs};
pub(in crate::cli) use labels::{LabelsCheckArgs, LabelsCommand, LabelsMakeArgs};
use limits::LimitsArgs;
pub(in crate::cli) use runs::{BaselineCommand, CompareArgs, EvalArgs, GateArgs, MergeArgs, ReportArgs, RunArgs};
pub(in crate::cli) use scoring::{DeadSources, ScoringArgs};
use scoring::{dead_names, parse_dead};

/// Measures how accurate a scorer of finished Go games is, on real games.
#[derive(Debug, Parser)]
#[command(name = "seichi", version, max_term_width = 100)]
pub(in crate::cli) struct Arguments {
    #[command(subcommand)]
    pub(in crate::cli) command: Command,
    #[command(flatten)]
    pub(in crate::cli) configuration: ConfigurationArgs,
}

/// Where settings come from that are not on the command line.
#[derive(Debug, Args)]
#[command(next_help_heading = "Configuration")]
pub(in crate::cli) struct ConfigurationArgs {
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
pub(in crate::cli) enum Command {
    /// Score every game, compare with its label, write the reports
    Eval(EvalArgs),
    /// Evaluate and hold the result against a baseline: the command for CI
    #[command(mut_arg("paths", |arg| arg.required_unless_present("saved")))]
    Gate(GateArgs),
    /// The file that `gate` holds a run against
    #[command(subcommand)]
    Baseline(BaselineCommand),
    /// Labels files: made of a run for a person to correct, and checked
    #[command(subcommand)]
    Labels(LabelsCommand),
    /// Two saved runs: what changed, and whether it is better
    Compare(CompareArgs),
    /// The runs of `eval --shard`, from several machines, as the run that one would have written
    Merge(MergeArgs),
    /// A saved run once more, in another format
    Report(ReportArgs),
    /// Territory maps and margins, no label needed
    Score(ScoreArgs),
    /// One game: its board, and every point where strategies or the label differ
    Explain(ExplainArgs),
    /// A census: sizes, rules, results, encodings, origins, and what would be skipped
    Inspect(InspectArgs),
    /// Play games with GTP engines, to the end, into a labelled corpus
    Generate(GenerateArgs),
    /// List strategies, reasons for skipping, flags of odd games, categories of mismatches, or measures
    List(ListArgs),
    /// A script for a shell that completes commands, flags and their values
    Completions(CompletionsArgs),
    /// The manual, for `man -l -`
    Man,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct ScoreArgs {
    #[command(flatten)]
    pub(in crate::cli) games: GamesArgs,
    #[command(flatten)]
    pub(in crate::cli) scoring: ScoringArgs,
    /// What is printed
    #[arg(long, value_enum, default_value_t = ScoreFormat::Text)]
    pub(in crate::cli) format: ScoreFormat,
    #[command(flatten)]
    pub(in crate::cli) output: OutputArgs,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct ExplainArgs {
    /// The game, PATH#N; #1 may be left out
    pub(in crate::cli) game: String,
    #[command(flatten)]
    pub(in crate::cli) scoring: ScoringArgs,
    /// A labels file
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) labels: Vec<PathBuf>,
    /// The encoding of the file
    #[arg(long, value_name = "NAME", default_value = "auto")]
    pub(in crate::cli) encoding: Encoding,
    /// The rules, whatever the record says
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = Named(parse_rules, rules_names))]
    pub(in crate::cli) rules: RulesChoice,
    /// The komi where the record leaves it out
    #[arg(long, value_name = "POINTS", value_parser = parse_komi, allow_negative_numbers = true)]
    pub(in crate::cli) komi: Option<Points>,
    /// Where the label comes from, whatever the record says
    #[arg(long, value_name = "NAME", value_parser = NonEmptyStringValueParser::new())]
    pub(in crate::cli) origin: Option<String>,
    #[command(flatten)]
    pub(in crate::cli) limits: LimitsArgs,
    /// Show what each strategy does, one step after another
    #[arg(long)]
    pub(in crate::cli) steps: bool,
    /// Draw the board with the first strategy's territory to FILE, too; - prints the picture instead of the text
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) svg: Option<PathBuf>,
    /// The same picture as PNG
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) png: Option<PathBuf>,
    /// What is printed
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
    /// Where dead stones would be taken from
    #[arg(long, value_name = "SOURCE", default_value = "auto", value_parser = Named(parse_dead, dead_names))]
    pub(in crate::cli) dead: DeadSources,
    /// Print the names of games instead: `counted`, `evaluated`, `skipped`, or a reason for skipping
    #[arg(long, value_name = "WHICH", conflicts_with = "format")]
    pub(in crate::cli) list: Option<String>,
    /// What is printed
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub(in crate::cli) format: TableFormat,
    #[command(flatten)]
    pub(in crate::cli) output: OutputArgs,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct ListArgs {
    /// What to list
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
