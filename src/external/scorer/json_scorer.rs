//! Runs an external scorer that speaks JSON: sends questions, enforces time limits, and restarts
//! the scorer.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use super::protocol::{id, reply, request};
use super::question::{ExternalScorer, Given, Question};
use crate::Stop;
use crate::external::process::{Failures, NoAnswer, Running};

/// An external scorer that speaks JSON, for one thread.
#[derive(Debug)]
pub(crate) struct JsonScorer {
    command: Vec<String>,
    timeout: Duration,
    running: Option<Running>,
}

/// A question that has not been answered yet.
struct OpenQuestion {
    index: usize,
    /// Whether the running process has the question.
    is_sent: bool,
}

impl JsonScorer {
    /// Creates a scorer that is not yet started. `timeout` is the time limit for each answer.
    pub(crate) const fn new(command: Vec<String>, timeout: Duration) -> Self {
        Self {
            command,
            timeout,
            running: None,
        }
    }

    /// Sends the first `window` open questions, except those that were already sent, and reads one
    /// answer.
    fn exchange(
        &mut self,
        questions: &[Question],
        open: &mut VecDeque<OpenQuestion>,
        window: usize,
        answers: &mut [Result<Given, NoAnswer>],
        stop: &Stop,
    ) -> Result<(), Failed> {
        // a process that exited while it had no question can be replaced without losing an answer
        if !open.iter().any(|question| question.is_sent) {
            self.running.take_if(|running| !running.is_alive());
        }
        let running = match &mut self.running {
            Some(running) => running,
            none => none.insert(Running::start(&self.command)?),
        };
        for question in open
            .iter_mut()
            .take(window)
            .filter(|question| !question.is_sent)
        {
            // if the process no longer reads, reading its answer reports the error
            running.write(request(&questions[question.index]));
            question.is_sent = true;
        }
        let line = answer_line(running, self.timeout, stop)?;
        let slot = id(&line).and_then(|id| {
            open.iter()
                .position(|open| open.is_sent && questions[open.index].number == id)
        });
        let answer = reply(&line).map_err(|why| Failed { slot, why })?;
        let Some(slot) = slot else {
            let why = format!("it answered question {}, which is not pending", answer.id);
            let why = NoAnswer::nonsense(&line, &why);
            // a second answer to a question makes both invalid; a third one is a failure, because
            // the answers might never end
            let same = questions.iter().position(|same| same.number == answer.id);
            let Some(index) = same.filter(|&index| answers[index].is_ok()) else {
                return Err(why.into());
            };
            answers[index] = Err(why);
            return Ok(());
        };
        let index = open[slot].index;
        answers[index] = match answer.given(&questions[index]) {
            Err(NoAnswer::Nonsense(why)) => {
                return Err(Failed {
                    slot: Some(slot),
                    why: NoAnswer::nonsense(&line, &why),
                });
            }
            answer => answer,
        };
        open.remove(slot);
        Ok(())
    }
}

/// The failure of an exchange.
struct Failed {
    /// The index of the failed question in the list of open questions, if it is known.
    slot: Option<usize>,
    why: NoAnswer,
}

impl From<NoAnswer> for Failed {
    fn from(why: NoAnswer) -> Self {
        Self { slot: None, why }
    }
}

impl ExternalScorer for JsonScorer {
    /// Keeps a window of several questions open, so that both sides stay busy. If the process fails
    /// and it is unclear on which question, asks the questions in the window one by one until one
    /// fails. If none fails, the oldest question counts as failed.
    fn ask(&mut self, questions: &[Question], stop: &Stop) -> Vec<Result<Given, NoAnswer>> {
        let mut answers: Vec<Result<Given, NoAnswer>> =
            vec![Err(NoAnswer::Interrupted); questions.len()];
        let mut open: VecDeque<_> = (0..questions.len())
            .map(|index| OpenQuestion {
                index,
                is_sent: false,
            })
            .collect();
        // the failures in the first `counted` answers
        let mut failures = Failures::default();
        let mut counted = 0;
        // After a failure, the number of questions to ask one by one, and the failure to report for
        // the oldest of them if none of them fails alone.
        let mut suspects = 0_usize;
        let mut unexplained = None;
        while let Some(OpenQuestion { index: oldest, .. }) = open.front() {
            let oldest = *oldest;
            answers[counted..oldest]
                .iter_mut()
                .for_each(|answer| failures.count(answer));
            counted = oldest;
            if stop.is_set() {
                self.running = None;
                break;
            }
            if failures.is_given_up() {
                for question in open {
                    answers[question.index] = Err(NoAnswer::GivenUp);
                }
                break;
            }
            let window = if suspects > 0 { 1 } else { Running::WINDOW };
            let Err(Failed { slot, why }) =
                self.exchange(questions, &mut open, window, &mut answers, stop)
            else {
                suspects = suspects.saturating_sub(1);
                if suspects == 0
                    && let Some((index, why)) = unexplained.take()
                {
                    answers[index] = Err(why);
                }
                continue;
            };
            if why == NoAnswer::Interrupted {
                continue;
            }
            self.running = None;
            let sent = open.iter().filter(|question| question.is_sent).count();
            for question in &mut open {
                question.is_sent = false;
            }
            if slot.is_none() && sent > 1 {
                suspects = sent;
                unexplained = Some((oldest, why));
            } else if let Some(OpenQuestion { index, .. }) = open.remove(slot.unwrap_or(0)) {
                answers[index] = Err(why);
                suspects = 0;
                unexplained = None;
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

/// Returns the next line that is not blank. If a process writes only blank lines, it times out.
fn answer_line(running: &mut Running, timeout: Duration, stop: &Stop) -> Result<Vec<u8>, NoAnswer> {
    let start = Instant::now();
    loop {
        let line = running.line(start, timeout, stop)?;
        if !(line.ends_with(b"\n") && line.iter().all(u8::is_ascii_whitespace)) {
            return Ok(line);
        }
    }
}
