//! `seichi gate`: an evaluation, held against a baseline.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use serde::Serialize;

use super::args::{GateArgs, ReportFormat};
use super::eval::{enough_games, evaluate, report_faults};
use super::exit::Failure;
use super::output::{print, step_summary, write};
use crate::compare::{Baseline, Judgement, judge};
use crate::report::{SavedRun, command, gate_annotations, gate_text, headline, html, json, junit, markdown};

pub(super) fn run(options: &GateArgs, stop: &AtomicBool) -> Result<(), Failure> {
    let judged = judged(options, stop).map_err(|failure| match failure {
        Failure::Baseline(why) => Failure::Baseline(format!("{why}\n{}", accept_hint(options))),
        other => other,
    });
    if let Err(failure) = &judged {
        say_failure(options, failure)?;
    }
    let (run, judgement) = judged?;
    say(options, &run, &judgement)?;
    if judgement.passed { Ok(()) } else { Err(Failure::Gate(headline(&judgement))) }
}

/// Evaluates, unless a saved run is to be judged, and judges the run by its files.
fn judged(options: &GateArgs, stop: &AtomicBool) -> Result<(SavedRun, Judgement), Failure> {
    if options.saved.is_none() {
        evaluate(&options.run, stop)?;
    }
    let place = place(options);
    let run = SavedRun::read(place).map_err(anyhow::Error::new)?;
    report_faults(&run.figures, place)?;
    enough_games(&run.figures, options.run.min_games)?;
    let baseline = read_baseline(&options.baseline.path)?;
    let mismatches = run.mismatches().map_err(anyhow::Error::new)?;
    let judgement = judge(&baseline, &run.figures, &mismatches, options.thresholds())
        .map_err(|incomparable| Failure::Baseline(incomparable.to_string()))?;
    Ok((run, judgement))
}

/// The baseline, which has to be there and whole.
pub(super) fn read_baseline(path: &Path) -> Result<Baseline, Failure> {
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

/// What to do where there is nothing to hold the run against.
fn accept_hint(options: &GateArgs) -> String {
    let (place, baseline) = (place(options).display(), options.baseline.path.display());
    format!("once the run's mismatches are looked at: seichi baseline accept {place} --baseline {baseline}")
}

fn place(options: &GateArgs) -> &Path {
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

/// Prints the verdict, and writes what else is asked for.
fn say(options: &GateArgs, run: &SavedRun, judgement: &Judgement) -> Result<(), Failure> {
    let xml = || -> Result<String, Failure> {
        let (games, skipped) = (run.games().map_err(anyhow::Error::new)?, run.skipped().map_err(anyhow::Error::new)?);
        Ok(junit(&games, &skipped, Some(judgement)))
    };
    // a run of an earlier version has no boards, and a summary without pictures
    let summary = || markdown(&run.figures, Some(judgement), &run.boards().unwrap_or_default());
    let text = || gate_text(judgement, options.run.output.style());
    if let Some(path) = &options.junit {
        write(path, &xml()?)?;
    }
    if let Some(path) = &options.markdown {
        write(path, &summary())?;
    }
    let output = match options.format {
        ReportFormat::Text => text(),
        ReportFormat::Json => json(&GateJson {
            headline: headline(judgement),
            messages: judgement.objections.iter().map(ToString::to_string).collect(),
            signature: &run.figures.signature,
            judgement,
        }),
        ReportFormat::Github => {
            step_summary(&summary())?;
            text() + &gate_annotations(judgement)
        }
        ReportFormat::Markdown => summary(),
        ReportFormat::Junit => xml()?,
        ReportFormat::Html => {
            let (skipped, boards) =
                (run.skipped().map_err(anyhow::Error::new)?, run.boards().map_err(anyhow::Error::new)?);
            html(&run.figures, &run.mismatches().map_err(anyhow::Error::new)?, &skipped, &boards)
        }
    };
    if options.run.output.quiet { Ok(()) } else { print(&output) }
}

/// What keeps the gate from a verdict, for the programs that read its output.
fn say_failure(options: &GateArgs, failure: &Failure) -> Result<(), Failure> {
    let Some(message) = failure.message().filter(|_| !options.run.output.quiet) else { return Ok(()) };
    match options.format {
        ReportFormat::Json => print(json(&FailureJson { passed: false, error: message, exit_code: failure.code() })),
        ReportFormat::Github => print(command("error", "seichi gate", &message)),
        _ => Ok(()),
    }
}
