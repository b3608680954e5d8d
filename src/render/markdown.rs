//! A summary in Markdown, for the step summary of a workflow, a pull request or a merge request.

use std::fmt::Write as _;

use super::text::{mismatches, outcome};
use super::{Advice, Rendered, RunReport, unmeasured};
use crate::compare::{Change, GateResult};
use crate::render::text::run_text::{cells, games_line, heading, label_makers, remarks, tables};
use crate::run::{Figures, SavedBoard, StratumFigures};
use crate::text::clean;

/// The maximum size of a summary, in bytes. Such a summary is short enough to be read, and to fit
/// into a comment on a pull request, which may have 65,536 characters.
const LIMIT: usize = 20_000;

/// The number of listed changes; JSON lists all of them.
const LISTED: usize = 4;

/// The maximum number of reasons to list, and of changes to search for a board.
const MOST: usize = 20;

/// Returns the gate's verdict on a run, if there is one, then the figures of the run.
///
/// # Errors
/// If the boards of the run cannot be read.
pub(super) fn render(report: &RunReport<'_>) -> Rendered {
    let mut text = String::new();
    if let Some((result, _)) = report.verdict {
        gate(&mut text, report, result);
        list_changes(&mut text, &result.changes);
        if !result.passed {
            board(&mut text, &result.changes, &report.run.boards()?);
        }
    }
    Ok(summary(text, &report.run.figures))
}

/// Returns the reason why there is no verdict.
pub(super) fn no_verdict(message: &str) -> String {
    let lines: Vec<String> = message.lines().map(escape).collect();
    format!("## seichi gate: no verdict\n\n{}\n", lines.join("<br>"))
}

/// Adds the figures of a run to a text, and shortens the result to [`LIMIT`].
fn summary(mut text: String, figures: &Figures) -> String {
    for (method, stratum) in tables(figures) {
        let _ = writeln!(text, "### {}\n", heading(method));
        table(&mut text, stratum);
        for line in remarks((method, stratum)) {
            let _ = writeln!(text, "{}\n", escape(&line));
        }
    }
    for line in label_makers(figures).into_iter().chain(unmeasured(figures)) {
        let _ = writeln!(text, "> {}\n", escape(&line));
    }
    let _ = writeln!(text, "{}.\n", escape(&games_line(figures)));
    let end = if figures.signature.contains('`') {
        code(&figures.signature) + "\n"
    } else {
        format!("`{}`\n", clean(&figures.signature))
    };
    if text.len() + end.len() > LIMIT {
        let room = text.floor_char_boundary(LIMIT.saturating_sub(end.len() + 10));
        text.truncate(text[..room].rfind('\n').map_or(0, |at| at + 1));
        text += "\n…\n\n";
    }
    text + &end
}

fn gate(text: &mut String, report: &RunReport<'_>, result: &GateResult) {
    let (outcome, mismatches) = (outcome(result).to_lowercase(), mismatches(result));
    let _ = writeln!(text, "## seichi gate: {outcome}\n\n{mismatches}.\n");
    for violation in result.violations.iter().take(MOST) {
        let lines: Vec<String> = violation.to_string().lines().map(escape).collect();
        // on one line, because the start of a second line could be read as Markdown markup
        let _ = writeln!(text, "- {}", lines.join("<br>"));
    }
    if !result.passed {
        for mistake in report.run.facts.mistakes.iter().take(MOST) {
            let _ = writeln!(text, "- **{}**", escape(mistake));
        }
        text.push('\n');
    }
    for Advice(words, command) in report.advice() {
        let _ = writeln!(text, "{words}: {}\n", code(&command));
    }
}

fn table(text: &mut String, stratum: &StratumFigures) {
    let _ = writeln!(
        text,
        "| strategy | games | exact | 95 % interval | winner | error |\n|---|--:|--:|--:|--:|--:|"
    );
    for figures in &stratum.strategies {
        let _ = writeln!(
            text,
            "| {} | {} |",
            escape(&figures.strategy),
            cells(figures, stratum.games).join(" | ")
        );
    }
    text.push('\n');
}

/// Writes the first mismatches that differ from the baseline.
fn list_changes(text: &mut String, changes: &[Change]) {
    if changes.is_empty() {
        return;
    }
    text.push_str(
        "### Changes\n\n| change | game | strategy | now (before) | command |\n\
         |---|---|---|---|---|\n",
    );
    for change in changes.iter().take(LISTED) {
        let explain = match &*change.explain {
            "" => String::new(),
            command => code(command),
        };
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {explain} |",
            change.kind.name(),
            escape(&change.game),
            escape(&change.strategy),
            escape(&change.words()),
        );
    }
    if let Some(more @ 1..) = changes.len().checked_sub(LISTED) {
        let _ = writeln!(text, "\n… and {more} more");
    }
    text.push('\n');
}

/// The meanings of the letters of a board.
const LEGEND: &str = "X, O: stones; b, w: territory; s: eye in seki; \
    f: false eye or protective move; .: other points";

/// Writes the board of the first new or worse mismatch that has a map.
fn board(text: &mut String, changes: &[Change], boards: &[SavedBoard]) {
    let mut bad: Vec<&Change> = changes.iter().collect();
    bad.retain(|one| one.kind.is_bad() && one.now.is_some_and(|now| now.outcome.is_some()));
    let found = bad.iter().take(MOST).find_map(|change| {
        let board = boards.iter().find(|board| board.game == change.game)?;
        let mut answers = board.answers.iter();
        let answer = answers.find(|answer| answer.strategies.contains(&change.strategy))?;
        Some((change, board, answer))
    });
    let Some((Change { game, strategy, .. }, board, answer)) = found else {
        return;
    };
    let (from, left) = match &board.label_map {
        Some(map) => ("label", map),
        None => ("position", &board.position),
    };
    let [game, strategy] = [game, strategy].map(|name| escape(name));
    let _ = writeln!(text, "{game}, {from} and {strategy}:\n\n```text");
    for (left, right) in left.iter().zip(&answer.map) {
        let _ = writeln!(text, "{left}   {right}");
    }
    let _ = writeln!(text, "```\n\n{LEGEND}\n");
}

/// Escapes everything in a text that could be Markdown or HTML, or that GitHub and GitLab turn into
/// a link, a mention, an emoji or a formula.
///
/// GitHub and GitLab search the rendered text for mentions, references, emoji and e-mail addresses,
/// so HTML entities do not help. The element `<wbr>` does: it separates a character from the
/// following text. It is invisible, but allows a line break.
fn escape(text: &str) -> String {
    let text = clean(text);
    let mut escaped = String::with_capacity(text.len());
    for (at, letter) in text.char_indices() {
        let before = &text.as_bytes()[..at];
        // `www.` begins a link without a scheme; at the start of a line, `-`, `+` and `=` are
        // Markdown
        let is_special = "<>&@\\`*_[]|~#!$%".contains(letter)
            || letter == ':' && !text[at + 1..].starts_with(' ')
            || letter == '.' && before.to_ascii_lowercase().ends_with(b"www")
            || "-+=".contains(letter) && before.is_empty();
        if is_special {
            let _ = write!(escaped, "&#{};", u32::from(letter));
        } else {
            escaped.push(letter);
        }
        if is_special && "@#:!~%&".contains(letter) {
            escaped.push_str("<wbr>");
        }
    }
    escaped
}

/// Returns text formatted as code for a table cell. Uses an HTML element, because in a table, a
/// vertical bar would end a code span.
fn code(text: &str) -> String {
    format!("<code>{}</code>", escape(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_escaped_in_markdown() {
        for (text, escaped) in [
            (
                "a|b <i> [x](y) *b*",
                "a&#124;b &#60;i&#62; &#91;x&#93;(y) &#42;b&#42;",
            ),
            ("@me x#1 !2", "&#64;<wbr>me x&#35;<wbr>1 &#33;<wbr>2"),
            ("me@example.com", "me&#64;<wbr>example.com"),
            ("http://x.example", "http&#58;<wbr>//x.example"),
            ("www.x.example WWW.x", "www&#46;x.example WWW&#46;x"),
            (":tada: now: 1", "&#58;<wbr>tada: now: 1"),
            ("$x^2$", "&#36;x^2&#36;"),
            ("- x-y=1", "&#45; x-y=1"),
        ] {
            assert_eq!(escape(text), escaped, "{text}");
        }
        assert_eq!(
            code("seichi explain 'a|b`c'"),
            "<code>seichi explain 'a&#124;b&#96;c'</code>"
        );
    }
}
