//! The questions to external scorers, and their answers.

use crate::board::{Point, Position};
use crate::rules::{Method, Points, Tax};

/// A position to be scored by an external scorer.
#[derive(Clone, Debug)]
pub struct Question {
    /// The position, dead stones included.
    pub position: Position,
    /// The dead stones.
    pub dead: Vec<Point>,
    /// The method of counting.
    pub method: Method,
    /// The surrounded points that nobody scores; `None` if they are those of the usual rules with this method: eyes in
    /// seki under territory rules, and none under area rules.
    pub tax: Option<Tax>,
    /// The points that White gets besides the count of the board without its dead stones: komi, the compensation for a
    /// handicap, and under territory rules White's prisoners minus Black's.
    pub komi: Points,
}

/// The territory of Black and of White in a scorer's answer; it includes the points of dead stones.
pub type Territory = [Vec<Point>; 2];

/// A scorer's answer for a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Given {
    /// The owner of each point.
    Territory {
        /// The territory, which includes the points of dead stones.
        territory: Territory,
        /// Stones that the scorer considers dead besides those that the question names as dead.
        also_dead: Vec<Point>,
    },
    /// Black's score minus White's alone.
    Margin(Points),
}
