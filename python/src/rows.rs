//! Rows of files read by a data-processing engine, and the figures of such rows.

use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use seichi::cli::embed::{EvalCommand, Rows, Summed, summarize};
use seichi::input::Content;

use crate::errors::failed;
use crate::evaluate::interruptible;
use crate::flags::{Flags, command_words};
use crate::scorer::{Raised, scorers};
use crate::tables::{Content as TableContent, Measured, Table};

/// The rows of some files: `games.csv` and `skipped.csv`, the samples of their games, and the number of rows of a game.
type RowsOfFiles = (Table, Table, Vec<String>, Vec<String>, usize);

/// Evaluates files with the flags of `seichi eval`. Handlers of signals are called on this thread.
#[pyfunction]
pub(crate) fn rows(
    py: Python<'_>,
    files: Vec<(String, PyBackedBytes)>,
    flags: Flags,
    functions: Vec<(String, Py<PyAny>)>,
) -> PyResult<RowsOfFiles> {
    let mut words = command_words("eval", flags)?;
    // stands for the paths, and is not read
    words.extend(["--".into(), "table".into()]);
    let functions = scorers(py, functions, &Raised::default())?;
    let command = EvalCommand::parse(&words, functions).map_err(|error| failed(py, &error))?;
    let files = files.into_iter().map(|(name, bytes)| (name, Content::new(bytes)));
    let rows = interruptible(py, move |stop| command.rows(files, stop))?;
    let Rows { games, samples, skipped, skipped_samples, rows_of_a_game } = rows.map_err(|error| failed(py, &error))?;
    let table = |file: &str, text| Table::new(py, file.to_owned(), TableContent::text(text));
    Ok((table("games.csv", games)?, table("skipped.csv", skipped)?, samples, skipped_samples, rows_of_a_game))
}

/// Returns the figures of all samples, the names of the games that they leave out, and warnings.
#[pyfunction(name = "summarize")]
pub(crate) fn sum_up(
    py: Python<'_>,
    samples: Vec<PyBackedStr>,
    jobs: usize,
) -> PyResult<(Measured, Vec<String>, Vec<String>)> {
    let summed = py.detach(|| summarize(samples.iter().map(|sample| &**sample), jobs));
    let Summed { figures, warnings, left_out } = summed.map_err(|error| failed(py, &error))?;
    Ok((Measured::summed(figures), left_out, warnings))
}
