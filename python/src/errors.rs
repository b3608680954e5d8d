//! Raises the exceptions of `seichi.errors`.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use seichi::cli::Failure;
use seichi::run::SavedError;
use seichi::skip::Skip;

/// The module with the exceptions.
const MODULE: &str = "seichi.errors";

fn exception<'py>(
    py: Python<'py>,
    name: &str,
    arguments: impl pyo3::call::PyCallArgs<'py>,
) -> PyErr {
    let created = py
        .import(MODULE)
        .and_then(|module| module.getattr(name))
        .and_then(|class| class.call1(arguments));
    created.map_or_else(|error| error, PyErr::from_value)
}

/// Returns the exception for a command that failed.
pub(crate) fn failed(py: Python<'_>, error: &Failure) -> PyErr {
    exception(py, "Error", (error.to_string(), error.code()))
}

/// Returns the exception for an invalid value.
pub(crate) fn mistaken(py: Python<'_>, message: &str) -> PyErr {
    exception(py, "Error", (message, 2))
}

/// Returns the exception for a keyword argument that a function does not have.
pub(crate) fn unexpected(error: &Failure) -> PyErr {
    PyTypeError::new_err(error.to_string().replace('-', "_"))
}

/// Returns the exception for a run that can't be read.
pub(crate) fn unreadable(py: Python<'_>, error: &SavedError) -> PyErr {
    exception(py, "Error", (error.to_string(), 2))
}

/// Returns the exception for a game that can't be scored.
pub(crate) fn skipped(py: Python<'_>, name: &str, skip: &Skip) -> PyErr {
    let Skip {
        reason,
        detail,
        byte,
    } = skip;
    let facts = (
        name,
        reason.name(),
        reason.stage().name(),
        reason.meaning(),
        detail,
        *byte,
    );
    exception(py, "SkipError", facts)
}
