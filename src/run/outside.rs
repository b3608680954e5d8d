//! Scorers from outside, asked for what was evaluated.

use std::sync::atomic::AtomicBool;
use std::thread;

use super::evaluate::timed;
use super::{Evaluated, Options, Worker};
use crate::score::{Method, Points};
use crate::scorer::{Given, NoAnswer, Outsider, Question};

impl Worker {
    /// Asks the scorers of [`Options::scorers`], each for all `games` at once, and adds what they say to
    /// [`Evaluated::outside`]. Ends early when `stop` is set.
    pub fn ask_outside(&mut self, mut games: Vec<&mut Evaluated>, options: &Options, stop: &AtomicBool) {
        if games.is_empty() || options.scorers.is_empty() {
            return;
        }
        if self.outsiders.is_empty() {
            self.outsiders = options.scorers.iter().map(|spec| Outsider::new(spec, options.scorer_timeout)).collect();
        }
        let questions: Vec<Question> = games.iter().map(|game| question(game)).collect();
        let outsiders = &mut self.outsiders;
        let answers: Vec<Vec<Result<Given, NoAnswer>>> = timed(&mut self.timings.outside, || {
            // none waits for another
            thread::scope(|scope| {
                let asked: Vec<_> =
                    outsiders.iter_mut().map(|outsider| scope.spawn(|| outsider.ask(&questions, stop))).collect();
                asked.into_iter().map(|asked| asked.join().expect("asking does not panic")).collect()
            })
        });
        for answers in answers {
            for (game, answer) in games.iter_mut().zip(answers) {
                let answer = answer.map(|given| self.judge.given(game, given, options));
                game.outside.push(answer);
            }
        }
    }
}

fn question(game: &Evaluated) -> Question {
    let count = &game.count;
    let method = count.rules.method();
    let on_board = match method {
        Method::Territory => Points::ZERO,
        Method::Area => Points::whole(i64::from(count.stones[0]) - i64::from(count.stones[1])),
    };
    let komi = on_board - count.margin([0, 0]);
    Question { position: game.whole_position(), dead: game.dead.clone(), method, komi }
}
