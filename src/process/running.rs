//! A process that runs.

use std::collections::{BTreeSet, VecDeque};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::NoAnswer;

/// How often it is looked whether the user wants to stop.
const TICK: Duration = Duration::from_millis(50);

/// How long a process may take to end by itself.
const GRACE: Duration = Duration::from_millis(500);

/// Lines of standard error that are kept for a message.
const LAST_WORDS: usize = 5;

/// What a process wrote.
enum Event {
    Line(Vec<u8>),
    End,
}

/// A process that runs, in a group of its own. One that is dropped is killed, with what it started.
#[derive(Debug)]
pub struct Running {
    child: Child,
    /// Lines for it, to the thread that writes them: a process that does not read must not hold up what reads it.
    input: Option<SyncSender<Vec<u8>>>,
    events: Receiver<Event>,
    last_words: Arc<Mutex<VecDeque<String>>>,
}

impl Running {
    /// The longest line that is read, in bytes: an answer names at most every point of the board.
    pub const LONGEST_LINE: u64 = 1 << 16;

    /// Lines for a process, or from it, that may wait.
    pub const WINDOW: usize = 64;

    /// Starts a program with its arguments.
    ///
    /// # Errors
    /// [`NoAnswer::NotStarted`], with what the system says.
    pub fn start(command: &[String]) -> Result<Self, NoAnswer> {
        let (program, arguments) =
            command.split_first().ok_or_else(|| NoAnswer::NotStarted("the command is empty".to_owned()))?;
        let mut start = Command::new(program);
        start.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // a group of its own: what it starts ends with it, and Ctrl-C is ours to pass on
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut start, 0);
        let mut child = start.spawn().map_err(|error| NoAnswer::NotStarted(format!("{program}: {error}")))?;
        children().insert(child.id());
        let (mut stdin, stdout, stderr) = (
            child.stdin.take().expect("it is piped"),
            child.stdout.take().expect("it is piped"),
            child.stderr.take().expect("it is piped"),
        );
        let (input, to_write) = sync_channel::<Vec<u8>>(Self::WINDOW);
        thread::spawn(move || to_write.iter().try_for_each(|line| stdin.write_all(&line).and_then(|()| stdin.flush())));
        let (send, events) = sync_channel(Self::WINDOW);
        thread::spawn(move || read_lines(stdout, &send));
        let last_words = Arc::new(Mutex::new(VecDeque::new()));
        let words = Arc::clone(&last_words);
        thread::spawn(move || keep_last_words(stderr, &words));
        Ok(Self { child, input: Some(input), events, last_words })
    }

    /// Whether it has not ended.
    pub fn is_alive(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Writes a line, which has its end, without waiting for anything. At most [`Self::WINDOW`] lines may wait to be
    /// read by the process; one more is lost.
    pub fn write(&self, line: Vec<u8>) {
        if let Some(input) = &self.input {
            // where nobody reads it any more, reading tells
            let _ = input.try_send(line);
        }
    }

    /// The next line with its end; `None` where the user wants to stop. A line without end is the last one: it was cut
    /// at [`Self::LONGEST_LINE`], or the process ended.
    ///
    /// # Errors
    /// [`NoAnswer::Died`], or [`NoAnswer::Timeout`] when nothing came until `timeout` after `start`.
    pub fn line(&mut self, start: Instant, timeout: Duration, stop: &AtomicBool) -> Result<Option<Vec<u8>>, NoAnswer> {
        loop {
            let left = timeout.saturating_sub(start.elapsed());
            match self.events.recv_timeout(left.min(TICK)) {
                Ok(Event::Line(line)) => return Ok(Some(line)),
                Ok(Event::End) | Err(RecvTimeoutError::Disconnected) => return Err(NoAnswer::Died(self.obituary())),
                Err(RecvTimeoutError::Timeout) if stop.load(Ordering::Relaxed) => return Ok(None),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(NoAnswer::Timeout(timeout)),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// How it ended, and its last words on standard error.
    pub fn obituary(&mut self) -> String {
        let start = Instant::now();
        // what it says last may come a moment after it has closed its output
        while self.is_alive() && start.elapsed() < GRACE {
            thread::sleep(Duration::from_millis(5));
        }
        thread::sleep(Duration::from_millis(5));
        let how = match self.child.try_wait() {
            Ok(Some(status)) => status.to_string(),
            _ => "it closed its output".to_owned(),
        };
        let words = self.last_words.lock().unwrap_or_else(PoisonError::into_inner);
        if words.is_empty() { how } else { format!("{how}; it said {:?}", Vec::from(words.clone()).join("\n")) }
    }

    /// Closes its input, which is the sign to end, waits for half a second at most, and kills what is left.
    pub fn end(mut self) {
        self.input = None;
        let start = Instant::now();
        while start.elapsed() < GRACE && self.is_alive() {
            thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let id = self.child.id();
        kill(id);
        let _ = self.child.kill();
        let _ = self.child.wait();
        children().remove(&id);
    }
}

/// Hands on each line, the end at last. What is longer than any answer is cut, and what comes after it is not read.
fn read_lines(output: impl Read, send: &SyncSender<Event>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        match output.by_ref().take(Running::LONGEST_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => break,
            Ok(_) => {}
        }
        let whole = line.ends_with(b"\n");
        if send.send(Event::Line(line)).is_err() || !whole {
            break;
        }
    }
    let _ = send.send(Event::End);
}

fn keep_last_words(errors: impl Read, words: &Mutex<VecDeque<String>>) {
    let mut errors = BufReader::new(errors);
    let mut line = Vec::new();
    while let Ok(1..) = errors.by_ref().take(Running::LONGEST_LINE).read_until(b'\n', &mut line) {
        let mut words = words.lock().unwrap_or_else(PoisonError::into_inner);
        words.push_back(String::from_utf8_lossy(&line).trim_end().to_owned());
        if words.len() > LAST_WORDS {
            words.pop_front();
        }
        line.clear();
    }
}

/// The processes that run, by their numbers.
fn children() -> std::sync::MutexGuard<'static, BTreeSet<u32>> {
    static CHILDREN: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());
    CHILDREN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends every process at once, for a program that is about to end without dropping anything.
pub fn kill_all() {
    children().iter().copied().for_each(kill);
}

/// Ends a process and what it has started.
fn kill(id: u32) {
    #[cfg(unix)]
    if let Ok(group) = i32::try_from(id) {
        // it may be gone already
        let _ = nix::sys::signal::killpg(nix::unistd::Pid::from_raw(group), nix::sys::signal::Signal::SIGKILL);
    }
    #[cfg(not(unix))]
    let _ = id;
}
