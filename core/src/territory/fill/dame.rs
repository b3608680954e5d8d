//! The dame on which a fill acts.

use crate::board::Color;
use crate::territory::Analysis;
use crate::territory::filled::FilledBoard;

/// The dame of a position. The methods fill them or join blocks across them, and a fill may combine
/// several methods.
#[derive(Debug)]
pub struct Dame<'a> {
    analysis: &'a Analysis,
    board: &'a mut FilledBoard,
}

impl<'a> Dame<'a> {
    /// Returns the dame of the position of `analysis`, on a board where nothing is filled yet.
    pub(super) const fn new(analysis: &'a Analysis, board: &'a mut FilledBoard) -> Self {
        Self { analysis, board }
    }

    /// Returns the blocks and regions of the position.
    pub const fn analysis(&self) -> &'a Analysis {
        self.analysis
    }

    /// Fills every dame with a stone. `color` receives the index of a point and the number of its
    /// region, and returns the colour of the stone. The function is called region by region, in
    /// row-major order. Each stone joins the stones of its colour that it touches.
    pub fn fill(&mut self, mut color: impl FnMut(usize, usize) -> Color) {
        self.fill_some(|index, region| Some(color(index, region)));
    }

    /// Fills dame like [`Self::fill`], but leaves a point empty where `color` returns `None`.
    pub fn fill_some(&mut self, mut color: impl FnMut(usize, usize) -> Option<Color>) {
        for (index, region) in self.analysis.dame() {
            if let Some(color) = color(index, region) {
                self.board.cells[index] = color.into();
            }
        }
        self.board.join_stones_on_dame(self.analysis);
    }

    /// Fills every dame like [`Self::fill`], but goes through each region in column-major order.
    pub(crate) fn fill_by_column(&mut self, mut color: impl FnMut(usize, usize) -> Color) {
        let grid = self.analysis.grid();
        for region in self.analysis.neutral() {
            let points = self
                .analysis
                .points(region)
                .iter()
                .map(|&point| usize::from(point));
            for column in 1..=grid.size().width().into() {
                for index in points
                    .clone()
                    .filter(|&index| grid.column_and_row(index).0 == column)
                {
                    self.board.cells[index] = color(index, self.analysis.region(index)).into();
                }
            }
        }
        self.board.join_stones_on_dame(self.analysis);
    }

    /// Joins the blocks of `color` that touch the dame point `index`.
    pub fn join_across(&mut self, index: usize, color: Color) {
        self.board.join_across(self.analysis, index, color);
    }

    /// Joins the blocks of one colour that touch the same dame point.
    pub fn join_across_points(&mut self) {
        self.board.join_across_points(self.analysis);
    }

    /// Joins all blocks of `color` around each neutral region.
    pub(crate) fn join_around_regions(&mut self, color: Color) {
        let analysis = self.analysis;
        for region in analysis.neutral() {
            let blocks = analysis
                .blocks_around(region)
                .iter()
                .map(|&block| usize::from(block));
            let mut own = blocks.filter(|&block| analysis.blocks()[block].color == color);
            if let Some(first) = own.next() {
                own.for_each(|block| self.board.joins.join(first, block));
            }
        }
    }
}
