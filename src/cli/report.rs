//! `seichi report`: writes a report of a saved run in another format.

use std::path::PathBuf;

use clap::{Args, ColorChoice};

use super::args::style;
use super::exit::Failure;
use super::output::print;
use crate::render::{ReportFormat, RunReport};
use crate::run::SavedRun;

#[derive(Debug, Args)]
pub(crate) struct ReportArgs {
    /// The folder of the run
    #[arg(value_name = "RUN", default_value = "reports")]
    pub(crate) run: PathBuf,
    /// The output format
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    pub(crate) format: ReportFormat,
    /// When to use colour
    #[arg(long, value_enum, default_value_t = ColorChoice::Auto)]
    pub(crate) color: ColorChoice,
}

pub(super) fn run(options: &ReportArgs) -> Result<(), Failure> {
    let run = SavedRun::read(&options.run)?;
    print(options.format.render(&RunReport {
        run: &run,
        is_new: false,
        games_in: None,
        style: style(options.color),
        verdict: None,
    })?)
}
