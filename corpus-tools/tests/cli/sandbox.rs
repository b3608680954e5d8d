//! Runs the programs in a separate folder.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A temporary folder for running programs.
pub(crate) struct Sandbox {
    folder: tempfile::TempDir,
}

/// A row of a CSV file, by column.
pub(crate) type Row = HashMap<String, String>;

impl Sandbox {
    /// Makes a folder with these files.
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
    pub(crate) fn names(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(folder)).expect("a folder");
        let name = |entry: std::io::Result<fs::DirEntry>| {
            entry.expect("an entry").file_name().into_string()
        };
        let mut names: Vec<String> = entries
            .map(|entry| name(entry).expect("a plain name"))
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

    /// Copies the files of a folder into a folder here.
    pub(crate) fn copy(&self, from: &Path, to: &str) {
        for entry in
            fs::read_dir(from).unwrap_or_else(|error| panic!("{}: {error}", from.display()))
        {
            let path = entry.expect("an entry").path();
            let name = path
                .file_name()
                .and_then(|name| name.to_str())
                .expect("a plain name");
            self.write(&format!("{to}/{name}"), &fs::read(&path).expect("a file"));
        }
    }

    /// Returns a command that starts the program here.
    pub(crate) fn program(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_seichi-corpus"));
        command.current_dir(self.folder.path());
        command
    }

    /// Runs `seichi-corpus` with the arguments in a line.
    pub(crate) fn run(&self, line: &str) -> RunOutput {
        RunOutput::of(self.program().args(line.split_whitespace()))
    }

    /// Runs `seichi` with the arguments in a line. The program belongs to another package, so the
    /// test program starts itself again and acts as `seichi`. Its standard output therefore also
    /// has lines of the test harness.
    pub(crate) fn seichi(&self, line: &str) -> RunOutput {
        let mut command = Command::new(std::env::current_exe().expect("the test program"));
        command
            .args(["--exact", "sandbox::seichi_if_asked", "--nocapture"])
            .env(LINE, line);
        RunOutput::of(command.current_dir(self.folder.path()))
    }

    /// Returns the rows of a CSV file.
    pub(crate) fn rows(&self, name: &str) -> Vec<Row> {
        let mut reader = csv::Reader::from_path(self.path(name)).expect("a CSV file");
        reader
            .deserialize()
            .map(|row| row.expect("a row"))
            .collect()
    }
}

/// The variable with the command line of `seichi`.
pub(crate) const LINE: &str = "TEST_SEICHI_LINE";

#[test]
fn seichi_if_asked() {
    if let Ok(line) = std::env::var(LINE) {
        let words: Vec<OsString> = ["seichi"]
            .into_iter()
            .chain(line.split_whitespace())
            .map(OsString::from)
            .collect();
        std::process::exit(seichi::cli::run(&words).into());
    }
}

/// Returns a file or folder of the project.
pub(crate) fn project(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name)
}

/// The exit code and the output of a run of a program.
pub(crate) struct RunOutput {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl RunOutput {
    pub(crate) fn of(command: &mut Command) -> Self {
        // hides variables that the machine running the tests may have set
        let Output {
            status,
            stdout,
            stderr,
        } = command
            .env_remove("CI")
            .env_remove("GITHUB_STEP_SUMMARY")
            .output()
            .expect("the program starts");
        Self {
            code: status.code().unwrap_or(-1),
            out: String::from_utf8(stdout).expect("UTF-8"),
            err: String::from_utf8(stderr).expect("UTF-8"),
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
