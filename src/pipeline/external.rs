//! Asks the external scorers about games.

use std::sync::atomic::AtomicBool;
use std::thread;

use super::GameEvaluator;
use super::evaluator::LabelledOutcome;
use super::labelled::LabelledGame;
use super::programs::Program;
use super::timings::timed;
use crate::external::scorer::{ExternalScorer, Given, NoAnswer, Question};
use crate::rules::{Method, Points};

impl GameEvaluator<'_> {
    /// Asks each scorer of [`super::Options::scorers`] about all labelled `games` of a chunk at once. Returns the answers
    /// to each game; none to a game without a label.
    pub(super) fn ask_scorers(&mut self, games: &[LabelledOutcome]) -> Vec<Vec<Result<Given, NoAnswer>>> {
        let mut answers: Vec<Vec<Result<Given, NoAnswer>>> = vec![Vec::new(); games.len()];
        if self.memory.external.is_empty() {
            return answers;
        }
        let questions: Vec<(usize, Question)> = games
            .iter()
            .enumerate()
            .filter_map(|(number, game)| Some((number, question(game.result.as_deref().ok()?))))
            .collect();
        let stop = self.context.stop;
        let scorers = self.memory.external.iter_mut().zip(&mut self.programs.scorers);
        let given: Vec<Vec<Result<Given, NoAnswer>>> = timed(&mut self.timings.external, || {
            // all scorers work at the same time
            thread::scope(|scope| {
                let threads: Vec<_> = scorers
                    .map(|(scorer, program)| scope.spawn(|| ask(scorer.as_mut(), program, &questions, stop)))
                    .collect();
                threads.into_iter().map(|thread| thread.join().expect("a scorer's thread does not panic")).collect()
            })
        });
        for given in given {
            for ((number, _), answer) in questions.iter().zip(given) {
                answers[*number].push(answer);
            }
        }
        answers
    }
}

/// Asks a scorer about games, each with its number in the chunk, unless their answers are known.
fn ask(
    scorer: &mut dyn ExternalScorer,
    program: &mut Program<Given>,
    questions: &[(usize, Question)],
    stop: &AtomicBool,
) -> Vec<Result<Given, NoAnswer>> {
    let open = questions.iter().filter(|(number, _)| program.is_open(*number));
    let open: Vec<Question> = open.map(|(_, question)| question.clone()).collect();
    let mut fresh = if open.is_empty() { Vec::new() } else { scorer.ask(&open, stop) }.into_iter();
    let mut answers = Vec::with_capacity(questions.len());
    for (number, _) in questions {
        answers.push(program.answer(*number, || fresh.next().unwrap_or(Err(NoAnswer::Interrupted))));
    }
    answers
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
