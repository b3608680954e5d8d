//! The diagnostics of a labels file, as text and JSON.

use std::fmt::Write as _;

use serde::Serialize;

use crate::labels::{Diagnostic, DiagnosticKind};
use crate::report::json;
use crate::report::text::{clean, count};

/// A diagnostic of a line of a labels file.
#[derive(Clone, Debug)]
pub struct LineDiagnostic {
    /// The line's number, from 1.
    pub line: usize,
    /// The game as the line names it; empty if the line does not parse.
    pub game: String,
    /// The diagnostic.
    pub diagnostic: Diagnostic,
}

/// A labels file that was checked.
#[derive(Clone, Debug)]
pub struct CheckedLabels {
    /// The file, as the user named it.
    pub file: String,
    /// The number of lines that are not empty.
    pub lines: usize,
    /// The number of games that the lines name.
    pub games: usize,
    /// The diagnostics, in the order of the lines.
    pub diagnostics: Vec<LineDiagnostic>,
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

/// The number of notices of each kind that are printed with [`Notices::Few`].
const FEW: usize = 3;

impl LineDiagnostic {
    const fn is_error(&self) -> bool {
        self.diagnostic.kind.is_error()
    }

    const fn severity(&self) -> &'static str {
        if self.is_error() { "error" } else { "notice" }
    }
}

impl CheckedLabels {
    /// Returns the number of diagnostics that are errors.
    #[must_use]
    pub fn errors(&self) -> usize {
        self.diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).count()
    }

    /// Returns the number of lines with an error.
    #[must_use]
    pub fn wrong_lines(&self) -> usize {
        self.diagnostics
            .chunk_by(|a, b| a.line == b.line)
            .filter(|line| line.iter().any(LineDiagnostic::is_error))
            .count()
    }

    /// Returns a line for each diagnostic, in the format of compiler messages, and a line of totals. `notices` chooses
    /// the notices that are included.
    #[must_use]
    pub fn text(&self, notices: Notices) -> String {
        let mut text = String::new();
        let mut counts = vec![0; DiagnosticKind::ALL.len()];
        for diagnostic in &self.diagnostics {
            let of_kind = &mut counts[diagnostic.diagnostic.kind as usize];
            *of_kind += 1;
            if diagnostic.is_error() || notices == Notices::All || notices == Notices::Few && *of_kind <= FEW {
                text += &self.message(diagnostic);
            }
        }
        if notices == Notices::None {
            return text;
        }
        for (kind, &number) in DiagnosticKind::ALL.iter().zip(&counts) {
            if notices == Notices::Few && !kind.is_error() && number > FEW {
                let more = count((number - FEW) as u64, "more notice");
                let _ = writeln!(text, "{more} [{}]: -v prints all", kind.name());
            }
        }
        let errors = self.errors();
        let notices = self.diagnostics.len() - errors;
        let totals = [(self.lines, "line"), (self.games, "game"), (errors, "error"), (notices, "notice")];
        let _ = writeln!(text, "{}", totals.map(|(number, one)| count(number as u64, one)).join(", "));
        text
    }

    /// Returns the line of a diagnostic.
    fn message(&self, diagnostic: &LineDiagnostic) -> String {
        let LineDiagnostic { line, game, diagnostic: Diagnostic { kind, message, .. } } = diagnostic;
        let game = if game.is_empty() { String::new() } else { format!("{}: ", clean(game)) };
        let (file, severity) = (clean(&self.file), diagnostic.severity());
        format!("{file}:{line}: {severity}: {game}{} [{}]\n", clean(message), kind.name())
    }

    /// Returns the diagnostics and totals as JSON.
    #[must_use]
    pub fn json(&self) -> String {
        let finding = |found: &LineDiagnostic| {
            let LineDiagnostic { line, game, diagnostic: Diagnostic { kind, message, points } } = found;
            FindingJson {
                line: *line,
                game: (!game.is_empty()).then(|| game.clone()),
                severity: found.severity(),
                kind: kind.name(),
                message: message.clone(),
                points: points.iter().map(ToString::to_string).collect(),
            }
        };
        let errors = self.errors();
        json(&CheckedJson {
            file: &self.file,
            lines: self.lines,
            games: self.games,
            errors,
            notices: self.diagnostics.len() - errors,
            findings: self.diagnostics.iter().map(finding).collect(),
        })
    }
}

#[derive(Serialize)]
struct CheckedJson<'a> {
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
