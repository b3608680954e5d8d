//! `seichi gate`: evaluates games and compares the run with a baseline.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use anyhow::anyhow;
use serde::Serialize;

use super::args::{GateArgs, ReportFormat};
use super::eval::evaluate;
use super::exit::Failure;
use super::output::{print, step_summary, write};
use super::run_output::{enough_games, report_faults};
use crate::compare::{Baseline, Judgement, SavedRow, check_rows, judge};
use crate::pipeline::Figures;
use crate::report::{
    SavedRun, command, gate_annotations, gate_text, headline, html, json, junit, junit_error, markdown, shell_word,
};

pub(super) fn run(options: &GateArgs, stop: &AtomicBool) -> Result<(), Failure> {
    let judged = judged(options, stop).map_err(|failure| match failure {
        Failure::Baseline(why) => {
            Failure::Baseline(format!("{why}\nonce the run's mismatches are looked at: {}", accept_command(options)))
        }
        other => other,
    });
    let (printed, verdict) = match judged {
        Err(failure) => (print_failure(options, &failure), Err(failure)),
        Ok((run, judgement)) => {
            let verdict = if judgement.passed { Ok(()) } else { Err(Failure::Gate(headline(&judgement))) };
            (print_verdict(options, &run, &judgement), verdict)
        }
    };
    match (printed, verdict) {
        // a closed pipe must not turn a failed gate into a success
        (Err(Failure::ClosedPipe), Err(verdict)) => Err(verdict),
        (printed, verdict) => printed.and(verdict),
    }
}

/// Evaluates, unless `--run` names a saved run, and judges the run by its files.
fn judged(options: &GateArgs, stop: &AtomicBool) -> Result<(SavedRun, Judgement), Failure> {
    let evaluated = match options.saved {
        Some(_) => None,
        None => Some(evaluate(&options.run, None, stop)?),
    };
    let folder = run_folder(options);
    let run = SavedRun::read(folder)?;
    if evaluated.is_some_and(|figures| figures != run.figures) {
        return Err(
            anyhow!("another run was written to {} meanwhile: give each its own --out", folder.display()).into()
        );
    }
    report_faults(&run.figures, folder)?;
    enough_games(&run.figures, options.run.min_games)?;
    enough_counted(&run.figures)?;
    let baseline = read_baseline(&options.baseline.path)?;
    let mismatches = sound_mismatches(&run)?;
    let judgement = judge(&baseline, &run.figures, &mismatches, options.thresholds())
        .map_err(|incomparable| Failure::Baseline(incomparable.to_string()))?;
    Ok((run, judgement))
}

/// Checks that at least one label could be used: without any, no comparison means anything.
pub(super) fn enough_counted(figures: &Figures) -> Result<(), Failure> {
    match figures.counted() {
        0 => Err(Failure::Nothing(
            "every label contradicts itself, so nothing can be compared: see the column label_check of games.csv"
                .to_owned(),
        )),
        _ => Ok(()),
    }
}

/// Returns the rows of the run's `mismatches.csv`, after checking that they agree with its figures: a verdict on a
/// damaged run would be worthless.
pub(super) fn sound_mismatches(run: &SavedRun) -> Result<Vec<SavedRow>, Failure> {
    let mismatches = run.mismatches()?;
    check_rows(&run.figures, &mismatches)
        .map_err(|what| anyhow!("the run in {} does not agree with itself: {what}", run.folder.display()))?;
    Ok(mismatches)
}

/// Reads the baseline, which has to exist and be complete.
pub(super) fn read_baseline(path: &Path) -> Result<Baseline, Failure> {
    // a pipe or a device may have no end
    if path.exists() && !path.is_file() {
        return Err(anyhow!("failed to read {}: it is no file", path.display()).into());
    }
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return Err(Failure::Baseline(format!("there is no baseline {}", path.display())));
        }
        Err(error) if error.kind() == ErrorKind::InvalidData => {
            return Err(Failure::Baseline(format!("the baseline {} is no text", path.display())));
        }
        Err(error) => {
            return Err(anyhow::Error::new(error).context(format!("failed to read {}", path.display())).into());
        }
    };
    Baseline::parse(&text)
        .map_err(|damage| Failure::Baseline(format!("failed to understand the baseline {}: {damage}", path.display())))
}

/// Returns the command that accepts the run as the baseline.
fn accept_command(options: &GateArgs) -> String {
    let word = |path: &Path| shell_word(&path.display().to_string());
    let (folder, baseline) = (word(run_folder(options)), word(&options.baseline.path));
    format!("seichi baseline accept {folder} --baseline {baseline}")
}

/// Returns the folder of the run to judge.
fn run_folder(options: &GateArgs) -> &Path {
    options.saved.as_ref().unwrap_or(&options.run.out)
}

#[derive(Serialize)]
struct GateJson<'a> {
    headline: String,
    messages: Vec<String>,
    signature: &'a str,
    #[serde(flatten)]
    judgement: &'a Judgement,
}

#[derive(Serialize)]
struct FailureJson {
    passed: bool,
    error: String,
    exit_code: u8,
}

/// Prints the verdict, and writes the reports that `options` ask for.
fn print_verdict(options: &GateArgs, run: &SavedRun, judgement: &Judgement) -> Result<(), Failure> {
    let xml = || -> Result<String, Failure> {
        let (games, skipped) = (run.games()?, run.skipped()?);
        Ok(junit(&games, &skipped, Some(judgement)))
    };
    let accept = accept_command(options);
    // a run of an earlier version has no boards, so its summary has no pictures
    let summary = || markdown(&run.figures, Some((judgement, &accept)), &run.boards().unwrap_or_default());
    let text = || gate_text(judgement, &accept, options.run.output.style());
    if let Some(path) = &options.junit {
        write(path, &xml()?)?;
    }
    if let Some(path) = &options.markdown {
        write(path, summary())?;
    }
    let output = match options.format {
        ReportFormat::Text => text(),
        ReportFormat::Json => json(&GateJson {
            headline: headline(judgement),
            messages: judgement.violations.iter().map(ToString::to_string).collect(),
            signature: &run.figures.signature,
            judgement,
        }),
        ReportFormat::Github => {
            step_summary(&summary())?;
            text() + &gate_annotations(judgement, &accept)
        }
        ReportFormat::Markdown => summary(),
        ReportFormat::Junit => xml()?,
        ReportFormat::Html => {
            let (skipped, boards) = (run.skipped()?, run.boards()?);
            html(run, &run.mismatches()?, &skipped, &boards)
        }
    };
    if options.run.output.quiet { Ok(()) } else { print(&output) }
}

/// Writes the reason why there is no verdict to every requested report: an older report left there would be taken for
/// this gate's.
fn print_failure(options: &GateArgs, failure: &Failure) -> Result<(), Failure> {
    let Some(message) = failure.message() else { return Ok(()) };
    let summary = || format!("## seichi gate: no verdict\n\n    {}\n", message.replace('\n', "\n    "));
    if let Some(path) = &options.junit {
        write(path, junit_error(&message))?;
    }
    if let Some(path) = &options.markdown {
        write(path, summary())?;
    }
    let output = match options.format {
        ReportFormat::Json => json(&FailureJson { passed: false, error: message, exit_code: failure.code() }),
        ReportFormat::Github => {
            step_summary(&summary())?;
            command("error", "seichi gate", &message)
        }
        ReportFormat::Markdown => summary(),
        ReportFormat::Junit => junit_error(&message),
        ReportFormat::Text | ReportFormat::Html => return Ok(()),
    };
    if options.run.output.quiet { Ok(()) } else { print(&output) }
}
