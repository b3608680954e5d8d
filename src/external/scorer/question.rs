//! The questions to external scorers, and their answers.

use std::fmt;

use crate::Stop;
use crate::board::{Color, Point, Position};
use crate::external::process::NoAnswer;
use crate::rules::{Method, Points, Tax};

/// An external scorer for one thread, started at the first question.
pub(crate) trait ExternalScorer: fmt::Debug + Send {
    /// Asks all questions and returns the answers in order. If `stop` is set, the rest are
    /// [`NoAnswer::Interrupted`]. After too many failures of a program in a row, the rest are
    /// [`NoAnswer::GivenUp`].
    fn ask(&mut self, questions: &[Question], stop: &Stop) -> Vec<Result<Given, NoAnswer>>;
}

/// A position for an external scorer.
#[derive(Clone, Debug)]
pub struct Question {
    /// The position, dead stones included.
    pub position: Position,
    /// The dead stones.
    pub dead: Vec<Point>,
    /// The method of counting.
    pub method: Method,
    /// The surrounded points that do not score. `None` means the usual tax of the method: eyes in
    /// seki under territory rules, nothing under area rules.
    pub(crate) tax: Option<Tax>,
    /// White's points besides the count of the board without dead stones: komi, the compensation
    /// for a handicap, and under territory rules White's prisoners minus Black's.
    pub(crate) komi: Points,
}

impl Question {
    /// Returns the margin for a score: Black's points on the board minus White's. The score
    /// includes dead stones on the board, but no other prisoners and no komi.
    ///
    /// # Errors
    /// If no board of this size with these stones has this score, even if each dead stone counts
    /// twice.
    pub(super) fn margin(&self, score: Points) -> Result<Points, NoAnswer> {
        let size = self.position.size();
        let stones = Color::BOTH
            .map(|color| self.position.stones(color))
            .iter()
            .sum::<u32>();
        let most =
            Points::whole(i64::from(size.width()) * i64::from(size.height()) + i64::from(stones));
        let margin = self.komi.times(-1).and_then(|komi| score.plus(komi));
        let margin = margin.filter(|_| score.abs() <= most);
        margin.ok_or_else(|| {
            NoAnswer::Nonsense(format!("the score {score} is impossible on this board"))
        })
    }
}

/// The territory of Black and of White in a scorer's answer; it includes the points of dead stones.
pub type Territory = [Vec<Point>; 2];

/// A scorer's answer for a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Given {
    /// The owner of each point.
    Territory {
        /// The territory, which includes the points of dead stones.
        territory: Territory,
        /// Further stones that the scorer considers dead.
        also_dead: Vec<Point>,
    },
    /// Only the margin, Black's score minus White's, with komi and prisoners.
    Margin(Points),
}

impl From<Territory> for Given {
    fn from(territory: Territory) -> Self {
        Self::Territory {
            territory,
            also_dead: Vec::new(),
        }
    }
}
