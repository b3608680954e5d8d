//! Lets a signal handler, such as the one for Ctrl-C, interrupt long work in the library.

use std::sync::Mutex;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyRuntimeError, PyTimeoutError, PyValueError};
use pyo3::prelude::*;
use seichi::Stop;

/// The time between two checks of signals and progress.
pub(crate) const INTERVAL: Duration = Duration::from_millis(50);

/// Does `work` on another thread, and calls signal handlers on this one.
///
/// # Errors
/// The exception that a handler raised, or a `TimeoutError` after `timeout` seconds, once `work`
/// has ended. `work` should end soon after its argument is set.
pub(crate) fn interruptible<T: Send + 'static>(
    py: Python<'_>,
    timeout: Option<f64>,
    work: impl FnOnce(&Stop) -> T + Send + 'static,
) -> PyResult<T> {
    let limit = timeout.map(Duration::try_from_secs_f64).transpose();
    let limit = limit.map_err(|why| PyValueError::new_err(format!("timeout: {why}")))?;
    let (stop, start) = (Stop::default(), Instant::now());
    let on_thread = stop.clone();
    let (sender, done) = channel();
    thread::Builder::new()
        .name("seichi".to_owned())
        .spawn(move || drop(sender.send(work(&on_thread))))?;
    let (done, mut raised) = (Mutex::new(done), None);
    loop {
        let received = py.detach(|| {
            done.lock()
                .expect("no other thread has it")
                .recv_timeout(limit.map_or(INTERVAL, |limit| limit.min(INTERVAL)))
        });
        if let Err(exception) = py.check_signals() {
            stop.set();
            raised = Some(exception);
        } else if received.is_err() && limit.is_some_and(|limit| start.elapsed() >= limit) {
            stop.set();
            raised = Some(PyTimeoutError::new_err(
                "timeout: no answer in the given time",
            ));
        }
        match (received, raised.take()) {
            (Err(RecvTimeoutError::Timeout), kept) => raised = kept,
            (_, Some(exception)) => return Err(exception),
            (Ok(done), None) => return Ok(done),
            (Err(RecvTimeoutError::Disconnected), None) => {
                return Err(PyRuntimeError::new_err(
                    "the evaluation failed because of a bug in seichi",
                ));
            }
        }
    }
}
