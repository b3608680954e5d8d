//! JUnit XML with a test case for each game, so that CI systems show games as tests.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::{Rendered, RunReport};
use crate::compare::{GateResult, Mismatch, contradiction};
use crate::run::{GameRow, SkippedRow};
use crate::text::{clean, clean_lines};

/// Returns the report of a run, with the gate's verdict if there is one. With a verdict, a game
/// fails if a mismatch is new or worse. Without a verdict, a game fails if any answer differs from
/// the label.
///
/// # Errors
/// If a file of the run cannot be read.
pub(super) fn render(report: &RunReport<'_>) -> Rendered {
    let (games, skipped) = (report.run.games()?, report.run.skipped()?);
    let result = report.verdict.map(|(result, _)| result);
    Ok(junit(&games, &skipped, result, &report.causes().join("\n")))
}

/// Returns a report with the reason why there is no verdict.
pub(super) fn no_verdict(message: &str) -> String {
    let mut gate = TestSuite::new("gate");
    let status = problem(NonSuccessKind::Error, "no verdict", message);
    gate.add_test_case(case("verdict", "gate", status));
    xml([gate])
}

/// Returns the report of a run; `rows` has the rows in its `games.csv`. With the gate's verdict
/// `result`, a game fails if a mismatch is new or worse. Each violation of the gate's limits is
/// then a separate failed test, with the likely `causes`. Without a verdict, a game fails if any
/// strategy differs from the label.
fn junit(
    rows: &[GameRow],
    skipped: &[SkippedRow],
    result: Option<&GateResult>,
    causes: &str,
) -> String {
    let failures = failures(rows, result);
    let mut games = TestSuite::new("games");
    let names: BTreeSet<&str> = rows.iter().map(|row| row.game.as_str()).collect();
    for name in names {
        let status = match failures.get(name) {
            Some(text) => problem(NonSuccessKind::Failure, "mismatch", text.trim_end()),
            None => TestCaseStatus::success(),
        };
        games.add_test_case(case(name, folder(name), status));
    }
    for game in skipped {
        let mut status = TestCaseStatus::skipped();
        status.set_message(clean(&if game.detail.is_empty() {
            game.reason.name().to_owned()
        } else {
            format!("{}: {}", game.reason.name(), game.detail)
        }));
        games.add_test_case(case(&game.game, folder(&game.game), status));
    }
    let Some(result) = result else {
        return xml([games]);
    };
    let mut gate = TestSuite::new("gate");
    for violation in &result.violations {
        let text = format!("{violation}\n{causes}");
        let name = text.lines().next().unwrap_or_default();
        let status = problem(NonSuccessKind::Failure, "violation", text.trim_end());
        gate.add_test_case(case(name, "gate", status));
    }
    if result.passed {
        gate.add_test_case(case("no violation", "gate", TestCaseStatus::success()));
    }
    xml([gate, games])
}

/// Returns the folder of a game, which is the class of its test.
fn folder(game: &str) -> &str {
    game.rsplit_once('/').map_or("games", |(folder, _)| folder)
}

/// Returns the text of each failed game: a line for each failure, and the command that shows the
/// game, if it is known.
fn failures<'a>(rows: &'a [GameRow], result: Option<&'a GateResult>) -> BTreeMap<&'a str, String> {
    let mut failures: BTreeMap<&str, String> = BTreeMap::new();
    if let Some(result) = result {
        for change in result.changes.iter().filter(|one| one.kind.is_bad()) {
            let (kind, words) = (change.kind.name(), change.words());
            let text = failures.entry(&change.game).or_default();
            let _ = writeln!(
                text,
                "{}, {kind}: {words}\n{}",
                change.strategy, change.explain
            );
        }
        return failures;
    }
    for row in rows {
        if let Some(mismatch) = Mismatch::of(row) {
            let text = failures.entry(&row.game).or_default();
            let words = contradiction(row).unwrap_or_else(|| mismatch.words());
            let _ = writeln!(text, "{}: {words}", row.strategy);
        }
    }
    failures
}

/// Returns the status of a test with the problem that `text` describes. The first line of `text` is
/// the message.
fn problem(kind: NonSuccessKind, name: &str, text: &str) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(kind);
    let message = text.lines().next().unwrap_or_default();
    status.set_type(name).set_message(clean(message));
    if message != text {
        status.set_description(clean_lines(text, ""));
    }
    status
}

/// Returns a test. Special characters in its name are escaped, because the XML would leave them
/// out, and names must stay distinct.
fn case(name: &str, class: &str, status: TestCaseStatus) -> TestCase {
    let mut case = TestCase::new(clean(name), status);
    case.set_classname(clean(class));
    case
}

fn xml<const N: usize>(suites: [TestSuite; N]) -> String {
    let mut report = Report::new("seichi");
    report.add_test_suites(suites);
    report.to_string().expect("memory takes every byte")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::skip::{Reason, Skip};

    #[test]
    fn names_stay_distinct_and_valid() {
        let games = ["a\u{1}", "a\n", "a\u{fffe}", "a\u{1b}[1m<\"", "a"];
        let skip = Skip::new(Reason::Resign, "");
        let skipped = games.map(|game| SkippedRow::new(game.to_owned(), skip.clone(), 0));
        let xml = junit(&[], &skipped, None, "");
        assert!(
            xml.contains(
                "<testsuites name=\"seichi\" tests=\"5\" skipped=\"5\" failures=\"0\" errors=\"0\">"
            ),
            "{xml}"
        );
        assert!(
            xml.contains("<testsuite name=\"games\" tests=\"5\" skipped=\"5\""),
            "{xml}"
        );
        let escaped = [
            "a\\u{1}",
            "a\\n",
            "a\\u{fffe}",
            "a\\u{1b}[1m&lt;&quot;",
            "a",
        ];
        for name in escaped {
            assert!(
                xml.contains(&format!("<testcase name=\"{name}\"")),
                "{name}\n{xml}"
            );
        }
    }
}
