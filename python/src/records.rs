//! The records below paths, for `seichi.games` and `Run.game`.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use seichi::Stop;
use seichi::cli::Failure;
use seichi::cli::embed::{EvalCommand, RecordFile, read_records};

use crate::errors::{failed, mistaken, skipped};
use crate::flags::{FlagValue, Flags, command_words};
use crate::tables::Measured;

/// The number of files that are read ahead.
const AHEAD: usize = 16;

/// An iterator over files.
#[pyclass(frozen, module = "seichi._seichi")]
pub(crate) struct RecordFiles {
    files: Mutex<Receiver<Result<RecordFile, Failure>>>,
    stop: Stop,
}

/// Reads the files of `paths` with the flags of `seichi score`. With `only`, reads just the file
/// with that name.
#[pyfunction]
pub(crate) fn record_files(
    paths: Vec<OsString>,
    flags: Flags,
    only: Option<String>,
) -> PyResult<RecordFiles> {
    let mut words = command_words("score", flags)?;
    words.push("--".into());
    words.extend(paths);
    let (sender, files) = sync_channel(AHEAD);
    let stop = Stop::default();
    let on_thread = stop.clone();
    thread::spawn(move || {
        let take = |file| sender.send(Ok(file)).is_ok();
        if let Err(failure) = read_records(&words, only.as_deref(), &on_thread, take) {
            // the receiver is gone if the iterator was dropped
            let _ = sender.send(Err(failure));
        }
    });
    Ok(RecordFiles {
        files: Mutex::new(files),
        stop,
    })
}

#[pymethods]
impl RecordFiles {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    /// The name of the next file, the number of games in earlier pieces of it, and its bytes or the
    /// exception from reading them.
    fn __next__(&self, py: Python<'_>) -> PyResult<Option<(String, usize, Py<PyAny>)>> {
        let next = py.detach(|| {
            self.files
                .lock()
                .expect("nothing panics while it is held")
                .recv()
        });
        // the thread is done
        let Ok(file) = next else { return Ok(None) };
        let RecordFile {
            name,
            games_before,
            bytes,
        } = file.map_err(|error| failed(py, &error))?;
        let bytes = match bytes {
            Ok(bytes) => PyBytes::new(py, &bytes).into_any().unbind(),
            Err(skip) => skipped(py, &name, &skip).into_value(py).into_any(),
        };
        Ok(Some((name, games_before, bytes)))
    }
}

impl Drop for RecordFiles {
    fn drop(&mut self) {
        self.stop.set();
    }
}

/// Returns the paths of a run, and the flags of the run that affect a single game.
///
/// # Errors
/// If the run is merged, or comes from a different version whose command line this version does
/// not understand.
#[pyfunction]
pub(crate) fn paths_and_flags(
    py: Python<'_>,
    run: &Measured,
) -> PyResult<(Vec<OsString>, BTreeMap<String, FlagValue>)> {
    if run
        .0
        .facts
        .arguments
        .get(1)
        .is_some_and(|command| command == "merge")
    {
        let message = "this merged run does not name its files: use the run of one of its parts";
        return Err(mistaken(py, message));
    }
    let words: Vec<OsString> = run.0.facts.arguments.iter().map(OsString::from).collect();
    let command = EvalCommand::parse(&words, Vec::new()).map_err(|error| failed(py, &error))?;
    let mut flags: BTreeMap<String, Vec<OsString>> = BTreeMap::new();
    let mut name = String::new();
    for word in command.game_flags() {
        match word.strip_prefix("--") {
            Some(flag) => name = flag.replace('-', "_"),
            None if word == "-s" => "strategy".clone_into(&mut name),
            None => {
                flags.entry(name.clone()).or_default().push(word.into());
                continue;
            }
        }
        flags.entry(name.clone()).or_default();
    }
    let flags = flags.into_iter().map(|(name, values)| {
        let value = if values.is_empty() {
            FlagValue::Switch(true)
        } else {
            FlagValue::Words(values)
        };
        (name, value)
    });
    let paths = command.paths().iter().map(OsString::from);
    Ok((paths.collect(), flags.collect()))
}
