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

use results::Results;

const TOP: &str = env!("CARGO_MANIFEST_DIR");

#[test]
fn files_are_complete_and_reproducible() {
    let games = [PathBuf::from(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/corpus/article"
    ))];
    let made = results::results(&games, &games).expect("the files");
    let Results { page, fills, table } = &made;
    assert!(
        page.starts_with("# ") && !page.contains("{{") && page.contains("| `linked` |"),
        "{page}"
    );
    assert!(
        fills.contains("| `majority` |") && fills.contains("| f67: "),
        "{fills}"
    );
    let header = table.lines().next().expect("a header");
    assert!(
        header.starts_with("game,event,year,half,finished,owed,recorded,flood,")
            && header.ends_with(",f67")
    );
    assert!(
        table.lines().count() > 30
            && table
                .lines()
                .all(|row| row.split(',').count() == header.split(',').count())
    );
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
    let document = |name| fs::read_to_string(Path::new(TOP).join(name)).expect("a document");
    let picture = document("docs/rates.svg");
    let table = page
        .split("\n| games |")
        .nth(1)
        .and_then(|rest| rest.split("\n\n").next())
        .expect("a table");
    let rows: Vec<&str> = table.lines().filter(|row| row.starts_with("| `")).collect();
    assert!(rows.len() > 6, "{table}");
    for rate in rows
        .iter()
        .flat_map(|row| row.split('|').skip(2).take(2))
        .filter_map(|cell| cell.split(' ').nth(1))
    {
        assert!(
            picture.contains(&format!(">{rate}</text>")),
            "docs/rates.svg is out of date: {rate}"
        );
    }
    // the README quotes this page and others
    let pages = [
        "docs/results.md",
        "docs/scorers-compared.md",
        "docs/javascript.md",
        "docs/strategies.md",
    ]
    .map(document);
    let readme = document("README.md");
    let quoted = readme
        .split("\n## ")
        .find(|section| section.starts_with("Which scorer"))
        .expect("a section");
    let words: Vec<&str> = quoted.split([' ', '\n']).collect();
    let shares: Vec<&&str> = words
        .windows(2)
        .filter(|pair| pair[1].starts_with('%'))
        .map(|pair| &pair[0])
        .collect();
    assert!(shares.len() > 8, "{quoted}");
    for share in shares.into_iter().chain([&"7,004", &"3,608"]) {
        assert!(
            quoted.contains(share) && pages.iter().any(|page| page.contains(share)),
            "the README quotes {share}"
        );
    }
}
