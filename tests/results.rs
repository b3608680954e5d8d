//! The pages of results: `examples/results` replaces every key in its templates, `docs/results.md`
//! and the related pages are up to date, and other pages have the same figures.
#![cfg(feature = "cli")]

#[path = "../examples/results/main.rs"]
#[expect(
    dead_code,
    reason = "`main` prints the page, and the tests do not call it"
)]
mod results;

use std::fs;
use std::path::{Path, PathBuf};

const TOP: &str = env!("CARGO_MANIFEST_DIR");

#[test]
fn files_are_complete_and_reproducible() {
    let games = [PathBuf::from(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/corpus/article"
    ))];
    let owners = results::seki::Owners::new();
    let made = results::results(&games, &games, &games, &owners, None).expect("the files");
    let rows: Result<Vec<_>, _> = csv::Reader::from_reader(made.table.as_bytes())
        .records()
        .collect();
    assert_eq!(rows.expect("rows with equal numbers of fields").len(), 39);
    let again = results::results(&games, &games, &games, &owners, None);
    assert_eq!(again.expect("the files"), made);
}

#[test]
fn pages_in_docs_are_up_to_date() {
    for (name, template) in ["results.md", "results-appendix.md", "dead-stones.md"]
        .iter()
        .zip(results::page::TEXTS)
    {
        let path = Path::new(TOP).join("docs").join(name);
        let page = fs::read_to_string(path).expect("the page");
        let mut rest = page.as_str();
        for part in template
            .split("{{")
            .map(|part| part.split_once("}}").map_or(part, |(_, part)| part))
        {
            let at = rest.find(part);
            assert!(
                at.is_some(),
                "docs/{name} is out of date: it lacks {part:?}"
            );
            rest = &rest[at.unwrap_or_default() + part.len()..];
        }
    }
}

/// Returns a page with one space between words.
fn words(name: &str) -> String {
    let text = fs::read_to_string(Path::new(TOP).join(name)).expect("a page");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the text between two others.
fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
    let (_, after) = text
        .split_once(start)
        .unwrap_or_else(|| panic!("no {start:?}"));
    let (found, _) = after
        .split_once(end)
        .unwrap_or_else(|| panic!("no {end:?}"));
    found
}

/// Returns a cell of a strategy's first row in a page. Cells are counted from 1 after the name.
fn cell<'a>(page: &'a str, strategy: &str, number: usize) -> &'a str {
    let (_, row) = page
        .split_once(&format!("| `{strategy}` |"))
        .expect("a row of the strategy");
    row.split('|').nth(number - 1).expect("a cell").trim()
}

/// Returns a rate without its interval.
fn rate(cell: &str) -> &str {
    cell.split(" (").next().unwrap_or_default()
}

#[test]
fn figures_in_other_pages_are_those_of_the_results() {
    let [results, appendix] = ["docs/results.md", "docs/results-appendix.md"].map(words);
    let games = between(&results, "No. In ", " finished professional games");
    let (_, games) = games.split_once(" of ").expect("a part of all games");
    let figure = |strategy| cell(&results, strategy, 1);
    let (teire, interval) = figure("teire").split_once(" (").expect("an interval");
    for (page, sentences) in [
        (
            "README.md",
            vec![
                format!("[{games} finished professional games](docs/results.md)"),
                format!(
                    "It gives the recorded margin in {} of the games.",
                    figure("teire")
                ),
                format!(
                    "It gives the recorded margin in {} of the games. The chessboard pattern of \
                     many programs (`checkered`) does so in {}",
                    figure("linked"),
                    figure("checkered"),
                ),
            ],
        ),
        (
            "docs/statistics.md",
            vec![format!(
                "\"exact in {teire} ({}, drawing whole events) of {games} games\"",
                interval.replace(')', " %"),
            )],
        ),
        (
            "docs/javascript.md",
            vec![format!(
                "[{} of the territory games on KGS]",
                rate(cell(&appendix, "independent", 3))
            )],
        ),
    ] {
        let text = words(page);
        for sentence in sentences {
            assert!(
                text.contains(&sentence),
                "{page} has other figures than the results; it should say: {sentence}"
            );
        }
    }
}
