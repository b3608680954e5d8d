//! The flags of the program's commands, from keyword arguments.

use std::ffi::OsString;
use std::sync::{Arc, Mutex};

use pyo3::prelude::*;
use seichi::cli::embed::{Flag, Value, flags, score_options, words};
use seichi::game::Options;

use crate::errors::{failed, unexpected};

/// The value of a flag in Python: a switch, or words.
#[derive(Clone, Debug, PartialEq, FromPyObject, IntoPyObject)]
pub(crate) enum FlagValue {
    /// A flag that takes no value.
    Switch(bool),
    /// The value of a flag, or several.
    Words(Vec<OsString>),
}

/// Flags by their names without dashes.
pub(crate) type Flags = Vec<(String, FlagValue)>;

/// Returns the words of a command line without paths: see [`words`].
///
/// # Errors
/// If the command has no such flag.
pub(crate) fn command_words(command: &str, flags: Flags) -> PyResult<Vec<OsString>> {
    let value = |value| match value {
        FlagValue::Switch(on) => Value::Switch(on),
        FlagValue::Words(words) => Value::Words(words),
    };
    words(
        command,
        flags
            .into_iter()
            .map(|(name, given)| (name, value(given)))
            .collect(),
    )
    .map_err(|error| unexpected(&error))
}

/// Returns the flags of a command: the name and the help of each, whether it takes a value, and
/// whether it takes several.
#[pyfunction]
pub(crate) fn flags_of(command: &str) -> Vec<(String, String, bool, bool)> {
    let row = |Flag {
                   name,
                   help,
                   takes_value,
                   takes_several,
               }| (name, help, takes_value, takes_several);
    flags(command).into_iter().map(row).collect()
}

/// The most recent flags of `seichi score` with their options, kept because parsing the arguments
/// takes longer than scoring a game.
static PARSED: Mutex<Vec<(Flags, Arc<Options>)>> = Mutex::new(Vec::new());

/// The number of entries of [`PARSED`].
const KEPT: usize = 8;

/// Returns the options that `seichi score` uses with these flags.
///
/// # Errors
/// If the command has no such flags.
pub(crate) fn game_options(py: Python<'_>, flags: Flags) -> PyResult<Arc<Options>> {
    let known = || PARSED.lock().expect("nothing panics with the lock");
    if let Some((_, options)) = known().iter().find(|(other, _)| *other == flags) {
        return Ok(Arc::clone(options));
    }
    let words = command_words("score", flags.clone())?;
    let options = Arc::new(
        py.detach(|| score_options(words))
            .map_err(|error| failed(py, &error))?,
    );
    let mut known = known();
    if known.len() == KEPT {
        known.remove(0);
    }
    known.push((flags, Arc::clone(&options)));
    Ok(options)
}
