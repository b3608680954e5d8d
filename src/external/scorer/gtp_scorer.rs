//! A GTP engine as an external scorer.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use super::protocol::with_dead;
use super::question::{ExternalScorer, Given, GivenBoard, Question};
use crate::Stop;
use crate::board::{Color, Point, Position, Size};
use crate::dead::take_off;
use crate::external::gtp::{Engine, parse_score, surrounded};
use crate::external::process::{Failures, NoAnswer};
use crate::rules::Points;

/// A GTP engine that scores positions without their dead stones, for one thread.
///
/// In GTP 2, `final_status_list` lists stones that are dead, alive or in seki. GNU Go also supports
/// the statuses `black_territory` and `white_territory`. For other engines, the territory consists
/// of the regions that only one colour's living stones surround, except regions adjacent to stones
/// in seki. If an engine does not support `final_status_list`, the answer comes from `final_score`,
/// and has no map.
#[derive(Debug)]
pub(crate) struct GtpScorer {
    engine: Engine,
    skill: SharedSkill,
}

/// The commands that an engine supports, which all threads share.
pub(crate) type SharedSkill = Arc<OnceLock<Skill>>;

/// The most detailed answer about a finished position that an engine supports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Skill {
    Territory,
    Status,
    Score,
}

impl GtpScorer {
    /// Creates an engine that is not yet started. `timeout` is the time limit for each answer.
    pub(crate) fn new(command: Vec<String>, timeout: Duration, skill: SharedSkill) -> Self {
        Self {
            engine: Engine::new(command, timeout),
            skill,
        }
    }

    fn one(&mut self, question: &Question, stop: &Stop) -> Result<Given, NoAnswer> {
        let skill = self.skill(stop)?;
        let (position, _) = take_off(&question.position, &question.dead);
        self.engine.set_up(&position, question.komi(), stop)?;
        if skill == Skill::Score {
            return self.score(question, stop);
        }
        let size = position.size();
        let also_dead = self.listed("dead", size, stop)?;
        let mut territory = if skill == Skill::Territory {
            [
                self.listed("black_territory", size, stop)?,
                self.listed("white_territory", size, stop)?,
            ]
        } else {
            let seki = self.listed("seki", size, stop)?;
            surrounded(&take_off(&position, &also_dead).0, &seki)
        };
        // some engines also list the points of dead stones
        for points in &mut territory {
            points.retain(|&point| position.get(point).color().is_none());
        }
        let (territory, also_dead) = with_dead(&position, &[], territory, also_dead)?;
        Ok(GivenBoard::Territory {
            territory,
            also_dead,
        }
        .into())
    }

    /// Returns the most detailed answer that the engine supports. The skill is determined on a
    /// board that belongs to no game: on a game's board, it would depend on which thread asks
    /// first.
    fn skill(&mut self, stop: &Stop) -> Result<Skill, NoAnswer> {
        if let Some(&skill) = self.skill.get() {
            return Ok(skill);
        }
        // some engines support only one board size
        let mut board = divided_board(9);
        let mut set_up = self.engine.set_up(&board, Points::ZERO, stop);
        if let Err(NoAnswer::Unsupported(_)) = set_up {
            board = divided_board(19);
            set_up = self.engine.set_up(&board, Points::ZERO, stop);
        }
        set_up?;
        let skill = self.find_skill(board.size(), stop)?;
        Ok(*self.skill.get_or_init(|| skill))
    }

    /// Finds the skill by trying commands on the current position.
    fn find_skill(&mut self, size: Size, stop: &Stop) -> Result<Skill, NoAnswer> {
        if !self.engine.knows("final_status_list", stop)? {
            return Ok(Skill::Score);
        }
        // some engines, such as Leela Zero, answer with an empty list if they do not know a status
        for (status, skill) in [
            ("black_territory", Skill::Status),
            ("no_such_status", Skill::Territory),
        ] {
            match self.listed(status, size, stop) {
                Ok(_) => {}
                Err(NoAnswer::Refused(_)) => return Ok(skill),
                Err(other) => return Err(other),
            }
        }
        Ok(Skill::Status)
    }

    /// Returns the points with a status.
    fn listed(&mut self, status: &str, size: Size, stop: &Stop) -> Result<Vec<Point>, NoAnswer> {
        let command = format!("final_status_list {status}");
        self.engine.points(&command, size, stop)
    }

    fn score(&mut self, question: &Question, stop: &Stop) -> Result<Given, NoAnswer> {
        let answer = self.engine.ask("final_score", stop)?;
        let score = parse_score(&answer).and_then(|margin| margin.plus(question.komi()));
        let score = score
            .ok_or_else(|| NoAnswer::nonsense(answer.as_bytes(), "the answer is not a score"))?;
        let margin = question.margin(score, question.count)?;
        Ok(GivenBoard::Margin(margin).into())
    }
}

/// Returns a square board with Black's territory on the left and White's on the right.
fn divided_board(side: u8) -> Position {
    let mut board = Position::new(Size::new(side.into(), side.into()).expect("a possible size"));
    for y in 0..side {
        board.set(Point::new(side / 2, y), Some(Color::Black));
        board.set(Point::new(side / 2 + 1, y), Some(Color::White));
    }
    board
}

impl ExternalScorer for GtpScorer {
    fn ask(&mut self, questions: &[Question], stop: &Stop) -> Vec<Result<Given, NoAnswer>> {
        let mut failures = Failures::default();
        let mut answers = Vec::with_capacity(questions.len());
        for question in questions {
            let mut answer = if failures.is_given_up() {
                Err(NoAnswer::GivenUp)
            } else {
                self.one(question, stop)
            };
            failures.count(&mut answer);
            answers.push(answer);
        }
        answers
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::external::scorer::Territory;

    #[test]
    fn region_of_living_stones_of_one_colour_is_territory() {
        // Black lives on the left; the stone in the corner is dead; two groups on the right are in
        // seki
        let position = Position::from_diagram("o.x.o.x\n..x.ooo\nxxxxo.x\n....oxx").unwrap();
        let [aa, ba, ca, ab, bb] =
            [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1)].map(|(x, y)| Point::new(x, y));
        let (rest, _) = take_off(&position, &[aa]);
        let all = surrounded(&rest, &[]);
        assert_eq!(all, [vec![aa, ba, ab, bb], vec![]]);
        let none = surrounded(&rest, &[ca]);
        assert_eq!(
            none,
            Territory::default(),
            "a block in seki has no territory"
        );
        assert_eq!(
            with_dead(&position, &[], all, vec![aa]),
            Ok(([vec![ba, ab, bb, aa], vec![]], vec![aa]))
        );
        assert!(
            with_dead(&position, &[], Territory::default(), vec![ba]).is_err(),
            "no stone is there"
        );
        assert!(with_dead(&position, &[], [vec![ba], vec![ba]], Vec::new()).is_err());
    }
}
