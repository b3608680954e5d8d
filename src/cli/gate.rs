//! `seichi gate`: evaluates games and compares the run with a baseline.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::{self, ErrorKind, IsTerminal};
use std::path::Path;
use std::sync::atomic::AtomicBool;

use anyhow::anyhow;
use serde::Serialize;

use super::args::{BaselineFile, GateArgs, ReportFormat};
use super::command_line::CommandLine;
use super::eval::{Evaluation, evaluate};
use super::exit::Failure;
use super::observer::Terminal;
use super::output::{print, step_summary, write};
use super::run_output::{enough_games, erring, every_scorer_answers, report_faults};
use crate::compare::{Baseline, Incomparable, Judgement, SavedRow, check_rows, judge};
use crate::input::read_whole;
use crate::pipeline::Figures;
use crate::report::{
    GateCommands, SavedRun, command, gate_annotations, gate_text, headline, html, json, junit, junit_error, markdown,
    shell_word,
};

pub(super) fn run(options: &GateArgs, line: &CommandLine, stop: &AtomicBool) -> Result<(), Failure> {
    let (printed, verdict) = match judged(options, line, stop) {
        Err(failure) => (print_failure(options, &failure), Err(failure)),
        Ok((run, judgement)) => (print_verdict(options, &run, &judgement), verdict(options, &judgement)),
    };
    match (printed, verdict) {
        // a closed pipe must not turn a failed gate into a success
        (Err(Failure::ClosedPipe), Err(verdict)) => Err(verdict),
        (printed, verdict) => printed.and(verdict),
    }
}

/// Returns the failure of a run that does not pass. Its summary is left out if the terminal has just shown it.
fn verdict(options: &GateArgs, judgement: &Judgement) -> Result<(), Failure> {
    if judgement.passed {
        return Ok(());
    }
    let is_text = options.format == ReportFormat::Text && !options.run.output.quiet;
    let is_shown = is_text && io::stdout().is_terminal() && io::stderr().is_terminal();
    Err(Failure::Gate((!is_shown).then(|| headline(judgement))))
}

/// Evaluates, unless `--run` names a saved run, and judges the run by its files.
fn judged(options: &GateArgs, line: &CommandLine, stop: &AtomicBool) -> Result<(SavedRun, Judgement), Failure> {
    let evaluation = Evaluation { args: &options.run, line };
    let evaluated = match options.saved {
        Some(_) => None,
        None => Some(evaluate(&evaluation, stop, &mut Terminal::new(&options.run.output))?),
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
    let baseline = read_baseline(&options.baseline).map_err(|failure| {
        // a run that can't be accepted is the first thing to mend
        every_scorer_answers(&run.figures).err().unwrap_or_else(|| advise(failure, options, &run))
    })?;
    let mismatches = sound_mismatches(&run)?;
    let judgement = judge(&baseline, &run.figures, &mismatches, options.thresholds())
        .map_err(|incomparable| Failure::Baseline(incomparable_text(&incomparable, &baseline, options, &run)))?;
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
pub(super) fn read_baseline(file: &BaselineFile) -> Result<Baseline, Failure> {
    let BaselineFile { path, max_baseline } = file;
    // a pipe or a device may have no end
    if path.exists() && !path.is_file() {
        return Err(anyhow!("failed to read {}: it is no file", path.display()).into());
    }
    let bytes = match read_whole(path, *max_baseline) {
        Ok(Some(bytes)) => bytes,
        Ok(None) => {
            let path = path.display();
            return Err(anyhow!("{path} is too large: more than {max_baseline} bytes: see --max-baseline").into());
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return Err(Failure::Baseline(format!("there is no baseline {}", path.display())));
        }
        Err(error) => {
            return Err(anyhow::Error::new(error).context(format!("failed to read {}", path.display())).into());
        }
    };
    let Ok(text) = String::from_utf8(bytes) else {
        return Err(Failure::Baseline(format!("the baseline {} is no text", path.display())));
    };
    Baseline::parse(&text)
        .map_err(|damage| Failure::Baseline(format!("failed to understand the baseline {}: {damage}", path.display())))
}

/// Adds what the user can do about a baseline that is missing or damaged. Accepting the run comes last, since it accepts
/// whatever is wrong with it.
fn advise(failure: Failure, options: &GateArgs, run: &SavedRun) -> Failure {
    let Failure::Baseline(why) = failure else { return failure };
    let GateCommands { accept, list } = commands(options);
    let look = erring(&run.figures).map(|strategy| format!("look at {list} {}, then ", shell_word(strategy)));
    Failure::Baseline(format!(
        "{why}\nif there was one: restore it from version control (--baseline FILE names another)\n\
         first run: {}{accept}",
        look.unwrap_or_default()
    ))
}

/// Says what differs between the run and a baseline of other games, labels or dead stones, and names some games of the
/// baseline that the run does not have. The baseline names only games with mismatches.
fn incomparable_text(why: &Incomparable, baseline: &Baseline, options: &GateArgs, run: &SavedRun) -> String {
    const SHOWN: usize = 5;
    let mut text = why.to_string();
    if let Ok(rows) = run.games() {
        let games: BTreeSet<&str> = rows.iter().map(|row| row.game.as_str()).collect();
        let known: BTreeSet<&str> = baseline.mismatches.keys().map(|(game, _)| game.as_str()).collect();
        let gone: Vec<&str> = known.difference(&games).copied().collect();
        if !gone.is_empty() {
            let more = if gone.len() > SHOWN { format!(" and {} more", gone.len() - SHOWN) } else { String::new() };
            let _ = write!(text, "\nnot in the run: {}{more}", gone[..gone.len().min(SHOWN)].join(", "));
        }
    }
    let [folder, baseline] = [run_folder(options), &options.baseline.path].map(path_word);
    let _ = write!(text, "\nseichi baseline diff {folder} --baseline {baseline} shows what accepting would change");
    text
}

/// Returns the commands that the verdict on the run suggests.
fn commands(options: &GateArgs) -> GateCommands {
    let [folder, baseline] = [run_folder(options), &options.baseline.path].map(path_word);
    GateCommands {
        accept: format!("seichi baseline accept {folder} --baseline {baseline}"),
        list: format!("seichi report {folder} --list"),
    }
}

/// Returns a path as a word of a command.
fn path_word(path: &Path) -> String {
    shell_word(&path.display().to_string())
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
    let commands = commands(options);
    // a run of an earlier version has no boards, so its summary has no pictures
    let summary = || markdown(&run.figures, Some((judgement, &commands)), &run.boards().unwrap_or_default());
    let text = || gate_text(judgement, &commands, options.run.output.style());
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
            text() + &gate_annotations(judgement, &commands)
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
