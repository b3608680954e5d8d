//! The score of a game, in the form for writing it into the record.

use super::{Answer, Evaluated};
use crate::board::{Color, Point};
use crate::sgf::{Score, result_text};

impl Evaluated {
    /// Returns the score according to the first strategy or scorer, for
    /// [`crate::sgf::write_scores`]. Returns `None` without a map: a scorer may give only a margin,
    /// and [`super::Options::maps`] decides which maps are kept.
    pub fn score(&self) -> Option<Score> {
        let answer = self.all_answers().next()?.ok()?;
        let points = |color| territory(self, answer, color);
        let territory = [points(Color::Black)?, points(Color::White)?];
        Some(Score {
            territory: Some(territory),
            result: Some(result_text(answer.margin)),
            ..Score::default()
        })
    }
}

/// Returns the points of a colour: its territory and the dead stones that it captures. A dead stone
/// on a neutral point is listed for both colours, because only these lists mark it as dead. A dead
/// stone on territory of its own colour is listed for neither: it counts the same as a living
/// stone, because the point and the prisoner cancel out.
fn territory(game: &Evaluated, answer: &Answer, color: Color) -> Option<Vec<Point>> {
    let statuses = answer.map.as_ref()?.statuses();
    let grid = game.labelled.position.grid();
    let is_dead = |point: Point| match game.labelled.dead_color(point) {
        Some(dead) => Some(dead),
        None if answer.also_dead.contains(&point) => game.labelled.position.get(point).color(),
        None => None,
    };
    let is_own = |&index: &usize| match is_dead(grid.point(index)) {
        Some(dead) => statuses[index]
            .owner()
            .is_none_or(|owner| owner != dead && owner == color),
        None => statuses[index].owner() == Some(color),
    };
    Some(
        grid.points()
            .filter(is_own)
            .map(|index| grid.point(index))
            .collect(),
    )
}
