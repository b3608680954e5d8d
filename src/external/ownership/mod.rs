//! KataGo's analysis engine, or a program that speaks its protocol, as a source of ownership.
//!
//! All threads share one process, which loads its network once and answers many questions at once (`dispatcher`).
//! Each position is sent twice, with Black and with White to move.

mod dispatcher;
mod protocol;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

pub use dispatcher::EngineLimits;
use dispatcher::{Dispatcher, OwnershipQuestion, start};

use super::PositionEngine;
use super::gtp::LARGEST;
pub use super::process::NoAnswer;
use super::process::command_line;
use crate::board::Position;
use crate::dead::Ownership;
use crate::fault::spawn;

/// How often a thread that waits for an answer checks whether the user wants to stop.
const TICK: Duration = Duration::from_millis(50);

/// An analysis engine that threads share.
#[derive(Debug)]
pub struct AnalysisEngine {
    /// A text of everything that determines an answer, except the position.
    identity: String,
    name: String,
    questions: Mutex<Sender<OwnershipQuestion>>,
    closing: Arc<AtomicBool>,
    dispatcher: Option<JoinHandle<()>>,
}

impl AnalysisEngine {
    /// Starts the engine of `command`, and waits until it is ready. It searches each question with `visits` visits.
    ///
    /// # Errors
    /// If it can't be started, or does not report its version in time.
    pub fn new(command: Vec<String>, limits: EngineLimits, visits: u32, stop: &AtomicBool) -> Result<Self, NoAnswer> {
        let (running, [version, models]) = start(&command, limits.start, stop)?;
        let s = if visits == 1 { "" } else { "s" };
        let named = |version: &str| {
            let words = ["KataGo", version, &models].into_iter().filter(|word| !word.is_empty());
            words.collect::<Vec<_>>().join(" ")
        };
        let name = format!("{}; {visits} visit{s}", named(version.split(' ').next().unwrap_or_default()));
        let identity = format!("{}, {visits} visit{s}: {}", named(&version), command_line(&command));
        let (questions, receiver) = channel();
        let closing = Arc::new(AtomicBool::new(false));
        let dispatcher = Dispatcher::new((command, running), limits, visits, receiver, Arc::clone(&closing));
        let started = spawn(move || dispatcher.run());
        let dispatcher =
            Some(started.map_err(|error| NoAnswer::NotStarted(format!("a thread for the engine: {error}")))?);
        Ok(Self { identity, name, questions: Mutex::new(questions), closing, dispatcher })
    }

    /// Returns a text of everything that determines the engine's answers, except the position: its version, networks
    /// and command, and the number of visits.
    #[must_use]
    pub fn identity(&self) -> &str {
        &self.identity
    }
}

impl PositionEngine<Ownership> for AnalysisEngine {
    fn name(&self) -> &str {
        &self.name
    }

    /// Returns the ownership of `position` with either player to move, rounded to hundredths. A failure on another
    /// thread's position does not affect it.
    fn answer(&self, position: &Position, stop: &AtomicBool) -> Result<Ownership, NoAnswer> {
        let size = position.size();
        if size.width().max(size.height()) > LARGEST {
            return Err(NoAnswer::Refused(format!(
                "a board of size {size} is too large; the engine's coordinates go up to {LARGEST}x{LARGEST}"
            )));
        }
        let (reply, answer) = sync_channel(1);
        let question = OwnershipQuestion { position: position.clone(), reply };
        let questions = self.questions.lock().unwrap_or_else(PoisonError::into_inner).clone();
        // if it can't be sent, receiving the answer fails, too
        let _ = questions.send(question);
        loop {
            match answer.recv_timeout(TICK) {
                Ok(answer) => return answer,
                Err(RecvTimeoutError::Timeout) if stop.load(Ordering::Relaxed) => return Err(NoAnswer::Interrupted),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(NoAnswer::GivenUp),
            }
        }
    }
}

impl Drop for AnalysisEngine {
    fn drop(&mut self) {
        self.closing.store(true, Ordering::Relaxed);
        if let Some(dispatcher) = self.dispatcher.take() {
            // the thread ends the engine first
            let _ = dispatcher.join();
        }
    }
}
