//! The invariants at the top of `src/lib.rs`, held to by looking at the source.

use std::fs;
use std::path::{Path, PathBuf};

/// The modules from the lowest to the highest; each may use those before it only.
const ORDER: [&str; 18] = [
    "board", "skip", "scoring", "estimate", "score", "sgf", "settle", "stats", "source", "process", "gtp", "dead",
    "scorer", "run", "generate", "compare", "report", "cli",
];

/// Modules that take values and give values.
const PURE: [&str; 9] = ["board", "skip", "scoring", "estimate", "score", "sgf", "settle", "stats", "compare"];

/// What a pure module has no business with.
const IMPURE: [&str; 14] = [
    "std::fs",
    "std::io",
    "std::env",
    "std::net",
    "std::process",
    "std::thread",
    "std::time",
    "std::sync",
    "rayon",
    "indicatif",
    "println!",
    "eprintln!",
    "static mut",
    "thread_local!",
];

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder of the source") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
    found
}

/// The source of a module, without its tests.
fn module(name: &str) -> Vec<(PathBuf, String)> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let (folder, file) = (src.join(name), src.join(format!("{name}.rs")));
    let paths = if folder.is_dir() { files(&folder) } else { vec![file] };
    assert!(!paths.is_empty(), "the module {name} is gone");
    let without_tests = |text: String| match text.find("#[cfg(test)]") {
        Some(at) => text[..at].to_owned(),
        None => text,
    };
    paths
        .into_iter()
        .map(|path| (path.clone(), without_tests(fs::read_to_string(path).expect("a source file"))))
        .collect()
}

#[test]
fn pure_modules_are_pure() {
    for name in PURE {
        for (path, text) in module(name) {
            for word in IMPURE {
                assert!(!text.contains(word), "{} uses {word}", path.display());
            }
        }
    }
}

#[test]
fn modules_use_lower_ones_only() {
    for (rank, name) in ORDER.iter().enumerate() {
        for (path, text) in module(name) {
            for higher in &ORDER[rank + 1..] {
                let uses = format!("crate::{higher}::");
                assert!(!text.contains(&uses), "{} uses {higher}, which is above {name}", path.display());
            }
        }
    }
}

#[test]
fn the_list_of_modules_is_whole() {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs")).expect("lib.rs");
    let mut declared: Vec<&str> =
        text.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')).collect();
    declared.sort_unstable();
    let mut known = ORDER;
    known.sort_unstable();
    assert_eq!(declared, known);
}

#[test]
fn only_cli_prints_and_exits() {
    for name in ORDER {
        for (path, text) in module(name) {
            if name != "cli" {
                assert!(!text.contains("println!("), "{} prints", path.display());
                assert!(!text.contains("process::exit"), "{} exits", path.display());
            }
        }
    }
}

#[test]
fn strategies_are_named_in_one_table() {
    for (path, text) in module("scoring").into_iter().chain(module("run")).chain(module("report")).chain(module("cli"))
    {
        // a file, or the folder of a strategy that has several
        let stem = if path.ends_with("mod.rs") { path.parent().and_then(Path::file_stem) } else { path.file_stem() };
        let name = stem.and_then(|stem| stem.to_str()).unwrap_or_default();
        let is_table = path.ends_with("scoring/mod.rs");
        for strategy in seichi::scoring::STRATEGIES {
            let quoted = format!("\"{}\"", strategy.name());
            let own_file = strategy.name().starts_with(name);
            assert!(is_table || own_file || !text.contains(&quoted), "{} names {quoted}", path.display());
        }
    }
}
