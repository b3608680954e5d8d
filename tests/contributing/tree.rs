//! A copy of the project with the diffs of CONTRIBUTING.md applied.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of the project.
const TOP: &str = env!("CARGO_MANIFEST_DIR");

/// A diff of CONTRIBUTING.md: the changes of one example.
pub(crate) struct Example {
    /// The heading above the diff.
    pub(crate) section: String,
    pub(crate) changes: Vec<Change>,
}

/// The changes of a file.
pub(crate) struct Change {
    /// The path below the top of the project.
    pub(crate) file: String,
    pub(crate) is_new: bool,
    hunks: Vec<Hunk>,
}

/// Adjacent lines of a file, before and after a change.
#[derive(Default)]
struct Hunk {
    /// The text behind `@@`: a line of the file above the hunk, or the numbers of lines, which are
    /// ignored.
    below: String,
    before: String,
    after: String,
    /// The number of lines that are added.
    added: usize,
}

/// Returns the diffs of CONTRIBUTING.md in order.
pub(crate) fn examples() -> Vec<Example> {
    let text = fs::read_to_string(Path::new(TOP).join("CONTRIBUTING.md")).expect("CONTRIBUTING.md");
    let (mut examples, mut section, mut is_diff) = (Vec::new(), String::new(), false);
    for line in text.lines() {
        match line.strip_prefix("## ") {
            _ if line == "```diff" => {
                is_diff = true;
                examples.push(Example {
                    section: section.clone(),
                    changes: Vec::new(),
                });
            }
            _ if line == "```" => is_diff = false,
            _ if is_diff => examples.last_mut().expect("a diff").add(line),
            Some(heading) => heading.clone_into(&mut section),
            None => {}
        }
    }
    examples
}

impl Example {
    /// Adds the next line of the diff.
    fn add(&mut self, line: &str) {
        if let Some(name) = line.strip_prefix("--- ") {
            self.changes.push(Change {
                file: String::new(),
                is_new: name == "/dev/null",
                hunks: Vec::new(),
            });
            return;
        }
        let change = self
            .changes
            .last_mut()
            .unwrap_or_else(|| panic!("a diff begins with ---: {line}"));
        if let Some(name) = line.strip_prefix("+++ b/") {
            name.clone_into(&mut change.file);
        } else if let Some(below) = line.strip_prefix("@@ ") {
            change.hunks.push(Hunk {
                below: below.to_owned(),
                ..Hunk::default()
            });
        } else {
            let hunk = change
                .hunks
                .last_mut()
                .unwrap_or_else(|| panic!("a hunk begins with @@: {line}"));
            let (sign, text) = line.split_at_checked(1).unwrap_or((" ", ""));
            if sign != "+" {
                hunk.before.extend([text, "\n"]);
            }
            if sign != "-" {
                hunk.after.extend([text, "\n"]);
            }
            hunk.added += usize::from(sign == "+");
        }
    }
}

impl Change {
    /// Returns the number of lines that are added.
    pub(crate) fn added(&self) -> usize {
        self.hunks.iter().map(|hunk| hunk.added).sum()
    }

    /// Returns the text of the file after the change.
    fn applied(&self, text: &str) -> String {
        self.hunks.iter().fold(
            text.to_owned(),
            |text,
             Hunk {
                 below,
                 before,
                 after,
                 ..
             }| {
                let start = text.find(&format!("{below}\n")).unwrap_or_default();
                let (head, tail) = text.split_at(start);
                assert!(
                    tail.contains(before),
                    "{} has no lines\n{before}",
                    self.file
                );
                head.to_owned() + &tail.replacen(before, after, 1)
            },
        )
    }
}

/// A copy of the project with changes.
pub(crate) struct Tree(BTreeMap<PathBuf, Vec<u8>>);

impl Tree {
    /// Reads the project: every file except built and hidden files.
    pub(crate) fn read() -> Self {
        let mut files = BTreeMap::new();
        read_folder(Path::new(TOP), Path::new(""), &mut files);
        Self(files)
    }

    pub(crate) fn apply(&mut self, change: &Change) {
        let path = Path::new(&change.file);
        assert_eq!(
            self.0.contains_key(path),
            !change.is_new,
            "{}: --- is /dev/null for new files only",
            change.file
        );
        let file = self.0.entry(path.to_owned()).or_default();
        *file = change
            .applied(str::from_utf8(file).expect("text"))
            .into_bytes();
    }

    /// Builds the program of the copy. Files unchanged since the last build keep their times, so a
    /// second build is short.
    pub(crate) fn build(&self) -> PathBuf {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("contributing");
        let mut old = BTreeMap::new();
        if folder.is_dir() {
            read_folder(&folder, Path::new(""), &mut old);
        }
        for path in old.keys().filter(|path| !self.0.contains_key(*path)) {
            fs::remove_file(folder.join(path)).expect("an old file");
        }
        for (path, bytes) in self
            .0
            .iter()
            .filter(|(path, bytes)| old.get(*path) != Some(*bytes))
        {
            fs::create_dir_all(folder.join(path).parent().expect("a folder")).expect("a folder");
            fs::write(folder.join(path), bytes).expect("a file");
        }
        let line = "build --quiet --offline --bin seichi --no-default-features --features cli,encodings --target-dir target";
        // the program runs for seconds only, so a quick build is worth more than quick code
        let quick =
            "--config profile.dev.debug=false --config profile.dev.package.seichi-core.opt-level=0";
        let mut cargo = Command::new(env!("CARGO"));
        cargo
            .args(line.split(' ').chain(quick.split(' ')))
            .current_dir(&folder);
        let output = cargo.output().expect("cargo starts");
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        folder.join("target/debug/seichi")
    }
}

fn read_folder(top: &Path, below: &Path, files: &mut BTreeMap<PathBuf, Vec<u8>>) {
    for entry in fs::read_dir(top.join(below)).expect("a folder") {
        let name = entry.expect("an entry").file_name();
        let (path, name) = (below.join(&name), name.to_string_lossy());
        if top.join(&path).is_file() {
            files.insert(path.clone(), fs::read(top.join(&path)).expect("a file"));
        } else if !name.starts_with('.')
            && !["target", "node_modules", "__pycache__"].contains(&&*name)
        {
            read_folder(top, &path, files);
        }
    }
}
