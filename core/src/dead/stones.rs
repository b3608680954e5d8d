//! The sources of dead stones, and operations on these stones.

use serde::{Deserialize, Serialize};
use strum::{EnumMessage, IntoStaticStr, VariantArray};

use crate::board::{Color, Point, Position};
use crate::rules::Count;
use crate::territory::{Evaluator, Strategy, TerritoryMap};

/// Removes the stones `dead` from `position`. Returns the remaining position, and the numbers of
/// prisoners that Black and White gain.
pub fn take_off(position: &Position, dead: &[Point]) -> (Position, [u32; 2]) {
    let mut rest = position.clone();
    let mut prisoners = [0; 2];
    for &point in dead {
        if let Some(color) = rest.get(point).color() {
            rest.set(point, None);
            prisoners[color.opponent().index()] += 1;
        }
    }
    (rest, prisoners)
}

/// Removes the dead stones from a finished board. Returns the remaining position, and `count` with
/// the numbers of the remaining stones and with the dead stones added to the prisoners.
pub fn remove_dead(board: &Position, dead: &[Point], count: Count) -> (Position, Count) {
    let (living, taken) = take_off(board, dead);
    let stones = Color::BOTH.map(|color| living.stones(color));
    let prisoners = [count.prisoners[0] + taken[0], count.prisoners[1] + taken[1]];
    (
        living,
        Count {
            stones,
            prisoners,
            ..count
        },
    )
}

/// Removes the dead stones from a finished board, as [`remove_dead`] does, and overwrites `map`
/// with the answer of `strategy` under the rules in `count`. The prisoners in `count` must be the
/// stones captured in play. Returns the count after the dead stones have been removed. Together
/// with the map, this count gives the margin and the points.
///
/// # Examples
/// ```
/// use seichi_core::board::{Point, Position};
/// use seichi_core::dead::count_board;
/// use seichi_core::rules::{Count, Points, Rules};
/// use seichi_core::territory::{EYES, Evaluator, TerritoryMap};
///
/// let board = Position::from_diagram(".xox.\nxx.oo\n.xo..\nxxoo.\n.xo..").expect("a board");
/// let ending = Count {
///     komi: Points::whole(6),
///     prisoners: [2, 1],
///     ..Count::new(Rules::JAPANESE)
/// };
/// let (mut evaluator, mut map) = (Evaluator::new(), TerritoryMap::default());
/// let dead = [Point::new(3, 0)];
/// let count = count_board(&board, &dead, ending, EYES, &mut evaluator, &mut map);
/// let scores = map.counts().scores(&count);
/// assert_eq!(scores.map(|score| score.total), [Points::whole(5), Points::whole(15)]);
/// ```
pub fn count_board(
    board: &Position,
    dead: &[Point],
    count: Count,
    strategy: &Strategy,
    evaluator: &mut Evaluator,
    map: &mut TerritoryMap,
) -> Count {
    let (living, count) = remove_dead(board, dead, count);
    evaluator
        .on(&living, dead)
        .decide_under(board, &count, strategy, map);
    count
}

/// The source of dead stones. The doc comments are shown to users.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[derive(EnumMessage, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum DeadFrom {
    /// A labels file, or else the marks in the record; without either, every stone is alive if the
    /// rules or the server do not remove dead stones
    #[default]
    Auto,
    /// The marks TB and TW in the record
    Marks,
    /// A labels file
    Labels,
    /// The predicted owner of each point, from an ownership file
    Ownership,
    /// A GTP engine
    Engine,
    /// Playouts: random games from the last position
    Estimate,
    /// No stone is dead
    None,
}

impl DeadFrom {
    /// All sources, in the order used in lists.
    pub const ALL: &[Self] = Self::VARIANTS;

    /// Returns the name used with `--dead` and in reports.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns whether the source can judge any position, and can therefore name the dead stones of
    /// every record.
    pub const fn judges_positions(self) -> bool {
        matches!(self, Self::Ownership | Self::Engine | Self::Estimate)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn take_off_counts_dead_stones_as_prisoners() {
        let position = Position::from_diagram("xxo\n.oo\n...\n").unwrap();
        let dead = [Point::new(0, 0), Point::new(1, 0)];
        let (rest, prisoners) = take_off(&position, &dead);
        assert_eq!(
            (rest.to_string().as_str(), prisoners),
            ("..O\n.OO\n...\n", [0, 2])
        );
    }
}
