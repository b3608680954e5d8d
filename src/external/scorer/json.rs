//! Runs an external scorer that speaks JSON: sends questions, enforces time limits, restarts it.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use super::protocol::{reply, request};
use super::question::{ExternalScorer, Given, Question};
use crate::Stop;
use crate::external::process::{Failures, NoAnswer, Running};

/// An external scorer that speaks JSON, for one thread.
#[derive(Debug)]
pub struct JsonScorer {
    command: Vec<String>,
    timeout: Duration,
    failures: Failures,
    running: Option<Running>,
    /// The number of the next question.
    next: u64,
}

/// A question that is not answered yet.
struct OpenQuestion {
    index: usize,
    /// The number under which the running process has the question.
    id: Option<u64>,
}

impl JsonScorer {
    /// Creates a scorer that is not yet started. `timeout` is the time for each answer, `failures` the
    /// rule for abandoning the program.
    #[must_use]
    pub const fn new(command: Vec<String>, timeout: Duration, failures: Failures) -> Self {
        Self { command, timeout, failures, running: None, next: 0 }
    }

    /// Returns the reason for sending no more questions, if there is one.
    fn refusal(&mut self, failures: Failures, stop: &Stop) -> Option<NoAnswer> {
        if stop.is_set() {
            self.running = None;
            return Some(NoAnswer::Interrupted);
        }
        failures.is_given_up().then_some(NoAnswer::GivenUp)
    }

    /// Sends questions until the window is full, and reads one answer.
    fn exchange(
        &mut self,
        questions: &[Question],
        open: &mut VecDeque<OpenQuestion>,
        answers: &mut [Result<Given, NoAnswer>],
        stop: &Stop,
    ) -> Result<(), NoAnswer> {
        // replace a process that exited while no question was sent: no answer is lost
        let is_idle = open.iter().all(|question| question.id.is_none());
        if is_idle && self.running.as_mut().is_some_and(|running| !running.is_alive()) {
            self.running = None;
        }
        let running = match &mut self.running {
            Some(running) => running,
            none => none.insert(Running::start(&self.command)?),
        };
        // a window of sent questions keeps both sides busy
        for question in open.iter_mut().take(Running::WINDOW).filter(|question| question.id.is_none()) {
            // if the process no longer reads, reading its answer reports the error
            running.write(request(self.next, &questions[question.index]));
            question.id = Some(self.next);
            self.next += 1;
        }
        let line = answer_line(running, self.timeout, stop)?;
        let answer = reply(&line)?;
        let Some(slot) = open.iter().position(|question| question.id == Some(answer.id)) else {
            return Err(NoAnswer::nonsense(&line, &format!("answer to question {}, which is not open", answer.id)));
        };
        let index = open[slot].index;
        answers[index] = match answer.given(&questions[index]) {
            Err(NoAnswer::Nonsense(why)) => return Err(NoAnswer::nonsense(&line, &why)),
            answer => answer,
        };
        open.remove(slot);
        Ok(())
    }
}

impl ExternalScorer for JsonScorer {
    fn ask(&mut self, questions: &[Question], stop: &Stop) -> Vec<Result<Given, NoAnswer>> {
        let mut answers: Vec<Result<Given, NoAnswer>> = vec![Err(NoAnswer::Interrupted); questions.len()];
        let mut open: VecDeque<_> = (0..questions.len()).map(|index| OpenQuestion { index, id: None }).collect();
        // the failures in the first `counted` answers
        let mut failures = self.failures;
        let mut counted = 0;
        while !open.is_empty() {
            if let Some(reason) = self.refusal(failures, stop) {
                for question in open {
                    answers[question.index] = Err(reason.clone());
                }
                break;
            }
            let failure = match self.exchange(questions, &mut open, &mut answers, stop) {
                Ok(()) | Err(NoAnswer::Interrupted) => continue,
                Err(failure) => failure,
            };
            self.running = None;
            // assume that the oldest open question caused the failure, and send the others again
            if let Some(OpenQuestion { index, .. }) = open.pop_front() {
                answers[index] = Err(failure);
                answers[counted..=index].iter_mut().for_each(|answer| failures.count(answer));
                counted = index + 1;
            }
            for question in &mut open {
                question.id = None;
            }
        }
        answers
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
fn answer_line(running: &mut Running, timeout: Duration, stop: &Stop) -> Result<Vec<u8>, NoAnswer> {
    let start = Instant::now();
    loop {
        let line = running.line(start, timeout, stop)?;
        if !(line.ends_with(b"\n") && line.iter().all(u8::is_ascii_whitespace)) {
            return Ok(line);
        }
    }
}
