//! The arguments of `seichi labels make` and `seichi labels check`.

use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, Subcommand};

use super::choices::TableFormat;
use super::games::{GamesArgs, OutputArgs};
use crate::cli::named::Named;
use crate::pipeline::Category;

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum LabelsCommand {
    /// Draft a labels file from the games of a run that are worth a look, for a person to correct
    Make(LabelsMakeArgs),
    /// Check a labels file, line by line
    ///
    /// Exits with 0 if no line has an error, 1 if a line has one, and 3 if the file has no line or no game is found.
    #[command(
        mut_arg("labels", |arg| arg.hide(true)),
        mut_arg("limit", |arg| arg.hide(true)),
        mut_arg("quiet", |arg| arg.help("Print errors only: no notices and no totals")),
        mut_arg("verbose", |arg| arg.help("Print every notice, not only the first few of each kind"))
    )]
    Check(LabelsCheckArgs),
}

#[derive(Debug, Args)]
pub(in crate::cli) struct LabelsMakeArgs {
    /// The folder of the run
    #[arg(value_name = "RUN")]
    pub(in crate::cli) run: PathBuf,
    /// Write to FILE instead of standard output
    #[arg(short = 'o', long, value_name = "FILE")]
    pub(in crate::cli) file: Option<PathBuf>,
    /// The source of the map, dead stones and result: `label` or a strategy's name; where the label has no map, the map
    /// is the reference strategy's
    #[arg(long, value_name = "SOURCE", default_value = "label")]
    pub(in crate::cli) from: Option<String>,
    #[command(flatten)]
    pub(in crate::cli) wanted: WantedGames,
    /// The origin of every line, such as `hand`; by default the record's, or the strategy
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) origin: Option<String>,
    /// Draw the boards to FILE, with SGF coordinates, to look at while correcting
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) boards: Option<PathBuf>,
    /// Overwrite existing files
    #[arg(long)]
    pub(in crate::cli) force: bool,
    /// Print nothing but errors
    #[arg(short, long)]
    pub(in crate::cli) quiet: bool,
}

/// Arguments that choose games of a run.
#[derive(Debug, Args)]
pub(in crate::cli) struct WantedGames {
    /// Only games on which the label and this strategy differ (repeatable); by default all strategies count but the
    /// control strategies
    #[arg(short, long = "differs", value_name = "NAME")]
    pub(in crate::cli) strategies: Vec<String>,
    /// Only games with a difference of this category (repeatable)
    #[arg(long = "category", value_name = "NAME", value_parser = Named(parse_category, category_names))]
    pub(in crate::cli) categories: Vec<CategoryChoice>,
    /// Only disputed games: those on which two fills differ
    #[arg(long)]
    pub(in crate::cli) disputed: bool,
    /// Every game whose board the run has, even if only control strategies differ; a run usually has no board of a game
    /// on which nothing differs
    #[arg(long, conflicts_with_all = ["strategies", "categories", "disputed"])]
    pub(in crate::cli) all: bool,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct LabelsCheckArgs {
    /// The labels file
    #[arg(value_name = "FILE")]
    pub(in crate::cli) file: PathBuf,
    #[command(flatten)]
    pub(in crate::cli) games: GamesArgs,
    /// The output format
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub(in crate::cli) format: TableFormat,
    #[command(flatten)]
    pub(in crate::cli) output: OutputArgs,
}

#[derive(Clone, Copy, Debug)]
pub(in crate::cli) struct CategoryChoice(pub(in crate::cli) Category);

fn category_names() -> Vec<&'static str> {
    Category::ALL.into_iter().map(Category::name).collect()
}

fn parse_category(name: &str) -> anyhow::Result<CategoryChoice> {
    let known = Category::ALL.into_iter().find(|category| category.name() == name);
    known.map(CategoryChoice).with_context(|| format!("it is one of {}", category_names().join(", ")))
}
