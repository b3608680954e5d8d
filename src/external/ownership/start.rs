//! The start of an analysis engine.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::NoAnswer;
use super::protocol::{EngineLine, greeting, reply};
use crate::external::process::Running;

/// Starts an engine, and waits until it has said its version. Returns its process, its version and its networks.
///
/// A launcher or a library may write to standard output first: lines that are no answers are skipped.
///
/// # Errors
/// If it can't be started, or does not say its version within `limit`.
pub(super) fn start(
    command: &[String],
    limit: Duration,
    stop: &AtomicBool,
) -> Result<(Running, [String; 2]), NoAnswer> {
    let mut running = Running::start(command)?;
    running.write(greeting());
    let (start, mut models) = (Instant::now(), String::new());
    loop {
        let Some(line) = running.line(start, limit, stop)? else { return Err(NoAnswer::Interrupted) };
        match reply(&line) {
            Ok(EngineLine::Version(version)) => return Ok((running, [version, models])),
            Ok(EngineLine::Models(names)) => models = names,
            Ok(EngineLine::Remark | EngineLine::Ownership { .. }) | Err(_) => {}
        }
        // while lines arrive faster than they are read, `Running::line` checks neither the flag nor the time
        if stop.load(Ordering::Relaxed) {
            return Err(NoAnswer::Interrupted);
        }
        if start.elapsed() >= limit {
            return Err(NoAnswer::Timeout(limit));
        }
    }
}
