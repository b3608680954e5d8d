//! The dame of a position, to be filled by one fill.

use super::per_fill::FillMask;
use super::steps::FillSteps;
use crate::board::{Color, idx16};
use crate::territory::Analysis;

/// A way to fill the dame of a position, or to join blocks across them: the first step of a fill.
///
/// Each colour's territory contains the one that it has when every dame is the opponent's, and is contained in the one
/// that it has when every dame is its own: a player's own stones on dame can only join blocks, the opponent's stones on
/// dame can only oppose diagonals, and a filled false eye never opposes an eye of its own colour.
pub trait FillDame: Sync {
    /// Fills the dame or joins blocks across them. At the call no blocks are joined and every dame is empty.
    fn fill_dame(&self, dame: &mut Dame<'_>);
}

/// The dame of a position and the ways in which a fill deals with them. Several ways add up.
#[derive(Debug)]
pub struct Dame<'a> {
    analysis: &'a Analysis,
    steps: &'a mut FillSteps,
    /// The fill, as its bit.
    fill: FillMask,
}

impl<'a> Dame<'a> {
    /// Returns the dame of the position of `analysis` for the fill with number `number` in `steps`.
    pub(super) fn new(analysis: &'a Analysis, steps: &'a mut FillSteps, number: usize) -> Self {
        Self { analysis, steps, fill: 1 << number }
    }

    /// Returns the blocks and regions of the position.
    #[must_use]
    pub const fn analysis(&self) -> &'a Analysis {
        self.analysis
    }

    /// Fills every dame with a stone of the colour that `color` returns for its index and the number of its region. The
    /// calls go region by region, in row-major order. A stone joins the stones of its colour that it touches.
    pub fn fill(&mut self, color: impl FnMut(usize, usize) -> Color) {
        self.put_stones(self.analysis.dame(), color);
        self.steps.joined_by_stones |= self.fill;
    }

    /// Fills every dame as [`Self::fill`] does, but goes through each region in column-major order.
    pub fn fill_by_column(&mut self, color: impl FnMut(usize, usize) -> Color) {
        let grid = self.analysis.grid();
        let mut columns = std::mem::take(&mut self.steps.columns);
        columns.clear();
        columns.extend(self.analysis.dame().map(|(index, region)| {
            let (column, _) = grid.column_and_row(index);
            (idx16(region), idx16(column), idx16(index))
        }));
        columns.sort_unstable();
        self.put_stones(columns.iter().map(|&(region, _, index)| (index.into(), region.into())), color);
        self.steps.joined_by_stones |= self.fill;
        self.steps.columns = columns;
    }

    /// Fills every dame with `color`.
    pub fn fill_all(&mut self, color: Color) {
        self.put_stones(self.analysis.dame(), |_, _| color);
        // the points of a region are connected, so their stones join all that they touch
        self.join_around_regions(color);
    }

    /// Joins all blocks of `color` around each neutral region.
    pub fn join_around_regions(&mut self, color: Color) {
        self.steps.joined_around_regions[color.index()] |= self.fill;
    }

    /// Joins blocks of one colour that touch the same dame point.
    pub fn join_across_points(&mut self) {
        self.steps.joined_across_points |= self.fill;
    }

    /// Puts a stone on each of `dame`, given by index and number of the region.
    fn put_stones(&mut self, dame: impl Iterator<Item = (usize, usize)>, mut color: impl FnMut(usize, usize) -> Color) {
        self.steps.lay_stones(self.analysis);
        for (index, region) in dame {
            self.steps.stones[index][color(index, region).index()] |= self.fill;
        }
    }
}
