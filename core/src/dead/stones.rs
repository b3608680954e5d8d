//! The sources of dead stones, and operations on these stones.

use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

use crate::board::{Point, Position};

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

/// The source of dead stones.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum DeadFrom {
    /// A labels file, or else the record's marks. For a game with neither, there is no answer,
    /// unless its rules or its server do not remove dead stones; in that case, every stone is
    /// alive.
    #[default]
    Auto,
    /// The record's marks only.
    Marks,
    /// Labels files only.
    Labels,
    /// Ownership from an ownership file.
    Ownership,
    /// A GTP engine.
    Engine,
    /// Playouts.
    Estimate,
    /// No stone is considered dead.
    None,
}

impl DeadFrom {
    /// All sources, in the order of lists.
    pub const ALL: &[Self] = Self::VARIANTS;

    /// Returns the name used with `--dead` and in reports.
    pub fn name(self) -> &'static str {
        self.into()
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
