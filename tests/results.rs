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
    let owners = results::seki::Owners::new();
    let made = results::results(&games, &games, &games, &owners).expect("the files");
    let rows: Result<Vec<_>, _> = csv::Reader::from_reader(made.table.as_bytes())
        .records()
        .collect();
    assert_eq!(rows.expect("rows with equal numbers of fields").len(), 39);
    let again = results::results(&games, &games, &games, &owners);
    assert_eq!(again.expect("the files"), made);
}

#[test]
fn pages_in_docs_are_up_to_date() {
    for (name, template) in ["results.md", "results-appendix.md"]
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
