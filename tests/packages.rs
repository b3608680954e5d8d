//! What leaves the repository: the image's build context, published packages, the repository's
//! address, and the changelog.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

const TOP: &str = env!("CARGO_MANIFEST_DIR");

/// Folders of the project whose texts people read or programs interpret.
const FOLDERS: [&str; 10] = [
    ".github",
    "benches",
    "core",
    "corpus-tools",
    "docs",
    "examples",
    "python",
    "src",
    "tests",
    "web",
];

/// Folders that are downloaded or built.
const NOT_OURS: [&str; 4] = ["dist", "node_modules", "score", "target"];

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
fn types_of_the_npm_package_name_every_strategy() {
    let types = fs::read_to_string(Path::new(TOP).join("web/boards.d.ts")).expect("a file");
    let union = types
        .split_once("export type StrategyName =")
        .and_then(|(_, rest)| rest.split_once(';'))
        .expect("a type")
        .0;
    let named: Vec<&str> = union
        .split('|')
        .map(|name| name.trim().trim_matches('\''))
        .filter(|name| !name.is_empty())
        .collect();
    let strategies: Vec<&str> = seichi::territory::STRATEGIES
        .iter()
        .map(|strategy| strategy.name())
        .collect();
    assert_eq!(named, strategies);
}

/// Copies what `.dockerignore` admits into a new folder.
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

/// Adds the files in a folder to a list, except those that are downloaded or built.
fn add_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if !path.is_dir() {
            found.push(path);
        } else if !NOT_OURS.iter().any(|name| path.ends_with(name)) {
            add_files(&path, found);
        }
    }
}

/// Returns whether a word names an account that hosts the project, or is a placeholder for one.
fn names_an_account(word: &str) -> bool {
    let on_a_host = ["github.com/", "github.io/", "gitlab.com/", "codeberg.org/"]
        .iter()
        .any(|host| word.contains(host));
    let is_placeholder = word
        .split(|letter: char| !letter.is_alphanumeric() && letter != '_')
        .any(|part| part == "OWNER");
    is_placeholder || word.contains("/seichi@") || (on_a_host && word.contains("/seichi"))
}

#[test]
fn every_address_of_the_repository_follows_the_workspace() {
    let metadata = packages(Path::new(TOP));
    let address = |name: &str| {
        let package = metadata
            .iter()
            .find(|package| package["name"] == name)
            .expect("a package");
        package["repository"]
            .as_str()
            .unwrap_or_else(|| panic!("{name} does not inherit `repository`"))
            .to_owned()
    };
    let repository = address("seichi");
    for name in ["seichi-core", "seichi-corpus", "seichi-python"] {
        assert_eq!(address(name), repository, "{name}");
    }
    // these cannot inherit the address: `.github/scripts/address` writes it there, and nothing that
    // would be empty
    for name in ["CITATION.cff", "python/pyproject.toml", "web/package.json"] {
        let text = fs::read_to_string(Path::new(TOP).join(name)).expect("a file");
        let states_one = ["repository-code", "[project.urls]", "\"repository\""]
            .iter()
            .any(|key| text.contains(key));
        assert_eq!(states_one, !repository.is_empty(), "{name}");
        assert!(
            text.contains(&repository),
            "{name} has another address than Cargo.toml: run .github/scripts/address"
        );
    }
    let account = repository.split('/').nth(3);
    let mut files = Vec::new();
    for entry in fs::read_dir(TOP).expect("a folder") {
        files.extend(Some(entry.expect("an entry").path()).filter(|path| path.is_file()));
    }
    for folder in FOLDERS {
        add_files(&Path::new(TOP).join(folder), &mut files);
    }
    files.retain(|path| !path.ends_with(file!()));
    assert!(files.len() > 500, "only {} files", files.len());
    for path in files {
        // archives and pictures are no text
        let Ok(text) = fs::read_to_string(&path) else {
            continue;
        };
        for word in text
            .split_whitespace()
            .filter(|word| names_an_account(word))
        {
            let is_right = account.is_some_and(|account| word.contains(account));
            assert!(
                is_right,
                "{}: {word} is not at `repository` of Cargo.toml, {repository:?}",
                path.display()
            );
        }
    }
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
            // cargo adds the manifest as it was, and facts on the commit
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
        for field in ["description", "license", "readme"] {
            assert!(package[field].is_string(), "{name} has no {field}");
        }
        for field in ["authors", "categories", "keywords"] {
            assert!(
                package[field]
                    .as_array()
                    .is_some_and(|list| !list.is_empty()),
                "{name} has no {field}"
            );
        }
        published.insert(name.to_owned());
    }
    assert_eq!(
        published,
        BTreeSet::from(["seichi", "seichi-core", "seichi-corpus"].map(str::to_owned))
    );
}

#[test]
fn changelog_has_the_form_of_keep_a_changelog() {
    let text = fs::read_to_string(Path::new(TOP).join("CHANGELOG.md")).expect("a file");
    let is_date =
        |word: &str| word.len() == 10 && word.split('-').all(|part| part.parse::<u16>().is_ok());
    for heading in text.lines().filter(|line| line.starts_with("##")) {
        let is_known = match heading.split_once(' ').expect("a title") {
            ("##", "[Unreleased]") => true,
            ("##", release) => release
                .strip_prefix('[')
                .and_then(|release| release.split_once("] - "))
                .is_some_and(|(version, date)| version.split('.').count() == 3 && is_date(date)),
            ("###", kind) => [
                "Added",
                "Changed",
                "Deprecated",
                "Removed",
                "Fixed",
                "Security",
            ]
            .contains(&kind),
            _ => false,
        };
        assert!(is_known, "{heading}");
    }
    let version = env!("CARGO_PKG_VERSION");
    assert!(
        text.contains("\n## [Unreleased]\n") || text.contains(&format!("\n## [{version}] - ")),
        "{version} is missing"
    );
}
