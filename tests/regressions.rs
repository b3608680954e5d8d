//! Runs the bodies of the fuzz targets on their seeds, on damaged seeds, and on inputs that once
//! showed a bug.

#[path = "common/compare.rs"]
mod compare;
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

use fastrand::Rng;

type Body = fn(&[u8]);

/// The targets, each with the number of damaged seeds that it gets, in about a second.
const TARGETS: [(&str, Body, u32); 10] = [
    ("archives", targets::archives::check, 3_000),
    ("baseline", targets::baseline::check, 5_000),
    ("gtp", targets::gtp::check, 50_000),
    ("headers", targets::headers::check, 30_000),
    ("labels", targets::labels::check, 30_000),
    ("protocol", targets::protocol::check, 30_000),
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

/// Returns a seed with a few bytes changed, removed, or replaced with bytes of another seed.
fn damaged(rng: &mut Rng, seeds: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = rng.choice(seeds).expect("a seed").clone();
    for _ in 0..rng.u8(1..5) {
        let start = rng.usize(..=bytes.len());
        let end = (start + rng.usize(..16)).min(bytes.len());
        match rng.u8(..3) {
            0 => bytes[start..end].fill_with(|| rng.u8(..)),
            1 => drop(bytes.drain(start..end)),
            _ => {
                let other = rng.choice(seeds).expect("a seed");
                let first = rng.usize(..=other.len());
                let last = (first + rng.usize(..16)).min(other.len());
                bytes.splice(start..end, other[first..last].iter().copied());
            }
        }
    }
    bytes
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
    let all: usize = files(&top().join("tests/regressions"))
        .iter()
        .map(|folder| files(folder).len())
        .sum();
    assert!(number > 0 && number == all, "{number} of {all} were run");
}

#[test]
fn every_fuzz_target_is_listed() {
    let names: BTreeSet<String> = TARGETS.map(|(name, ..)| format!("{name}.rs")).into();
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
