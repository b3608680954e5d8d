//! JUnit XML with a test case for each game: CI systems show games as tests.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::{NoVerdict, Rendered, ReportFormat, RunReport, VerdictReport};
use crate::compare::{Judgement, Mismatch};
use crate::text::{self, clean};

use crate::run::{SavedRow, SkippedGame};

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

    fn verdict(&self, VerdictReport { run: RunReport { run, .. }, judgement, .. }: &VerdictReport<'_>) -> Rendered {
        Ok(junit(&run.games()?, &run.skipped()?, Some(judgement)))
    }

    fn no_verdict(&self, why: &NoVerdict) -> Option<String> {
        let problem = Problem::of("error", "no verdict", &why.message);
        Some(report(&[("gate", vec![Case { name: "verdict", class: "gate", problem: Some(problem) }])]))
    }
}

/// A test. Without a problem it passes.
struct Case<'a> {
    name: &'a str,
    class: &'a str,
    problem: Option<Problem>,
}

/// The reason why a test does not pass.
struct Problem {
    /// The XML element: `failure`, `error` or `skipped`.
    element: &'static str,
    /// The type; may be empty.
    kind: &'static str,
    /// A message of one line.
    message: String,
    /// A text of any number of lines; may be empty.
    text: String,
}

impl Problem {
    /// Returns the problem that `text` describes: its first line is the message.
    fn of(element: &'static str, kind: &'static str, text: &str) -> Self {
        let message = text.lines().next().unwrap_or_default().to_owned();
        let text = if message == text { String::new() } else { text.to_owned() };
        Self { element, kind, message, text }
    }
}

impl<'a> Case<'a> {
    /// Returns the test case of a game; its class is the game's folder.
    fn of_game(name: &'a str, problem: Option<Problem>) -> Self {
        Self { name, class: name.rsplit_once('/').map_or("games", |(folder, _)| folder), problem }
    }
}

/// Returns the report of a run; `rows` has the rows of its `games.csv`. With the gate's verdict `judgement`, a game
/// fails if a mismatch is new or worse, and each violation of the gate's limits is a separate failed test. Without
/// it, a game fails if any strategy differs from the label.
fn junit(rows: &[SavedRow], skipped: &[SkippedGame], judgement: Option<&Judgement>) -> String {
    let failures = failures(rows, judgement);
    let names: BTreeSet<&str> = rows.iter().map(|row| row.game.as_str()).collect();
    let evaluated = names.into_iter().map(|name| Case::of_game(name, failures.get(name).map(game_failure)));
    let skipped = skipped.iter().map(|game| {
        let detail = if game.detail.is_empty() { String::new() } else { format!(": {}", game.detail) };
        let (message, text) = (format!("{}{detail}", game.reason), String::new());
        Case::of_game(&game.game, Some(Problem { element: "skipped", kind: "", message, text }))
    });
    let games = ("games", evaluated.chain(skipped).collect());
    let Some(judgement) = judgement else { return report(&[games]) };
    let violations: Vec<Problem> = judgement
        .violations
        .iter()
        .map(|violation| Problem::of("failure", "violation", &violation.to_string()))
        .collect();
    let names: Vec<String> = violations.iter().map(|violation| violation.message.clone()).collect();
    let violations = names.iter().zip(violations).map(|(name, problem)| (name.as_str(), Some(problem)));
    let passed = judgement.passed.then_some(("no violation", None));
    let gate = violations.chain(passed).map(|(name, problem)| Case { name, class: "gate", problem });
    report(&[("gate", gate.collect()), games])
}

/// For each failed game, a line for each failure and the command that shows the game.
type Failures<'a> = BTreeMap<&'a str, (Vec<String>, &'a str)>;

fn failures<'a>(rows: &'a [SavedRow], judgement: Option<&'a Judgement>) -> Failures<'a> {
    let mut failures = Failures::new();
    let mut add = |game: &'a str, line, explain: &'a str| {
        failures.entry(game).or_insert_with(|| (Vec::new(), explain)).0.push(line);
    };
    if let Some(judgement) = judgement {
        for change in judgement.changes.iter().filter(|change| change.kind.is_bad()) {
            let line = format!("{}, {}: {}", change.strategy, change.kind.name(), change.words());
            add(&change.game, line, &change.explain);
        }
        return failures;
    }
    for (row, mismatch) in rows.iter().filter_map(|row| Some((row, Mismatch::of(row)?))) {
        add(&row.game, format!("{}: {}", row.strategy, mismatch.words()), &row.explain);
    }
    failures
}

fn game_failure((lines, explain): &(Vec<String>, &str)) -> Problem {
    let message = match lines.len() {
        1 => lines[0].clone(),
        number => format!("{}; {} more", lines[0], number - 1),
    };
    // rows of `games.csv` do not have the command
    let command = Some(*explain).filter(|command| !command.is_empty());
    let text = lines.iter().map(String::as_str).chain(command).collect::<Vec<_>>().join("\n");
    Problem { element: "failure", kind: "mismatch", message, text }
}

/// Returns the XML of test suites, each with its name and tests.
fn report(suites: &[(&str, Vec<Case<'_>>)]) -> String {
    let count = |cases: &[Case<'_>], element: &str| {
        cases.iter().flat_map(|case| &case.problem).filter(|problem| problem.element == element).count()
    };
    let sum = |number: &dyn Fn(&[Case<'_>]) -> usize| suites.iter().map(|(_, cases)| number(cases)).sum::<usize>();
    let [failed, errors] = ["failure", "error"].map(|element| sum(&|cases| count(cases, element)));
    let mut xml = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <testsuites name=\"seichi\" tests=\"{}\" failures=\"{failed}\" errors=\"{errors}\">\n",
        sum(&|cases| cases.len()),
    );
    for (name, cases) in suites {
        let tests = cases.len();
        let [skipped, errors, failed] = ["skipped", "error", "failure"].map(|element| count(cases, element));
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

fn write_case(xml: &mut String, Case { name, class, problem }: &Case<'_>) {
    let _ = write!(xml, "        <testcase name=\"{}\" classname=\"{}\"", escape(name), escape(class));
    let Some(Problem { element, kind, message, text }) = problem else { return xml.push_str("/>\n") };
    let kind = if kind.is_empty() { String::new() } else { format!(" type=\"{kind}\"") };
    let lines: Vec<String> = text.lines().map(escape).collect();
    let end = if text.is_empty() { "/>".to_owned() } else { format!(">{}</{element}>", lines.join("\n")) };
    let message = escape(message);
    let _ = writeln!(xml, ">\n            <{element} message=\"{message}\"{kind}{end}\n        </testcase>");
}

/// Escapes text for one line of XML. Special characters are escaped, not removed, because names have to stay different.
fn escape(text: &str) -> String {
    text::escape(&clean(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_distinct_and_valid() {
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
