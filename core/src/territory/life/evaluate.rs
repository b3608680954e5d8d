//! The static analysis of life, step by step.

use super::benson::Benson;
use super::benson::mark_with_way_out;
use crate::territory::analysis::Analysis;
use crate::territory::filled::FilledBoard;
use crate::territory::map::TerritoryMap;
use crate::territory::reset;

/// The buffers and results of the static analysis of life.
#[derive(Debug, Default)]
pub(crate) struct Life {
    pub(super) benson: Benson,
    /// For each block, whether it has a way out.
    pub(super) has_way_out: Vec<bool>,
    pub(super) board: FilledBoard,
    /// For each cell, the reason why it was filled.
    pub(super) reasons: Vec<FillReason>,
    /// For each cell, whether it holds a dead stone that has not been captured.
    pub(super) dead: Vec<bool>,
    /// For each region, whether the owner has to capture dead stones in it.
    pub(super) has_capture: Vec<bool>,
    /// For each region, the number of half eyes that remain after captures.
    pub(super) capture_half_eyes: Vec<u16>,
    /// For each block that represents a set, whether the set cannot be captured because one of its
    /// blocks is unconditionally alive or not hemmed in.
    pub(super) uncapturable: Vec<bool>,
    /// For each block that represents a set, the number of half eyes of its regions.
    pub(super) group_half_eyes: Vec<u16>,
    /// The number of half eyes of each region if its owner plays first, taking the dead stones in
    /// the region into account. Two half eyes are one eye. The numbers are valid after
    /// [`Self::evaluate`].
    pub(super) half_eyes: Vec<u16>,
    /// The cuts found in the current round.
    pub(super) found: Vec<Cut>,
    /// The cuts of all rounds.
    pub(super) cuts: Vec<Cut>,
    /// The queue of a flood fill.
    pub(super) points: Vec<u16>,
    /// For each cell, whether the flood fill has visited it.
    pub(super) seen: Vec<bool>,
}

impl Life {
    /// Determines the status of every controlled region, and writes it into `map`.
    pub(crate) fn evaluate(&mut self, analysis: &Analysis, map: &mut TerritoryMap) {
        self.reset(analysis);
        self.join_over_dame(analysis);
        self.fill_false_eyes(analysis);
        self.count_eyes(analysis);
        self.assign_statuses(analysis, map);
    }

    /// Resets everything for a new position.
    pub(super) fn reset(&mut self, analysis: &Analysis) {
        let (regions, cells) = (analysis.regions().len(), analysis.cells().len());
        self.benson.find(analysis);
        mark_with_way_out(analysis, &mut self.has_way_out);
        self.board.reset(analysis);
        reset(&mut self.reasons, cells);
        reset(&mut self.dead, cells);
        for (_, region, _) in analysis.controlled() {
            for index in analysis
                .points(region)
                .iter()
                .map(|&point| usize::from(point))
            {
                self.dead[index] = analysis.is_dead(index);
            }
        }
        reset(&mut self.has_capture, regions);
        reset(&mut self.capture_half_eyes, regions);
        reset(&mut self.seen, cells);
        self.cuts.clear();
    }

    /// Finds the sets of joined blocks that cannot be captured.
    pub(super) fn find_uncapturable(&mut self, blocks: usize) {
        reset(&mut self.uncapturable, blocks);
        for block in 0..blocks {
            let set = self.board.joins.find(block);
            self.uncapturable[set] |=
                self.has_way_out[block] || self.benson.is_unconditionally_alive(block);
        }
    }
}

/// A point where a block has to be connected.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cut {
    pub(super) point: u16,
    /// The block that has no other liberty.
    pub(super) block: u16,
    /// Whether a dead stone stands on the point.
    pub(super) has_dead: bool,
}

/// The reason why a point of a controlled region was filled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum FillReason {
    /// The point was not filled.
    #[default]
    NotFilled,
    /// A block has to be connected at the point.
    Cut,
    /// A block has to be connected at the point, and a dead stone is on the point or next to it.
    CutByDead,
    /// Dead stones are captured by a move on the point. The point still counts for the owner.
    Capture,
}

impl FillReason {
    /// Returns whether the point is a false eye: it was filled and does not count for the owner.
    pub(super) const fn is_false_eye(self) -> bool {
        matches!(self, Self::Cut | Self::CutByDead)
    }
}
