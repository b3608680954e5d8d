//! A model of the folders of runs: the contents that each should have after every command.

use std::collections::{BTreeMap, HashMap};
use std::fs;

use serde_json::Value;

use crate::sandbox::Sandbox;

/// The contents of the files in a folder, by name.
pub(crate) type Files = BTreeMap<String, Vec<u8>>;

/// A user's own file in the folder of a run.
pub(crate) const NOTES: &str = "notes.txt";

/// The folders of a sandbox, and the files that were last written into them.
pub(crate) struct Model {
    pub(crate) sandbox: Sandbox,
    /// The number of times that the games have changed.
    pub(crate) version: u32,
    /// The version of the games in the run that was last accepted as the baseline.
    pub(crate) baseline: Option<u32>,
    /// The files of undisturbed runs, by version of the games.
    references: HashMap<u32, Files>,
    /// For each folder with a run, the version of the games and the files that the run wrote.
    written: HashMap<String, (u32, Files)>,
}

/// The state of a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// The folder has no run.
    Absent,
    /// A file of the run has changed or is gone.
    Damaged,
    /// All files are as they were written by the run on this version of the games.
    Whole(u32),
}

impl Model {
    pub(crate) fn new(sandbox: Sandbox) -> Self {
        Self {
            sandbox,
            version: 0,
            baseline: None,
            references: HashMap::new(),
            written: HashMap::new(),
        }
    }

    /// Returns the files of a folder; `None` if there is no folder.
    pub(crate) fn files(&self, folder: &str) -> Option<Files> {
        let entries = fs::read_dir(self.sandbox.path(folder)).ok()?;
        let file = |entry: std::io::Result<fs::DirEntry>| {
            let path = entry.expect("an entry").path();
            let name = path
                .file_name()
                .and_then(|name| name.to_str())
                .expect("a plain name")
                .to_owned();
            (name, fs::read(path).expect("a file"))
        };
        Some(entries.map(file).collect())
    }

    /// Returns the state of a folder.
    pub(crate) fn state(&self, folder: &str) -> State {
        let (Some(now), Some((version, written))) = (self.files(folder), self.written.get(folder))
        else {
            return State::Absent;
        };
        let is_whole = written
            .iter()
            .all(|(name, bytes)| now.get(name) == Some(bytes));
        if is_whole {
            State::Whole(*version)
        } else {
            State::Damaged
        }
    }

    /// Asserts that a folder has exactly the files of an undisturbed run, and records them as
    /// written.
    #[track_caller]
    pub(crate) fn assert_complete(&mut self, folder: &str, what: &str) {
        let files = self
            .files(folder)
            .unwrap_or_else(|| panic!("{what}: no folder {folder}"));
        let reference = self.reference();
        let difference = difference(&files, &reference);
        assert!(
            difference.is_none(),
            "{what}: {folder}: {difference:?} differs"
        );
        self.written
            .insert(folder.to_owned(), (self.version, files));
    }

    /// Returns whether the files equal an undisturbed run of the current games.
    pub(crate) fn has_run(&mut self, files: &Files) -> bool {
        let reference = self.reference();
        difference(files, &reference).is_none()
    }

    /// Returns whether the user has put notes into a folder.
    pub(crate) fn has_notes(&self, folder: &str) -> bool {
        self.sandbox.path(&format!("{folder}/{NOTES}")).exists()
    }

    /// Puts the user's notes into a folder with a run, or removes them.
    pub(crate) fn change_notes(&self, folder: &str) {
        if self.has_notes(folder) {
            fs::remove_file(self.sandbox.path(&format!("{folder}/{NOTES}"))).expect("the notes");
        } else if self.state(folder) != State::Absent {
            self.sandbox.write(&format!("{folder}/{NOTES}"), b"mine");
        }
    }

    /// Removes a folder from the disk and the model.
    pub(crate) fn forget(&mut self, folder: &str) {
        let _ = fs::remove_dir_all(self.sandbox.path(folder));
        self.written.remove(folder);
    }

    /// Returns the names of the temporary folders of runs into `folder`.
    pub(crate) fn temporary_folders(&self, folder: &str) -> Vec<String> {
        let (parent, name) = folder.rsplit_once('/').unwrap_or((".", folder));
        if !self.sandbox.path(parent).exists() {
            return Vec::new();
        }
        let mut names = self.sandbox.names(parent);
        names.retain(|other| other.starts_with(&format!(".{name}.")));
        names
    }

    fn reference(&mut self) -> Files {
        if !self.references.contains_key(&self.version) {
            self.sandbox
                .run(&format!("eval games {STRATEGIES} -q -j 1 -o reference"))
                .exits(0);
            let files = self.files("reference").expect("a run");
            self.forget("reference");
            self.references.insert(self.version, files);
        }
        self.references[&self.version].clone()
    }
}

/// The strategies of all runs.
pub(crate) const STRATEGIES: &str = "-s linked -s grey";

/// Returns the name of a file that differs between two runs, ignoring times and command lines.
fn difference(one: &Files, other: &Files) -> Option<String> {
    let names = one.keys().chain(other.keys()).filter(|name| *name != NOTES);
    let mut differing = names.filter(|name| {
        let [one, other] = [one, other].map(|files| files.get(*name));
        if *name == "run.json" {
            one.map(facts) != other.map(facts)
        } else {
            one != other
        }
    });
    differing.next().cloned()
}

/// Returns the parts of `run.json` that are the same in every run.
#[allow(clippy::ptr_arg, reason = "it maps files")]
fn facts(run: &Vec<u8>) -> Value {
    let mut run: Value = serde_json::from_slice(run).unwrap_or_default();
    for key in [
        "arguments",
        "jobs",
        "started",
        "seconds",
        "stage_seconds",
        "digest",
    ] {
        run[key] = Value::Null;
    }
    run
}
