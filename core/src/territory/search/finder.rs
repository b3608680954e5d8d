//! Finds the blocks around which local games are searched.

use super::canonical_position::CanonicalPosition;
use super::extent::Extent;
use super::safety::Safety;
use crate::territory::analysis::Analysis;

/// The number of liberties, dame included, up to which stones are in danger.
const FEW_LIBERTIES: usize = 2;

/// Finds the local games of a position, one after another.
#[derive(Debug, Default)]
pub(super) struct LocalGameFinder {
    /// For each block, whether it borders dame and is not safe.
    candidates: Vec<bool>,
    /// For each block, whether it borders dame, is not safe, and either borders an uncertain point or is short of
    /// liberties.
    uncertain_blocks: Vec<bool>,
    /// For each block, whether it was part of a local game, other than at its edge.
    done: Vec<bool>,
}

impl LocalGameFinder {
    /// Returns whether a position has any local game: whether a block that is not safe borders dame.
    pub(super) fn has_local_games(analysis: &Analysis, safety: &Safety) -> bool {
        let is_unsafe = |&block: &u16| !safety.is_safe(block.into());
        analysis.neutral().any(|region| analysis.blocks_around(region).iter().any(is_unsafe))
    }

    /// Starts with a new position.
    pub(super) fn begin(&mut self, position: &CanonicalPosition) {
        let blocks = 0..position.stones.len();
        let is_uncertain = |block| {
            position.certainty.as_ref().is_some_and(|certainty| {
                position.has_at_most_liberties(block, FEW_LIBERTIES) || position.borders_uncertain(block, certainty)
            })
        };
        self.candidates = blocks.clone().map(|block| position.is_unsafe_at_dame(block)).collect();
        self.uncertain_blocks = blocks.clone().map(|block| self.candidates[block] && is_uncertain(block)).collect();
        self.done = vec![false; blocks.len()];
    }

    /// Returns a block that borders dame, is not safe, and has been part of no local game. Uncertain blocks come first.
    pub(super) fn next_seed(&self) -> Option<usize> {
        let next = |of: &[bool]| (0..of.len()).find(|&block| of[block] && !self.done[block]);
        next(&self.uncertain_blocks).or_else(|| next(&self.candidates))
    }

    /// Returns, for each block, whether it is uncertain.
    pub(super) fn uncertain_blocks(&self) -> &[bool] {
        &self.uncertain_blocks
    }

    /// Marks the blocks of a local game as done, so that they start no other game: those at distance 0, and those
    /// nearer than its limit that are not uncertain.
    pub(super) fn finish(&mut self, extent: &Extent) {
        for (block, distance) in extent.distances.iter().enumerate() {
            self.done[block] |= distance
                .is_some_and(|distance| distance == 0 || distance < extent.limit && !self.uncertain_blocks[block]);
        }
    }
}
