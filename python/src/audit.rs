//! Audits the results of many games, like `seichi audit`.

use std::ffi::OsString;

use pyo3::prelude::*;
use seichi::cli::{Observer, embed};

use crate::errors::failed;
use crate::flags::{Flags, command_words};
use crate::interrupt::interruptible;

/// The messages of an audit.
#[derive(Default)]
struct Messages(Vec<String>);

impl Observer for Messages {
    fn note(&mut self, message: &str) {
        self.0.push(message.to_owned());
    }

    fn warn(&mut self, message: &str) {
        self.note(message);
    }
}

/// Audits the games of `paths` with the flags of `seichi audit`. Returns the rows of the audit as
/// JSON, and its messages. Signal handlers are called on this thread.
#[pyfunction]
pub(crate) fn audit(
    py: Python<'_>,
    paths: Vec<OsString>,
    flags: Flags,
) -> PyResult<(String, Vec<String>)> {
    let mut words = command_words("audit", flags)?;
    words.push("--".into());
    words.extend(paths);
    let (rows, messages) = interruptible(py, None, move |stop| {
        let mut messages = Messages::default();
        (embed::audit(words, stop, &mut messages), messages.0)
    })?;
    Ok((rows.map_err(|error| failed(py, &error))?, messages))
}
