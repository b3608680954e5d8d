//! The questions to external scorers, and their answers.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Stop;
use crate::board::{Color, Point, Position};
use crate::dead::{remove_dead, take_off};
use crate::external::process::NoAnswer;
use crate::rules::{Count, Method, Points, Tax};
use crate::territory::{Analysis, TerritoryMap};

/// An external scorer for one thread. It is started at the first question.
pub(crate) trait ExternalScorer: fmt::Debug + Send {
    /// Asks all questions and returns the answers in order. If `stop` is set, the remaining answers
    /// are [`NoAnswer::Interrupted`]. After too many failures in a row, they are
    /// [`NoAnswer::GivenUp`].
    fn ask(&mut self, questions: &[Question], stop: &Stop) -> Vec<Result<Given, NoAnswer>>;
}

/// A position for an external scorer.
#[derive(Clone, Debug)]
pub struct Question {
    /// The place of the game in the run. No two questions to a scorer have the same number.
    pub(crate) number: u64,
    /// The position, including its dead stones.
    pub position: Position,
    /// The dead stones.
    pub dead: Vec<Point>,
    /// The values that determine the margin together with the territory, such as the komi. Dead
    /// stones count as prisoners.
    pub count: Count,
    /// The stones that Black and White captured in play.
    pub(crate) captured: [u32; 2],
    /// Whether the komi is known.
    pub(crate) has_komi: bool,
    /// The player whose turn it is, if it is known.
    pub(crate) to_play: Option<Color>,
    /// The player who passed first, if a player passed.
    pub(crate) first_pass: Option<Color>,
}

impl Question {
    /// Returns the question about a position that belongs to no game. The prisoners of `count` are
    /// the stones captured in play.
    pub(crate) fn new(position: Position, dead: Vec<Point>, count: Count) -> Self {
        let captured = count.prisoners;
        let (_, count) = remove_dead(&position, &dead, count);
        Self {
            number: 0,
            position,
            dead,
            count,
            captured,
            has_komi: true,
            to_play: None,
            first_pass: None,
        }
    }

    /// Returns the method of counting.
    pub const fn method(&self) -> Method {
        self.count.rules.method()
    }

    /// Returns the surrounded points that do not score. `None` means the method's usual tax: eyes
    /// in seki under territory rules, and nothing under area rules.
    pub(super) fn tax(&self) -> Option<Tax> {
        let rules = self.count.rules;
        let is_usual = rules.is_plain_area() || rules.is_plain_territory();
        (!is_usual).then(|| rules.tax())
    }

    /// Returns the points that White receives in addition to those on the board once the dead
    /// stones have been removed: the komi, the compensation for a handicap and, under territory
    /// rules, White's prisoners minus Black's.
    pub(super) fn komi(&self) -> Points {
        beside_board(self.count)
    }

    /// Returns two margins for a map: the margin if dead stones in eyes in seki become prisoners,
    /// and the margin if they stay on the board. The one that the rules require comes first.
    /// `points` has each player's number of points in `territory`.
    pub(super) fn readings(
        &self,
        count: Count,
        points: [i32; 2],
        territory: &Territory,
    ) -> [Points; 2] {
        let taken = count.margin(points);
        if !count.rules.is_plain_territory() || self.dead.is_empty() {
            return [taken; 2];
        }
        let (living, _) = take_off(&self.position, &self.dead);
        let analysis = Analysis::new(&living, &self.dead);
        let grid = living.grid();
        let mut map = TerritoryMap::default();
        map.set_owners(&analysis, |index| {
            let point = grid.point(index);
            Color::BOTH
                .into_iter()
                .find(|color| territory[color.index()].contains(&point))
        });
        map.leave_dead_in_seki(&self.position);
        let [black, white] = map.counts().left_in_seki;
        let left = taken + Points::whole(white.into()) - Points::whole(black.into());
        if count.rules.leaves_dead_in_seki() {
            [left, taken]
        } else {
            [taken, left]
        }
    }

    /// Returns the margin for a score, which is Black's points on the board minus White's. The
    /// score includes the points of dead stones, but neither the prisoners of `count` nor the komi.
    ///
    /// # Errors
    /// If no board of this size with these stones has this score, even if each dead stone counts
    /// twice.
    pub(super) fn margin(&self, score: Points, count: Count) -> Result<Points, NoAnswer> {
        let margin = score.plus(-beside_board(count));
        let margin = margin.filter(|_| score.abs() <= self.most());
        margin.ok_or_else(|| {
            NoAnswer::Nonsense(format!("the score {score} is impossible on this board"))
        })
    }

    /// Returns the maximum number of points on the board, if each dead stone counts twice.
    pub(super) fn most(&self) -> Points {
        let stones: u32 = Color::BOTH
            .map(|color| self.position.stones(color))
            .iter()
            .sum();
        let points = self.position.size().points();
        Points::whole(i64::try_from(points).expect("at most 52 · 52 points") + i64::from(stones))
    }
}

/// Returns White's points minus Black's in a count, without the points on the board.
fn beside_board(count: Count) -> Points {
    let stones = [0; 2];
    -Count { stones, ..count }.margin([0; 2])
}

/// The territory of Black and of White in a scorer's answer. It includes the points of dead stones.
pub type Territory = [Vec<Point>; 2];

/// A scorer's answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Given {
    /// The owners and dead stones, only the margin, or only the winner.
    pub(crate) board: GivenBoard,
    /// Whether the scorer gives the whole result itself, with komi and prisoners.
    pub(crate) is_whole: bool,
    /// Set if the whole result is not the one that the map gives.
    pub(crate) contradiction: Option<Contradiction>,
}

/// The two results of an answer whose whole result contradicts its own map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Contradiction {
    /// The margin that the map gives.
    pub(crate) of_map: Points,
    /// The whole result. It is the answer, because players see the result.
    pub(crate) margin: Points,
}

/// A scorer's answer about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum GivenBoard {
    /// The owner of each point.
    Territory {
        /// The territory, which includes the points of dead stones.
        territory: Territory,
        /// Further stones that the scorer considers dead.
        also_dead: Vec<Point>,
    },
    /// Only the margin, Black's score minus White's, with komi and prisoners.
    Margin(Points),
    /// Only the winner.
    Winner(Winner),
}

/// The winner according to a scorer. The numbers have the sign of the margin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Winner {
    Black = 1,
    White = -1,
    Draw = 0,
}

impl From<GivenBoard> for Given {
    fn from(board: GivenBoard) -> Self {
        Self {
            board,
            is_whole: false,
            contradiction: None,
        }
    }
}

impl From<Territory> for Given {
    fn from(territory: Territory) -> Self {
        let also_dead = Vec::new();
        GivenBoard::Territory {
            territory,
            also_dead,
        }
        .into()
    }
}
