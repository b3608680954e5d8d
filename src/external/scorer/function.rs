//! External scorers that are functions of the calling program.

use std::fmt;
use std::sync::Arc;

use super::protocol::check;
use super::question::{ExternalScorer, Given, Question, Territory};
use crate::Stop;
use crate::external::process::NoAnswer;

/// A function that scores boards. Several threads may call it at once.
///
/// ```
/// use std::sync::Arc;
///
/// use seichi::external::{NoAnswer, Question, ScoringFunction, Spec, Territory};
/// use seichi::game::Options;
///
/// /// Gives territory to neither side.
/// struct Nothing;
///
/// impl ScoringFunction for Nothing {
///     fn score(&self, boards: &[&Question]) -> Result<Vec<Territory>, NoAnswer> {
///         Ok(vec![Territory::default(); boards.len()])
///     }
/// }
///
/// let scorer = Spec::function("nothing", Arc::new(Nothing))?;
/// let options = Options { scorers: vec![scorer], ..Options::default() };
/// # assert_eq!(options.names().last().map(String::as_str), Some("nothing"));
/// # Ok::<(), seichi::external::SpecError>(())
/// ```
pub trait ScoringFunction: Send + Sync {
    /// Returns the territory on each board. All boards have the same size and counting method.
    ///
    /// # Errors
    /// The reason why the function has no answer for these boards.
    fn score(&self, boards: &[&Question]) -> Result<Vec<Territory>, NoAnswer>;
}

/// A scoring function that several threads share.
#[derive(Clone)]
pub(super) struct SharedFunction(pub(super) Arc<dyn ScoringFunction>);

impl fmt::Debug for SharedFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SharedFunction")
    }
}

impl SharedFunction {
    /// Asks the questions with these indices in one call.
    fn batch(
        &self,
        questions: &[Question],
        batch: &[usize],
        stop: &Stop,
    ) -> Result<Vec<Territory>, NoAnswer> {
        if stop.is_set() {
            return Err(NoAnswer::Interrupted);
        }
        let boards: Vec<&Question> = batch.iter().map(|&index| &questions[index]).collect();
        let answers = self.0.score(&boards)?;
        if answers.len() != boards.len() {
            return Err(NoAnswer::Nonsense(format!(
                "the function returned {} answers for {} boards",
                answers.len(),
                boards.len()
            )));
        }
        for (board, territory) in boards.iter().zip(&answers) {
            check(&board.position, &board.dead, territory)?;
        }
        Ok(answers)
    }
}

impl ExternalScorer for SharedFunction {
    /// Groups the questions by size and method. If the function fails on a group, it is called
    /// separately for each board, so that an answer does not depend on other boards.
    fn ask(&mut self, questions: &[Question], stop: &Stop) -> Vec<Result<Given, NoAnswer>> {
        let mut answers: Vec<Result<Given, NoAnswer>> =
            vec![Err(NoAnswer::Interrupted); questions.len()];
        let mut left: Vec<usize> = (0..questions.len()).collect();
        while let Some(&first) = left.first() {
            let first = &questions[first];
            let (batch, others): (Vec<usize>, _) = left.iter().partition(|&&index| {
                let question = &questions[index];
                question.position.size() == first.position.size()
                    && question.method() == first.method()
            });
            left = others;
            match self.batch(questions, &batch, stop) {
                Ok(territories) => {
                    for (index, territory) in batch.into_iter().zip(territories) {
                        answers[index] = Ok(territory.into());
                    }
                }
                Err(why) if batch.len() == 1 => answers[batch[0]] = Err(why),
                Err(_) => {
                    for index in batch {
                        answers[index] = self
                            .batch(questions, &[index], stop)
                            .map(|mut only| only.remove(0).into());
                    }
                }
            }
        }
        answers
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Point, Position};
    use crate::rules::{Count, Rules};

    /// Gives Black the first point of each board, and fails where that point has a stone.
    struct FirstPoint;

    impl ScoringFunction for FirstPoint {
        fn score(&self, boards: &[&Question]) -> Result<Vec<Territory>, NoAnswer> {
            let size = boards[0].position.size();
            assert!(
                boards.iter().all(|board| board.position.size() == size),
                "boards of one size"
            );
            let first = Point::new(0, 0);
            if boards
                .iter()
                .any(|board| board.position.get(first).color().is_some())
            {
                return Err(NoAnswer::Refused("taken".to_owned()));
            }
            Ok(boards.iter().map(|_| [vec![first], Vec::new()]).collect())
        }
    }

    #[test]
    fn failure_on_one_board_does_not_affect_others() {
        let questions = [
            ".x.\n...\n...",
            "x.\n..",
            "..\n.o",
            ".o.\n...\n...",
            "xo\n..",
        ]
        .map(|diagram| {
            let position = Position::from_diagram(diagram).expect("a board");
            Question::new(position, Vec::new(), Count::new(Rules::JAPANESE))
        });
        let mut function = SharedFunction(Arc::new(FirstPoint));
        let answers = function.ask(&questions, &Stop::default());
        assert_eq!(
            answers.iter().map(Result::is_ok).collect::<Vec<_>>(),
            [true, false, true, true, false]
        );
        assert_eq!(answers[1], Err(NoAnswer::Refused("taken".to_owned())));
        let stop = Stop::default();
        stop.set();
        let stopped = function.ask(&questions, &stop);
        assert!(
            stopped
                .iter()
                .all(|answer| *answer == Err(NoAnswer::Interrupted))
        );
    }
}
