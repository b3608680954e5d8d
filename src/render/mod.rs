//! Turns runs, the gate's verdicts, comparisons and baselines into text. Each format has a file.

mod answers;
mod census;
mod explained;
mod github;
mod html;
mod json;
mod junit;
mod markdown;
mod suspects_text;
mod text;

use std::path::Path;

use crate::compare::{GateResult, StrategyResult, Violation, no_answer_text};
use crate::external::{GIVEN_UP_ADVICE, NoAnswer};
use crate::run::{Figures, SavedError, SavedRun};
pub use crate::text::{Style, clean};
use crate::text::{count, shell_word};

pub(crate) use answers::{board_text, ownership_line, score_lines, score_text};
pub(crate) use census::{Census, list_text};
pub(crate) use explained::{protective_json, safety_json};
pub use html::html;
pub(crate) use json::comparison_json;
pub use suspects_text::audit_csv;
pub(crate) use suspects_text::{audit_census, audit_text};
pub use text::run_text::eval_text;
pub(crate) use text::run_text::reasons;
use text::run_text::{remarks, tables};
pub(crate) use text::{baseline_difference, comparison_text, headline};

/// A format of reports, in the order of `--help`. The doc comments are shown to users.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub(crate) enum ReportFormat {
    /// Tables for a terminal
    Text,
    /// All figures as JSON
    Json,
    /// GitHub Actions annotations
    Github,
    /// A Markdown summary for a pull request or a workflow step
    Markdown,
    /// JUnit XML with each game as a test
    Junit,
    /// A page with the boards where strategies differ from each other or from the label
    Html,
}

impl ReportFormat {
    /// Renders a run, with the gate's verdict on it if there is one. HTML shows no verdict.
    ///
    /// # Errors
    /// If a file of the run that the format needs cannot be read.
    pub(crate) fn render(self, report: &RunReport<'_>) -> Rendered {
        match self {
            Self::Text => text::render(report),
            Self::Json => Ok(json::render(report)),
            Self::Github => github::render(report),
            Self::Markdown => markdown::render(report),
            Self::Junit => junit::render(report),
            Self::Html => Ok(html(report.run, &report.run.boards()?)),
        }
    }

    /// Renders the reason why the gate has no verdict. This is the program's error message, so text
    /// and HTML add nothing to it.
    pub(crate) fn no_verdict(self, message: &str, exit_code: u8) -> String {
        match self {
            Self::Text | Self::Html => String::new(),
            Self::Json => json::no_verdict(message, exit_code),
            Self::Github => github::no_verdict(message),
            Self::Markdown => markdown::no_verdict(message),
            Self::Junit => junit::no_verdict(message),
        }
    }

    /// Returns the format that shows the same document in the summary of a workflow step; `None` if
    /// nothing is added to the summary.
    pub(crate) fn step_summary(self) -> Option<Self> {
        (self == Self::Github).then_some(Self::Markdown)
    }
}

/// The text of a document.
pub(crate) type Rendered = Result<String, SavedError>;

/// A run to render, and the gate's verdict on it, if there is one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RunReport<'a> {
    /// The run.
    pub(crate) run: &'a SavedRun,
    /// Whether the run is new. If so, the text names its folder.
    pub(crate) is_new: bool,
    /// The folder in which the run's commands have to be executed, unless it is the current folder.
    pub(crate) games_in: Option<&'a Path>,
    /// The style of the text.
    pub(crate) style: Style,
    /// The gate's verdict, and the baseline file.
    pub(crate) verdict: Option<(&'a GateResult, &'a Path)>,
}

impl RunReport<'_> {
    /// Returns the scorers' common mistakes and the remarks below the tables, which may explain why
    /// the gate failed.
    fn causes(&self) -> Vec<String> {
        if self.verdict.is_none_or(|(result, _)| result.passed) {
            return Vec::new();
        }
        let mistakes = self.run.facts.mistakes.iter().cloned();
        let tables = tables(&self.run.figures).into_iter();
        mistakes.chain(tables.flat_map(remarks)).collect()
    }

    /// Returns advice about the gate's verdict.
    fn advice(&self) -> Vec<Advice> {
        let Some((result, baseline)) = self.verdict else {
            return Vec::new();
        };
        let accept = baseline_command("accept", &self.run.folder, baseline);
        let mut advice = Vec::new();
        if let Some(folder) = self.games_in.filter(|_| !result.changes.is_empty()) {
            let command = format!("cd {}", shell_word(&folder.display().to_string()));
            advice.push(Advice("To use the explain commands, first run", command));
        }
        if result.passed && result.accept {
            let words = "To record the differences in the baseline, run";
            advice.push(Advice(words, accept));
        } else if !result.passed && result.changes.iter().any(|change| change.kind.is_bad()) {
            let folder = shell_word(&self.run.folder.display().to_string());
            let command = format!("seichi report {folder} --format html > report.html");
            advice.push(Advice("To see the boards, run", command));
            // a baseline with such a scorer would be useless, and is refused
            let is_given_up = result
                .violations
                .iter()
                .any(|violation| matches!(violation, Violation::GivenUp { .. }));
            if !is_given_up && !result.strategies.iter().any(StrategyResult::is_silent) {
                let words = "If the new and worse mismatches are intended, run";
                advice.push(Advice(words, accept));
            }
        }
        advice
    }
}

/// Advice about the gate's verdict, and the command to run.
struct Advice(&'static str, String);

/// Returns a line for each external scorer that has no answer for some games. All its rates leave
/// these games out. Also returns a line for each external scorer whose answers do not give the
/// whole result.
fn unmeasured(figures: &Figures) -> Vec<String> {
    let mut lines = Vec::new();
    for (scorer, reasons) in figures.no_answers.iter().filter(|(_, of)| !of.is_empty()) {
        let mut line = no_answer_text(scorer, reasons.values().sum(), figures.counted(), None);
        let reasons: Vec<String> = reasons
            .iter()
            .map(|(reason, games)| format!("in {games} {}", NoAnswer::words(reason)))
            .collect();
        line = format!("{line}: {}", reasons.join(", "));
        if figures.given_up().any(|(other, _)| other == scorer) {
            line = format!("{line}; {GIVEN_UP_ADVICE}");
        }
        lines.push(line);
    }
    for (scorer, &answers) in &figures.not_whole {
        lines.push(format!(
            "Komi, handicap, prisoners and button were not measured in {} from {scorer}; answer \
             with `margin` to measure them",
            count(answers, "answer")
        ));
    }
    lines
}

/// Returns the command that performs `action` (`accept` or `diff`) with the run in `folder` and the
/// baseline in `file`.
pub(crate) fn baseline_command(action: &str, folder: &Path, file: &Path) -> String {
    let [run, file] = [folder, file].map(|path| shell_word(&path.display().to_string()));
    format!("seichi baseline {action} {run} --baseline {file}")
}
