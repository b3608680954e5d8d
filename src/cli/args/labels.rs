//! What makes and checks labels files.

use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, Subcommand};

use super::choices::TableFormat;
use super::games::{GamesArgs, OutputArgs};
use crate::cli::named::Named;
use crate::run::Category;

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum LabelsCommand {
    /// A labels file of the games of a run that are worth a look, for a person to correct
    Make(LabelsMakeArgs),
    /// What is wrong with a labels file, line by line
    ///
    /// Exits with 0 where nothing is wrong, 1 where something is, 3 where the file has no line or no game is found.
    #[command(
        mut_arg("labels", |arg| arg.hide(true)),
        mut_arg("limit", |arg| arg.hide(true)),
        mut_arg("quiet", |arg| arg.help("Say nothing but errors, no notices and no counts")),
        mut_arg("verbose", |arg| arg.help("Tell every notice, not the first few of a kind"))
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
    /// Whose map and dead stones are written: `label` or a strategy's name, with its result; where the label has no map
    /// the reference strategy's is
    #[arg(long, value_name = "WHOSE", default_value = "label")]
    pub(in crate::cli) from: Option<String>,
    #[command(flatten)]
    pub(in crate::cli) wanted: WantedGames,
    /// The origin of every line, such as `hand`; else the record's, or the strategy
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) origin: Option<String>,
    /// Draw the boards to FILE, with the letters that SGF names points by, to look at while correcting
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) boards: Option<PathBuf>,
    /// Overwrite files that are there
    #[arg(long)]
    pub(in crate::cli) force: bool,
    /// Say nothing but errors
    #[arg(short, long)]
    pub(in crate::cli) quiet: bool,
}

/// Which games of a run.
#[derive(Debug, Args)]
pub(in crate::cli) struct WantedGames {
    /// Only games on which the label and this strategy differ (repeatable); all strategies count but the controls where
    /// none is named
    // under a name of its own: as `strategy` it would let any name pass in a configuration
    #[arg(short, long = "differs", value_name = "NAME")]
    pub(in crate::cli) strategies: Vec<String>,
    /// Only games with a difference of this category (repeatable)
    #[arg(long = "category", value_name = "NAME", value_parser = Named(parse_category, category_names))]
    pub(in crate::cli) categories: Vec<CategoryChoice>,
    /// Only games on which strategies differ from each other
    #[arg(long)]
    pub(in crate::cli) disputed: bool,
    /// Every game whose board the run has: those on which only controls differ, too; a run has no boards where nothing
    /// differs
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
    /// What is printed
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
