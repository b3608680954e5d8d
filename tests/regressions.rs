//! Runs the bodies of the fuzz targets on their seeds, on damaged seeds, and on inputs that once
//! showed a bug.

#[path = "common/compare.rs"]
mod compare;
#[path = "targets/damage.rs"]
mod damage;
#[path = "common/fast.rs"]
mod fast;
#[path = "common/pack.rs"]
mod pack;
#[path = "common/readers.rs"]
mod readers;
mod targets;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use damage::damaged;
use fastrand::Rng;

type Body = fn(&[u8]);

/// The targets outside the crate, each with the number of damaged seeds that take about a second.
const TARGETS: [(&str, Body, u32); 7] = [
    ("archives", targets::archives::check, 3_000),
    ("headers", targets::headers::check, 30_000),
    ("labels", targets::labels::check, 30_000),
    ("reader", targets::reader::check, 3_000),
    ("replay", targets::replay::check, 5_000),
    ("strategies", targets::strategies::check, 1_000),
    ("values", targets::values::check, 30_000),
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
    for (name, body, _) in TARGETS {
        for seed in targets::seeds::seeds(name) {
            println!("{name}: {}", seed.escape_ascii());
            body(&seed);
        }
    }
}

#[test]
fn damaged_seeds_pass() {
    for (name, body, number) in TARGETS {
        let seeds = targets::seeds::seeds(name);
        let mut rng = Rng::with_seed(0);
        for _ in 0..number {
            let bytes = damaged(&mut rng, &seeds);
            println!("{name}: {}", bytes.escape_ascii());
            body(&bytes);
        }
    }
}

#[test]
fn inputs_of_fixed_bugs_pass() {
    let number: usize = TARGETS
        .map(|(name, body, _)| run(body, &top().join("tests/regressions").join(name)))
        .iter()
        .sum();
    assert!(number > 0, "no inputs were run");
}

#[test]
fn every_fuzz_target_is_listed() {
    let names: BTreeSet<String> = TARGETS
        .map(|(name, ..)| name)
        .iter()
        .chain(&["baseline", "gtp", "protocol"]) // inside the crate: targets/inside
        .map(|name| format!("{name}.rs"))
        .collect();
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
