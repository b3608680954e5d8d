//! The examples of CONTRIBUTING.md: their diffs are applied to a copy of the project, which is
//! built and run.
#![cfg(feature = "cli")]

mod tree;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use tree::{Example, Tree, examples};

/// The program built from a copy of the project with all examples applied.
static PROGRAM: LazyLock<PathBuf> = LazyLock::new(|| changed_tree().build());

/// Returns a copy of the project with all examples applied.
fn changed_tree() -> Tree {
    let mut tree = Tree::read();
    for change in examples().iter().flat_map(|example| &example.changes) {
        tree.apply(change);
    }
    tree
}

/// Runs the copy's program with the arguments in a line, and returns its output and exit code.
fn run(line: &str) -> (String, Option<i32>) {
    let mut program = Command::new(&*PROGRAM);
    let output = program
        .args(line.split_whitespace())
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output();
    let output = output.expect("the program starts");
    (
        String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned(),
        output.status.code(),
    )
}

/// Returns the examples below a heading.
fn section(heading: &str) -> Vec<Example> {
    let found: Vec<Example> = examples()
        .into_iter()
        .filter(|example| example.section == heading)
        .collect();
    assert!(
        !found.is_empty(),
        "CONTRIBUTING.md has no diff below {heading:?}"
    );
    found
}

#[test]
fn examples_apply_to_the_project() {
    changed_tree();
}

#[test]
fn strategy_and_format_examples_add_a_file_and_declare_and_list_it() {
    let examples = ["Adding a strategy", "Adding a report format"]
        .map(section)
        .into_iter()
        .flatten();
    for Example { changes, .. } in examples {
        let lines: Vec<(bool, usize)> = changes
            .iter()
            .map(|change| (change.is_new, change.added()))
            .collect();
        assert!(matches!(lines[..], [(true, _), (false, 2)]), "{lines:?}");
    }
}

#[test]
fn column_example_adds_one_line() {
    for Example { changes, .. } in section("Adding a column") {
        let lines: Vec<(bool, usize)> = changes
            .iter()
            .map(|change| (change.is_new, change.added()))
            .collect();
        assert_eq!(lines, [(false, 1)]);
    }
}

#[test]
#[ignore = "builds a copy of the project"]
fn format_of_example_renders_runs() {
    let out = tempfile::tempdir().expect("a folder");
    let run_folder = out.path().join("run").display().to_string();
    let badge = "{\"label\":\"linked\",\"message\":\"90.0 % exact\",\"schemaVersion\":1}\n";
    let evaluated = run(&format!(
        "eval corpus/article -s linked --format badge -o {run_folder}"
    ));
    assert_eq!(evaluated, (badge.to_owned(), Some(0)));
    assert_eq!(
        run(&format!("report {run_folder} --format badge")),
        evaluated
    );
    let (refused, code) = run(&format!("compare {run_folder} {run_folder} --format badge"));
    assert_eq!(code, Some(2));
    assert!(
        refused.contains("invalid value 'badge'")
            && refused.contains("[possible values: text, json, html]"),
        "{refused}"
    );
}

#[test]
#[ignore = "builds a copy of the project"]
fn column_of_example_is_written_for_each_answer() {
    let out = tempfile::tempdir().expect("a folder");
    let (shown, code) = run(&format!(
        "eval corpus/article -s linked,reading -o {}",
        out.path().join("run").display()
    ));
    assert_eq!(code, Some(0), "{shown}");
    let mut rows = csv::Reader::from_path(out.path().join("run/games.csv")).expect("the rows");
    let header = rows.headers().expect("a header").clone();
    assert_eq!(header.iter().next_back(), Some("unsettled"));
    for row in rows.records().map(|row| row.expect("a row")) {
        let [strategy, flags, unsettled] = ["strategy", "flags", "unsettled"].map(|name| {
            &row[header
                .iter()
                .position(|column| column == name)
                .expect("a column")]
        });
        let flag = flags
            .split(';')
            .find_map(|flag| flag.strip_prefix("unsettled="))
            .unwrap_or("0");
        assert_eq!(unsettled, flag, "{strategy} on {}", &row[0]);
    }
}

#[test]
#[ignore = "builds a copy of the project"]
fn strategies_of_examples_score_games() {
    let names = ["striped", "majority", "vote"];
    let (scored, code) = run(&format!(
        "score corpus/article --format ndjson -s {}",
        names.join(",")
    ));
    assert_eq!(code, Some(0), "{scored}");
    for name in names {
        assert_eq!(
            scored.matches(&format!("\"strategy\":\"{name}\"")).count(),
            43,
            "{name}"
        );
    }
}

#[test]
fn flag_example_changes_at_most_three_files() {
    for Example { changes, .. } in section("Adding a flag to eval") {
        assert!(
            changes.len() <= 3 && changes.iter().all(|change| !change.is_new),
            "it changes {} files",
            changes.len()
        );
    }
}

#[test]
#[ignore = "builds a copy of the project"]
fn flag_of_example_leaves_out_short_games() {
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("short-games");
    let skipped = |flag: &str| {
        let (shown, code) = run(&format!(
            "eval corpus -q -s linked {flag} -o {}",
            out.display()
        ));
        assert_eq!(code, Some(0), "{shown}");
        let rows = fs::read_to_string(out.join("skipped.csv")).expect("the run");
        rows.lines()
            .filter(|row| row.contains("moves: see --min-moves"))
            .count()
    };
    assert_eq!(skipped(""), 0);
    // drawn positions have no moves
    assert_eq!(skipped("--min-moves 1"), 51);
    assert!(run("eval --help").0.contains("--min-moves <N>"));
    assert!(run("completions fish").0.contains("-l min-moves"));
}
