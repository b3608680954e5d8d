//! Scores evaluated games with external scorers, too.

use std::sync::atomic::AtomicBool;
use std::thread;

use super::timings::timed;
use super::turns::Program;
use super::{Evaluated, GameEvaluator, Options};
use crate::external::scorer::{ExternalScorer, Given, NoAnswer, Question};
use crate::rules::{Method, Points};

impl GameEvaluator {
    /// Sends all `games` at once to each scorer of [`Options::scorers`], and adds the answers to
    /// [`Evaluated::external`]. A scorer that failed on three games in a row is given up, in the order of the games of a
    /// run. Ends early when `stop` is set.
    pub fn score_externally(&mut self, mut games: Vec<&mut Evaluated>, options: &Options, stop: &AtomicBool) {
        if games.is_empty() || options.scorers.is_empty() {
            return;
        }
        if self.external.is_empty() {
            self.external =
                options.scorers.iter().map(|spec| ExternalScorer::new(spec, options.scorer_timeout)).collect();
        }
        let questions: Vec<Question> = games.iter().map(|game| question(game)).collect();
        let (external, turn) = (&mut self.external, self.dead_stones.turn.as_ref());
        let questions = questions.as_slice();
        let ask = |number: usize, scorer: &mut ExternalScorer| match turn {
            None => scorer.ask(questions, stop),
            Some(turn) => {
                let ask = |is_asked: bool| {
                    if !is_asked {
                        return vec![Err(NoAnswer::GivenUp); questions.len()];
                    }
                    scorer.forget_failures();
                    scorer.ask(questions, stop)
                };
                turn.pass(Program::Scorer(number), ask, stop)
            }
        };
        let answers: Vec<Vec<Result<Given, NoAnswer>>> = timed(&mut self.timings.external, || {
            // all scorers work at the same time
            thread::scope(|scope| {
                let start = |(number, scorer)| scope.spawn(move || ask(number, scorer));
                let threads: Vec<_> = external.iter_mut().enumerate().map(start).collect();
                threads.into_iter().map(|thread| thread.join().expect("a scorer's thread does not panic")).collect()
            })
        });
        for answers in answers {
            for (game, answer) in games.iter_mut().zip(answers) {
                let answer = answer.map(|given| self.strategies.external_answer(game, given, options));
                game.external.push(answer);
            }
        }
    }
}

/// Returns the question to an external scorer about a game.
fn question(game: &Evaluated) -> Question {
    let count = &game.count;
    let method = count.rules.method();
    let on_board = match method {
        Method::Territory => Points::ZERO,
        Method::Area => Points::whole(i64::from(count.stones[0]) - i64::from(count.stones[1])),
    };
    let is_usual = count.rules.is_plain_area() || count.rules.is_plain_territory();
    let tax = (!is_usual).then(|| count.rules.tax());
    let komi = on_board - count.margin([0, 0]);
    Question { position: game.whole_position(), dead: game.dead.clone(), method, tax, komi }
}
