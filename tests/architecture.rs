//! The invariants of `docs/architecture.md`, checked in the source.

use std::fs;
use std::path::{Path, PathBuf};

/// The modules of `seichi-core` from the lowest to the highest; each may use only those before it.
const CORE: [&str; 11] = [
    "stop",
    "board",
    "skip",
    "rules",
    "sgf",
    "territory",
    "dead",
    "safety",
    "labels",
    "outcome",
    "stats",
];

/// The modules of `seichi` from the lowest to the highest; each may use only those before it and
/// `seichi-core`.
const PROGRAM: [&str; 9] = [
    "text", "input", "external", "pipeline", "run", "compare", "explain", "render", "cli",
];

/// Items of the standard library that reach outside the process or share state. Other crates with
/// such effects can't be used, since `core/Cargo.toml` does not depend on them.
const OUTSIDE: [&str; 12] = [
    "std::fs",
    "std::io",
    "std::env",
    "std::net",
    "std::process",
    "std::thread",
    "std::time",
    "std::sync",
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
        } else if path.extension().is_some_and(|ending| ending == "rs")
            && !path.ends_with("tests.rs")
        {
            found.push(path);
        }
    }
    found
}

/// Returns the folder with the source of a crate.
fn source(crate_folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join(crate_folder)
        .join("src")
}

/// Returns the files of a module and their text without its tests.
fn module(crate_folder: &str, name: &str) -> Vec<(PathBuf, String)> {
    let (folder, file) = (
        source(crate_folder).join(name),
        source(crate_folder).join(format!("{name}.rs")),
    );
    let paths = if folder.is_dir() {
        files(&folder)
    } else {
        vec![file]
    };
    assert!(!paths.is_empty(), "the module {name} is missing");
    let without_tests = |text: String| match text.find("#[cfg(test)]\nmod tests") {
        Some(at) => text[..at].to_owned(),
        None => text,
    };
    paths
        .into_iter()
        .map(|path| {
            (
                path.clone(),
                without_tests(fs::read_to_string(path).expect("a source file")),
            )
        })
        .collect()
}

/// Only a request to stop is shared with other threads.
#[test]
fn core_uses_no_outside_state() {
    for (path, text) in CORE
        .iter()
        .filter(|&&name| name != "stop")
        .flat_map(|name| module("core", name))
    {
        for word in OUTSIDE {
            assert!(!text.contains(word), "{} uses {word}", path.display());
        }
    }
}

#[test]
fn modules_use_only_lower_modules() {
    for (folder, order) in [("core", &CORE[..]), ("", &PROGRAM[..])] {
        for (rank, name) in order.iter().enumerate() {
            for (path, text) in module(folder, name) {
                assert!(
                    !text.contains("crate::{"),
                    "{}: this test can't check a `use` with a list of modules",
                    path.display()
                );
                for higher in &order[rank + 1..] {
                    let uses = format!("crate::{higher}::");
                    assert!(
                        !text.contains(&uses),
                        "{} uses {higher}, which is above {name}",
                        path.display()
                    );
                }
            }
        }
    }
}

#[test]
fn only_external_starts_programs() {
    for (path, text) in PROGRAM
        .iter()
        .filter(|&&name| name != "external")
        .flat_map(|name| module("", name))
    {
        assert!(
            !text.contains("process::Command"),
            "{} starts a program",
            path.display()
        );
    }
    for path in files(&source("corpus-tools")) {
        let text = fs::read_to_string(&path).expect("a source file");
        assert!(
            !text.contains("process::Command"),
            "{} starts a program",
            path.display()
        );
    }
}

#[test]
fn program_has_no_network() {
    let core = CORE.iter().flat_map(|name| module("core", name));
    for (path, text) in core.chain(PROGRAM.iter().flat_map(|name| module("", name))) {
        for word in ["std::net", "TcpStream", "UdpSocket", "UnixStream"] {
            assert!(!text.contains(word), "{} uses {word}", path.display());
        }
    }
}

#[test]
fn unsafe_code_is_forbidden() {
    // the macros of their bindings write unsafe code
    const BINDINGS: [&str; 3] = ["python", "web", "web/page"];
    let manifest = |folder: &str| {
        fs::read_to_string(
            Path::new(env!("CARGO_MANIFEST_DIR"))
                .join(folder)
                .join("Cargo.toml"),
        )
        .expect("a manifest")
    };
    let workspace = manifest("");
    assert!(workspace.contains("[workspace.lints.rust]\nunsafe_code = \"forbid\"\n"));
    let members = workspace
        .split("members = [")
        .nth(1)
        .and_then(|rest| rest.split(']').next())
        .expect("members");
    for member in members
        .split(',')
        .map(|name| name.trim().trim_matches('"'))
        .chain([""])
    {
        if BINDINGS.contains(&member) {
            let text = |path| fs::read_to_string(path).expect("a source file");
            assert!(
                !files(&source(member))
                    .into_iter()
                    .map(text)
                    .any(|text| text.contains("unsafe")),
                "{member}"
            );
        } else {
            assert!(
                manifest(member).contains("[lints]\nworkspace = true\n"),
                "{member} has its own lints"
            );
        }
    }
}

#[test]
fn module_lists_are_complete() {
    for (folder, order) in [("core", &CORE[..]), ("", &PROGRAM[..])] {
        let text = fs::read_to_string(source(folder).join("lib.rs")).expect("lib.rs");
        let public = |line| str::strip_prefix(line, "pub ").unwrap_or(line);
        let mut declared: Vec<&str> = text
            .lines()
            .filter_map(|line| public(line).strip_prefix("mod ")?.strip_suffix(';'))
            .collect();
        declared.sort_unstable();
        let mut known = order.to_vec();
        known.sort_unstable();
        assert_eq!(declared, known);
    }
}

#[test]
fn only_cli_prints() {
    for (path, text) in PROGRAM
        .iter()
        .filter(|&&name| name != "cli")
        .flat_map(|name| module("", name))
    {
        for word in ["print!(", "println!(", "dbg!(", "stdout()", "stderr()"] {
            // a child process has both as methods
            let is_method = |at| text[..at].ends_with("child.");
            assert!(
                text.match_indices(word).all(|(at, _)| is_method(at)),
                "{} prints: {word}",
                path.display()
            );
        }
    }
}

/// `main` gets an exit code from `cli`. Only the second interrupt ends the program at once.
#[test]
fn only_main_and_the_second_interrupt_exit() {
    for (path, text) in PROGRAM.iter().flat_map(|name| module("", name)) {
        let exits =
            text.matches("process::exit(").count() + text.matches("process::abort(").count();
        let allowed = usize::from(path.ends_with("src/cli/mod.rs"));
        assert_eq!(exits, allowed, "{} exits", path.display());
    }
}

/// Documents are boards, tables, JSON, pages and pictures. `cli` words only messages, and the
/// protocols of `external` have JSON of their own.
#[test]
fn only_render_formats_documents() {
    let others = PROGRAM
        .iter()
        .filter(|&&name| !["render", "external"].contains(&name));
    for (path, text) in others.flat_map(|name| module("", name)) {
        for word in [
            "json!(",
            ".diagram(",
            ".rows(|",
            "<svg",
            "<td",
            "</",
            "width$}",
            ".bold(",
        ] {
            assert!(
                !text.contains(word),
                "{} formats a document: {word}",
                path.display()
            );
        }
    }
}

/// Checks that modules do not look up strategies by name or compare their names. A strategy's own
/// file may name other strategies.
#[test]
fn strategies_are_named_only_in_their_table() {
    let modules = CORE.iter().flat_map(|name| module("core", name));
    for (path, text) in modules.chain(PROGRAM.iter().flat_map(|name| module("", name))) {
        if path
            .parent()
            .is_some_and(|folder| folder.ends_with("strategies"))
        {
            continue;
        }
        for naming in ["strategy(\"", ".name() == \"", ".name() != \""] {
            assert!(
                !text.contains(naming),
                "{} names a strategy: {naming}",
                path.display()
            );
        }
    }
}
