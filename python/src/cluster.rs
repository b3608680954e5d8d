//! The evaluation on several machines, for `seichi.cluster`: files go in as bytes, rows come out in batches.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::SystemTime;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::PyBytes;
use seichi::cli::embed::{ClusterRow, ClusterRun, ClusterWorker, EvalCommand, LabelFiles};
use seichi::cli::{Failure, Observer};
use seichi::input::{Content, FoundFile, Walk, WalkOptions};
use seichi::report::FormattedGame;

use crate::errors::failed;
use crate::flags::{Flags, command_words};
use crate::scorer::{Raised, scorers};

/// The size in bytes at which a batch of rows is sent, even if it has few rows.
const BYTES_AT_ONCE: usize = 1 << 20;

/// The largest number of rows in a batch.
const ROWS_AT_ONCE: usize = 256;

/// A file: its name in every report, or its path below a folder; its path in commands; and its bytes.
type File = (String, PathBuf, PyBackedBytes);

/// The words of a command, and its files of labels and of descriptions.
type Planned<'py> = (Vec<String>, Vec<ReadFile<'py>>, Vec<ReadFile<'py>>);

/// A file, as [`File`].
type ReadFile<'py> = (String, PathBuf, Bound<'py, PyBytes>);

/// Scorers that are functions, each with its name.
type Functions = Vec<(String, Py<PyAny>)>;

/// The columns of a batch of rows: keys, parts and JSON.
type Columns<'py> = (Vec<Option<Bound<'py, PyBytes>>>, Vec<i64>, Vec<String>);

fn files(files: Vec<File>, is_folder: bool) -> Vec<FoundFile> {
    let file = |(name, path, bytes): File| {
        let name = if is_folder { FoundFile::name_of(&name) } else { name };
        FoundFile { name, path, content: Content::new(bytes) }
    };
    files.into_iter().map(file).collect()
}

fn label_files([found, labels, descriptions]: [Vec<File>; 3]) -> LabelFiles {
    LabelFiles { found: files(found, true), labels: files(labels, false), descriptions: files(descriptions, false) }
}

/// Returns whether a walk of a folder may read the file at this path below it, judging only by the name.
#[pyfunction]
fn may_be_walked(path: &str) -> bool {
    // assume a record, since the content of the file is not known
    let content = Content::new("(;");
    let file = FoundFile { name: FoundFile::name_of(path), path: path.into(), content };
    let walk = Walk::of_folder([file], &WalkOptions::default()).expect("no globs are given");
    let Walk { entries, skipped, labels, descriptions, .. } = walk;
    !(entries.is_empty() && skipped.is_empty() && labels.is_empty() && descriptions.is_empty())
}

/// Parses the flags of `seichi eval`, checks that the command can be divided among tasks, and reads the files that it
/// names. Returns its complete words, and its files of labels and of descriptions.
#[pyfunction]
fn plan(py: Python<'_>, flags: Flags, functions: Functions) -> PyResult<Planned<'_>> {
    let mut words = command_words("eval", flags)?;
    // stands for the paths, and is not read
    words.extend(["--".into(), "table".into()]);
    let raise = |error| failed(py, &error);
    let command = EvalCommand::parse(&words, scorers(py, functions, &Raised::default())?).map_err(raise)?;
    command.check_cluster().map_err(raise)?;
    let LabelFiles { labels, descriptions, .. } = command.label_files(Vec::new()).map_err(raise)?;
    let files = |files: Vec<FoundFile>| {
        let file = |file: FoundFile| (file.name, file.path, PyBytes::new(py, file.content.as_ref()));
        files.into_iter().map(file).collect()
    };
    Ok((command.words().to_vec(), files(labels), files(descriptions)))
}

/// Evaluates files in a task of a cluster.
#[pyclass(frozen, module = "seichi._seichi")]
struct Worker {
    worker: Arc<ClusterWorker>,
    is_folder: bool,
}

#[pymethods]
impl Worker {
    #[new]
    fn new(
        py: Python<'_>,
        words: Vec<OsString>,
        functions: Functions,
        labels: [Vec<File>; 3],
        is_folder: bool,
    ) -> PyResult<Self> {
        let (labels, functions) = (label_files(labels), scorers(py, functions, &Raised::default())?);
        let worker = py.detach(|| ClusterWorker::new(EvalCommand::parse(&words, functions)?, &labels, is_folder));
        Ok(Self { worker: Arc::new(worker.map_err(|error| failed(py, &error))?), is_folder })
    }

    /// Evaluates files, and returns an iterator over batches of their rows.
    fn evaluate(&self, files: Vec<File>) -> Batches {
        let (sender, batches) = sync_channel(1);
        let (worker, stop) = (Arc::clone(&self.worker), Arc::new(AtomicBool::new(false)));
        let (on_thread, files) = (Arc::clone(&stop), self::files(files, self.is_folder));
        thread::spawn(move || {
            let (mut batch, mut bytes) = (Vec::new(), 0);
            let mut take = |row: ClusterRow| {
                bytes += row.json.len();
                batch.push(row);
                if bytes < BYTES_AT_ONCE && batch.len() < ROWS_AT_ONCE {
                    return true;
                }
                bytes = 0;
                sender.send(Ok(Some(std::mem::take(&mut batch)))).is_ok()
            };
            // the last batch has no receiver if the iterator was dropped
            let _ = match worker.evaluate(files, &on_thread, &mut take) {
                Ok(()) => sender.send(Ok(Some(batch))).and_then(|()| sender.send(Ok(None))),
                Err(failure) => sender.send(Err(failure)),
            };
        });
        Batches { batches: Mutex::new(batches), stop }
    }
}

/// An iterator over batches of rows. `None` comes after the last one.
#[pyclass(frozen, module = "seichi._seichi")]
struct Batches {
    batches: Mutex<Receiver<Result<Option<Vec<ClusterRow>>, Failure>>>,
    stop: Arc<AtomicBool>,
}

#[pymethods]
impl Batches {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Columns<'py>>> {
        let next = py.detach(|| self.batches.lock().expect("nothing panics while it is held").recv());
        // a lost row must not look like the end
        let next = next.map_err(|_| PyRuntimeError::new_err("the evaluation failed, which is a bug in seichi"))?;
        let Some(batch) = next.map_err(|error| failed(py, &error))? else { return Ok(None) };
        let mut columns: Columns<'py> = Default::default();
        for ClusterRow { key, part, json } in batch {
            columns.0.push(key.map(|key| PyBytes::new(py, &key)));
            columns.1.push(part);
            columns.2.push(json);
        }
        Ok(Some(columns))
    }
}

impl Drop for Batches {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// Writes a run from the sorted rows of all workers.
#[pyclass(module = "seichi._seichi")]
struct Writer(Option<ClusterRun>);

#[pymethods]
impl Writer {
    /// Creates the files of a run that began at `started`. `notes` is the JSON of the rows without a key.
    #[new]
    fn new(
        py: Python<'_>,
        words: Vec<OsString>,
        functions: Functions,
        labels: [Vec<File>; 3],
        notes: Vec<PyBackedStr>,
        started: SystemTime,
    ) -> PyResult<Self> {
        let (labels, functions) = (label_files(labels), scorers(py, functions, &Raised::default())?);
        let notes = notes.iter().map(|note| &**note);
        let run =
            EvalCommand::parse(&words, functions).and_then(|command| ClusterRun::new(command, &labels, notes, started));
        Ok(Self(Some(run.map_err(|error| failed(py, &error))?)))
    }

    /// The size in bytes of all rows.
    #[getter]
    fn size(&self) -> u64 {
        self.0.as_ref().map_or(0, ClusterRun::bytes)
    }

    /// Adds the next row. Returns whether more rows are wanted.
    fn add(&mut self, py: Python<'_>, key: PyBackedBytes, part: i64, json: String) -> PyResult<bool> {
        let run = self.0.as_mut().ok_or_else(|| PyRuntimeError::new_err("the run is already written"))?;
        run.add(ClusterRow { key: Some(key.to_vec()), part, json }).map_err(|error| failed(py, &error))
    }

    /// Writes the remaining files of the run, and puts it in its folder. Returns the folder, and warnings.
    fn finish(&mut self, py: Python<'_>) -> PyResult<(PathBuf, Vec<String>)> {
        let run = self.0.take().ok_or_else(|| PyRuntimeError::new_err("the run is already written"))?;
        let (folder, mut warnings) = (run.folder().to_owned(), Warnings::default());
        py.detach(|| run.finish(&mut warnings)).map_err(|error| failed(py, &error))?;
        Ok((folder, warnings.0))
    }
}

/// An observer that keeps warnings.
#[derive(Default)]
struct Warnings(Vec<String>);

impl Observer for Warnings {
    fn begin(&mut self, _: usize) {}

    fn file(&mut self, _: &[FormattedGame]) {}

    fn note(&mut self, message: &str) {
        self.0.push(message.to_owned());
    }

    fn warn(&mut self, message: &str) {
        self.0.push(message.to_owned());
    }
}

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(may_be_walked, module)?)?;
    module.add_function(wrap_pyfunction!(plan, module)?)?;
    module.add_class::<Worker>()?;
    module.add_class::<Writer>()
}
