//! The page of results: `examples/results` replaces every key of its template, and
//! `docs/results.md` is up to date.
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
    let made = results::results(&games, &games).expect("the files");
    let rows: Result<Vec<_>, _> = csv::Reader::from_reader(made.table.as_bytes())
        .records()
        .collect();
    assert_eq!(rows.expect("rows with equal numbers of fields").len(), 39);
    assert_eq!(results::results(&games, &games).expect("the files"), made);
}

#[test]
fn page_in_docs_is_up_to_date() {
    let page = fs::read_to_string(Path::new(TOP).join("docs/results.md")).expect("the page");
    let text = fs::read_to_string(Path::new(TOP).join("examples/results/page.md"))
        .expect("the page template");
    let mut rest = page.as_str();
    for part in text
        .split("{{")
        .map(|part| part.split_once("}}").map_or(part, |(_, part)| part))
    {
        let at = rest.find(part);
        assert!(
            at.is_some(),
            "docs/results.md is out of date: it lacks {part:?}"
        );
        rest = &rest[at.unwrap_or_default() + part.len()..];
    }
}
