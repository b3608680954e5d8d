//! Asks the external scorers about games.
use std::thread;

use super::GameEvaluator;
use super::evaluator::LabelledOutcome;
use super::labelled::LabelledGame;
use super::programs::Program;
use super::timings::Stopwatch;
use crate::Stop;
use crate::external::scorer::{ExternalScorer, Given, NoAnswer, Question};
use crate::rules::{Method, Points};

impl GameEvaluator<'_> {
    /// Asks each scorer of [`super::Options::scorers`] about all labelled `games` of a chunk at
    /// once. Returns the scorers' answers to each labelled game.
    pub(super) fn ask_scorers(
        &mut self,
        games: &[LabelledOutcome],
    ) -> Vec<Vec<Result<Given, NoAnswer>>> {
        let questions: Vec<Question> = games
            .iter()
            .filter_map(|game| Some(question(game.result.as_deref().ok()?)))
            .collect();
        let stop = self.context.stop;
        let scorers = self.scorers.iter_mut().zip(&mut self.programs.scorers);
        let watch = Stopwatch::start();
        // all scorers work at the same time
        let given: Vec<Vec<Result<Given, NoAnswer>>> = thread::scope(|scope| {
            let threads: Vec<_> = scorers
                .map(|(scorer, program)| {
                    scope.spawn(|| ask(scorer.as_mut(), program, &questions, stop))
                })
                .collect();
            threads
                .into_iter()
                .map(|thread| thread.join().expect("a scorer's thread does not panic"))
                .collect()
        });
        self.timings.external += watch.elapsed();
        let mut answers: Vec<Vec<Result<Given, NoAnswer>>> = vec![Vec::new(); questions.len()];
        for of_scorer in given {
            for (answers, answer) in answers.iter_mut().zip(of_scorer) {
                answers.push(answer);
            }
        }
        answers
    }
}

/// Asks a scorer about games.
fn ask(
    scorer: &mut dyn ExternalScorer,
    program: &mut Program,
    questions: &[Question],
    stop: &Stop,
) -> Vec<Result<Given, NoAnswer>> {
    let is_asked = !questions.is_empty() && !program.is_given_up();
    let answers = if is_asked {
        scorer.ask(questions, stop)
    } else {
        vec![Err(NoAnswer::GivenUp); questions.len()]
    };
    answers
        .into_iter()
        .map(|answer| program.count(answer))
        .collect()
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
    Question {
        position: game.whole.clone(),
        dead: game.dead.clone(),
        method,
        tax,
        komi,
    }
}
