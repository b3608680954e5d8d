//! The dame that a fill can fill; the buffers of the steps that all fills share; and the first of these steps, joining
//! blocks across the dame. The other steps are in `false_eyes` and `eyes`, `group` runs them in order, and `record`
//! writes the trace.

use super::partitions::Partitions;
use super::per_fill::{FillMask, PerFill};
use crate::board::{Cell, Color, idx16};
use crate::territory::analysis::NONE;
use crate::territory::reset;
use crate::territory::{Analysis, Trace};

/// The buffers of the shared steps, and each fill's choices for the dame.
#[derive(Debug, Default)]
pub(crate) struct FillSteps {
    /// The fills that are being computed.
    pub(super) fills: FillMask,
    /// For each cell, the fills where Black has a stone there and the fills where White has one. A dame may stay empty.
    pub(super) stones: Vec<[FillMask; 2]>,
    /// The fills whose stones on dame join the stones of their colour that they touch.
    pub(super) joined_by_stones: FillMask,
    /// For each colour, the fills that join all blocks of the colour around a neutral region.
    pub(super) joined_around_regions: [FillMask; 2],
    /// The fills that join blocks of one colour that touch the same dame point.
    pub(super) joined_across_points: FillMask,
    /// For each cell, the fills that join the black blocks that touch it, and the fills that join the white ones.
    pub(super) crossed: Vec<[FillMask; 2]>,
    /// For each dame point, the fills where its stone is joined with the stone on an adjacent dame point.
    pub(super) paired: Vec<FillMask>,
    /// For each fill, the sets of blocks that count as one. The nodes are the blocks, one node for "nothing", the
    /// false-eye candidates as stones that may be filled in, and the dame points, in this order.
    pub(super) sets: Partitions,
    /// For each block and candidate node, its number of remaining liberties in controlled regions.
    pub(super) liberties: Vec<PerFill>,
    /// For each candidate, the fills where it is filled.
    pub(super) filled: Vec<FillMask>,
    /// For each candidate, the fills where the last round found it to be a false eye.
    pub(super) found: Vec<FillMask>,
    /// For each region, the number of points that remain after false eyes are filled.
    pub(super) left: Vec<PerFill>,
    /// For each region, the number of eyes in the remaining points.
    pub(super) region_eyes: Vec<PerFill>,
    /// For each block that represents a set, the number of whole eyes of the set in each fill.
    pub(super) eyes: Vec<[u16; PerFill::WIDTH]>,
    /// The cells of the position, with the false eyes of one fill filled.
    pub(super) cells: Vec<Cell>,
    /// The points of one connected component of a region, after its false eyes are filled.
    pub(super) component: Vec<u16>,
    /// For each cell, `FOUND` if it is in a visited component, or the mark of the last component whose boundary counted
    /// it.
    pub(super) seen: Vec<u16>,
    /// The dame in column-major order within each region: the region, the column and the index of each.
    pub(super) columns: Vec<(u16, u16, u16)>,
    /// The trace of one fill, if requested.
    pub(super) recorder: Option<Recorder>,
}

impl FillSteps {
    /// Resets everything for the next fills: no blocks are joined, and every dame is empty.
    pub(super) fn begin(&mut self, traced: Option<usize>) {
        self.fills = 0;
        self.stones.clear();
        self.crossed.clear();
        (self.joined_by_stones, self.joined_around_regions, self.joined_across_points) = (0, [0; 2], 0);
        self.recorder = traced.map(Recorder::new);
    }

    /// Prepares the board for all fills, once: the stones of the position, and no joined points. Not every fill needs it.
    pub(super) fn lay_stones(&mut self, analysis: &Analysis) {
        if self.stones.is_empty() {
            self.stones.extend(analysis.cells().iter().map(|&cell| {
                // a product instead of a branch lets the compiler vectorise the loop
                [Cell::Black, Cell::White].map(|stone| u8::from(cell == stone) * FillMask::MAX)
            }));
            self.crossed.resize(analysis.cells().len(), [0; 2]);
        }
    }

    /// Joins blocks across the dame: through stones on dame points, or as the fills have chosen.
    pub(super) fn join_dame(&mut self, analysis: &Analysis) {
        self.lay_stones(analysis);
        let first_dame = analysis.blocks().len() + 1 + analysis.candidates().len();
        self.sets.assign(0..idx16(first_dame + analysis.dame().len()));
        reset(&mut self.paired, analysis.dame().len());
        let (stones, paired, by_stones) = (&self.stones, &mut self.paired, self.joined_by_stones);
        let crossed = &self.crossed;
        let node = |dame: u16| idx16(first_dame) + dame;
        let most = analysis.dame_pairs().len() + 2 * paired.len() + analysis.gaps().len() + analysis.blocks().len();
        self.sets.join_along(most, |edges| {
            for &pair in analysis.dame_pairs() {
                let (a, b) = (stones[analysis.dame_at(pair[0])], stones[analysis.dame_at(pair[1])]);
                let fills = (a[0] & b[0] | a[1] & b[1]) & by_stones;
                paired[usize::from(pair[0])] |= fills;
                paired[usize::from(pair[1])] |= fills;
                edges.add([node(pair[0]), node(pair[1])], fills);
            }
            // a dame point that is not joined with another dame point joins only the blocks around it, and `gaps` has
            // these pairs
            for (((index, _), touched), (&paired, dame)) in
                analysis.dame().zip(analysis.touched()).zip(paired.iter().zip(0..))
            {
                for (&block, &fills) in touched.iter().zip(&stones[index]) {
                    let is_block = u8::from(block != NONE) * FillMask::MAX;
                    edges.add([block, node(dame)], fills & paired & is_block);
                }
            }
            for gap in analysis.gaps() {
                let fills = stones[usize::from(gap.point)][gap.stone as usize];
                let crossed = crossed[usize::from(gap.point)][gap.stone as usize];
                edges.add(gap.blocks, fills & by_stones | crossed | self.joined_across_points);
            }
            for ((block, number), &first) in analysis.blocks().iter().zip(0..).zip(analysis.joined_around_dame()) {
                let is_other = u8::from(first != number) * FillMask::MAX;
                edges.add([first, number], self.joined_around_regions[block.color.index()] & is_other);
            }
        });
    }
}

/// The recording of one of the fills that are computed side by side.
#[derive(Debug)]
pub(super) struct Recorder {
    /// The number of the fill.
    pub(super) number: usize,
    pub(super) trace: Trace,
    /// The filled candidates, each with an adjacent block that had no other liberty.
    pub(super) filled: Vec<(usize, u16)>,
}

impl Recorder {
    /// Returns an empty recording of the fill with this number.
    pub(super) fn new(number: usize) -> Self {
        Self { number, trace: Trace::default(), filled: Vec::new() }
    }

    /// Returns whether the recorded fill is one of `fills`.
    pub(super) const fn is_in(&self, fills: FillMask) -> bool {
        fills >> self.number & 1 == 1
    }

    /// Returns the block that the stone on a candidate joined when it was filled.
    pub(super) fn joined_block(&self, candidate: usize) -> Option<u16> {
        self.filled.iter().find(|(other, _)| *other == candidate).map(|&(_, block)| block)
    }
}

/// A way to fill the dame of a position, or to join blocks across them: the first step of a fill.
///
/// The territory of each colour contains its territory in the fill where the opponent fills all dame, and is contained
/// in its territory in the fill where it fills all dame itself. The reasons: a player's own stones on dame can only
/// join blocks, the opponent's stones on dame can only oppose diagonals, and a filled false eye never opposes an eye of
/// its own colour.
pub trait FillDame: Sync {
    /// Fills the dame or joins blocks across them. Initially no blocks are joined and every dame is empty.
    fn fill_dame(&self, dame: &mut Dame<'_>);
}

/// The dame of a position, and the ways for a fill to treat them. A fill may combine several ways.
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

    /// Fills every dame with a stone. `color` gets the point's index and the number of its region, region by region, in
    /// row-major order, and returns the colour of the stone. A stone joins the stones of its colour that it touches.
    pub fn fill(&mut self, mut color: impl FnMut(usize, usize) -> Color) {
        self.fill_some(|index, region| Some(color(index, region)));
    }

    /// Fills dame like [`Self::fill`], but leaves a point empty where `color` returns `None`.
    pub fn fill_some(&mut self, color: impl FnMut(usize, usize) -> Option<Color>) {
        self.put_stones(self.analysis.dame(), color);
        self.steps.joined_by_stones |= self.fill;
    }

    /// Joins the blocks of `color` that touch the dame point `index`.
    pub fn join_across(&mut self, index: usize, color: Color) {
        self.steps.lay_stones(self.analysis);
        self.steps.crossed[index][color.index()] |= self.fill;
    }

    /// Fills every dame like [`Self::fill`], but goes through each region in column-major order.
    pub fn fill_by_column(&mut self, mut color: impl FnMut(usize, usize) -> Color) {
        let grid = self.analysis.grid();
        let mut columns = std::mem::take(&mut self.steps.columns);
        columns.clear();
        columns.extend(self.analysis.dame().map(|(index, region)| {
            let (column, _) = grid.column_and_row(index);
            (idx16(region), idx16(column), idx16(index))
        }));
        columns.sort_unstable();
        self.put_stones(columns.iter().map(|&(region, _, index)| (index.into(), region.into())), |index, region| {
            Some(color(index, region))
        });
        self.steps.joined_by_stones |= self.fill;
        self.steps.columns = columns;
    }

    /// Fills every dame with `color`.
    pub fn fill_all(&mut self, color: Color) {
        self.put_stones(self.analysis.dame(), |_, _| Some(color));
        // the points of a region are connected, so their stones join every adjacent block of their colour
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

    /// Puts a stone on each point of `dame`, given by its index and the number of its region.
    fn put_stones(
        &mut self,
        dame: impl Iterator<Item = (usize, usize)>,
        mut color: impl FnMut(usize, usize) -> Option<Color>,
    ) {
        self.steps.lay_stones(self.analysis);
        for (index, region) in dame {
            if let Some(color) = color(index, region) {
                self.steps.stones[index][color.index()] |= self.fill;
            }
        }
    }
}
