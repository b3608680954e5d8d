//! The arguments of `seichi-corpus labels make`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use seichi::game::Category;

/// The value of `--from` for the label.
pub(super) const LABEL: &str = "label";

#[derive(Debug, Args)]
pub(crate) struct MakeArgs {
    /// The folder of the run
    #[arg(value_name = "RUN")]
    pub(super) run: PathBuf,
    /// Write to FILE instead of standard output
    #[arg(short = 'o', long, value_name = "FILE")]
    pub(super) file: Option<PathBuf>,
    /// The source of the map, dead stones and result: `label` or a strategy's name; if the label
    /// has no map, the map comes from the reference strategy
    #[arg(long, value_name = "SOURCE", default_value = LABEL)]
    pub(super) from: String,
    /// Use only games where the label and this strategy differ (repeatable); by default, all
    /// strategies except the control strategies count
    #[arg(short, long = "differs", value_name = "NAME")]
    pub(super) strategies: Vec<String>,
    /// Use only games with a difference of this category (repeatable)
    #[arg(long = "category", value_name = "NAME",
        value_parser = PossibleValuesParser::new(Category::ALL.iter().map(|one| one.name()))
            .map(|name| name.parse::<Category>().expect("clap knows only these")))]
    pub(super) categories: Vec<Category>,
    /// Use only disputed games, where two fills give different territory
    #[arg(long)]
    pub(super) disputed: bool,
    /// Use every game whose board the run contains, even if only control strategies differ; a run
    /// usually contains no boards of games without differences
    #[arg(long, conflicts_with_all = ["strategies", "categories", "disputed"])]
    pub(super) all: bool,
    /// The origin of every line, such as `hand`; by default, the record's origin, or the strategy's
    /// name
    #[arg(long, value_name = "NAME")]
    pub(super) origin: Option<String>,
    /// Also write the boards to FILE as text, with SGF coordinates, to look at while correcting the
    /// labels
    #[arg(long, value_name = "FILE")]
    pub(super) boards: Option<PathBuf>,
    /// Overwrite existing files
    #[arg(long)]
    pub(super) force: bool,
    /// Print only errors
    #[arg(short, long)]
    pub(super) quiet: bool,
}
