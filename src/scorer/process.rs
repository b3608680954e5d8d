//! A scorer's process: asked, watched, started again.

use std::collections::{BTreeSet, VecDeque};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::protocol::{check, nonsense, reply, request};
use super::{NoAnswer, Question, Spec, Territory};

/// Questions that are asked before the first is answered, so that neither side waits for the other.
const WINDOW: usize = 64;

/// Failures without an answer between them, after which a scorer is given up.
const PATIENCE: u32 = 3;

/// The longest line that is read, in bytes: an answer names at most every point of the board.
const LONGEST_LINE: u64 = 1 << 16;

/// How often it is looked whether the user wants to stop.
const TICK: Duration = Duration::from_millis(50);

/// How long a process may take to end when nothing is asked any more.
const GRACE: Duration = Duration::from_millis(500);

/// Lines of standard error that are kept for a message.
const LAST_WORDS: usize = 5;

/// A scorer of one thread.
#[derive(Debug)]
pub struct Process {
    spec: Spec,
    timeout: Duration,
    running: Option<Running>,
    /// The number of the next question.
    next: u64,
    /// Failures since the last answer.
    failures: u32,
}

/// What a process wrote.
enum Event {
    Line(Vec<u8>),
    End,
}

#[derive(Debug)]
struct Running {
    child: Child,
    /// Questions, to the thread that writes them: a process that does not read must not hold up what reads it.
    questions: Option<SyncSender<Vec<u8>>>,
    events: Receiver<Event>,
    last_words: Arc<Mutex<VecDeque<String>>>,
}

impl Process {
    /// A scorer that is not yet started. It has `timeout` for an answer.
    #[must_use]
    pub const fn new(spec: Spec, timeout: Duration) -> Self {
        Self { spec, timeout, running: None, next: 0, failures: 0 }
    }

    /// Asks all questions, and returns an answer for each, in their order. Ends early when `stop` is set.
    pub fn ask(&mut self, questions: &[Question], stop: &AtomicBool) -> Vec<Result<Territory, NoAnswer>> {
        let mut answers: Vec<Option<Result<Territory, NoAnswer>>> = vec![None; questions.len()];
        let mut to_ask: VecDeque<usize> = (0..questions.len()).collect();
        // numbers of questions that were asked, with their places, the first one first
        let mut asked: VecDeque<(u64, usize)> = VecDeque::new();
        while !(to_ask.is_empty() && asked.is_empty()) {
            if let Some(over) = self.over(stop) {
                to_ask.extend(asked.drain(..).map(|(_, place)| place));
                to_ask.drain(..).for_each(|place| answers[place] = Some(Err(over.clone())));
                break;
            }
            let failure = match self.exchange(questions, &mut to_ask, &mut asked, &mut answers, stop) {
                Ok(()) => continue,
                Err(failure) => failure,
            };
            self.end(Duration::ZERO);
            self.failures += 1;
            // it is the first of the unanswered that it failed on, as far as can be known
            if let Some(place) = asked.pop_front().map(|(_, place)| place).or_else(|| to_ask.pop_front()) {
                answers[place] = Some(Err(failure));
            }
            while let Some((_, place)) = asked.pop_back() {
                to_ask.push_front(place);
            }
        }
        answers.into_iter().map(|answer| answer.unwrap_or(Err(NoAnswer::Interrupted))).collect()
    }

    /// Why nothing more is asked.
    fn over(&mut self, stop: &AtomicBool) -> Option<NoAnswer> {
        if stop.load(Ordering::Relaxed) {
            self.end(Duration::ZERO);
            return Some(NoAnswer::Interrupted);
        }
        (self.failures >= PATIENCE).then_some(NoAnswer::GivenUp)
    }

    /// Asks as many questions as may wait, and takes one answer.
    fn exchange(
        &mut self,
        questions: &[Question],
        to_ask: &mut VecDeque<usize>,
        asked: &mut VecDeque<(u64, usize)>,
        answers: &mut [Option<Result<Territory, NoAnswer>>],
        stop: &AtomicBool,
    ) -> Result<(), NoAnswer> {
        // one that ended when nothing was asked is started again, and nothing is lost
        if asked.is_empty() && self.running.as_mut().is_some_and(|running| !running.is_alive()) {
            self.end(Duration::ZERO);
        }
        if self.running.is_none() {
            self.running = Some(Running::start(&self.spec).map_err(NoAnswer::NotStarted)?);
        }
        let running = self.running.as_mut().expect("it was just started");
        while asked.len() < WINDOW
            && let Some(place) = to_ask.pop_front()
        {
            // where it does not listen any more, reading tells
            running.ask(request(self.next, &questions[place]));
            asked.push_back((self.next, place));
            self.next += 1;
        }
        let Some(line) = running.line(self.timeout, stop)? else { return Ok(()) };
        let (id, answer) = reply(&line)?;
        let Some(number) = asked.iter().position(|&(asked, _)| asked == id) else {
            return Err(nonsense(&line, &format!("no question {id} waits for an answer")));
        };
        let place = asked[number].1;
        if let Ok(territory) = &answer {
            check(&questions[place], territory).map_err(|wrong| match wrong {
                NoAnswer::Nonsense(why) => nonsense(&line, &why),
                other => other,
            })?;
        }
        asked.remove(number);
        self.failures = 0;
        answers[place] = Some(answer.map_err(NoAnswer::Refused));
        Ok(())
    }

    /// Ends the process, which has `grace` to do so by itself.
    fn end(&mut self, grace: Duration) {
        if let Some(running) = self.running.take() {
            running.end(grace);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end(GRACE);
    }
}

impl Running {
    fn start(spec: &Spec) -> Result<Self, String> {
        let mut command = Command::new(&spec.command[0]);
        command.args(&spec.command[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // a group of its own: what it starts ends with it, and Ctrl-C is ours to pass on
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|error| format!("{}: {error}", spec.command[0]))?;
        children().insert(child.id());
        let (mut stdin, stdout, stderr) = (
            child.stdin.take().expect("it is piped"),
            child.stdout.take().expect("it is piped"),
            child.stderr.take().expect("it is piped"),
        );
        let (questions, to_write) = sync_channel::<Vec<u8>>(WINDOW);
        thread::spawn(move || to_write.iter().try_for_each(|line| stdin.write_all(&line).and_then(|()| stdin.flush())));
        let (send, events) = sync_channel(WINDOW);
        thread::spawn(move || read_lines(stdout, &send));
        let last_words = Arc::new(Mutex::new(VecDeque::new()));
        let words = Arc::clone(&last_words);
        thread::spawn(move || keep_last_words(stderr, &words));
        Ok(Self { child, questions: Some(questions), events, last_words })
    }

    fn is_alive(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    fn ask(&self, line: Vec<u8>) {
        if let Some(questions) = &self.questions {
            // the window has room for it; where nobody writes any more, reading tells
            let _ = questions.try_send(line);
        }
    }

    /// The next line; `None` where the user wants to stop.
    fn line(&mut self, timeout: Duration, stop: &AtomicBool) -> Result<Option<Vec<u8>>, NoAnswer> {
        let start = Instant::now();
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

    /// How it ended, and its last words.
    fn obituary(&mut self) -> String {
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

    fn end(mut self, grace: Duration) {
        // the end of its input is the sign to end
        self.questions = None;
        let start = Instant::now();
        while start.elapsed() < grace && self.is_alive() {
            thread::sleep(Duration::from_millis(5));
        }
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
        match output.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => break,
            Ok(_) => {}
        }
        let whole = line.ends_with(b"\n");
        if line.iter().all(u8::is_ascii_whitespace) && whole {
            continue;
        }
        if send.send(Event::Line(line)).is_err() || !whole {
            break;
        }
    }
    let _ = send.send(Event::End);
}

fn keep_last_words(errors: impl Read, words: &Mutex<VecDeque<String>>) {
    let mut errors = BufReader::new(errors);
    let mut line = Vec::new();
    while let Ok(1..) = errors.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line) {
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

/// Ends every scorer at once, for a program that is about to end without dropping anything.
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
