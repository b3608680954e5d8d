//! Asks the external scorers about games.

use std::sync::{Mutex, PoisonError};
use std::thread;

use super::context::HAS_RUNS;
use super::labelled::LabelledGame;
use super::timings::timed;
use super::turns::{Program, Turn};
use super::{Context, GameEvaluator};
use crate::external::scorer::{ExternalScorer, Given, NoAnswer, Question};
use crate::input::system::spawn_scoped;
use crate::rules::{Method, Points};

impl GameEvaluator<'_> {
    /// Sends all `games` at once to each scorer of [`super::Options::scorers`]. Returns the answers to each game. In
    /// a run, a scorer is given up on after failing on three games in a row.
    pub(super) fn ask_scorers(
        &mut self,
        games: &[&LabelledGame],
        turn: Option<Turn<'_>>,
    ) -> Vec<Vec<Result<Given, NoAnswer>>> {
        let mut by_game: Vec<Vec<_>> = games.iter().map(|_| Vec::with_capacity(self.memory.external.len())).collect();
        if !HAS_RUNS || games.is_empty() || self.memory.external.is_empty() {
            return by_game;
        }
        let questions: Vec<Question> = games.iter().map(|game| question(game)).collect();
        let questions = questions.as_slice();
        let (external, Context { stop, .. }) = (&mut self.memory.external, self.context);
        let ask = |number: usize, scorer: &mut Box<dyn ExternalScorer>| match turn {
            None => scorer.ask(questions, stop),
            Some(turn) => {
                let given_up = || vec![Err(NoAnswer::GivenUp); questions.len()];
                let ask = |is_asked| if is_asked { scorer.ask(questions, stop) } else { given_up() };
                turn.answers_in_turn(Program::scorer(number), ask, stop)
            }
        };
        let answers: Vec<Vec<Result<Given, NoAnswer>>> = timed(&mut self.timings.external, || {
            // all scorers work at the same time
            let scorers: Vec<_> = external.iter_mut().enumerate().map(|scorer| Mutex::new(Some(scorer))).collect();
            let serve = |scorer: &Mutex<Option<(usize, &mut Box<dyn ExternalScorer>)>>| {
                let scorer = scorer.lock().unwrap_or_else(PoisonError::into_inner).take();
                scorer.map_or_else(Vec::new, |(number, scorer)| ask(number, scorer))
            };
            thread::scope(|scope| {
                let start = |scorer| spawn_scoped(scope, move || serve(scorer)).map_err(|_| scorer);
                let threads: Vec<_> = scorers.iter().map(start).collect();
                let answers = threads.into_iter().map(|thread| match thread {
                    Ok(thread) => thread.join().expect("a scorer's thread does not panic"),
                    // the system can't start a thread
                    Err(scorer) => serve(scorer),
                });
                answers.collect()
            })
        });
        for answers in answers {
            by_game.iter_mut().zip(answers).for_each(|(game, answer)| game.push(answer));
        }
        by_game
    }
}

/// Returns the question to an external scorer about a game.
fn question(game: &LabelledGame) -> Question {
    let count = &game.count;
    let method = count.rules.method();
    let on_board = match method {
        Method::Territory => Points::ZERO,
        Method::Area => Points::whole(i64::from(count.stones[0]) - i64::from(count.stones[1])),
    };
    let is_usual = count.rules.is_plain_area() || count.rules.is_plain_territory();
    let tax = (!is_usual).then(|| count.rules.tax());
    let komi = on_board - count.margin([0, 0]);
    Question { position: game.whole.clone(), dead: game.dead.clone(), method, tax, komi }
}
