//! The findings of a check of a labels file, as text and JSON.

use std::fmt::Write as _;

use serde::Serialize;

use crate::labels::{Fault, Finding};
use crate::report::json;
use crate::report::text::{clean, count};

/// A finding in a line of a labels file.
#[derive(Clone, Debug)]
pub struct LineFinding {
    /// The line's number, from 1.
    pub line: usize,
    /// The game as the line names it; empty if the line does not parse.
    pub game: String,
    /// The finding.
    pub finding: Finding,
}

/// A labels file that was checked.
#[derive(Clone, Debug)]
pub struct Reviewed {
    /// The file, as the user named it.
    pub file: String,
    /// The number of lines that are not empty.
    pub lines: usize,
    /// The number of games that the lines name.
    pub games: usize,
    /// The findings, in the order of the lines.
    pub findings: Vec<LineFinding>,
}

/// The number of notices of one kind that are printed, by default.
const SHOWN: usize = 3;

impl Reviewed {
    /// Returns the number of findings that are errors.
    #[must_use]
    pub fn errors(&self) -> usize {
        self.findings.iter().filter(|found| found.finding.fault.is_error()).count()
    }

    /// Returns the number of lines with an error.
    #[must_use]
    pub fn wrong_lines(&self) -> usize {
        let mut lines: Vec<usize> =
            self.findings.iter().filter(|found| found.finding.fault.is_error()).map(|found| found.line).collect();
        lines.dedup();
        lines.len()
    }

    /// Returns a line for each finding, in the format of compiler messages, and a line of totals. `notices` says which
    /// notices are included.
    #[must_use]
    pub fn text(&self, notices: Notices) -> String {
        let mut text = String::new();
        let mut numbers = vec![0; Fault::ALL.len()];
        for LineFinding { line, game, finding } in &self.findings {
            let number = &mut numbers[finding.fault as usize];
            *number += 1;
            let is_shown = match notices {
                _ if finding.fault.is_error() => true,
                Notices::All => true,
                Notices::Few => *number <= SHOWN,
                Notices::None => false,
            };
            if is_shown {
                let severity = if finding.fault.is_error() { "error" } else { "notice" };
                let about = if game.is_empty() { String::new() } else { format!("{}: ", clean(game)) };
                let (file, name) = (clean(&self.file), finding.fault.name());
                let _ = writeln!(text, "{file}:{line}: {severity}: {about}{} [{name}]", clean(&finding.message));
            }
        }
        if notices == Notices::None {
            return text;
        }
        for (fault, &found) in Fault::ALL.iter().zip(&numbers) {
            if notices == Notices::Few && !fault.is_error() && found > SHOWN {
                let more = count((found - SHOWN) as u64, "more notice");
                let _ = writeln!(text, "{more} [{}]: -v prints all", fault.name());
            }
        }
        let errors = self.errors();
        let notices = self.findings.len() - errors;
        let parts = [(self.lines, "line"), (self.games, "game"), (errors, "error"), (notices, "notice")];
        let _ = writeln!(text, "{}", parts.map(|(number, one)| count(number as u64, one)).join(", "));
        text
    }

    /// Returns the findings and totals as JSON.
    #[must_use]
    pub fn json(&self) -> String {
        let finding = |LineFinding { line, game, finding }: &LineFinding| FindingJson {
            line: *line,
            game: (!game.is_empty()).then(|| game.clone()),
            severity: if finding.fault.is_error() { "error" } else { "notice" },
            kind: finding.fault.name(),
            message: finding.message.clone(),
            points: finding.points.iter().map(ToString::to_string).collect(),
        };
        let errors = self.errors();
        json(&ReviewedJson {
            file: &self.file,
            lines: self.lines,
            games: self.games,
            errors,
            notices: self.findings.len() - errors,
            findings: self.findings.iter().map(finding).collect(),
        })
    }
}

/// The notices that are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notices {
    /// All notices.
    All,
    /// The first few of each kind, and the number of the others.
    Few,
    /// No notices.
    None,
}

#[derive(Serialize)]
struct ReviewedJson<'a> {
    file: &'a str,
    lines: usize,
    games: usize,
    errors: usize,
    notices: usize,
    findings: Vec<FindingJson>,
}

#[derive(Serialize)]
struct FindingJson {
    line: usize,
    game: Option<String>,
    severity: &'static str,
    kind: &'static str,
    message: String,
    points: Vec<String>,
}
