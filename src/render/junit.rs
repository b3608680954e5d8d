//! JUnit XML with a test case for each game: CI systems show games as tests.

use std::collections::{BTreeMap, BTreeSet};

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::{NoVerdict, Rendered, ReportFormat, RunReport, VerdictReport};
use crate::compare::{Judgement, Mismatch};
use crate::run::{SavedRow, SkippedGame};
use crate::text::{clean, clean_lines};

/// JUnit XML.
pub struct Junit;

impl ReportFormat for Junit {
    fn name(&self) -> &'static str {
        "junit"
    }

    fn summary(&self) -> &'static str {
        "JUnit XML with each game as a test"
    }

    fn run(&self, RunReport { run, .. }: &RunReport<'_>) -> Rendered {
        Ok(junit(&run.games()?, &run.skipped()?, None))
    }

    fn verdict(
        &self,
        VerdictReport {
            run: RunReport { run, .. },
            judgement,
            ..
        }: &VerdictReport<'_>,
    ) -> Rendered {
        Ok(junit(&run.games()?, &run.skipped()?, Some(judgement)))
    }

    fn no_verdict(&self, why: &NoVerdict) -> Option<String> {
        let mut gate = TestSuite::new("gate");
        gate.add_test_case(case(
            "verdict",
            "gate",
            problem(NonSuccessKind::Error, "no verdict", &why.message),
        ));
        Some(xml([gate]))
    }
}

/// Returns the report of a run; `rows` has the rows of its `games.csv`. With the gate's verdict
/// `judgement`, a game fails if a mismatch is new or worse, and each violation of the gate's limits
/// is a separate failed test. Without it, a game fails if any strategy differs from the label.
fn junit(rows: &[SavedRow], skipped: &[SkippedGame], judgement: Option<&Judgement>) -> String {
    let failures = failures(rows, judgement);
    let mut games = TestSuite::new("games");
    for name in rows
        .iter()
        .map(|row| row.game.as_str())
        .collect::<BTreeSet<_>>()
    {
        let status = failures
            .get(name)
            .map_or_else(TestCaseStatus::success, game_failure);
        games.add_test_case(case(name, folder(name), status));
    }
    for SkippedGame {
        game,
        reason,
        detail,
    } in skipped
    {
        let detail = if detail.is_empty() {
            String::new()
        } else {
            format!(": {detail}")
        };
        let mut status = TestCaseStatus::skipped();
        status.set_message(clean(&format!("{reason}{detail}")));
        games.add_test_case(case(game, folder(game), status));
    }
    let Some(judgement) = judgement else {
        return xml([games]);
    };
    let mut gate = TestSuite::new("gate");
    for violation in &judgement.violations {
        let text = violation.to_string();
        let name = text.lines().next().unwrap_or_default();
        gate.add_test_case(case(
            name,
            "gate",
            problem(NonSuccessKind::Failure, "violation", &text),
        ));
    }
    if judgement.passed {
        gate.add_test_case(case("no violation", "gate", TestCaseStatus::success()));
    }
    xml([gate, games])
}

/// Returns the folder of a game, the class of its test.
fn folder(game: &str) -> &str {
    game.rsplit_once('/').map_or("games", |(folder, _)| folder)
}

/// For each failed game, a line for each failure and the command that shows the game.
type Failures<'a> = BTreeMap<&'a str, (Vec<String>, &'a str)>;

fn failures<'a>(rows: &'a [SavedRow], judgement: Option<&'a Judgement>) -> Failures<'a> {
    let mut failures = Failures::new();
    let mut add = |game: &'a str, line, explain: &'a str| {
        failures
            .entry(game)
            .or_insert_with(|| (Vec::new(), explain))
            .0
            .push(line);
    };
    if let Some(judgement) = judgement {
        for change in judgement
            .changes
            .iter()
            .filter(|change| change.kind.is_bad())
        {
            let line = format!(
                "{}, {}: {}",
                change.strategy,
                change.kind.name(),
                change.words()
            );
            add(&change.game, line, &change.explain);
        }
        return failures;
    }
    for (row, mismatch) in rows
        .iter()
        .filter_map(|row| Some((row, Mismatch::of(row)?)))
    {
        add(
            &row.game,
            format!("{}: {}", row.strategy, mismatch.words()),
            &row.explain,
        );
    }
    failures
}

fn game_failure((lines, explain): &(Vec<String>, &str)) -> TestCaseStatus {
    let message = match lines.len() {
        1 => lines[0].clone(),
        number => format!("{}; {} more", lines[0], number - 1),
    };
    // rows of `games.csv` do not have the command
    let command = Some(*explain).filter(|command| !command.is_empty());
    let text = lines
        .iter()
        .map(String::as_str)
        .chain(command)
        .collect::<Vec<_>>()
        .join("\n");
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
    status
        .set_type("mismatch")
        .set_message(clean(&message))
        .set_description(clean_lines(&text, ""));
    status
}

/// Returns the status of a test with the problem that `text` describes: its first line is the
/// message.
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
/// out, and names have to stay different.
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

    #[test]
    fn names_stay_distinct_and_valid() {
        let game = |game: &str| SkippedGame {
            game: game.to_owned(),
            reason: "resign".to_owned(),
            detail: String::new(),
        };
        let xml = junit(
            &[],
            &["a\u{1}", "a\n", "a\u{fffe}", "a\u{1b}[1m<\"", "a"].map(game),
            None,
        );
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
