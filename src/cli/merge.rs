//! `seichi merge`: joins the runs of all parts of the same games into one run.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::Context as _;
use clap::Args;

use super::args::OutputArgs;
use super::eval::{CommandLine, check, print_run};
use super::exit::Failure;
use crate::Stop;
use crate::render::ReportFormat;
use crate::run::{MergeError, RunFacts, RunWriter, SavedRun, merge};

#[derive(Debug, Args)]
pub(crate) struct MergeArgs {
    /// The folders of the runs, made by `seichi eval --part I/N` with the same paths and flags
    #[arg(required = true, value_name = "RUN")]
    runs: Vec<PathBuf>,
    /// The folder to write the run to; an earlier run there is replaced
    #[arg(short, long, value_name = "DIR", default_value = "reports")]
    pub(crate) out: PathBuf,
    /// The output format
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    pub(crate) format: ReportFormat,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

pub(super) fn run(args: &MergeArgs, line: &CommandLine, stop: &Stop) -> Result<(), Failure> {
    let run = merged(&args.runs, &args.out, &line.words, stop)?;
    print_run(args.format, &args.output, &run, None)?;
    if run.figures.evaluated == 0 {
        return Err(Failure::Nothing("no games were evaluated".to_owned()));
    }
    check(&run.figures)
}

/// Merges the runs in these folders into one run in the folder `out`. `words` are the command-line
/// arguments.
pub(super) fn merged(
    folders: &[PathBuf],
    out: &Path,
    words: &[String],
    stop: &Stop,
) -> Result<SavedRun, Failure> {
    let started = SystemTime::now();
    let failed = || format!("failed to write the run to {out:?}");
    let mut runs = Vec::with_capacity(folders.len());
    for folder in folders {
        runs.push(SavedRun::read(folder)?);
    }
    let Some(first) = runs.first() else {
        return Err(anyhow::anyhow!("no runs to merge").into());
    };
    let options = first.options.of_all_parts();
    let mut new = RunWriter::create(out, folders, options).with_context(failed)?;
    merge(&runs, &mut new, stop).map_err(|error| match error {
        MergeError::Interrupted => Failure::Interrupted,
        error => Failure::Error(error.into()),
    })?;
    let mut stages = BTreeMap::new();
    for (stage, seconds) in runs.iter().flat_map(|run| &run.facts.stage_seconds) {
        *stages.entry(stage.clone()).or_default() += seconds;
    }
    let facts = RunFacts::new(words.to_vec(), 1, started, stages);
    let figures = new.figures();
    let mut run = new.finish(figures, facts).with_context(failed)?;
    out.clone_into(&mut run.folder);
    Ok(run)
}
