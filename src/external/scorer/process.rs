//! The process of an external scorer: sends questions, times out, restarts it.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::protocol::{check, reply, request};
use super::{NoAnswer, Question, Territory};
use crate::external::process::{PATIENCE, Running};

/// An external scorer for one thread that speaks JSON.
#[derive(Debug)]
pub struct Process {
    command: Vec<String>,
    timeout: Duration,
    running: Option<Running>,
    /// The number of the next question.
    next: u64,
    /// The number of failures since the last answer.
    failures: u32,
}

impl Process {
    /// Creates a scorer that is not yet started. `timeout` is the time for each answer.
    #[must_use]
    pub const fn new(command: Vec<String>, timeout: Duration) -> Self {
        Self { command, timeout, running: None, next: 0, failures: 0 }
    }

    /// Asks all questions and returns their answers in order. If `stop` is set, the rest are [`NoAnswer::Interrupted`].
    pub fn ask(&mut self, questions: &[Question], stop: &AtomicBool) -> Vec<Result<Territory, NoAnswer>> {
        let mut answers: Vec<Option<Result<Territory, NoAnswer>>> = vec![None; questions.len()];
        let mut to_ask: VecDeque<usize> = (0..questions.len()).collect();
        // the numbers of the questions in flight with their indices, oldest first
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
            self.running = None;
            self.failures += 1;
            // the oldest unanswered question is blamed: nothing better is known
            if let Some(place) = asked.pop_front().map(|(_, place)| place).or_else(|| to_ask.pop_front()) {
                answers[place] = Some(Err(failure));
            }
            while let Some((_, place)) = asked.pop_back() {
                to_ask.push_front(place);
            }
        }
        answers.into_iter().map(|answer| answer.unwrap_or(Err(NoAnswer::Interrupted))).collect()
    }

    /// Returns why no more questions are asked, if so.
    fn over(&mut self, stop: &AtomicBool) -> Option<NoAnswer> {
        if stop.load(Ordering::Relaxed) {
            self.running = None;
            return Some(NoAnswer::Interrupted);
        }
        (self.failures >= PATIENCE).then_some(NoAnswer::GivenUp)
    }

    /// Sends questions until the window is full, and reads one answer.
    fn exchange(
        &mut self,
        questions: &[Question],
        to_ask: &mut VecDeque<usize>,
        asked: &mut VecDeque<(u64, usize)>,
        answers: &mut [Option<Result<Territory, NoAnswer>>],
        stop: &AtomicBool,
    ) -> Result<(), NoAnswer> {
        // a process that exited while no question was in flight is replaced without loss
        if asked.is_empty() && self.running.as_mut().is_some_and(|running| !running.is_alive()) {
            self.running = None;
        }
        if self.running.is_none() {
            self.running = Some(Running::start(&self.command)?);
        }
        let running = self.running.as_mut().expect("it was just started");
        // with a window of questions in flight, neither side waits for the other
        while asked.len() < Running::WINDOW
            && let Some(place) = to_ask.pop_front()
        {
            // if the process no longer reads, reading its answer reports the error
            running.write(request(self.next, &questions[place]));
            asked.push_back((self.next, place));
            self.next += 1;
        }
        let Some(line) = answer_line(running, self.timeout, stop)? else { return Ok(()) };
        let (id, answer) = reply(&line)?;
        let Some(number) = asked.iter().position(|&(asked, _)| asked == id) else {
            return Err(NoAnswer::nonsense(&line, &format!("no question {id} waits for an answer")));
        };
        let place = asked[number].1;
        if let Ok(territory) = &answer {
            let question = &questions[place];
            check(&question.position, &question.dead, territory).map_err(|wrong| match wrong {
                NoAnswer::Nonsense(why) => NoAnswer::nonsense(&line, &why),
                other => other,
            })?;
        }
        asked.remove(number);
        self.failures = 0;
        answers[place] = Some(answer.map_err(NoAnswer::Refused));
        Ok(())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if let Some(running) = self.running.take() {
            running.end();
        }
    }
}

/// Returns the next line that is not blank; `None` if the user interrupts.
fn answer_line(running: &mut Running, timeout: Duration, stop: &AtomicBool) -> Result<Option<Vec<u8>>, NoAnswer> {
    let start = Instant::now();
    loop {
        let line = running.line(start, timeout, stop)?;
        match &line {
            Some(text) if text.ends_with(b"\n") && text.iter().all(u8::is_ascii_whitespace) => {}
            _ => return Ok(line),
        }
        // a process that only writes blank lines must time out, too
        if start.elapsed() >= timeout {
            return Err(NoAnswer::Timeout(timeout));
        }
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
    }
}
