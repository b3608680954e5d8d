//! A strategy's answer: the status of every point.

use super::{Analysis, Verdict};
use crate::board::{Cell, Color, Grid, Point, Size};

/// What a point is, in a strategy's eyes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Status {
    /// Not a point of the board.
    #[default]
    Border,
    /// A living stone is on it.
    Stone,
    /// Territory.
    Territory(Color),
    /// In no one's region.
    Dame,
    /// In a region of one colour, whose stones are in seki.
    Seki,
    /// In a region of one colour, but a false eye that has to be filled.
    FalseEye,
}

impl Status {
    /// Who scores the point.
    #[must_use]
    pub const fn owner(self) -> Option<Color> {
        match self {
            Self::Territory(color) => Some(color),
            _ => None,
        }
    }
}

/// The status of every point of a board, and how many there are of each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TerritoryMap {
    grid: Grid,
    statuses: Vec<Status>,
    territory: [u32; 2],
    dame: u32,
    seki: u32,
    false_eyes: u32,
}

impl Default for TerritoryMap {
    /// A map of one point, to be written over.
    fn default() -> Self {
        let grid = Grid::new(Size::new(1, 1).expect("1 is a side"));
        let statuses = vec![Status::Border; grid.cells()];
        Self { grid, statuses, territory: [0; 2], dame: 0, seki: 0, false_eyes: 0 }
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
        verdict.for_each_point(analysis, |index, status| self.statuses[index] = status);
        self.territory = verdict.territory();
        self.dame = verdict.dame();
        self.seki = verdict.seki_points();
        self.false_eyes = verdict.false_eyes();
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
        self.territory[color.index()]
    }

    /// Points in regions that no colour controls.
    #[must_use]
    pub const fn dame(&self) -> u32 {
        self.dame
    }

    /// Points in regions of one colour that are not territory because its stones are in seki.
    #[must_use]
    pub const fn seki_points(&self) -> u32 {
        self.seki
    }

    /// Points of false eyes.
    #[must_use]
    pub const fn false_eyes(&self) -> u32 {
        self.false_eyes
    }

    /// Whether every point has the same owner in both maps, whatever the reason where it is nobody's.
    #[must_use]
    pub fn same_territory(&self, other: &Self) -> bool {
        self.statuses.len() == other.statuses.len()
            && self.statuses.iter().zip(&other.statuses).all(|(a, b)| a.owner() == b.owner())
    }
}
