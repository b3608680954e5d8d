//! Finds and fills false eyes of any size: points that their owner has to fill.
//!
//! A point is not an eye if it has to be filled to save adjacent stones (the commentary on Article
//! 8 of the 1989 Japanese rules calls such a move teire, a protective move). Take a block whose
//! only liberty is a point of an eye space. Once the opponent has filled the dame around the block,
//! the block is in atari and has to be connected at this point to another block around the space.
//! Diagonals do not matter. If the blocks around the space are already joined, the point is their
//! last eye and is not filled. The point also stays empty if the block cannot be captured: see the
//! other modules of this folder.
//!
//! If a dead stone stands on such a point, the owner cannot fill it. He has to capture the stone by
//! playing on its last liberty and, when the opponent plays on the same point again, capture once
//! more from the point next to it. Both points are therefore lost.

use super::evaluate::Life;
use super::evaluate::{Cut, FillReason};
use crate::board::{Cell, idx16};
use crate::territory::analysis::{Analysis, LibertyRange, Region};

impl Life {
    /// Fills the false eyes in rounds. The points of one round do not depend on each other.
    pub(super) fn fill_false_eyes(&mut self, analysis: &Analysis) {
        loop {
            self.board.find_liberties(analysis);
            self.find_uncapturable(analysis.blocks().len());
            self.found.clear();
            for (number, region, _) in analysis.controlled() {
                let blocks = analysis.blocks_around(region);
                if blocks.len() > 1 && blocks.iter().any(|&block| self.is_short(block)) {
                    self.find_false_eyes(analysis, number);
                }
            }
            if self.found.is_empty() {
                return;
            }
            self.cuts.extend_from_slice(&self.found);
            self.fill_found(analysis);
        }
    }

    /// Fills the points of a round. If dead stones stand on these points, also fills the points
    /// next to the dead stones, and the points from which they are captured. Each of the three
    /// steps is complete before the next one starts, so the order within a step does not matter.
    fn fill_found(&mut self, analysis: &Analysis) {
        let found = std::mem::take(&mut self.found);
        for cut in &found {
            let reason = if cut.has_dead {
                FillReason::CutByDead
            } else {
                FillReason::Cut
            };
            self.fill(analysis, usize::from(cut.point), cut.block, reason);
        }
        for cut in found.iter().filter(|cut| cut.has_dead) {
            for cell in analysis.grid().neighbours(usize::from(cut.point)) {
                self.fill(analysis, cell, cut.block, FillReason::CutByDead);
            }
        }
        for cut in found.iter().filter(|cut| cut.has_dead) {
            self.capture(analysis, *cut, &found);
        }
        self.found = found;
    }

    /// Returns whether the set of `block` has to be connected, because it has only one liberty and
    /// can be captured. Stones that fill points of a region belong to the sets of the blocks around
    /// it.
    fn is_short(&mut self, block: u16) -> bool {
        let set = self.board.joins.find(usize::from(block));
        self.board.liberties(set).is_one() && !self.uncapturable[set]
    }

    /// Adds to `found` the points of a region that have to be filled.
    fn find_false_eyes(&mut self, analysis: &Analysis, number: usize) {
        let region = &analysis.regions()[number];
        for &point in analysis.points(region) {
            let index = usize::from(point);
            if self.board.cells[index] != Cell::Empty {
                continue;
            }
            for cell in analysis.grid().neighbours(index) {
                let Some(block) = self.board.block(analysis, cell) else {
                    continue;
                };
                let set = self.board.joins.find(block);
                if self.board.liberties(set) == LibertyRange::only(point)
                    && !self.uncapturable[set]
                    && self.is_shared(analysis, region, set)
                {
                    self.found.push(Cut {
                        point,
                        block: idx16(block),
                        has_dead: self.dead[index],
                    });
                    break;
                }
            }
        }
    }

    /// Returns whether any set other than `set` borders the region. Testing the whole region is
    /// correct even after some of its points have been filled. If only `set` bordered the component
    /// with the last liberty of `set`, the filled points around this component would also belong to
    /// `set`, and the components behind them would give `set` more liberties.
    fn is_shared(&mut self, analysis: &Analysis, region: &Region, set: usize) -> bool {
        analysis
            .blocks_around(region)
            .iter()
            .any(|&block| self.board.joins.find(usize::from(block)) != set)
    }

    /// Captures the dead stones on a cut, unless they were captured at an earlier cut: fills the
    /// points around them, and joins the new stones.
    fn capture(&mut self, analysis: &Analysis, cut: Cut, found: &[Cut]) {
        if !std::mem::take(&mut self.dead[usize::from(cut.point)]) {
            return;
        }
        let mut stones = std::mem::take(&mut self.points);
        stones.clear();
        stones.push(cut.point);
        analysis
            .grid()
            .flood(&mut stones, |cell| std::mem::take(&mut self.dead[cell]));
        let region = analysis.region(usize::from(cut.point));
        self.has_capture[region] = true;
        self.capture_half_eyes[region] += u16::from(stones.len() > 1);
        for other in found.iter().filter(|other| stones.contains(&other.point)) {
            self.board
                .joins
                .join(usize::from(cut.block), usize::from(other.block));
        }
        for &stone in &stones {
            for cell in analysis.grid().neighbours(usize::from(stone)) {
                if !stones.contains(&idx16(cell)) {
                    self.fill(analysis, cell, cut.block, FillReason::Capture);
                }
            }
        }
        self.points = stones;
    }

    /// Fills a point if it is empty, and joins its stone and the adjacent stones with `block`.
    fn fill(&mut self, analysis: &Analysis, index: usize, block: u16, reason: FillReason) {
        if self.board.fill(analysis, index, block) {
            self.reasons[index] = reason;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::territory::life::Life;
    use crate::territory::life::test_boards::{analysis, drawn};

    /// Returns the diagram with `*` for points that have to be filled, and `+` for points where a
    /// move captures dead stones.
    fn filled(diagram: &str) -> String {
        let analysis = analysis(diagram);
        let mut life = Life::default();
        life.reset(&analysis);
        life.join_over_dame(&analysis);
        life.fill_false_eyes(&analysis);
        drawn(&life, &analysis)
    }

    #[test]
    fn block_without_another_liberty_is_connected() {
        // a board of one row has no diagonals
        assert_eq!(filled(".x.x.o.o."), ".x*x.o*o.");
        // a false eye of three points, at each end of a chain
        let chain = "........o\nxoooox..o\nxo.oox..o\nxoo.oxoo.\n.xoox.x.o\n..xx..x.o";
        assert_eq!(
            filled(chain),
            "........o\nxoooox..o\nxo.oox..o\nxoo.oxoo.\n*xoox*x.o\n..xx..x.o"
        );
    }

    #[test]
    fn last_eye_of_joined_blocks_is_not_filled() {
        assert_eq!(filled(".xo\nxxo\nooo"), ".xo\nxxo\nooo");
        // blocks in a ring, each with two eyes, need no connection
        let ring = ".xxxx.\nxoooox\nxo..ox\nxoooox\n.xxxx.";
        assert_eq!(filled(ring), ring);
    }

    #[test]
    fn dead_stone_on_false_eye_costs_the_adjacent_point_too() {
        assert_eq!(
            filled("...@@x.o\nxxxxxooo\n....oooo"),
            "..+**x.o\nxxxxxooo\n....oooo"
        );
    }
}
