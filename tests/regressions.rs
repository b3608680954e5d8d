//! Runs the bodies of the fuzz targets on stored inputs: seeds, and inputs that once showed a bug.

#[path = "reading/answer.rs"]
mod answer;
#[path = "common/compare.rs"]
mod compare;
#[path = "common/fast.rs"]
mod fast;
#[path = "common/readers.rs"]
mod readers;
#[path = "common/symmetry.rs"]
mod symmetry;
mod targets;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

type Body = fn(&[u8]);

const TARGETS: [(&str, Body); 11] = [
    ("archives", targets::archives::check),
    ("baseline", targets::baseline::check),
    ("gtp", targets::gtp::check),
    ("headers", targets::headers::check),
    ("labels", targets::labels::check),
    ("protocol", targets::protocol::check),
    ("reader", targets::reader::check),
    ("reading", targets::reading::check),
    ("replay", targets::replay::check),
    ("strategies", targets::strategies::check),
    ("values", targets::values::check),
];

fn top() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort_unstable();
    files
}

/// Runs a target on all files of a folder, and returns their number.
fn run(body: Body, folder: &Path) -> usize {
    let files = files(folder);
    for path in &files {
        // the last printed path is the input that fails
        println!("{}", path.display());
        body(&fs::read(path).expect("an input"));
    }
    files.len()
}

#[test]
fn seeds_pass() {
    for (name, body) in TARGETS {
        let number = run(body, &top().join("fuzz/seeds").join(name));
        assert!((5..=100).contains(&number), "{name} has {number} seeds");
    }
}

#[test]
fn inputs_of_fixed_bugs_pass() {
    let number: usize = TARGETS
        .map(|(name, body)| run(body, &top().join("tests/regressions").join(name)))
        .iter()
        .sum();
    let all: usize = files(&top().join("tests/regressions"))
        .iter()
        .map(|folder| files(folder).len())
        .sum();
    assert!(number > 0 && number == all, "{number} of {all} were run");
}

#[test]
fn every_fuzz_target_is_listed() {
    let names: BTreeSet<String> = TARGETS.map(|(name, _)| format!("{name}.rs")).into();
    let name = |path: &PathBuf| {
        path.file_name()
            .and_then(|name| name.to_str())
            .expect("a name")
            .to_owned()
    };
    let found: BTreeSet<String> = files(&top().join("fuzz/fuzz_targets"))
        .iter()
        .map(name)
        .collect();
    assert_eq!(found, names);
}
