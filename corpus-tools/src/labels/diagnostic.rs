//! Diagnostics for the lines of a labels file, and their kinds.

use std::fmt::Write as _;

use seichi::board::Point;
use seichi::run::json;
use seichi::text::clean;
use serde::Serialize;

macro_rules! kinds {
    ($($(#[doc = $doc:literal])+ $kind:ident, $name:literal, $is_error:literal;)+) => {
        /// The kind of a diagnostic for a line of a labels file.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub(super) enum DiagnosticKind { $($(#[doc = $doc])+ $kind,)+ }

        impl DiagnosticKind {
            /// All kinds, in the order of their declaration.
            const ALL: &[Self] = &[$(Self::$kind,)+];

            /// Returns the name of the kind in reports.
                    pub(super) const fn name(self) -> &'static str {
                match self { $(Self::$kind => $name,)+ }
            }

            /// Returns whether the kind is an error; otherwise, it is a notice.
                    pub(super) const fn is_error(self) -> bool {
                match self { $(Self::$kind => $is_error,)+ }
            }
        }
    };
}

kinds! {
    /// The line does not parse.
    Syntax, "syntax", true;
    /// The line has an unknown key that resembles a known one, most likely a misspelling.
    UnknownKey, "unknown_key", true;
    /// The line refers to a game that does not exist.
    NoGame, "no_game", true;
    /// An earlier line labels the same game.
    Twice, "twice", true;
    /// The result is not valid.
    Result, "result", true;
    /// A point is off the board.
    OffBoard, "off_board", true;
    /// A point is listed as a dead stone, but has no stone.
    NoStone, "no_stone", true;
    /// Only a part of a block is dead.
    HalfBlock, "half_block", true;
    /// A stone on the opponent's territory is not dead.
    LivingStone, "living_stone", true;
    /// Both sides claim a point.
    Both, "both_claim", true;
    /// One side claims a point that the other side surrounds.
    WrongSide, "wrong_side", true;
    /// One side surrounds a region but claims only a part of it, and no result confirms the claim.
    Partial, "partial", true;
    /// One side claims a point of a region that borders both colours.
    Neutral, "neutral", true;
    /// The result contradicts the map, prisoners and komi.
    Inconsistent, "inconsistent", true;
    /// The result contradicts the map, prisoners and komi under territory scoring, but agrees with an area count.
    Area, "area", false;
    /// One side surrounds a region but claims only a part of it, and the result confirms the claim.
    PartAgreed, "part_agreed", false;
    /// A living stone is listed as its own side's territory, which has no effect.
    OwnStone, "own_stone", false;
    /// The game is skipped, regardless of the line.
    Skipped, "skipped", false;
    /// The line has an unknown key that resembles no known one.
    OtherKey, "other_key", false;
    /// The line repeats the record.
    Same, "same", false;
}

/// A diagnostic: an error in a line of a labels file, or a notice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Diagnostic {
    /// The kind of the diagnostic.
    pub(super) kind: DiagnosticKind,
    /// The message for the user.
    pub(super) message: String,
    /// The points concerned, sorted.
    pub(super) points: Vec<Point>,
}

impl Diagnostic {
    /// Returns a diagnostic that concerns no points.
    pub(super) fn new(kind: DiagnosticKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), points: Vec::new() }
    }
}

/// A line of a labels file, with its diagnostics.
pub(super) struct CheckedLine {
    /// The line's number, from 1.
    pub(super) number: usize,
    /// The game as the line names it; empty if the line does not parse.
    pub(super) game: String,
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// A labels file that was checked.
pub(super) struct CheckedLabels {
    /// The file, as the user named it.
    pub(super) file: String,
    /// The lines that are not empty.
    pub(super) lines: Vec<CheckedLine>,
    /// The number of games that the lines name.
    pub(super) games: usize,
}

/// The notices to print.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Notices {
    All,
    /// The first few of each kind, and the number of the others.
    Few,
    None,
}

/// The number of notices of each kind that are printed with [`Notices::Few`].
const FEW: usize = 3;

impl DiagnosticKind {
    const fn severity(self) -> &'static str {
        if self.is_error() { "error" } else { "notice" }
    }
}

impl CheckedLabels {
    /// Returns the number of lines with an error.
    pub(super) fn wrong_lines(&self) -> usize {
        let is_wrong = |line: &&CheckedLine| line.diagnostics.iter().any(|found| found.kind.is_error());
        self.lines.iter().filter(is_wrong).count()
    }

    fn diagnostics(&self) -> impl Iterator<Item = (&CheckedLine, &Diagnostic)> {
        self.lines.iter().flat_map(|line| line.diagnostics.iter().map(move |found| (line, found)))
    }

    /// Returns the number of errors and of notices.
    fn totals(&self) -> [usize; 2] {
        let errors = self.diagnostics().filter(|(_, found)| found.kind.is_error()).count();
        [errors, self.diagnostics().count() - errors]
    }

    /// Returns a line for each diagnostic, in the format of compiler messages, and a line of totals.
    pub(super) fn text(&self, notices: Notices) -> String {
        let mut text = String::new();
        let mut counts = vec![0; DiagnosticKind::ALL.len()];
        for (line, found) in self.diagnostics() {
            let of_kind = &mut counts[found.kind as usize];
            *of_kind += 1;
            if found.kind.is_error() || notices == Notices::All || notices == Notices::Few && *of_kind <= FEW {
                text += &self.message(line, found);
            }
        }
        if notices == Notices::None {
            return text;
        }
        for (kind, &number) in DiagnosticKind::ALL.iter().zip(&counts) {
            if notices == Notices::Few && !kind.is_error() && number > FEW {
                let _ = writeln!(text, "{} [{}]: -v prints all", count(number - FEW, "more notice"), kind.name());
            }
        }
        let [errors, notices] = self.totals();
        let totals = [(self.lines.len(), "line"), (self.games, "game"), (errors, "error"), (notices, "notice")];
        let _ = writeln!(text, "{}", totals.map(|(number, one)| count(number, one)).join(", "));
        text
    }

    /// Returns the line of a diagnostic.
    fn message(&self, CheckedLine { number, game, .. }: &CheckedLine, found: &Diagnostic) -> String {
        let game = if game.is_empty() { String::new() } else { format!("{}: ", clean(game)) };
        let (file, kind) = (clean(&self.file), found.kind);
        format!("{file}:{number}: {}: {game}{} [{}]\n", kind.severity(), clean(&found.message), kind.name())
    }

    /// Returns the diagnostics and totals as JSON.
    pub(super) fn json(&self) -> String {
        let finding = |(line, found): (&CheckedLine, &Diagnostic)| FindingJson {
            line: line.number,
            game: (!line.game.is_empty()).then(|| line.game.clone()),
            severity: found.kind.severity(),
            kind: found.kind.name(),
            message: found.message.clone(),
            points: found.points.iter().map(ToString::to_string).collect(),
        };
        let [errors, notices] = self.totals();
        let (file, findings) = (&self.file, self.diagnostics().map(finding).collect());
        json(&CheckedJson { file, lines: self.lines.len(), games: self.games, errors, notices, findings })
    }
}

/// Returns a number with its noun: `1 game`, `2 games`.
fn count(number: usize, one: &str) -> String {
    format!("{number} {one}{}", if number == 1 { "" } else { "s" })
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
