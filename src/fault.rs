//! Fault injection: in a debug build, a test makes each operation on a file or a thread fail in turn.
//!
//! The variable `SEICHI_FAULT` of a debug build names a file with the number of the operation that fails, such as `17`;
//! after `17+`, all later ones fail, too. The program removes the file at that operation, which tells the test that the
//! number was reached. Release builds read no variable and count nothing.

use std::io::{self, Write};
use std::thread::{Builder, JoinHandle, Scope, ScopedJoinHandle};

/// Counts the file or thread operation that the caller is about to perform, and fails if a test requests it.
#[cfg(debug_assertions)]
pub(crate) fn inject() -> io::Result<()> {
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicU64, Ordering};
    static PLAN: OnceLock<Option<(std::path::PathBuf, u64, bool)>> = OnceLock::new();
    static DONE: AtomicU64 = AtomicU64::new(0);
    let plan = || {
        let path = std::env::var_os("SEICHI_FAULT")?;
        let text = std::fs::read_to_string(&path).ok()?;
        Some((path.into(), text.trim_end_matches('+').parse().ok()?, text.ends_with('+')))
    };
    let Some((path, number, lasts)) = PLAN.get_or_init(plan) else { return Ok(()) };
    let operation = DONE.fetch_add(1, Ordering::Relaxed) + 1;
    if operation == *number {
        let _ = std::fs::remove_file(path);
    }
    let fails = operation == *number || *lasts && operation > *number;
    if fails { Err(io::Error::other("a fault on purpose")) } else { Ok(()) }
}

/// Does nothing in a release build.
#[cfg(not(debug_assertions))]
#[expect(clippy::unnecessary_wraps, reason = "it may fail in debug builds")]
pub(crate) const fn inject() -> io::Result<()> {
    Ok(())
}

/// A writer whose operations a test may make fail.
#[derive(Debug)]
pub(crate) struct Writer<W>(pub(crate) W);

impl<W: Write> Write for Writer<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        inject()?;
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        inject()?;
        self.0.flush()
    }
}

/// Starts a thread.
///
/// # Errors
/// If the system can't start it.
pub(crate) fn spawn<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> io::Result<JoinHandle<T>> {
    inject()?;
    Builder::new().spawn(work)
}

/// Starts a thread of a scope.
///
/// # Errors
/// If the system can't start it.
pub(crate) fn spawn_scoped<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, T>> {
    inject()?;
    Builder::new().spawn_scoped(scope, work)
}
