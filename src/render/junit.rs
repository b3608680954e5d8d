//! JUnit XML: a test case for each game, so that a CI system lists games as tests.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::{NoVerdict, Rendered, ReportFormat, RunReport, VerdictReport};
use crate::compare::{Judgement, Mismatch, SavedRow};
use crate::report::SkippedGame;
use crate::report::text::clean;

/// JUnit XML.
pub struct Junit;

impl ReportFormat for Junit {
    fn name(&self) -> &'static str {
        "junit"
    }

    fn summary(&self) -> &'static str {
        "JUnit XML, in which each game is a test"
    }

    fn run(&self, RunReport { run, .. }: &RunReport<'_>) -> Rendered {
        Ok(junit(&run.games()?, &run.skipped()?, None))
    }

    fn verdict(&self, VerdictReport { run: RunReport { run, .. }, judgement, .. }: &VerdictReport<'_>) -> Rendered {
        Ok(junit(&run.games()?, &run.skipped()?, Some(judgement)))
    }

    fn no_verdict(&self, why: &NoVerdict) -> Option<String> {
        let status = CaseStatus::Error { message: first_line(&why.message).to_owned(), text: longer(&why.message) };
        Some(report(&[("gate", vec![Case { name: "verdict".to_owned(), class: "gate", status }])]))
    }
}

/// Returns the report of a run. `rows` are those of `games.csv`. With the gate's verdict `judgement`, a game fails if a
/// mismatch is new or worse, and each violation of the gate's limits is a failed test of its own. Without it, a game
/// fails if any strategy differs from the label.
fn junit(rows: &[SavedRow], skipped: &[SkippedGame], judgement: Option<&Judgement>) -> String {
    let failures = match judgement {
        Some(judgement) => gate_failures(judgement),
        None => mismatches(rows),
    };
    let names: BTreeSet<&str> = rows.iter().map(|row| row.game.as_str()).collect();
    let evaluated = names.into_iter().map(|name| Case::of_game(name, game_status(failures.get(name))));
    let skipped = skipped.iter().map(|game| {
        let detail = if game.detail.is_empty() { String::new() } else { format!(": {}", game.detail) };
        Case::of_game(&game.game, CaseStatus::Skipped(format!("{}{detail}", game.reason)))
    });
    let games = ("games", evaluated.chain(skipped).collect());
    report(&judgement.map(|judgement| ("gate", gate_cases(judgement))).into_iter().chain([games]).collect::<Vec<_>>())
}

/// A test.
struct Case<'a> {
    name: String,
    class: &'a str,
    status: CaseStatus,
}

enum CaseStatus {
    Passed,
    /// A failed test: its type, its message of one line, and a text of any number of lines.
    Failed {
        kind: &'static str,
        message: String,
        text: String,
    },
    /// A test without a result.
    Error {
        message: String,
        text: String,
    },
    Skipped(String),
}

impl<'a> Case<'a> {
    /// Returns the test case of a game; its class is the game's folder.
    fn of_game(game: &'a str, status: CaseStatus) -> Self {
        Self { name: game.to_owned(), class: game.rsplit_once('/').map_or("games", |(folder, _)| folder), status }
    }
}

/// Returns the XML of test suites, each with its name and tests.
fn report(suites: &[(&str, Vec<Case<'_>>)]) -> String {
    let count = |cases: &[Case<'_>], is: fn(&CaseStatus) -> bool| cases.iter().filter(|case| is(&case.status)).count();
    let failed = |cases: &[Case<'_>]| count(cases, |status| matches!(status, CaseStatus::Failed { .. }));
    let errors = |cases: &[Case<'_>]| count(cases, |status| matches!(status, CaseStatus::Error { .. }));
    let skipped = |cases: &[Case<'_>]| count(cases, |status| matches!(status, CaseStatus::Skipped(_)));
    let sum = |number: &dyn Fn(&[Case<'_>]) -> usize| suites.iter().map(|(_, cases)| number(cases)).sum::<usize>();
    let mut xml = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"seichi\" tests=\"{}\" failures=\"{}\" errors=\"{}\">\n",
        sum(&|cases| cases.len()),
        sum(&failed),
        sum(&errors),
    );
    for (name, cases) in suites {
        let (tests, skipped, errors, failed) = (cases.len(), skipped(cases), errors(cases), failed(cases));
        let _ = writeln!(
            xml,
            "    <testsuite name=\"{name}\" tests=\"{tests}\" skipped=\"{skipped}\" errors=\"{errors}\" failures=\"{failed}\">"
        );
        for case in cases {
            write_case(&mut xml, case);
        }
        xml.push_str("    </testsuite>\n");
    }
    xml + "</testsuites>\n"
}

fn write_case(xml: &mut String, case: &Case<'_>) {
    let element = |element: &str, message: &str, kind: &str, text: &str| {
        let kind = if kind.is_empty() { String::new() } else { format!(" type=\"{kind}\"") };
        let end = if text.is_empty() { "/>".to_owned() } else { format!(">{}</{element}>", escape_lines(text)) };
        format!(">\n            <{element} message=\"{}\"{kind}{end}\n        </testcase>\n", escape(message))
    };
    let end = match &case.status {
        CaseStatus::Passed => "/>\n".to_owned(),
        CaseStatus::Failed { kind, message, text } => element("failure", message, kind, text),
        CaseStatus::Error { message, text } => element("error", message, "no verdict", text),
        CaseStatus::Skipped(message) => element("skipped", message, "", ""),
    };
    let _ = write!(xml, "        <testcase name=\"{}\" classname=\"{}\"{end}", escape(&case.name), escape(case.class));
}

/// Escapes text for one line of XML. XML also excludes two characters that are no control characters; they are
/// escaped, since two names could become equal if they were left out.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in clean(text).chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&apos;"),
            '\u{fffe}' | '\u{ffff}' => escaped.extend(letter.escape_default()),
            _ => escaped.push(letter),
        }
    }
    escaped
}

fn escape_lines(text: &str) -> String {
    text.lines().map(escape).collect::<Vec<_>>().join("\n")
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

/// Returns a text if its first line, which is the message of a test, is not all of it.
fn longer(text: &str) -> String {
    if first_line(text) == text { String::new() } else { text.to_owned() }
}

/// For each game that fails, a line for each failure and the command that shows the game.
type Failures<'a> = BTreeMap<&'a str, (Vec<String>, &'a str)>;

fn mismatches(rows: &[SavedRow]) -> Failures<'_> {
    let mut failures = Failures::new();
    for row in rows {
        if let Some(mismatch) = Mismatch::of(row) {
            let line = format!("{}: {}", row.strategy, mismatch.words());
            failures.entry(&row.game).or_insert_with(|| (Vec::new(), &row.explain)).0.push(line);
        }
    }
    failures
}

fn gate_failures(judgement: &Judgement) -> Failures<'_> {
    let mut failures = Failures::new();
    for change in judgement.changes.iter().filter(|change| change.kind.is_bad()) {
        let line = format!("{}, {}: {}", change.strategy, change.kind.name(), change.words());
        failures.entry(&change.game).or_insert_with(|| (Vec::new(), &change.explain)).0.push(line);
    }
    failures
}

fn game_status(failures: Option<&(Vec<String>, &str)>) -> CaseStatus {
    let Some((lines, explain)) = failures else { return CaseStatus::Passed };
    let message = match lines.len() {
        1 => lines[0].clone(),
        number => format!("{}; {} more", lines[0], number - 1),
    };
    // rows of `games.csv` have no commands
    let text = lines.iter().map(String::as_str).chain([*explain].into_iter().filter(|command| !command.is_empty()));
    CaseStatus::Failed { kind: "mismatch", message, text: text.collect::<Vec<_>>().join("\n") }
}

fn gate_cases(judgement: &Judgement) -> Vec<Case<'static>> {
    let case = |name: &str, status: CaseStatus| Case { name: name.to_owned(), class: "gate", status };
    let violations = judgement.violations.iter().map(|violation| {
        let text = violation.to_string();
        let message = first_line(&text).to_owned();
        case(&message, CaseStatus::Failed { kind: "violation", message: message.clone(), text: longer(&text) })
    });
    violations.chain(judgement.passed.then(|| case("no violation", CaseStatus::Passed))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_apart_and_legal() {
        let game =
            |game: &str| SkippedGame { game: game.to_owned(), reason: "resign".to_owned(), detail: String::new() };
        let xml = junit(&[], &["a\u{1}", "a\n", "a\u{fffe}", "a\u{1b}[1m<\"", "a"].map(game), None);
        assert!(xml.contains("<testsuites name=\"seichi\" tests=\"5\" failures=\"0\" errors=\"0\">"), "{xml}");
        assert!(xml.contains("<testsuite name=\"games\" tests=\"5\" skipped=\"5\""), "{xml}");
        let escaped = ["a\\u{1}", "a\\n", "a\\u{fffe}", "a\\u{1b}[1m&lt;&quot;", "a"];
        for name in escaped {
            assert!(xml.contains(&format!("<testcase name=\"{name}\"")), "{name}\n{xml}");
        }
    }
}
