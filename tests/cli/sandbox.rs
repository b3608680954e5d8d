//! Runs the program in its own folder.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use sha2::{Digest, Sha256};

/// A temporary folder for running the program.
pub(crate) struct Sandbox {
    folder: tempfile::TempDir,
}

impl Sandbox {
    /// A folder with these files.
    pub(crate) fn new(files: &[(&str, &str)]) -> Self {
        let sandbox = Self {
            folder: tempfile::tempdir().expect("a folder"),
        };
        for (name, text) in files {
            sandbox.write(name, text.as_bytes());
        }
        sandbox
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Returns the names of the files and folders in a folder, sorted.
    #[track_caller]
    pub(crate) fn names(&self, folder: &str) -> Vec<String> {
        let entries =
            fs::read_dir(self.path(folder)).unwrap_or_else(|error| panic!("{folder}: {error}"));
        let mut names: Vec<String> = entries
            .map(|entry| {
                entry
                    .expect("an entry")
                    .file_name()
                    .into_string()
                    .expect("a plain name")
            })
            .collect();
        names.sort();
        names
    }

    pub(crate) fn write(&self, name: &str, bytes: &[u8]) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, bytes).expect("a file");
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Renews the digests of a run after a test has changed its files, as if the run had written
    /// them.
    pub(crate) fn seal(&self, run: &str) {
        let path = format!("{run}/run.json");
        let mut json: serde_json::Value = serde_json::from_str(&self.read(&path)).expect("JSON");
        let fields = json.as_object_mut().expect("an object");
        fields.remove("digest");
        for (name, digest) in fields["files"].as_object_mut().expect("an object") {
            *digest =
                sha256(&fs::read(self.path(&format!("{run}/{name}"))).expect("a file")).into();
        }
        let text = serde_json::to_string_pretty(&json).expect("JSON");
        let fields = text.trim_end_matches("\n}");
        let digest = sha256(fields.as_bytes());
        self.write(
            &path,
            format!("{fields},\n  \"digest\": \"{digest}\"\n}}\n").as_bytes(),
        );
    }

    /// Runs `seichi` with the arguments in a line.
    pub(crate) fn run(&self, line: &str) -> RunOutput {
        RunOutput::of(self.program().args(line.split_whitespace()))
    }

    /// Runs `seichi` with a closed standard output, and asserts that it succeeds and prints
    /// nothing.
    #[track_caller]
    pub(crate) fn run_into_closed_pipe(&self, line: &str) {
        let output = self.closed_pipe(line);
        assert_eq!((output.code, &*output.err), (0, ""), "{line}");
    }

    /// Runs `seichi` with a closed standard output.
    pub(crate) fn closed_pipe(&self, line: &str) -> RunOutput {
        let mut command = self.program();
        command
            .args(line.split_whitespace())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        drop(child.stdout.take());
        RunOutput::from(child.wait_with_output().expect("the program ends"))
    }

    /// Runs a line of shell commands here; `seichi` is the program.
    #[cfg(unix)]
    pub(crate) fn shell(&self, line: &str) -> RunOutput {
        let path = path_with(seichi().parent().expect("a folder"));
        RunOutput::of(
            Command::new("sh")
                .args(["-c", line])
                .env("PATH", path)
                .env("XDG_CACHE_HOME", self.path("caches"))
                .current_dir(self.path(".")),
        )
    }

    /// The program, to be started here, with its own cache.
    pub(crate) fn program(&self) -> Command {
        let mut command = program();
        command
            .current_dir(self.folder.path())
            .env("XDG_CACHE_HOME", self.path("caches"))
            .env("LOCALAPPDATA", self.path("caches"));
        command
    }

    /// Copies the files of a folder into one here, without its folders.
    pub(crate) fn copy(&self, from: &Path, to: &str) {
        for entry in
            fs::read_dir(from).unwrap_or_else(|error| panic!("{}: {error}", from.display()))
        {
            let path = entry.expect("an entry").path();
            let name = path
                .file_name()
                .and_then(|name| name.to_str())
                .expect("a plain name");
            if path.is_file() {
                self.write(&format!("{to}/{name}"), &fs::read(&path).expect("a file"));
            }
        }
    }

    /// The commands, as the help lists them.
    pub(crate) fn commands(&self) -> Vec<String> {
        let help = self.run("--help").exits(0).out;
        let list = help
            .split("Commands:\n")
            .nth(1)
            .expect("commands")
            .split("\n\n")
            .next()
            .unwrap_or_default();
        let names = list.lines().filter_map(|line| {
            line.strip_prefix("  ")?
                .split(' ')
                .next()
                .filter(|name| !name.is_empty())
        });
        names
            .filter(|name| *name != "help")
            .map(str::to_owned)
            .collect()
    }

    /// The rows of a CSV file, by column.
    pub(crate) fn rows(&self, name: &str) -> Vec<Row> {
        rows(&self.path(name))
    }

    /// Returns the names of the games that an audit does not count for this reason (or for any
    /// reason if it is empty), sorted.
    pub(crate) fn uncounted(&self, words: &str, reason: &str) -> Vec<String> {
        self.write(
            "audit.csv",
            self.run(&format!("audit {words} --format csv"))
                .exits(0)
                .out
                .as_bytes(),
        );
        let rows = self.rows("audit.csv").into_iter();
        let rows = rows.filter(|row| row["counted"].is_empty() && row["why"].contains(reason));
        let mut names: Vec<String> = rows.map(|row| row["game"].to_owned()).collect();
        names.sort();
        names
    }
}

/// The SHA-256 of bytes, in hexadecimal digits.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes)
        .iter()
        .fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}

/// The program.
pub(crate) fn seichi() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_seichi"))
}

/// Returns the search path for programs, with another folder at its start.
pub(crate) fn path_with(folder: &Path) -> OsString {
    let others = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(folder.to_owned()).chain(std::env::split_paths(&others));
    std::env::join_paths(folders).expect("folders without separators")
}

/// A file or folder of the project.
pub(crate) fn project(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The program, to be started.
pub(crate) fn program() -> Command {
    let mut command = Command::new(seichi());
    undisturbed(&mut command);
    command
}

/// Hides from a command the variables that the program reads.
pub(crate) fn undisturbed(command: &mut Command) -> &mut Command {
    let set: Vec<OsString> = command
        .get_envs()
        .map(|(name, _)| name.to_owned())
        .collect();
    for (name, _) in std::env::vars_os() {
        let known = name == "CI" || name == "GITHUB_STEP_SUMMARY";
        if known && !set.contains(&name) {
            command.env_remove(name);
        }
    }
    command
}

/// A row of a CSV file.
pub(crate) struct Row(Vec<(String, String)>);

impl std::ops::Index<&str> for Row {
    type Output = str;

    fn index(&self, column: &str) -> &str {
        let field = self.0.iter().find(|(name, _)| name == column);
        &field.unwrap_or_else(|| panic!("no column {column}")).1
    }
}

/// The rows of a CSV file.
pub(crate) fn rows(path: &Path) -> Vec<Row> {
    let mut reader =
        csv::Reader::from_path(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let header = reader.headers().expect("a header").clone();
    let row = |record: csv::Result<csv::StringRecord>| {
        let record = record.expect("a row");
        Row(header
            .iter()
            .map(str::to_owned)
            .zip(record.iter().map(str::to_owned))
            .collect())
    };
    reader.records().map(row).collect()
}

/// The exit code and the output of a run of the program.
pub(crate) struct RunOutput {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl RunOutput {
    pub(crate) fn of(command: &mut Command) -> Self {
        undisturbed(command);
        Self::from(command.output().expect("the program starts"))
    }

    fn from(output: Output) -> Self {
        Self {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8(output.stdout).expect("UTF-8"),
            err: String::from_utf8(output.stderr).expect("UTF-8"),
        }
    }

    /// Asserts the exit code.
    #[track_caller]
    pub(crate) fn exits(self, code: i32) -> Self {
        assert_eq!(
            self.code, code,
            "standard output:\n{}\nstandard error:\n{}",
            self.out, self.err
        );
        self
    }
}

/// Checks that a file of the project has this text or, if `.ci/renew` runs the tests, writes it.
pub(crate) fn renew_or_compare(path: &str, text: &str) {
    if std::env::var_os("RENEW_GOLDEN").is_some() {
        std::fs::write(project(path), text).expect("a file of the project");
    }
    let kept = std::fs::read_to_string(project(path)).unwrap_or_default();
    let first = kept
        .lines()
        .zip(text.lines())
        .find(|(kept, new)| kept != new);
    assert!(
        kept == text,
        "{path} is out of date: run .ci/renew, and review the diff\nfirst difference: {first:?}"
    );
}

/// Returns the options that choose the strategies of the sample run, which a new strategy does not
/// change.
pub(crate) fn sample_strategies() -> Vec<String> {
    let summary = std::fs::read_to_string(project("reports/summary.csv")).expect("the sample run");
    chosen(
        summary
            .lines()
            .filter_map(|line| Some(line.split_once(",all,")?.0)),
    )
}

/// Returns the options that choose the strategies of the gate's baseline: all except new ones.
/// Tests of texts with the answers of all strategies use these options, so a new strategy does not
/// change the texts.
pub(crate) fn baseline_strategies() -> Vec<String> {
    let baseline = std::fs::read_to_string(project("corpus/baseline.txt")).expect("a baseline");
    chosen(
        baseline
            .lines()
            .filter_map(|line| line.strip_prefix("strategy,")?.split(',').next()),
    )
}

/// Returns the options that choose these strategies.
fn chosen<'a>(names: impl Iterator<Item = &'a str>) -> Vec<String> {
    names
        .flat_map(|name| ["-s", name])
        .map(str::to_owned)
        .collect()
}

/// Returns the points of a diagram with this letter as the values of an SGF property. Rows are
/// separated by blanks.
pub(crate) fn points_of(diagram: &str, letter: char) -> String {
    let point = |(row, y): (&str, char)| -> String {
        row.chars()
            .zip('a'..)
            .filter(|(cell, _)| *cell == letter)
            .flat_map(|(_, x)| ['[', x, y, ']'])
            .collect()
    };
    diagram.split(' ').zip('a'..).map(point).collect()
}

/// Swaps the colours of the stones that a record sets up.
pub(crate) fn exchanged(record: &str) -> String {
    record
        .replace("AB[", "A_[")
        .replace("AW[", "AB[")
        .replace("A_[", "AW[")
}
