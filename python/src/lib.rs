//! The compiled part of the Python package `seichi`: passes boards, games and runs between Python
//! and the library. Only the modules in `python/seichi` call it, and they convert its results.
//!
//! A board is an array of shape `[height, width]`, row by row from the top left: 0 is an empty
//! point, 1 a black stone, 2 a white stone. The global interpreter lock is released while the
//! library works.

mod audit;
mod boards;
mod errors;
mod evaluate;
mod flags;
mod game;
mod interrupt;
mod outcome;
mod records;
mod scorer;
mod tables;

use std::ffi::OsString;
use std::path::PathBuf;

use pyo3::prelude::*;

/// Runs the program with these arguments, the first of which is its name. Returns its exit code.
#[pyfunction]
fn run_program(py: Python<'_>, words: Vec<OsString>) -> u8 {
    py.detach(|| seichi::cli::run(&words))
}

/// Merges the runs of parts in the folders `runs` into one run in the folder `out`.
#[pyfunction]
fn merge(py: Python<'_>, runs: Vec<PathBuf>, out: PathBuf) -> PyResult<()> {
    let merged = py.detach(|| seichi::cli::embed::merge(&runs, &out));
    merged.map_err(|error| errors::failed(py, &error))
}

#[pymodule]
fn _seichi(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_function(wrap_pyfunction!(run_program, module)?)?;
    module.add_function(wrap_pyfunction!(evaluate::evaluate, module)?)?;
    module.add_function(wrap_pyfunction!(merge, module)?)?;
    module.add_function(wrap_pyfunction!(audit::audit, module)?)?;
    module.add_function(wrap_pyfunction!(tables::open_run, module)?)?;
    module.add_class::<tables::Measured>()?;
    module.add_class::<tables::Table>()?;
    module.add_function(wrap_pyfunction!(game::read_games, module)?)?;
    module.add_class::<game::Game>()?;
    module.add_function(wrap_pyfunction!(records::record_files, module)?)?;
    module.add_function(wrap_pyfunction!(records::paths_and_flags, module)?)?;
    module.add_function(wrap_pyfunction!(flags::flags_of, module)?)?;
    boards::add_to(module)
}
