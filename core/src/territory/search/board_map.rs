//! The way from the canonical board back to the original one.

use super::local_result::Step;
use super::orientation::Orientation;
use crate::board::{Color, Grid, Point, Size, idx16};
use crate::territory::status::Status;

/// Maps cells, colours and statuses of the canonical board to the original board.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoardMap {
    orientation: Orientation,
    canonical: Grid,
    original: Grid,
}

impl BoardMap {
    /// Returns the map from the canonical board, which `orientation` makes of the original one.
    pub(super) const fn new(orientation: Orientation, canonical: Grid, original: Grid) -> Self {
        Self { orientation, canonical, original }
    }

    /// Maps a cell.
    pub(super) fn cell(self, cell: u16) -> u16 {
        let point = self.canonical.point(usize::from(cell));
        idx16(self.original.index(self.orientation.back(self.original.size(), point)))
    }

    /// Returns the point of the original board for a cell.
    pub(super) fn point(self, cell: u16) -> Point {
        self.original.point(self.cell(cell).into())
    }

    /// Returns the size of the original board.
    pub(super) const fn original_size(self) -> Size {
        self.original.size()
    }

    /// Maps a list of cells.
    pub(super) fn cells(self, cells: Vec<u16>) -> Vec<u16> {
        cells.into_iter().map(|cell| self.cell(cell)).collect()
    }

    /// Maps a colour.
    pub(super) fn color(self, color: Color) -> Color {
        self.orientation.color(color)
    }

    /// Maps a pair of Black's and White's items.
    pub(super) fn pair<T>(self, pair: [T; 2]) -> [T; 2] {
        self.orientation.pair(pair)
    }

    /// Maps a status.
    pub(super) fn status(self, status: Status) -> Status {
        status.owner().map_or(status, |owner| Status::territory(self.color(owner)))
    }

    /// Maps the moves of a variation.
    pub(super) fn variation(self, steps: Vec<Step>) -> Vec<Step> {
        let map = |(color, cell): Step| (self.color(color), cell.map(|cell| self.cell(cell)));
        steps.into_iter().map(map).collect()
    }

    /// Returns the items of the original board's cells, for each cell of the canonical board. The border has default
    /// items.
    pub(super) fn on_canonical<T: Clone + Default>(self, items: &[T]) -> Vec<T> {
        let mut mapped = vec![T::default(); self.canonical.cells()];
        for index in self.canonical.points() {
            mapped[index] = items[usize::from(self.cell(idx16(index)))].clone();
        }
        mapped
    }
}
