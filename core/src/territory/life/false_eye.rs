//! Finds and fills false eyes of any size: points that their owner has to fill.
//!
//! A point is not an eye if it has to be filled to save adjacent stones (the commentary on article 8 of the 1989
//! Japanese rules calls such a move teire, a protective move). A block whose only liberty is a point of an eye space is
//! in atari once the opponent has filled the dame around it, and has to be connected there with another block around
//! the space. Diagonals do not matter. If the blocks around the space are joined already, the point is their last eye
//! and is not filled. It is not filled either if the block cannot be captured: see the other modules of this folder.
//!
//! If a dead stone stands on such a point, the owner cannot fill it. He has to capture the stone from its last liberty,
//! and capture once more from the point next to it when the opponent plays there again. So both points are lost.

use super::evaluate::Life;
use super::evaluate::{Cut, FillReason};
use crate::board::{Cell, idx16};
use crate::territory::analysis::{Analysis, LibertyRange, Region};

impl Life {
    /// Fills the false eyes in rounds. The points of one round do not depend on each other.
    pub(super) fn fill_false_eyes(&mut self, analysis: &Analysis) {
        loop {
            self.find_liberties(analysis);
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
            self.record_cuts();
            self.fill_found(analysis);
        }
    }

    /// Fills the points of a round, the points next to dead stones on them, and the points that capture these dead
    /// stones. Each of the three steps is complete before the next one starts, so the order within a step does not
    /// matter.
    fn fill_found(&mut self, analysis: &Analysis) {
        let found = std::mem::take(&mut self.found);
        for cut in &found {
            let reason = if cut.has_dead { FillReason::CutByDead } else { FillReason::Cut };
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

    /// Finds the liberties of each set of joined blocks in controlled regions, and the sets that cannot be captured.
    fn find_liberties(&mut self, analysis: &Analysis) {
        let blocks = analysis.blocks().len();
        self.liberties.clear();
        self.liberties.resize(blocks, LibertyRange::NONE);
        self.find_uncapturable(blocks);
        for (number, region, _) in analysis.controlled() {
            if self.filled[number] == 0 {
                continue;
            }
            for &point in analysis.points(region) {
                if self.cells[usize::from(point)] != Cell::Empty {
                    continue;
                }
                for cell in analysis.grid().neighbours(usize::from(point)) {
                    if let Some(block) = self.block(analysis, cell) {
                        let set = self.joins.find(block);
                        self.liberties[set] = self.liberties[set].with(LibertyRange::only(point));
                    }
                }
            }
        }
        for contact in analysis.contacts() {
            if self.filled[usize::from(contact.region)] == 0 {
                let set = self.joins.find(usize::from(contact.block));
                self.liberties[set] = self.liberties[set].with(contact.liberties);
            }
        }
    }

    /// Returns whether the set of `block` has to be connected, because it has only one liberty and can be captured.
    /// Stones that were filled into a region belong to sets of blocks around it.
    fn is_short(&mut self, block: u16) -> bool {
        let set = self.joins.find(usize::from(block));
        self.liberties[set].is_one() && !self.uncapturable[set]
    }

    /// Adds the points of a region that have to be filled to `found`.
    fn find_false_eyes(&mut self, analysis: &Analysis, number: usize) {
        let region = &analysis.regions()[number];
        for &point in analysis.points(region) {
            let index = usize::from(point);
            if self.cells[index] != Cell::Empty {
                continue;
            }
            for cell in analysis.grid().neighbours(index) {
                let Some(block) = self.block(analysis, cell) else { continue };
                let set = self.joins.find(block);
                if self.liberties[set] == LibertyRange::only(point)
                    && !self.uncapturable[set]
                    && self.is_shared(analysis, region, set)
                {
                    self.found.push(Cut { point, block: idx16(block), has_dead: self.dead[index] });
                    break;
                }
            }
        }
    }

    /// Returns whether any set other than `set` borders the region. Testing the whole region is correct even after some
    /// of its points were filled. If only `set` bordered the component with its last liberty, the filled points around
    /// this component would belong to `set`, too, and the components behind them would give it more liberties.
    fn is_shared(&mut self, analysis: &Analysis, region: &Region, set: usize) -> bool {
        analysis.blocks_around(region).iter().any(|&block| self.joins.find(usize::from(block)) != set)
    }

    /// Captures the dead stones on a cut, unless an earlier cut has captured them: fills the points around them, and
    /// joins these.
    fn capture(&mut self, analysis: &Analysis, cut: Cut, found: &[Cut]) {
        if !std::mem::take(&mut self.dead[usize::from(cut.point)]) {
            return;
        }
        let mut stones = std::mem::take(&mut self.points);
        stones.clear();
        stones.push(cut.point);
        analysis.grid().flood(&mut stones, |cell| std::mem::take(&mut self.dead[cell]));
        let region = analysis.region(usize::from(cut.point));
        self.has_capture[region] = true;
        self.capture_half_eyes[region] += u16::from(stones.len() > 1);
        for other in found.iter().filter(|other| stones.contains(&other.point)) {
            self.joins.join(usize::from(cut.block), usize::from(other.block));
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

    /// Fills a point if it is empty, and joins it and the adjacent stones with `block`.
    fn fill(&mut self, analysis: &Analysis, index: usize, block: u16, reason: FillReason) {
        if self.cells[index] == Cell::Empty {
            self.filled[analysis.region(index)] += 1;
            self.cells[index] = analysis.blocks()[usize::from(block)].color.into();
            self.reasons[index] = reason;
            self.joined[index] = block;
            for cell in analysis.grid().neighbours(index) {
                if let Some(other) = self.block(analysis, cell) {
                    self.joins.join(usize::from(block), other);
                }
            }
        } else if self.reasons[index] != FillReason::NotFilled {
            self.joins.join(usize::from(block), usize::from(self.joined[index]));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::territory::life::Life;
    use crate::territory::life::test_boards::{analysis, drawn};

    /// Returns the diagram with `*` for points that have to be filled, and `+` for points that capture dead stones.
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
        assert_eq!(filled(chain), "........o\nxoooox..o\nxo.oox..o\nxoo.oxoo.\n*xoox*x.o\n..xx..x.o");
    }

    #[test]
    fn last_eye_of_joined_blocks_is_not_filled() {
        assert_eq!(filled(".xo\nxxo\nooo"), ".xo\nxxo\nooo");
        // blocks in a ring with two eyes each need no connection
        let ring = ".xxxx.\nxoooox\nxo..ox\nxoooox\n.xxxx.";
        assert_eq!(filled(ring), ring);
    }

    #[test]
    fn dead_stone_on_false_eye_costs_the_adjacent_point_too() {
        assert_eq!(filled("...@@x.o\nxxxxxooo\n....oooo"), "..+**x.o\nxxxxxooo\n....oooo");
    }
}
