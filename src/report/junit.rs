//! JUnit XML: a test case for each game, so that a CI system lists games as tests.

use std::collections::{BTreeMap, BTreeSet};

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::SkippedGame;
use super::text::clean;
use crate::compare::{Judgement, SavedRow};

/// Returns the report of a run. `rows` are those of `games.csv`. With the gate's verdict `judgement`, a game fails if a
/// mismatch is new or worse, and each violation of the gate's limits is a failed test of its own. Without it, a game
/// fails if any strategy differs from the label.
///
/// # Panics
/// Never: writing to memory does not fail.
#[must_use]
pub fn junit(rows: &[SavedRow], skipped: &[SkippedGame], judgement: Option<&Judgement>) -> String {
    let mut report = Report::new("seichi");
    if let Some(judgement) = judgement {
        report.add_test_suite(gate_suite(judgement));
    }
    let mut suite = TestSuite::new("games");
    let failures = match judgement {
        Some(judgement) => gate_failures(judgement),
        None => mismatches(rows),
    };
    let names: BTreeSet<&str> = rows.iter().map(|row| row.game.as_str()).collect();
    for name in names {
        suite.add_test_case(game_case(name, failures.get(name).map_or(&[], Vec::as_slice)));
    }
    for game in skipped {
        let mut status = TestCaseStatus::skipped();
        let detail = if game.detail.is_empty() { String::new() } else { format!(": {}", game.detail) };
        status.set_message(legal(&format!("{}{detail}", game.reason)));
        suite.add_test_case(case(&game.game, status));
    }
    report.add_test_suite(suite);
    let xml = report.to_string().expect("memory takes all");
    // the schema allows this count on a suite, but not on the root, which is the first in the text
    xml.replacen(&format!(" skipped=\"{}\"", report.skipped), "", 1)
}

/// Returns the report of a gate without a verdict: one test with an error.
///
/// # Panics
/// Never: writing to memory does not fail.
#[must_use]
pub fn junit_error(message: &str) -> String {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
    status.set_type("no verdict");
    set_text(&mut status, message);
    let mut suite = TestSuite::new("gate");
    suite.add_test_case(gate_case("verdict", status));
    let mut report = Report::new("seichi");
    report.add_test_suite(suite);
    report.to_string().expect("memory takes all")
}

/// Sets the first line of a text as the message of a test, since an attribute has one line, and a longer text as its
/// description, too.
fn set_text(status: &mut TestCaseStatus, text: &str) {
    status.set_message(legal(first_line(text)));
    if first_line(text) != text {
        status.set_description(text.lines().map(legal).collect::<Vec<_>>().join("\n"));
    }
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

/// Escapes text for one line of XML. XML also excludes two characters that are no control characters; they are
/// escaped, since two names could become equal if they were left out.
fn legal(words: &str) -> String {
    clean(words).replace('\u{fffe}', "\\u{fffe}").replace('\u{ffff}', "\\u{ffff}")
}

/// For each game that fails, a line for each failure and the command that shows the game.
type Failures<'a> = BTreeMap<&'a str, Vec<(String, &'a str)>>;

fn mismatches(rows: &[SavedRow]) -> Failures<'_> {
    let mut failures = Failures::new();
    for row in rows {
        if let Some(mismatch) = row.mismatch() {
            let line = format!("{}: {}", row.strategy, mismatch.words());
            failures.entry(&row.game).or_default().push((line, &row.explain));
        }
    }
    failures
}

fn gate_failures(judgement: &Judgement) -> Failures<'_> {
    let mut failures = Failures::new();
    for change in judgement.changes.iter().filter(|change| change.kind.is_bad()) {
        let line = format!("{}, {}: {}", change.strategy, change.kind.name(), change.words());
        failures.entry(&change.game).or_default().push((line, &change.explain));
    }
    failures
}

fn game_case(name: &str, failures: &[(String, &str)]) -> TestCase {
    let Some((first, explain)) = failures.first() else { return case(name, TestCaseStatus::success()) };
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
    status.set_type("mismatch").set_message(legal(&match failures.len() {
        1 => first.clone(),
        number => format!("{first}; {} more", number - 1),
    }));
    // rows of `games.csv` have no commands
    let lines =
        failures.iter().map(|(line, _)| line.as_str()).chain([*explain].into_iter().filter(|it| !it.is_empty()));
    status.set_description(lines.map(legal).collect::<Vec<_>>().join("\n"));
    case(name, status)
}

/// Returns the test case of a game; its class is the game's folder.
fn case(game: &str, status: TestCaseStatus) -> TestCase {
    let mut case = TestCase::new(legal(game), status);
    case.set_classname(legal(game.rsplit_once('/').map_or("games", |(folder, _)| folder)));
    case
}

fn gate_suite(judgement: &Judgement) -> TestSuite {
    let mut suite = TestSuite::new("gate");
    for violation in &judgement.violations {
        let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
        status.set_type("violation");
        let text = violation.to_string();
        set_text(&mut status, &text);
        suite.add_test_case(gate_case(first_line(&text), status));
    }
    if judgement.passed {
        suite.add_test_case(gate_case("no violation", TestCaseStatus::success()));
    }
    suite
}

fn gate_case(name: &str, status: TestCaseStatus) -> TestCase {
    let mut case = TestCase::new(legal(name), status);
    case.set_classname("gate");
    case
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
