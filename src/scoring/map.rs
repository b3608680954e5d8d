//! A strategy's answer: the status of every point.

use super::{Analysis, Counts, Verdict};
use crate::board::{Cell, Color, Grid, Point, Size};

/// What a point is, in a strategy's eyes: a number, so that statuses are compared, counted and written without asking
/// which it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Status {
    /// Black's territory.
    BlackTerritory,
    /// White's territory.
    WhiteTerritory,
    /// In a region of one colour, whose stones are in seki.
    Seki,
    /// In a region of one colour, but a false eye that has to be filled.
    FalseEye,
    /// In no one's region.
    Dame,
    /// A living stone is on it.
    Stone,
    /// Not a point of the board.
    #[default]
    Border,
}

impl Status {
    /// How many there are.
    pub const COUNT: usize = 7;

    /// Territory of `color`.
    #[must_use]
    pub const fn territory(color: Color) -> Self {
        match color {
            Color::Black => Self::BlackTerritory,
            Color::White => Self::WhiteTerritory,
        }
    }

    /// Who scores the point.
    #[must_use]
    pub const fn owner(self) -> Option<Color> {
        match self {
            Self::BlackTerritory => Some(Color::Black),
            Self::WhiteTerritory => Some(Color::White),
            _ => None,
        }
    }
}

/// The status of every point of a board, and how many there are of each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TerritoryMap {
    grid: Grid,
    // before the points, for it tells most maps apart
    counts: Counts,
    statuses: Vec<Status>,
}

impl Default for TerritoryMap {
    /// A map of one point, to be written over.
    fn default() -> Self {
        let grid = Grid::new(Size::new(1, 1).expect("1 is a side"));
        let statuses = vec![Status::Border; grid.cells()];
        Self { grid, statuses, counts: Counts::default() }
    }
}

impl TerritoryMap {
    /// Writes down a verdict point by point, whatever the map held before.
    pub fn write(&mut self, analysis: &Analysis, verdict: &Verdict) {
        self.grid = analysis.grid();
        self.statuses.clear();
        self.statuses.extend(analysis.cells().iter().map(|cell| match cell {
            Cell::Black | Cell::White => Status::Stone,
            Cell::Empty => Status::Dame,
            Cell::Border => Status::Border,
        }));
        self.rewrite(analysis, verdict);
    }

    /// Writes another verdict on the same position over a map.
    fn rewrite(&mut self, analysis: &Analysis, verdict: &Verdict) {
        verdict.for_each_point(analysis, |index, status| self.statuses[index] = status);
        self.counts = *verdict.counts();
    }

    /// The map of another verdict on the same position: the stones need not be looked at again.
    #[must_use]
    pub fn of_other(&self, analysis: &Analysis, verdict: &Verdict) -> Self {
        let mut other = self.clone();
        other.rewrite(analysis, verdict);
        other
    }

    /// The layout of [`Self::statuses`].
    #[must_use]
    pub const fn grid(&self) -> Grid {
        self.grid
    }

    /// The status of every cell, the border among them: see [`Grid`].
    #[must_use]
    pub fn statuses(&self) -> &[Status] {
        &self.statuses
    }

    /// The status of `point`, which has to be on the board.
    #[must_use]
    pub fn get(&self, point: Point) -> Status {
        self.statuses[self.grid.index(point)]
    }

    /// The points of territory of `color`.
    #[must_use]
    pub const fn territory(&self, color: Color) -> u32 {
        self.counts.territory[color.index()]
    }

    /// How many points have each status.
    #[must_use]
    pub const fn counts(&self) -> &Counts {
        &self.counts
    }

    /// Whether every point has the same owner in both maps, whatever the reason where it is nobody's.
    #[must_use]
    pub fn same_territory(&self, other: &Self) -> bool {
        self.statuses.len() == other.statuses.len()
            && self.statuses.iter().zip(&other.statuses).all(|(a, b)| a.owner() == b.owner())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::scoring::{score, strategy};

    #[test]
    fn points_and_owners_are_told() {
        let map = |name: &str, diagram: &str| {
            score(&Position::from_diagram(diagram).expect("a board"), strategy(name).expect("it is listed"))
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
        assert!(!map("flood", dame).same_territory(&map("flood", "x.o.\n")), "another board");
        let seki = "..xo.\n.xxo.\nxx.o.\n";
        assert!(!map("flood", seki).same_territory(&map("strict", seki)));
        assert!(!map("strict", seki).same_territory(&map("flood", seki)));
    }
}
