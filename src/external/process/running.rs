//! A running process: its input and output, line by line, and its exit.

use std::env;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::mem;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use process_wrap::std::{ChildWrapper, CommandWrap};

#[cfg(target_os = "linux")]
use super::descendants;
use super::error_lines::{ErrorLines, keep_lines};
use super::no_answer::NoAnswer;
use crate::Stop;
use crate::external::lock;
use crate::input::is_too_many;

/// The time between two checks of `stop`.
const TICK: Duration = Duration::from_millis(50);

/// The time that a process has to exit of its own accord.
const GRACE: Duration = Duration::from_millis(500);

/// The environment variable for marks. Each started program has its own mark, in addition to the
/// marks of the programs that started it. Descendants inherit the variable, even in a different
/// session or process group, as under `timeout` or `setsid`.
const MARKS: &str = "SEICHI_STARTED";

/// The number of lines from a process after which orphans that have ended are reaped.
#[cfg(target_os = "linux")]
const LINES_TO_REAP: u64 = 256;

/// All running processes, for [`kill_all`].
static STARTED: Mutex<Vec<Arc<Started>>> = Mutex::new(Vec::new());

/// A running process in its own process group or, on Windows, in its own job. Dropping it kills the
/// process and its descendants.
#[derive(Debug)]
pub(crate) struct Running {
    started: Arc<Started>,
    /// Sends lines to the thread that writes them, because a process that does not read must not
    /// block this program.
    input: Option<SyncSender<Vec<u8>>>,
    /// The lines of standard output, until its end.
    lines: Receiver<Vec<u8>>,
    errors: Arc<Mutex<ErrorLines>>,
    /// The thread that reads standard error.
    error_reader: thread::JoinHandle<()>,
}

impl Running {
    /// The maximum length of a line in bytes. It is enough for an answer that names every point of
    /// the board.
    pub(crate) const LONGEST_LINE: u64 = 1 << 16;

    /// The maximum number of waiting lines in each direction.
    pub(crate) const WINDOW: usize = 64;

    /// Starts a program with its arguments.
    ///
    /// # Errors
    /// [`NoAnswer::NotStarted`], with the error from the operating system.
    pub(crate) fn start(command: &[String]) -> Result<Self, NoAnswer> {
        let (program, arguments) = command
            .split_first()
            .ok_or_else(|| NoAnswer::NotStarted("the program: the command is empty".to_owned()))?;
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mark = format!(".{:016x}", RandomState::new().hash_one(program));
        let mut marks = env::var_os(MARKS).unwrap_or_default();
        marks.push(&mark);
        command.env(MARKS, marks);
        // keep the lock until the process is in the list, so that nothing mistakes it for an orphan
        let mut list = lock(&STARTED);
        let mut child = grouped(command)
            .spawn()
            .map_err(|error| not_started(program, &error))?;
        let mut stdin = child.stdin().take().expect("it is piped");
        let stdout = child.stdout().take().expect("it is piped");
        let stderr = child.stderr().take().expect("it is piped");
        let started = Arc::new(Started {
            mark,
            id: child.id(),
            child: Mutex::new(child),
        });
        list.push(Arc::clone(&started));
        drop(list);
        let (input, to_write) = sync_channel::<Vec<u8>>(Self::WINDOW);
        let (send, lines) = sync_channel(Self::WINDOW);
        let errors = Arc::new(Mutex::default());
        let kept = Arc::clone(&errors);
        let error_reader = spawn(move || {
            to_write
                .iter()
                .try_for_each(|line| stdin.write_all(&line).and_then(|()| stdin.flush()))
        })
        .and_then(|_| spawn(move || read_lines(stdout, &send)))
        .and_then(|_| spawn(move || keep_lines(stderr, Self::LONGEST_LINE, &kept)));
        match error_reader {
            Ok(error_reader) => Ok(Self {
                started,
                input: Some(input),
                lines,
                errors,
                error_reader,
            }),
            Err(error) => {
                started.end();
                Err(NoAnswer::NotStarted(format!(
                    "a thread for {program}: {error}"
                )))
            }
        }
    }

    /// Returns whether the process is still running.
    pub(crate) fn is_alive(&self) -> bool {
        matches!(self.started.exit_status(), Ok(None))
    }

    /// Writes `line`, which includes its line end, without blocking. If [`Self::WINDOW`] lines
    /// already wait for the process, the line is lost.
    pub(crate) fn write(&self, line: Vec<u8>) {
        if let Some(input) = &self.input {
            // if the process no longer reads, reading its answer reports the error
            let _ = input.try_send(line);
        }
    }

    /// Returns the next line with its line end. A line without a line end is the last one: either
    /// it was cut at [`Self::LONGEST_LINE`], or the process exited.
    ///
    /// # Errors
    /// [`NoAnswer::Died`] if the output is closed or the process has exited,
    /// [`NoAnswer::Interrupted`] if `stop` is set, and [`NoAnswer::Timeout`] once `timeout` has
    /// passed since `start`, even if lines still arrive.
    pub(crate) fn line(
        &self,
        start: Instant,
        timeout: Duration,
        stop: &Stop,
    ) -> Result<Vec<u8>, NoAnswer> {
        loop {
            if stop.is_set() {
                return Err(NoAnswer::Interrupted);
            }
            let left = timeout.saturating_sub(start.elapsed());
            if left.is_zero() {
                return Err(NoAnswer::Timeout(timeout));
            }
            match self.lines.recv_timeout(left.min(TICK)) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => return Err(self.ending()),
                // the process may have written a line before it exited; a child may keep the output
                // open
                Err(RecvTimeoutError::Timeout) if !self.is_alive() => {
                    return self.lines.recv_timeout(GRACE).map_err(|_| self.ending());
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Returns how the process ended, with lines from its standard error.
    fn ending(&self) -> NoAnswer {
        let start = Instant::now();
        // lines on standard error may arrive shortly after the output closes, and a child may keep
        // standard error open
        while (self.is_alive() || !self.error_reader.is_finished()) && start.elapsed() < GRACE {
            thread::sleep(Duration::from_millis(5));
        }
        let how = match self.started.exit_status() {
            // use the same words on Windows, where Rust calls the status a code
            Ok(Some(status)) => status
                .code()
                .map_or_else(|| status.to_string(), |code| format!("exit status: {code}")),
            _ => "it closed its output".to_owned(),
        };
        let errors = lock(&self.errors).text("\n    ");
        NoAnswer::Died { how, errors }
    }

    /// Closes the input, which asks the process to exit. Waits for at most half a second, then
    /// kills the process and its descendants.
    pub(crate) fn end(mut self) {
        self.input = None;
        let start = Instant::now();
        while start.elapsed() < GRACE && self.is_alive() {
            thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.started.end();
    }
}

/// A process and its descendants.
#[derive(Debug)]
struct Started {
    /// A mark in the environment of the process and its descendants.
    mark: String,
    id: u32,
    child: Mutex<Box<dyn ChildWrapper>>,
}

impl Started {
    /// Returns the status of the process if it has exited, whether or not its descendants have.
    fn exit_status(&self) -> io::Result<Option<ExitStatus>> {
        lock(&self.child).inner_mut().try_wait()
    }

    /// Kills the process, its process group or job and, on Linux, also descendants that have left
    /// the group. Waits until the process has ended.
    fn end(&self) {
        let mut list = lock(&STARTED);
        let mut child = lock(&self.child);
        // both calls fail if the process has exited; it may also have left its group
        let _ = child.start_kill();
        let _ = child.inner_mut().start_kill();
        let _ = child.inner_mut().wait();
        drop(child);
        list.retain(|started| started.mark != self.mark);
        #[cfg(target_os = "linux")]
        descendants::kill_all(&self.mark, &ids(&list), list.is_empty());
    }
}

/// Returns the identifiers of the processes in a list.
#[cfg(target_os = "linux")]
fn ids(list: &[Arc<Started>]) -> Vec<u32> {
    list.iter().map(|started| started.id).collect()
}

/// Kills all running processes, for a program that exits without dropping them.
pub fn kill_all() {
    let all = mem::take(&mut *lock(&STARTED));
    for started in all {
        started.end();
    }
}

/// Wraps a command so that its process and all descendants can be killed together, and Ctrl-C does
/// not reach them.
#[cfg_attr(not(any(unix, windows)), allow(unused_mut))]
fn grouped(command: Command) -> CommandWrap {
    let mut command = CommandWrap::from(command);
    #[cfg(unix)]
    command.wrap(process_wrap::std::ProcessGroup::leader());
    #[cfg(windows)]
    command
        .wrap(process_wrap::std::CreationFlags(
            windows::Win32::System::Threading::CREATE_NEW_PROCESS_GROUP,
        ))
        .wrap(process_wrap::std::JobObject);
    command
}

/// Starts a thread.
fn spawn<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> io::Result<thread::JoinHandle<T>> {
    thread::Builder::new().spawn(work)
}

/// Returns the error for a program that can't be started, with advice for the user.
fn not_started(program: &str, error: &io::Error) -> NoAnswer {
    if is_too_many(error) {
        return NoAnswer::TooManyOpen;
    }
    let is_there = Path::new(program).exists();
    let advice = match error.kind() {
        io::ErrorKind::PermissionDenied if is_there => {
            "make it executable, or start it with its interpreter"
        }
        // ENOEXEC and, on Windows, ERROR_BAD_EXE_FORMAT have no `ErrorKind`
        _ if cfg!(unix) && error.raw_os_error() == Some(8) => {
            "it has no #! line, so start it with its interpreter"
        }
        _ if cfg!(windows) && error.raw_os_error() == Some(193) => {
            "it is not a program, so start it with its interpreter"
        }
        io::ErrorKind::NotFound if is_there => "the interpreter that its #! line names is missing",
        _ => "check the name and the path of the program",
    };
    NoAnswer::NotStarted(format!("{program}: {error}; {advice}"))
}

/// Sends each line. A line that is too long is cut, and reading ends there.
fn read_lines(output: impl Read, send: &SyncSender<Vec<u8>>) {
    let mut output = BufReader::new(output);
    #[cfg_attr(not(target_os = "linux"), expect(unused_variables))]
    for number in 1_u64.. {
        // a program may keep starting others that become orphans
        #[cfg(target_os = "linux")]
        if number.is_multiple_of(LINES_TO_REAP) {
            // keep the lock, so that no program that starts in the meantime is mistaken for an
            // orphan
            let started = lock(&STARTED);
            descendants::reap(&ids(&started));
        }
        let mut line = Vec::new();
        match output
            .by_ref()
            .take(Running::LONGEST_LINE)
            .read_until(b'\n', &mut line)
        {
            Ok(0) | Err(_) => break,
            Ok(_) => {}
        }
        let whole = line.ends_with(b"\n");
        if send.send(line).is_err() || !whole {
            break;
        }
    }
}
