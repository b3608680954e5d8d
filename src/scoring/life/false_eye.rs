//! False eyes, whatever their size: points that have to be filled.
//!
//! A point is no eye when it has to be filled to save stones beside it (the commentary on article 8 of the 1989 Japanese
//! rules calls it a protective move, teire, that has to be played). Once the dame around are the opponent's, a block
//! whose only liberty is a point of an eye space is in atari, and so has to be joined there with another block around
//! the space. This asks for no diagonals. Where the blocks around a space are one already, it is their last eye, and
//! nothing is filled. Nor is it where a block can't be captured (see the modules beside this one).
//!
//! Where a dead stone stands on such a point, the owner can't play there: the stones have to be captured from their last
//! liberties, and when the opponent plays there again, once more from the point next to it. So both are lost.

use super::{Life, Reason, narrow, renew};
use crate::board::Cell;
use crate::scoring::Analysis;
use crate::scoring::analysis::Liberties;

impl Life {
    /// Fills them, round by round: those of one round do not depend on each other.
    pub(super) fn fill_false_eyes(&mut self, analysis: &Analysis) {
        loop {
            self.find_liberties(analysis);
            self.found.clear();
            for (number, region, _) in analysis.controlled() {
                if analysis.blocks_around(region).len() > 1 {
                    self.find_false_eyes(analysis, number);
                }
            }
            if self.found.is_empty() {
                return;
            }
            for at in 0..self.found.len() {
                let [point, block] = self.found[at];
                self.fill_false_eye(analysis, usize::from(point), block);
            }
        }
    }

    /// Finds the liberties of each set of joined blocks in controlled regions, and which sets can't be captured.
    fn find_liberties(&mut self, analysis: &Analysis) {
        let blocks = analysis.blocks().len();
        self.liberties.clear();
        self.liberties.resize(blocks, Liberties::NONE);
        renew(&mut self.safe, blocks);
        for block in 0..blocks {
            let set = self.joins.find(block);
            self.safe[set] |= self.open[block] || self.benson.is_alive(block);
        }
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
                        self.liberties[set] = self.liberties[set].with(Liberties::only(point));
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

    /// Lists the points of a region that have to be filled.
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
                if self.liberties[set] == Liberties::only(point)
                    && !self.safe[set]
                    && self.is_shared(analysis, number, index, set)
                {
                    self.found.push([point, narrow(block)]);
                    break;
                }
            }
        }
    }

    /// Whether another set than `set` is around the part of a region that a point is in.
    fn is_shared(&mut self, analysis: &Analysis, number: usize, index: usize, set: usize) -> bool {
        if self.filled[number] == 0 {
            let region = &analysis.regions()[number];
            return analysis.blocks_around(region).iter().any(|&block| self.joins.find(usize::from(block)) != set);
        }
        self.find_part(analysis, index);
        for at in 0..self.points.len() {
            for cell in analysis.grid().neighbours(usize::from(self.points[at])) {
                if self.block(analysis, cell).is_some_and(|block| self.joins.find(block) != set) {
                    return true;
                }
            }
        }
        false
    }

    /// Lists, in `points`, the empty points that are connected with one.
    pub(super) fn find_part(&mut self, analysis: &Analysis, index: usize) {
        self.points.clear();
        self.points.push(narrow(index));
        self.seen[index] = true;
        let mut next = 0;
        while let Some(&point) = self.points.get(next) {
            next += 1;
            for cell in analysis.grid().neighbours(usize::from(point)) {
                if self.cells[cell] == Cell::Empty && !self.seen[cell] {
                    self.seen[cell] = true;
                    self.points.push(narrow(cell));
                }
            }
        }
        self.points.iter().for_each(|&point| self.seen[usize::from(point)] = false);
    }

    /// Fills a point to which a block is to be connected.
    fn fill_false_eye(&mut self, analysis: &Analysis, index: usize, block: u16) {
        if !self.dead[index] {
            return self.fill(analysis, index, block, Reason::Cut);
        }
        // the dead stones there, and from where they are captured
        self.points.clear();
        self.points.push(narrow(index));
        self.dead[index] = false;
        let region = analysis.region(index);
        let mut next = 0;
        while let Some(&point) = self.points.get(next) {
            next += 1;
            for cell in analysis.grid().neighbours(usize::from(point)) {
                if std::mem::take(&mut self.dead[cell]) {
                    self.points.push(narrow(cell));
                }
            }
        }
        self.poked[region] = true;
        self.halves[region] += u16::from(self.points.len() > 1);
        let points = std::mem::take(&mut self.points);
        self.fill(analysis, index, block, Reason::Poke);
        for cell in analysis.grid().neighbours(index) {
            self.fill(analysis, cell, block, Reason::Poke);
        }
        for &point in &points {
            for cell in analysis.grid().neighbours(usize::from(point)) {
                if !points.contains(&narrow(cell)) {
                    self.fill(analysis, cell, block, Reason::Capture);
                }
            }
        }
        self.points = points;
    }

    /// Fills a point, if it is empty, and joins what is beside it with `block`.
    fn fill(&mut self, analysis: &Analysis, index: usize, block: u16, reason: Reason) {
        if self.cells[index] != Cell::Empty {
            return;
        }
        let region = analysis.region(index);
        self.filled[region] += 1;
        self.cells[index] = analysis.blocks()[usize::from(block)].color.into();
        self.reasons[index] = reason;
        self.joined[index] = block;
        for cell in analysis.grid().neighbours(index) {
            if let Some(other) = self.block(analysis, cell) {
                self.joins.join(usize::from(block), other);
            }
        }
    }
}
