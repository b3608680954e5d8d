//! Workflow commands of GitHub Actions, which become annotations.
//!
//! A step shows at most ten annotations of a kind and silently drops the rest
//! (<https://docs.github.com/en/rest/checks/runs>, "limits"), so the last annotation gives the
//! total.

use super::text::{self, headline};
use super::{Advice, Rendered, RunReport, unmeasured};
use crate::compare::GateResult;
use crate::render::text::run_text::{label_makers, remarks, tables};
use crate::run::Figures;
use crate::text::{disarmed, misleads, rate};

/// The maximum number of annotations of a kind in a step.
const LIMIT: usize = 10;

/// Returns the gate's verdict as terminal text and as annotations. Without a verdict, returns the
/// figures of a run as an annotation, which follows the terminal text if the run is new.
///
/// # Errors
/// If a file of the run cannot be read.
pub(super) fn render(report: &RunReport<'_>) -> Rendered {
    Ok(match report.verdict {
        Some((result, _)) => text::render(report)? + &verdict_annotations(report, result),
        None if report.is_new => text::render(report)? + &run_annotation(&report.run.figures),
        None => run_annotation(&report.run.figures),
    })
}

/// Returns, as an annotation, the reason why there is no verdict.
pub(super) fn no_verdict(message: &str) -> String {
    command("error", "seichi gate", message)
}

/// Returns the gate's verdict as annotations: the new or worse mismatches, and a summary.
fn verdict_annotations(report: &RunReport<'_>, result: &GateResult) -> String {
    let mut text = String::new();
    let bad: Vec<_> = result
        .changes
        .iter()
        .filter(|change| change.kind.is_bad())
        .collect();
    // mismatches that the thresholds allow are not errors
    let level = if result.passed { "warning" } else { "error" };
    // one of the ten annotations is reserved for the summary
    let room = LIMIT - 1;
    for change in bad.iter().take(room) {
        let title = format!("{} on {}", change.strategy, change.game);
        let message = format!(
            "{}: {}\n{}",
            change.kind.name(),
            change.words(),
            change.explain
        );
        text.push_str(&command(level, &title, &message));
    }
    let mut lines = vec![headline(result)];
    lines.extend(result.violations.iter().map(ToString::to_string));
    lines.extend(report.causes());
    if bad.len() > room {
        let all = bad.len();
        lines.push(format!("{room} of {all} new or worse mismatches are shown"));
    }
    for Advice(words, command) in report.advice() {
        lines.push(format!("{words}: {command}"));
    }
    lines.extend(unmeasured(&report.run.figures));
    let level = if result.passed { "notice" } else { "error" };
    text + &command(level, "seichi gate", &lines.join("\n"))
}

/// Returns the figures of a run as one annotation.
fn run_annotation(figures: &Figures) -> String {
    let mut lines = Vec::new();
    for one in &figures.all().strategies {
        lines.push(format!(
            "{}: {} of {} exact, {}",
            one.strategy,
            one.exact,
            one.margins(),
            rate(one.exact_rate)
        ));
    }
    lines.extend(tables(figures).into_iter().flat_map(remarks));
    lines.extend(label_makers(figures));
    lines.push(figures.signature.clone());
    command("notice", "seichi", &lines.join("\n"))
}

/// Returns a workflow command. Percent signs, line ends and any text that a log viewer might
/// interpret are escaped. In the title, colons and commas are also escaped, because they would end
/// the title.
fn command(level: &str, title: &str, message: &str) -> String {
    let [title, message] = [title, message].map(|text| {
        let mut escaped = String::with_capacity(text.len());
        for letter in disarmed(text).chars() {
            match letter {
                '%' => escaped.push_str("%25"),
                '\r' => escaped.push_str("%0D"),
                '\n' => escaped.push_str("%0A"),
                letter if misleads(letter) => escaped.extend(letter.escape_default()),
                letter => escaped.push(letter),
            }
        }
        escaped
    });
    let title = title.replace(':', "%3A").replace(',', "%2C");
    format!("::{level} title={title}::{message}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn special_characters_do_not_end_a_command() {
        assert_eq!(
            command("error", "a,b::c\n", "50 %\r\n::error::x"),
            "::error title=a%2Cb%3A%3Ac%0A::50 %25%0D%0A\\::error::x\n"
        );
        assert_eq!(
            command("error", "\u{1b}[1m", "##[error]"),
            "::error title=\\u{1b}[1m::##\\[error]\n"
        );
    }
}
