//! Everything that leaves the repository: the image's build context, and published packages.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

const TOP: &str = env!("CARGO_MANIFEST_DIR");

/// Returns the output of a cargo command without network access.
fn cargo(folder: &Path, arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO"));
    command
        .args(arguments)
        .args(["--offline", "--locked"])
        .current_dir(folder);
    let output = command.output().expect("cargo starts");
    assert!(
        output.status.success(),
        "cargo {arguments:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
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

/// Copies a file, or a folder with everything in it.
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

/// `.ci/renew` writes the names.
#[test]
fn names_in_types_of_the_npm_package_are_up_to_date() {
    let path = Path::new(TOP).join("web/boards.d.ts");
    let mut types = fs::read_to_string(&path).expect("a file");
    let strategies: Vec<&str> = seichi::territory::STRATEGIES
        .iter()
        .map(|strategy| strategy.name)
        .collect();
    let rules = seichi::rules::Rules::names().to_vec();
    for (name, expected) in [("StrategyName", strategies), ("RulesName", rules)] {
        let start = format!("export type {name} =");
        let (before, rest) = types.split_once(&start).expect("a type");
        let (_, after) = rest.split_once(';').expect("its end");
        let lines: Vec<String> = expected
            .chunks(6)
            .map(|names| format!("\n  | '{}'", names.join("' | '")))
            .collect();
        types = format!("{before}{start}{};{after}", lines.concat());
    }
    if std::env::var_os("RENEW_GOLDEN").is_some() {
        fs::write(&path, &types).expect("a file");
    }
    assert!(
        fs::read_to_string(&path).expect("a file") == types,
        "web/boards.d.ts is out of date: run .ci/renew, and review the diff"
    );
}

/// Copies the files that `.dockerignore` admits into a new folder.
fn image_context() -> tempfile::TempDir {
    let context = tempfile::tempdir().expect("a folder");
    let rules = fs::read_to_string(Path::new(TOP).join(".dockerignore")).expect("a file");
    let mut rules = rules.lines().filter(|line| !line.starts_with('#'));
    assert_eq!(
        rules.next(),
        Some("*"),
        "the first rule leaves everything out"
    );
    for rule in rules {
        let path = rule
            .strip_prefix('!')
            .filter(|path| !path.contains('*'))
            .expect("each further rule admits a path");
        copy(&Path::new(TOP).join(path), &context.path().join(path));
    }
    context
}

#[test]
fn image_context_contains_the_workspace() {
    let context = image_context();
    assert_eq!(built_targets(context.path()), built_targets(Path::new(TOP)));
    // the lock file also fits, and the programs need nothing else
    cargo(context.path(), &["tree", "--edges", "normal,build"]);
}

#[test]
#[ignore = "compiles all crates"]
fn image_context_compiles() {
    let context = image_context();
    let target = Path::new(TOP).join("target/image-context");
    cargo(
        context.path(),
        &[
            "check",
            "--target-dir",
            target.to_str().expect("a plain path"),
        ],
    );
}

#[test]
fn published_crates_contain_their_documents_and_no_tests() {
    let mut published = BTreeSet::new();
    for package in packages(Path::new(TOP))
        .iter()
        .filter(|package| package["publish"].is_null())
    {
        let name = package["name"].as_str().expect("a name");
        let folder = Path::new(package["manifest_path"].as_str().expect("a path"))
            .parent()
            .expect("a folder");
        let list = cargo(
            Path::new(TOP),
            &["package", "--list", "--allow-dirty", "--package", name],
        );
        let files: BTreeSet<&str> = list.lines().collect();
        for document in ["LICENSE", "README.md"] {
            assert!(files.contains(document), "{name} has no {document}");
        }
        let license = fs::read(folder.join("LICENSE")).expect("a licence");
        assert!(
            license == fs::read(Path::new(TOP).join("LICENSE")).expect("a licence"),
            "{name} has another licence"
        );
        for file in files {
            // cargo adds the original manifest, and facts about the commit
            let Ok(text) = fs::read_to_string(folder.join(file)) else {
                continue;
            };
            let is_source = Path::new(file)
                .extension()
                .is_some_and(|ending| ending == "rs");
            assert!(!file.starts_with("tests/"), "{name} contains {file}");
            assert!(
                !is_source || !text.contains("seichi_oracle"),
                "{name}: {file} needs a crate that is not published"
            );
        }
        published.insert(name.to_owned());
    }
    assert_eq!(
        published,
        BTreeSet::from(["seichi", "seichi-core", "seichi-corpus"].map(str::to_owned))
    );
}
