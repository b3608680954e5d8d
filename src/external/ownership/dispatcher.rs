//! The thread that talks to an analysis engine for all other threads. It sends their questions, returns the answers,
//! enforces time limits and restarts the engine.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender};
use std::time::{Duration, Instant};

use super::protocol::{EngineLine, greeting, query, reply};
use crate::board::{Color, Position};
use crate::dead::Ownership;
use crate::external::process::{MAX_FAILURES, NoAnswer, Running};

/// The maximum number of positions in flight. Each takes two lines.
const MAX_IN_FLIGHT: usize = Running::WINDOW / 4;

/// How long the thread waits for a line before it looks for new questions.
const TICK: Duration = Duration::from_millis(5);

/// The time limits of an analysis engine.
#[derive(Clone, Copy, Debug)]
pub struct EngineLimits {
    /// The limit for the answer to a question.
    pub answer: Duration,
    /// The limit for starting, including loading the network and perhaps tuning it for the machine.
    pub start: Duration,
}

/// A position, and the sending end of the channel for its ownership.
pub(super) struct OwnershipQuestion {
    pub(super) position: Position,
    pub(super) reply: SyncSender<Result<Ownership, NoAnswer>>,
}

/// A question that the engine has not answered, sent once with each player to move.
struct Sent {
    question: OwnershipQuestion,
    number: u64,
    at: Instant,
    /// The answers with Black and with White to move.
    answers: [Option<Result<Vec<f64>, NoAnswer>>; 2],
}

/// A failure of the engine, and the number of the question that caused it, if known.
type EngineFailure = (NoAnswer, Option<u64>);

/// The state of the thread.
pub(super) struct Dispatcher {
    command: Vec<String>,
    limits: EngineLimits,
    visits: u32,
    questions: Receiver<OwnershipQuestion>,
    /// Set when the last user of the engine is gone.
    closing: Arc<AtomicBool>,
    running: Option<Running>,
    pending: VecDeque<OwnershipQuestion>,
    in_flight: VecDeque<Sent>,
    /// The number of pending questions at the front that are asked one by one, because the engine failed on one of
    /// them.
    suspects: usize,
    /// The number of the next question.
    next: u64,
    /// The number of failed starts since the last successful start.
    failed_starts: u32,
}

impl Dispatcher {
    /// Creates the state for an engine that is `running`.
    pub(super) fn new(
        (command, running): (Vec<String>, Running),
        limits: EngineLimits,
        visits: u32,
        questions: Receiver<OwnershipQuestion>,
        closing: Arc<AtomicBool>,
    ) -> Self {
        Self {
            command,
            limits,
            visits,
            questions,
            closing,
            running: Some(running),
            pending: VecDeque::new(),
            in_flight: VecDeque::new(),
            suspects: 0,
            next: 0,
            failed_starts: 0,
        }
    }

    /// Answers questions until the last user of the engine is gone, and ends the engine.
    pub(super) fn run(mut self) {
        while self.receive() && !self.closing.load(Ordering::Relaxed) {
            if let Err(failure) = self.exchange() {
                self.fail(failure);
            }
        }
        if let Some(running) = self.running.take() {
            running.end();
        }
    }

    /// Takes new questions, and waits for one if there is nothing else to do. Returns `false` once the channel is
    /// closed.
    fn receive(&mut self) -> bool {
        loop {
            let is_idle = self.pending.is_empty() && self.in_flight.is_empty();
            match self.questions.recv_timeout(if is_idle { 10 * TICK } else { Duration::ZERO }) {
                Ok(question) => self.pending.push_back(question),
                Err(RecvTimeoutError::Disconnected) => return false,
                Err(RecvTimeoutError::Timeout) if is_idle && !self.closing.load(Ordering::Relaxed) => {}
                Err(RecvTimeoutError::Timeout) => return true,
            }
        }
    }

    /// Sends pending questions, and reads a line if one arrives.
    fn exchange(&mut self) -> Result<(), EngineFailure> {
        self.revive().map_err(|why| (why, None))?;
        self.send();
        let Some(running) = &mut self.running else { return Ok(()) };
        match running.line(Instant::now(), TICK, &self.closing) {
            Ok(line) => self.take(&line)?,
            Err(NoAnswer::Interrupted | NoAnswer::Timeout(_)) => {}
            Err(why) => return Err((why, None)),
        }
        match self.in_flight.front() {
            Some(oldest) if oldest.at.elapsed() >= self.limits.answer => {
                Err((NoAnswer::Timeout(self.limits.answer), None))
            }
            _ => Ok(()),
        }
    }

    /// Starts the engine if it is not running, or if it exited without questions in flight.
    fn revive(&mut self) -> Result<(), NoAnswer> {
        if self.in_flight.is_empty() && self.running.as_mut().is_some_and(|running| !running.is_alive()) {
            self.running = None;
        }
        if self.running.is_none() {
            if self.failed_starts >= MAX_FAILURES {
                return Err(NoAnswer::GivenUp);
            }
            self.failed_starts += 1;
            let (running, _) = start(&self.command, self.limits.start, &self.closing)?;
            self.running = Some(running);
            self.failed_starts = 0;
        }
        Ok(())
    }

    /// Sends pending questions: suspects one by one, others until enough are in flight.
    fn send(&mut self) {
        let Some(running) = &self.running else { return };
        let most = if self.suspects > 0 { 1 } else { MAX_IN_FLIGHT };
        while self.in_flight.len() < most
            && let Some(question) = self.pending.pop_front()
        {
            for (color, letter) in Color::BOTH.into_iter().zip(PLAYERS) {
                let id = format!("{}{letter}", self.next);
                // if the process no longer reads, reading its answer reports the error
                running.write(query(&id, &question.position, color, self.visits));
            }
            self.in_flight.push_back(Sent { question, number: self.next, at: Instant::now(), answers: [None, None] });
            self.next += 1;
        }
    }

    /// Handles a line, and answers a question if the line completes its answer.
    fn take(&mut self, line: &[u8]) -> Result<(), EngineFailure> {
        if line.ends_with(b"\n") && line.iter().all(u8::is_ascii_whitespace) {
            return Ok(());
        }
        let (id, answer) = match reply(line).map_err(|why| (why, None))? {
            EngineLine::Ownership { id, answer } => (id, answer),
            EngineLine::Remark | EngineLine::Version(_) | EngineLine::Models(_) => return Ok(()),
        };
        let asked = |sent: &Sent| Some((sent.number, player(&id, sent.number)?));
        let waits = |(index, sent)| asked(sent).map(|(number, player)| (index, number, player));
        let Some((index, number, player)) = self.in_flight.iter().enumerate().find_map(waits) else {
            return Err((NoAnswer::nonsense(line, &format!("no question {id:?} is waiting for an answer")), None));
        };
        let failed = |why| (why, Some(number));
        let sent = &mut self.in_flight[index];
        if sent.answers[player].is_some() {
            return Err(failed(NoAnswer::nonsense(line, "it answers the question twice")));
        }
        if let Err(why @ NoAnswer::Nonsense(_)) = answer {
            return Err(failed(why));
        }
        let size = sent.question.position.size();
        if let Ok(values) = &answer {
            Ownership::new(size, vec![values.clone()])
                .map_err(|why| failed(NoAnswer::nonsense(line, &why.to_string())))?;
        }
        sent.answers[player] = Some(answer);
        if sent.answers.iter().all(Option::is_some) {
            self.answer(index);
        }
        Ok(())
    }

    /// Returns the answers to a question once both are there.
    fn answer(&mut self, index: usize) {
        let Some(Sent { question, answers, .. }) = self.in_flight.remove(index) else { return };
        self.suspects = self.suspects.saturating_sub(1);
        let states: Result<Vec<_>, NoAnswer> = answers.into_iter().flatten().collect();
        let ownership = states.map(|states| {
            let ownership = Ownership::new(question.position.size(), states);
            ownership.expect("both lists were checked").rounded()
        });
        // an interrupted thread no longer waits
        let _ = question.reply.send(ownership);
    }

    /// Kills the engine. If the question that caused the failure is known, or is the only one in flight, it gets no
    /// answer. Otherwise each question in flight is asked again by itself, which makes its answer independent of the
    /// others.
    fn fail(&mut self, (why, question): EngineFailure) {
        self.running = None;
        let mut sent: VecDeque<Sent> = self.in_flight.drain(..).collect();
        let known = question.and_then(|number| sent.iter().position(|sent| sent.number == number));
        let culprit = match known.or_else(|| (sent.len() == 1).then_some(0)) {
            Some(index) => sent.remove(index).map(|sent| sent.question),
            // the engine could not be started
            None if sent.is_empty() => self.pending.pop_front(),
            None => {
                self.suspects = sent.len();
                None
            }
        };
        if let Some(culprit) = culprit {
            self.suspects = self.suspects.saturating_sub(1);
            let _ = culprit.reply.send(Err(why));
        }
        while let Some(Sent { question, .. }) = sent.pop_back() {
            self.pending.push_front(question);
        }
    }
}

/// The letter for the player to move, appended to a question's number in its ID.
const PLAYERS: [char; 2] = ['b', 'w'];

/// Returns the index of the player to move if the answer `id` is to the question `number`.
fn player(id: &str, number: u64) -> Option<usize> {
    PLAYERS.iter().position(|letter| *id == format!("{number}{letter}"))
}

/// Starts an engine, and waits until it reports its version. Returns its process, its version and its networks.
///
/// A launcher or a library may write to standard output first, so other lines are skipped.
///
/// # Errors
/// If it can't be started, or does not report its version within `limit`.
pub(super) fn start(
    command: &[String],
    limit: Duration,
    stop: &AtomicBool,
) -> Result<(Running, [String; 2]), NoAnswer> {
    let mut running = Running::start(command)?;
    running.write(greeting());
    let (start, mut models) = (Instant::now(), String::new());
    loop {
        match reply(&running.line(start, limit, stop)?) {
            Ok(EngineLine::Version(version)) => return Ok((running, [version, models])),
            Ok(EngineLine::Models(names)) => models = names,
            Ok(EngineLine::Remark | EngineLine::Ownership { .. }) | Err(_) => {}
        }
    }
}
