//! `seichi gate`: evaluates games and compares the run with a baseline.

use std::path::PathBuf;

use anyhow::anyhow;
use clap::Args;

use super::baseline::{BaselineFile, acceptable, candidate, enough_counted, read_baseline};
use super::eval::{CommandLine, RunArgs, enough_games, report_faults, write_run};
use super::exit::Failure;
use super::output::{print, step_summary, write};
use super::progress::Progress;
use crate::Stop;
use crate::compare::{GateResult, Thresholds, check_run};
use crate::disk::REPORT_MARKS;
use crate::render::{Rendered, ReportFormat, RunReport, baseline_command, headline};
use crate::run::SavedRun;

/// The exit codes of the gate, shown below its help.
const GATE_CODES: &str = "\
Exit codes:
  0  passed
  1  failed: a limit was exceeded (--max-new-mismatches, --max-drop, --alpha
     or --max-skip-rate), or a scorer has no answer or was abandoned
  2  an error, such as a scorer that can't be started
  3  fewer games than --min-games were evaluated
  4  the baseline is missing, damaged, or made from different games, labels or dead stones";

/// The arguments of an evaluation that are of no use with a saved run, by name or group.
#[rustfmt::skip] // it would put each name on its own line
const EVALUATION: [&str; 22] = [
    "paths", "include", "exclude", "files_from", "labels", "size", "limit", "jobs", "RecordArgs",
    "strategy", "scorers", "scorer_timeout", "dead", "seed", "engine", "ownership",
    "out", "finished", "safety", "unique", "part", "owners",
];

/// The help of `--strategy`, which has a different default here.
const STRATEGY: &str = "The strategies and scorers to run: names separated by commas \
                        (repeatable), or `all`; by default, all scorers or, without --scorer, \
                        the strategies marked with * in `seichi list strategies`";

#[derive(Debug, Args)]
#[command(
    mut_arg("paths", |arg| arg.required_unless_present("saved")),
    mut_arg("strategy", |arg| arg.help(STRATEGY)),
    after_help = GATE_CODES,
)]
pub(crate) struct GateArgs {
    /// Judge the run in DIR instead of evaluating games
    #[arg(long = "run", value_name = "DIR", conflicts_with_all = EVALUATION)]
    pub(crate) saved: Option<PathBuf>,
    /// Maximum number of new or worsened mismatches per strategy
    #[arg(long, value_name = "N", default_value_t = Thresholds::default().max_new_mismatches)]
    max_new_mismatches: u64,
    /// Maximum drop in a strategy's share of games scored exactly right, e.g. 0.01 or 1%
    #[arg(long, value_name = "RATE", value_parser = parse_share)]
    max_drop: Option<f64>,
    /// Also fail a strategy that is significantly worse than in the baseline (p at most P)
    #[arg(
        long,
        value_name = "P",
        default_value_t = Thresholds::default().alpha,
        value_parser = parse_share,
    )]
    alpha: f64,
    /// Maximum share of skipped games, e.g. 0.05 or 5%
    #[arg(long, value_name = "RATE", value_parser = parse_share)]
    max_skip_rate: Option<f64>,
    /// The output format
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    pub(crate) format: ReportFormat,
    /// Also write JUnit XML to FILE
    #[arg(long, value_name = "FILE")]
    pub(crate) junit: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) baseline: BaselineFile,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// Parses a share: a number from 0 to 1, or a percentage.
fn parse_share(text: &str) -> anyhow::Result<f64> {
    let (number, whole) = text
        .strip_suffix('%')
        .map_or((text, 1.0), |percent| (percent, 100.0));
    let share = number
        .trim()
        .parse::<f64>()
        .ok()
        .map(|number| number / whole);
    let share = share.filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| anyhow!("expected a share from 0 to 1, or from 0% to 100%"))
}

pub(super) fn run(options: &mut GateArgs, line: &CommandLine, stop: &Stop) -> Result<(), Failure> {
    let scoring = &mut options.run.scoring;
    if scoring.strategy.is_empty() {
        let names = scoring.scorers.iter().map(|scorer| scorer.name.clone());
        scoring.strategy = names.collect();
    }
    let (shown, verdict) = match judged(options, line, stop) {
        Ok((run, result)) => {
            let report = RunReport {
                run: &run,
                is_new: false,
                games_in: options.run.games.folder_of_commands(),
                style: options.run.output.style(),
                verdict: Some((&result, &options.baseline.path)),
            };
            let shown = write_reports(options, |format| format.render(&report));
            let verdict = if result.passed {
                Ok(())
            } else {
                Err(Failure::Failed(headline(&result)))
            };
            (shown, verdict)
        }
        Err(failure) => {
            // replace older reports, which could be mistaken for reports on this run
            let (message, code) = (failure.to_string(), failure.code());
            let shown = write_reports(options, |format| Ok(format.no_verdict(&message, code)));
            (shown, Err(failure))
        }
    };
    shown.and(verdict)
}

/// Renders the verdict in every requested format, and writes and prints the results.
fn write_reports(
    options: &GateArgs,
    render: impl Fn(ReportFormat) -> Rendered,
) -> Result<(), Failure> {
    if let Some(path) = &options.junit {
        write(path, render(ReportFormat::Junit)?, &REPORT_MARKS)?;
    }
    if let Some(format) = options.format.step_summary() {
        step_summary(&render(format)?)?;
    }
    if options.run.output.quiet {
        return Ok(());
    }
    print(render(options.format)?)
}

/// Evaluates games, or reads the saved run given with `--run`, and judges the run by its files.
fn judged(
    options: &GateArgs,
    line: &CommandLine,
    stop: &Stop,
) -> Result<(SavedRun, GateResult), Failure> {
    // read the baseline before running any program that could change it
    let baseline = read_baseline(&options.baseline.path);
    let run = if let Some(folder) = &options.saved {
        SavedRun::read(folder)?
    } else {
        let mut progress = Progress::new(0, &options.run.output);
        let known = baseline.as_ref().ok();
        write_run(&options.run, known, line, stop, &mut progress)?
    };
    report_faults(&run.figures)?;
    enough_games(&run.figures, &options.run)?;
    enough_counted(&run.figures)?;
    let baseline = baseline.map_err(|failure| {
        // report a scorer without answers first, because such a run can't be accepted
        acceptable(&run.figures)
            .err()
            .unwrap_or_else(|| advise(failure, options, &run))
    })?;
    let (now, rows) = candidate(&run)?;
    let thresholds = Thresholds {
        max_new_mismatches: options.max_new_mismatches,
        max_drop: options.max_drop,
        alpha: options.alpha,
        max_skip_rate: options.max_skip_rate,
    };
    let result =
        check_run(&baseline, &now, &run.figures, &rows, thresholds).map_err(|incomparable| {
            Failure::Baseline(format!(
                "{incomparable}\nto see what accepting would change: {}",
                suggested("diff", options)
            ))
        })?;
    Ok((run, result))
}

/// Adds advice about a missing or damaged baseline to a message. The advice to accept the run comes
/// last, because accepting it also accepts its mistakes.
fn advise(failure: Failure, options: &GateArgs, run: &SavedRun) -> Failure {
    let Failure::Baseline(why) = failure else {
        return failure;
    };
    Failure::Baseline(format!(
        "{why}\nif there was a baseline: restore it from version control, or name it with \
         --baseline FILE\n\
         if this is the first run: look at {}, then {}",
        run.folder.join("mismatches.csv").display(),
        suggested("accept", options)
    ))
}

/// Returns the command that performs `action` with the run and the baseline.
fn suggested(action: &str, options: &GateArgs) -> String {
    let folder = options.saved.as_ref().unwrap_or(&options.run.out);
    baseline_command(action, folder, &options.baseline.path)
}
