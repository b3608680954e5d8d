//! A summary in Markdown, for the step summary of a workflow, a pull request or a merge request.

use std::fmt::Write as _;

use super::text::{mismatches, outcome};
use super::{Rendered, ReportFormat, RunReport, VerdictReport};
use crate::compare::Change;
use crate::render::text::run_text::{cells, heading, label_makers, skip_reasons, tables};
use crate::run::{Figures, StratumFigures};
use crate::text::clean;

/// The maximum size of a summary, in bytes. GitHub's limit is a mebibyte (1,048,576 bytes) per
/// step, which includes the step's other output.
const LIMIT: usize = 1_000_000;

/// Markdown.
pub(crate) struct Markdown;

impl ReportFormat for Markdown {
    fn name(&self) -> &'static str {
        "markdown"
    }

    fn summary(&self) -> &'static str {
        "A Markdown summary for a pull request or a workflow step"
    }

    fn run(&self, run: &RunReport<'_>) -> Rendered {
        Ok(markdown(&run.run.figures, None))
    }

    fn verdict(&self, verdict: &VerdictReport<'_>) -> Rendered {
        Ok(markdown(&verdict.run.run.figures, Some(verdict)))
    }

    fn no_verdict(&self, message: &str, _: u8) -> Option<String> {
        let lines: Vec<String> = message.lines().map(escape).collect();
        Some(format!(
            "## seichi gate: no verdict\n\n{}\n",
            lines.join("<br>")
        ))
    }
}

/// Returns the figures of a run, and the gate's verdict if there is one, as less than a megabyte of
/// Markdown.
fn markdown(figures: &Figures, verdict: Option<&VerdictReport<'_>>) -> String {
    let mut text = String::new();
    if let Some(verdict) = verdict {
        gate(&mut text, verdict);
    }
    for (method, stratum) in tables(figures) {
        let _ = writeln!(text, "### {}\n", heading(method));
        table(&mut text, stratum);
    }
    for line in label_makers(figures) {
        let _ = writeln!(text, "> {}\n", escape(&line));
    }
    let _ = writeln!(
        text,
        "{} games, {} evaluated, {} skipped{}.\n",
        figures.games,
        figures.evaluated,
        figures.games - figures.evaluated,
        escape(&skip_reasons(figures))
    );
    let end = if figures.signature.contains('`') {
        code(&figures.signature) + "\n"
    } else {
        format!("`{}`\n", clean(&figures.signature))
    };
    if let Some(VerdictReport { judgement, .. }) = verdict {
        changes(&mut text, &judgement.changes, LIMIT - end.len());
    }
    text + &end
}

fn gate(text: &mut String, verdict: &VerdictReport<'_>) {
    let judgement = verdict.judgement;
    let (outcome, mismatches) = (outcome(judgement).to_lowercase(), mismatches(judgement));
    let _ = writeln!(text, "## seichi gate: {outcome}\n\n{mismatches}.\n");
    for violation in &judgement.violations {
        let lines: Vec<String> = violation.to_string().lines().map(escape).collect();
        // on one line, because Markdown could begin at the start of another
        let _ = writeln!(text, "- {}", lines.join("<br>"));
    }
    if !judgement.violations.is_empty() {
        text.push('\n');
    }
    for advice in verdict.advice() {
        // a command follows the first colon
        let _ = match advice.split_once(": ") {
            Some((words, command)) => writeln!(text, "{words}: {}\n", code(command)),
            None => writeln!(text, "{advice}\n"),
        };
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
            cells(figures).join(" | ")
        );
    }
    text.push('\n');
}

/// Writes the mismatches that differ from the baseline, until the text reaches `limit` bytes.
fn changes(text: &mut String, changes: &[Change], limit: usize) {
    if changes.is_empty() {
        return;
    }
    text.push_str(
        "### Changes\n\n| change | game | strategy | now (before) | command |\n\
         |---|---|---|---|---|\n",
    );
    for (number, change) in changes.iter().enumerate() {
        let explain = match &*change.explain {
            "" => String::new(),
            command => code(command),
        };
        let row = format!(
            "| {} | {} | {} | {} | {explain} |\n",
            change.kind.name(),
            escape(&change.game),
            escape(&change.strategy),
            escape(&change.words()),
        );
        // leave room for the line with the number of the others
        if text.len() + row.len() + 100 > limit {
            let _ = writeln!(text, "\n… and {} more", changes.len() - number);
            break;
        }
        text.push_str(&row);
    }
    text.push('\n');
}

/// Escapes everything in a text that could be Markdown or HTML, or that GitHub and GitLab turn into
/// a link, a mention, an emoji or a formula.
///
/// GitHub and GitLab search the rendered text for mentions, references, emoji and e-mail addresses,
/// so an entity does not help. The element `<wbr>` does: it separates a character from the
/// following text, and allows only a line break.
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

/// Returns text as code in a table. It is an HTML element, because a vertical bar would end a code
/// span there.
fn code(text: &str) -> String {
    format!("<code>{}</code>", escape(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_escaped() {
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
