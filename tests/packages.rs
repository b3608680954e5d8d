//! The files that leave the repository: the image's build context, as `.dockerignore` admits it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

const TOP: &str = env!("CARGO_MANIFEST_DIR");

/// Returns the output of a cargo command without network access.
fn cargo(folder: &Path, arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO"));
    command.args(arguments).args(["--offline", "--locked"]).current_dir(folder);
    let output = command.output().expect("cargo starts");
    assert!(output.status.success(), "cargo {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// Returns the packages of the workspace in a folder.
fn packages(folder: &Path) -> Vec<Value> {
    let text = cargo(folder, &["metadata", "--no-deps", "--format-version", "1"]);
    let mut metadata: Value = serde_json::from_str(&text).expect("metadata");
    serde_json::from_value(metadata["packages"].take()).expect("packages")
}

/// Returns the libraries, programs and build scripts of the workspace in a folder.
fn built_targets(folder: &Path) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for package in packages(folder) {
        for target in package["targets"].as_array().expect("targets") {
            let kind = target["kind"][0].as_str().expect("a kind");
            if !["bench", "example", "test"].contains(&kind) {
                found.insert(format!("{} {kind} {}", package["name"], target["name"]));
            }
        }
    }
    found
}

/// Copies a file, or a folder with all it contains.
fn copy(from: &Path, to: &Path) {
    if from.is_dir() {
        for entry in fs::read_dir(from).expect("a folder") {
            let name = entry.expect("an entry").file_name();
            copy(&from.join(&name), &to.join(&name));
        }
    } else {
        fs::create_dir_all(to.parent().expect("a folder")).expect("a new folder");
        fs::copy(from, to).unwrap_or_else(|error| panic!("{}: {error}", from.display()));
    }
}

#[test]
fn image_context_contains_the_workspace() {
    let context = tempfile::tempdir().expect("a folder");
    let rules = fs::read_to_string(Path::new(TOP).join(".dockerignore")).expect("a file");
    let mut rules = rules.lines().filter(|line| !line.starts_with('#'));
    assert_eq!(rules.next(), Some("*"), "the first rule leaves everything out");
    for rule in rules {
        let path = rule.strip_prefix('!').filter(|path| !path.contains('*')).expect("each further rule admits a path");
        copy(&Path::new(TOP).join(path), &context.path().join(path));
    }
    assert_eq!(built_targets(context.path()), built_targets(Path::new(TOP)));
    // the lock file also fits, and the programs need nothing else
    cargo(context.path(), &["tree", "--edges", "normal,build"]);
}
