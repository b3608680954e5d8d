//! Runs an external scorer that speaks JSON: sends questions, enforces time limits, restarts it.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::protocol::{reply, request};
use super::question::{ExternalScorer, Given, Question};
use crate::external::process::{Failures, NoAnswer, Running};

/// An external scorer for one thread that speaks JSON.
#[derive(Debug)]
pub struct JsonScorer {
    command: Vec<String>,
    timeout: Duration,
    failures: Failures,
    running: Option<Running>,
    /// The number of the next question.
    next: u64,
}

impl JsonScorer {
    /// Creates a scorer that is not yet started. `timeout` is the time for each answer, `failures` the
    /// rule for giving up on the program.
    #[must_use]
    pub const fn new(command: Vec<String>, timeout: Duration, failures: Failures) -> Self {
        Self { command, timeout, failures, running: None, next: 0 }
    }

    /// Asks all questions and returns the answers in order. If `stop` is set, the rest are [`NoAnswer::Interrupted`].
    /// Once the program is given up on (see [`Failures`]), the rest are [`NoAnswer::GivenUp`].
    pub fn ask(&mut self, questions: &[Question], stop: &AtomicBool) -> Vec<Result<Given, NoAnswer>> {
        // the failures in the answers before the oldest unanswered question
        let (mut failures, mut counted) = (self.failures, 0);
        let mut answers: Vec<Result<Given, NoAnswer>> = vec![Err(NoAnswer::Interrupted); questions.len()];
        let mut pending: VecDeque<usize> = (0..questions.len()).collect();
        // the IDs and indices of the questions in flight, oldest first
        let mut in_flight: VecDeque<(u64, usize)> = VecDeque::new();
        while !(pending.is_empty() && in_flight.is_empty()) {
            if let Some(reason) = self.refusal(failures, stop) {
                pending.extend(in_flight.drain(..).map(|(_, index)| index));
                pending.drain(..).for_each(|index| answers[index] = Err(reason.clone()));
                break;
            }
            let failure = match self.exchange(questions, &mut pending, &mut in_flight, &mut answers, stop) {
                Ok(()) | Err(NoAnswer::Interrupted) => continue,
                Err(failure) => failure,
            };
            self.running = None;
            // assume that the oldest unanswered question caused the failure
            if let Some(index) = in_flight.pop_front().map(|(_, index)| index).or_else(|| pending.pop_front()) {
                answers[index] = Err(failure);
                answers[counted..=index].iter_mut().for_each(|answer| failures.count(answer));
                counted = index + 1;
            }
            while let Some((_, index)) = in_flight.pop_back() {
                pending.push_front(index);
            }
        }
        answers
    }

    /// Returns the reason for sending no more questions, if there is one.
    fn refusal(&mut self, failures: Failures, stop: &AtomicBool) -> Option<NoAnswer> {
        if stop.load(Ordering::Relaxed) {
            self.running = None;
            return Some(NoAnswer::Interrupted);
        }
        failures.is_given_up().then_some(NoAnswer::GivenUp)
    }

    /// Sends questions until the window is full, and reads one answer.
    fn exchange(
        &mut self,
        questions: &[Question],
        pending: &mut VecDeque<usize>,
        in_flight: &mut VecDeque<(u64, usize)>,
        answers: &mut [Result<Given, NoAnswer>],
        stop: &AtomicBool,
    ) -> Result<(), NoAnswer> {
        // replace a process that exited without questions in flight: no answer is lost
        if in_flight.is_empty() && self.running.as_mut().is_some_and(|running| !running.is_alive()) {
            self.running = None;
        }
        if self.running.is_none() {
            self.running = Some(Running::start(&self.command)?);
        }
        let running = self.running.as_mut().expect("it was just started");
        // a window of questions in flight keeps both sides busy
        while in_flight.len() < Running::WINDOW
            && let Some(index) = pending.pop_front()
        {
            // if the process no longer reads, reading its answer reports the error
            running.write(request(self.next, &questions[index]));
            in_flight.push_back((self.next, index));
            self.next += 1;
        }
        let line = answer_line(running, self.timeout, stop)?;
        let (id, answer) = reply(&line)?;
        let Some(slot) = in_flight.iter().position(|&(sent, _)| sent == id) else {
            return Err(NoAnswer::nonsense(&line, &format!("no question {id} is waiting for an answer")));
        };
        let index = in_flight[slot].1;
        let given = answer.map(|answer| {
            answer.given(&questions[index]).map_err(|wrong| match wrong {
                NoAnswer::Nonsense(why) => NoAnswer::nonsense(&line, &why),
                other => other,
            })
        });
        answers[index] = match given {
            Ok(given) => Ok(given?),
            Err(refusal) => Err(NoAnswer::Refused(refusal)),
        };
        in_flight.remove(slot);
        Ok(())
    }
}

impl ExternalScorer for JsonScorer {
    fn ask(&mut self, questions: &[Question], stop: &AtomicBool) -> Vec<Result<Given, NoAnswer>> {
        Self::ask(self, questions, stop)
    }
}

impl Drop for JsonScorer {
    fn drop(&mut self) {
        if let Some(running) = self.running.take() {
            running.end();
        }
    }
}

/// Returns the next line, except blank ones. A process that writes only blank lines times out.
fn answer_line(running: &mut Running, timeout: Duration, stop: &AtomicBool) -> Result<Vec<u8>, NoAnswer> {
    let start = Instant::now();
    loop {
        let line = running.line(start, timeout, stop)?;
        if !(line.ends_with(b"\n") && line.iter().all(u8::is_ascii_whitespace)) {
            return Ok(line);
        }
    }
}
