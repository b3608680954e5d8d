//! A strategy's answer, point by point.

use super::{Analysis, PointCounts, Status, Verdict};
use crate::board::{Cell, Color, Grid, Point};

/// The status of every point of a board, and the number of points with each status.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TerritoryMap {
    grid: Grid,
    // before the points, because the derived `==` then finds most differences at once
    counts: PointCounts,
    statuses: Vec<Status>,
}

impl TerritoryMap {
    /// Overwrites the map with a verdict.
    pub fn write(&mut self, analysis: &Analysis, verdict: &Verdict) {
        self.grid = analysis.grid();
        self.statuses.clear();
        self.statuses
            .extend(analysis.cells().iter().map(|cell| match cell {
                Cell::Black | Cell::White => Status::Stone,
                Cell::Empty => Status::Dame,
                Cell::Border => Status::Border,
            }));
        self.rewrite(analysis, verdict);
    }

    /// Overwrites the map of a position with another verdict on the same position.
    fn rewrite(&mut self, analysis: &Analysis, verdict: &Verdict) {
        verdict.for_each_point(analysis, |index, status| self.statuses[index] = status);
        self.counts = *verdict.counts();
    }

    /// Returns the map of another verdict on the same position, with the stones copied from this
    /// map.
    #[must_use]
    pub fn of_other(&self, analysis: &Analysis, verdict: &Verdict) -> Self {
        let mut other = self.clone();
        other.rewrite(analysis, verdict);
        other
    }

    /// Returns the layout of [`Self::statuses`].
    pub const fn grid(&self) -> Grid {
        self.grid
    }

    /// Returns the status of every cell, border cells included: see [`Grid`].
    pub fn statuses(&self) -> &[Status] {
        &self.statuses
    }

    /// Returns the status of `point`, which must be on the board.
    pub fn get(&self, point: Point) -> Status {
        self.statuses[self.grid.index(point)]
    }

    /// Returns the number of points of territory of `color`.
    pub const fn territory(&self, color: Color) -> u32 {
        self.counts.territory[color.index()]
    }

    /// Returns the number of points with each status.
    pub const fn counts(&self) -> &PointCounts {
        &self.counts
    }

    /// Returns whether every point has the same owner in both maps. The reasons why points have no
    /// owner may differ.
    pub fn same_territory(&self, other: &Self) -> bool {
        self.statuses.len() == other.statuses.len()
            && self
                .statuses
                .iter()
                .zip(&other.statuses)
                .all(|(a, b)| a.owner() == b.owner())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::territory::{strategy, territory_map};

    #[test]
    fn map_has_statuses_and_owners() {
        let map = |name: &str, diagram: &str| {
            territory_map(
                &Position::from_diagram(diagram).expect("a board"),
                strategy(name).expect("the strategy is listed"),
            )
        };
        let board = "..xo.\n.xxo.\nxxo..\n";
        let (flood, strict) = (map("flood", board), map("strict", board));
        assert_eq!(flood.get(Point::new(0, 1)), Status::territory(Color::Black));
        assert_eq!(
            (flood.get(Point::new(2, 1)), flood.get(Point::new(4, 2))),
            (Status::Stone, Status::territory(Color::White))
        );
        assert!(strict.same_territory(&map("strict", board)));
        let dame = "x.o\n";
        assert!(map("flood", dame).same_territory(&map("strict", dame)));
        assert!(
            !map("flood", dame).same_territory(&map("flood", "x.o.\n")),
            "another board"
        );
        let seki = "..xo.\n.xxo.\nxx.o.\n";
        assert!(!map("flood", seki).same_territory(&map("strict", seki)));
        assert!(!map("strict", seki).same_territory(&map("flood", seki)));
    }
}
