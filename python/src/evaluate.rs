//! Evaluates many games, like `seichi eval`, on a separate thread.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use seichi::Stop;
use seichi::cli::Observer;
use seichi::cli::embed::EvalCommand;
use seichi::external::kill_all;
use seichi::game::GameOutcome;

use crate::errors::failed;
use crate::flags::{Flags, command_words};
use crate::interrupt::INTERVAL;
use crate::scorer::{Raised, scorers};

/// Evaluates the games of `paths` with the flags of `seichi eval`, and returns the folder of the
/// run.
///
/// `progress` is called with three numbers: files that are done, all files, and games. `warn` is
/// called with each message. Both are called on this thread, as are signal handlers. If one of them
/// raises an exception, the evaluation stops and nothing is written.
#[pyfunction]
pub(crate) fn evaluate(
    py: Python<'_>,
    paths: Vec<OsString>,
    flags: Flags,
    functions: Vec<(String, Py<PyAny>)>,
    progress: &Bound<'_, PyAny>,
    warn: &Bound<'_, PyAny>,
) -> PyResult<PathBuf> {
    let mut words = command_words("eval", flags)?;
    words.push("--".into());
    words.extend(paths);
    let raised = Raised::default();
    let functions = scorers(py, functions, &raised)?;
    let command = EvalCommand::parse(&words, functions).map_err(|error| failed(py, &error))?;
    let out = command.out().to_owned();
    let (sender, messages) = channel();
    let state = Arc::new(State::default());
    let thread = {
        let state = Arc::clone(&state);
        let run = move || {
            command
                .run(
                    &state.stop,
                    &mut Reporter {
                        state: &state,
                        sender,
                    },
                )
                .map(drop)
        };
        thread::Builder::new()
            .name("seichi".to_owned())
            .spawn(run)?
    };
    follow(py, &state, messages, progress, warn)?;
    match py.detach(|| thread.join()) {
        Ok(Ok(())) => Ok(out),
        Ok(Err(error)) => Err(raised.chain(py, failed(py, &error))),
        Err(_) => Err(PyRuntimeError::new_err(
            "the evaluation failed because of a bug in seichi",
        )),
    }
}

/// The state of an evaluation, which both threads use.
#[derive(Default)]
struct State {
    /// Set when the user wants to stop.
    stop: Stop,
    /// The numbers of files that are done, of all files, and of games.
    done: AtomicU64,
    files: AtomicU64,
    games: AtomicU64,
}

impl State {
    fn progress(&self) -> [u64; 3] {
        [&self.done, &self.files, &self.games].map(|number| number.load(Ordering::Relaxed))
    }
}

/// Passes on the reports of an evaluation.
struct Reporter<'a> {
    state: &'a State,
    sender: Sender<String>,
}

impl Observer for Reporter<'_> {
    fn begin(&mut self, files: usize) {
        self.state.files.store(files as u64, Ordering::Relaxed);
    }

    fn add(&mut self, files: usize, games: &[GameOutcome]) {
        self.state.done.fetch_add(files as u64, Ordering::Relaxed);
        self.state
            .games
            .fetch_add(games.len() as u64, Ordering::Relaxed);
    }

    fn note(&mut self, message: &str) {
        // the receiver is gone if the caller was interrupted twice
        let _ = self.sender.send(message.to_owned());
    }

    fn warn(&mut self, message: &str) {
        self.note(message);
    }
}

/// Waits for the end of an evaluation. Until then, calls `progress`, `warn` and the signal
/// handlers.
///
/// # Errors
/// The exception that one of them raised, after the evaluation has stopped. A second exception ends
/// the wait, because a thread may be blocked reading a file that never ends.
fn follow(
    py: Python<'_>,
    state: &State,
    messages: Receiver<String>,
    progress: &Bound<'_, PyAny>,
    warn: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let messages = Mutex::new(messages);
    let mut raised: Option<PyErr> = None;
    let mut shown = [0; 3];
    loop {
        let received = py.detach(|| {
            messages
                .lock()
                .expect("no other thread has it")
                .recv_timeout(INTERVAL)
        });
        let is_over = received == Err(RecvTimeoutError::Disconnected);
        let mut called = py.check_signals();
        if let (Ok(message), Ok(()), None) = (&received, &called, &raised) {
            called = warn.call1((message,)).map(drop);
        }
        let now = state.progress();
        if called.is_ok() && raised.is_none() && now != shown && (received.is_err()) {
            shown = now;
            called = progress.call1((now[0], now[1], now[2])).map(drop);
        }
        match (called, &raised) {
            (Err(_), Some(_)) => {
                kill_all();
                break;
            }
            (Err(exception), None) => {
                state.stop.set();
                raised = Some(exception);
            }
            (Ok(()), _) => {}
        }
        if is_over {
            break;
        }
    }
    raised.map_or(Ok(()), Err)
}
