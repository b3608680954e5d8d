//! Scorers from outside, asked for what was evaluated.

use std::sync::atomic::AtomicBool;
use std::thread;

use super::evaluate::timed;
use super::{Evaluated, Options, Worker};
use crate::scorer::{NoAnswer, Process, Question, Territory};

impl Worker {
    /// Asks the scorers of [`Options::scorers`], each for all `games` at once, and adds what they say to
    /// [`Evaluated::outside`]. Ends early when `stop` is set.
    pub fn ask_outside(&mut self, mut games: Vec<&mut Evaluated>, options: &Options, stop: &AtomicBool) {
        if games.is_empty() || options.scorers.is_empty() {
            return;
        }
        if self.processes.is_empty() {
            let start = |spec: &_| Process::new(Clone::clone(spec), options.scorer_timeout);
            self.processes = options.scorers.iter().map(start).collect();
        }
        let questions: Vec<Question> = games.iter().map(|game| question(game)).collect();
        let processes = &mut self.processes;
        let answers: Vec<Vec<Result<Territory, NoAnswer>>> = timed(&mut self.timings.outside, || {
            // none waits for another
            thread::scope(|scope| {
                let asked: Vec<_> =
                    processes.iter_mut().map(|process| scope.spawn(|| process.ask(&questions, stop))).collect();
                asked.into_iter().map(|asked| asked.join().expect("asking does not panic")).collect()
            })
        });
        for answers in answers {
            for (game, answer) in games.iter_mut().zip(answers) {
                let answer = answer.map(|territory| self.judge.given(game, &territory, options));
                game.outside.push(answer);
            }
        }
    }
}

fn question(game: &Evaluated) -> Question {
    Question { position: game.whole_position(), dead: game.dead.clone(), method: game.count.rules.method() }
}
