//! The memory of the steps that all fills share, and the first of these steps: joining blocks across the dame. The
//! other steps are in `false_eyes` and `eyes`, their order is in `evaluate`, and `record` writes the trace.

use super::partitions::Partitions;
use super::per_fill::{FillMask, PerFill};
use super::recorder::Recorder;
use crate::board::{Cell, idx16};
use crate::territory::Analysis;
use crate::territory::analysis::NONE;
use crate::territory::buffers::reset;

/// The buffers of the common steps, and how each fill has dealt with the dame.
#[derive(Debug, Default)]
pub(in crate::territory) struct FillSteps {
    /// The fills that take the steps.
    pub(super) fills: FillMask,
    /// For each cell, the fills with which Black, and with which White, has a stone there. A dame that is not filled
    /// stays empty.
    pub(super) stones: Vec<[FillMask; 2]>,
    /// The fills whose stones on dame join the stones of their colour that they touch.
    pub(super) joined_by_stones: FillMask,
    /// For each colour, the fills with which all blocks of the colour around a neutral region are joined.
    pub(super) joined_around_regions: [FillMask; 2],
    /// The fills with which blocks of one colour that touch the same dame point are joined.
    pub(super) joined_across_points: FillMask,
    /// For each dame point, the fills whose stone there is joined with the stone on an adjacent dame point.
    pub(super) paired: Vec<FillMask>,
    /// The blocks that count as one, for each fill. The nodes are the blocks, one node for "nothing", the false-eye
    /// candidates as stones that may be filled in, and the dame points, in this order.
    pub(super) sets: Partitions,
    /// For each block and candidate node, the number of its liberties that are left in controlled regions.
    pub(super) liberties: Vec<PerFill>,
    /// For each candidate, the fills with which it is filled.
    pub(super) filled: Vec<FillMask>,
    /// For each candidate, the fills for which the last round found it to be a false eye.
    pub(super) found: Vec<FillMask>,
    /// For each region, the number of its points that are left after false eyes are filled.
    pub(super) left: Vec<PerFill>,
    /// For each region, the number of eyes that the points left make.
    pub(super) region_eyes: Vec<PerFill>,
    /// For each block that represents a set, the number of whole eyes of the set with each fill.
    pub(super) eyes: Vec<[u16; PerFill::WIDTH]>,
    /// The cells of the position, with the false eyes of one fill filled.
    pub(super) cells: Vec<Cell>,
    /// The points of one connected component of a region, after its false eyes are filled.
    pub(super) component: Vec<u16>,
    /// For each cell, `FOUND` if it is a point of a component that was visited, or the mark of the last component whose
    /// boundary it was counted for.
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
        (self.joined_by_stones, self.joined_around_regions, self.joined_across_points) = (0, [0; 2], 0);
        self.recorder = traced.map(Recorder::new);
    }

    /// Writes the stones of the position for all fills, once: not every fill needs them.
    pub(super) fn lay_stones(&mut self, analysis: &Analysis) {
        if self.stones.is_empty() {
            self.stones.extend(analysis.cells().iter().map(|&cell| {
                // a product instead of a branch, so that the loop is vectorised
                [Cell::Black, Cell::White].map(|stone| u8::from(cell == stone) * FillMask::MAX)
            }));
        }
    }

    /// Joins blocks across the dame: through stones on dame points, or as the fills have chosen.
    pub(super) fn join_dame(&mut self, analysis: &Analysis) {
        self.lay_stones(analysis);
        let first_dame = analysis.blocks().len() + 1 + analysis.candidates().len();
        self.sets.assign(0..idx16(first_dame + analysis.dame().len()));
        reset(&mut self.paired, analysis.dame().len());
        let (stones, paired, by_stones) = (&self.stones, &mut self.paired, self.joined_by_stones);
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
            // a dame point that is joined with no other joins only the blocks around it, and `gaps` has these pairs
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
                edges.add(gap.blocks, fills & by_stones | self.joined_across_points);
            }
            for ((block, number), &first) in analysis.blocks().iter().zip(0..).zip(analysis.joined_around_dame()) {
                let is_other = u8::from(first != number) * FillMask::MAX;
                edges.add([first, number], self.joined_around_regions[block.color.index()] & is_other);
            }
        });
    }
}
