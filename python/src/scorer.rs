//! Scorers that are Python functions.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use numpy::ndarray::{Array3, ArrayView2, Axis};
use numpy::{IntoPyArray, PyReadonlyArray3};
use pyo3::prelude::*;
use seichi::board::{Color, Position};
use seichi::external::{NoAnswer, Question, ScoringFunction, Spec, Territory};

use crate::boards::{cell, owner};
use crate::errors::mistaken;

/// A scorer that is a Python function of stones, dead stones and the method of counting. It returns
/// the owner of each point, and `seichi.scorers` checks the form of its answer.
struct PythonScorer {
    name: String,
    function: Py<PyAny>,
    raised: Raised,
}

/// The last exception of each scorer.
#[derive(Clone, Default)]
pub(crate) struct Raised(Arc<Mutex<BTreeMap<String, PyErr>>>);

impl Raised {
    /// Sets the exception of a scorer as the cause of the error for its missing answer.
    pub(crate) fn chain(&self, py: Python<'_>, error: PyErr) -> PyErr {
        let (message, raised) = (
            error.value(py).to_string(),
            self.0.lock().expect("nothing panics while it is held"),
        );
        let cause = raised
            .iter()
            .find(|(name, _)| message.starts_with(&format!("{name} has no answer")));
        if let Some((_, cause)) = cause {
            error.set_cause(py, Some(cause.clone_ref(py)));
        }
        error
    }

    fn keep(&self, name: &str, error: PyErr) {
        self.0
            .lock()
            .expect("nothing panics while it is held")
            .insert(name.to_owned(), error);
    }
}

/// Returns the scorers for these functions, each with its name. They keep their exceptions in
/// `raised`.
///
/// # Errors
/// If a name is not valid.
pub(crate) fn scorers(
    py: Python<'_>,
    functions: Vec<(String, Py<PyAny>)>,
    raised: &Raised,
) -> PyResult<Vec<Spec>> {
    let spec = |(name, function): (String, Py<PyAny>)| {
        let scorer = PythonScorer {
            name: name.clone(),
            function,
            raised: raised.clone(),
        };
        Spec::function(&name, Arc::new(scorer)).map_err(|why| mistaken(py, &why.to_string()))
    };
    functions.into_iter().map(spec).collect()
}

impl ScoringFunction for PythonScorer {
    fn score(&self, boards: &[&Question]) -> Result<Vec<Territory>, NoAnswer> {
        let (stones, dead) = arrays(boards);
        let method = boards[0].method().name();
        Python::attach(|py| {
            let no_answer = |error: PyErr, reason: fn(String) -> NoAnswer| {
                let reason = reason(message(py, &error));
                self.raised.keep(&self.name, error);
                reason
            };
            let arguments = (stones.into_pyarray(py), dead.into_pyarray(py), method);
            let answer = self
                .function
                .bind(py)
                .call1(arguments)
                .map_err(|error| no_answer(error, NoAnswer::Refused))?;
            let owners = checked(py, &answer, boards)
                .map_err(|error| no_answer(error, NoAnswer::Nonsense))?;
            let owners = owners.as_array();
            Ok(boards
                .iter()
                .zip(owners.axis_iter(Axis(0)))
                .map(|(board, owners)| territory(board, owners))
                .collect())
        })
    }
}

/// Returns the stones of boards and which of them are dead, each of shape `[boards, height,
/// width]`.
fn arrays(boards: &[&Question]) -> (Array3<i8>, Array3<bool>) {
    let size = boards[0].position.size();
    let shape = [boards.len(), size.height().into(), size.width().into()];
    let (mut stones, mut dead) = (Array3::zeros(shape), Array3::from_elem(shape, false));
    for (number, board) in boards.iter().enumerate() {
        for point in size.iter() {
            let [row, column] = cell(point);
            stones[[number, row, column]] = owner(board.position.get(point).color());
        }
        for &point in &board.dead {
            let [row, column] = cell(point);
            dead[[number, row, column]] = true;
        }
    }
    (stones, dead)
}

/// Returns the answer of a function as an array of owners.
///
/// # Errors
/// If the answer has a different form.
fn checked<'py>(
    py: Python<'py>,
    answer: &Bound<'py, PyAny>,
    boards: &[&Question],
) -> PyResult<PyReadonlyArray3<'py, i8>> {
    let size = boards[0].position.size();
    let shape = (boards.len(), size.height(), size.width());
    let owners = py
        .import("seichi.scorers")?
        .getattr("_owners")?
        .call1((answer, shape))?;
    owners.extract()
}

/// Returns the territory of a board. The owner of a living stone is its colour or 0.
fn territory(board: &Question, owners: ArrayView2<'_, i8>) -> Territory {
    let position: &Position = &board.position;
    let points = |color: Color| {
        let is_own_stone =
            |&point: &_| position.get(point).color() == Some(color) && !board.dead.contains(&point);
        let owned = position
            .size()
            .iter()
            .filter(|&point| owners[cell(point)] == owner(Some(color)));
        owned.filter(|point| !is_own_stone(point)).collect()
    };
    [points(Color::Black), points(Color::White)]
}

/// Returns an exception as one line, with the source line that raised it.
fn message(py: Python<'_>, error: &PyErr) -> String {
    let name = error
        .get_type(py)
        .name()
        .map_or_else(|_| "exception".to_owned(), |name| name.to_string());
    let text = error.value(py).to_string();
    let line = raised_at(py, error).ok().flatten().unwrap_or_default();
    if text.is_empty() {
        name + &line
    } else {
        format!("{name}: {text}{line}")
    }
}

/// Returns the source line that raised an exception, unless it is in this package.
fn raised_at(py: Python<'_>, error: &PyErr) -> PyResult<Option<String>> {
    let Some(traceback) = error.traceback(py) else {
        return Ok(None);
    };
    let frames = py
        .import("traceback")?
        .getattr("extract_tb")?
        .call1((traceback,))?;
    let last = frames.get_item(frames.len()? - 1)?;
    let (file, line): (PathBuf, u32) = (
        last.getattr("filename")?.extract()?,
        last.getattr("lineno")?.extract()?,
    );
    let is_own = file.ends_with("seichi/scorers.py");
    let name = file.file_name().unwrap_or_default().display();
    Ok((!is_own).then(|| format!(" ({name}, line {line})")))
}
