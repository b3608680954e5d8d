//! Fills false eyes, round by round.

use super::per_fill::{FillMask, PerFill};
use super::steps::FillSteps;
use crate::board::idx16;
use crate::territory::Analysis;
use crate::territory::analysis::Candidate;
use crate::territory::reset;

impl FillSteps {
    /// Fills every false eye with a stone of its owner, until none is left. A false eye is a point that is false by
    /// shape (see [`Self::false_by_shape`]) and the only liberty of an adjacent block: the whole set of the block has
    /// no other liberty in a controlled region. A dame is not a liberty.
    ///
    /// The order does not matter. Filling only adds stones, so a point that is false by shape stays so. Filling takes
    /// liberties only from adjacent blocks, so a block with one liberty keeps it until that very point is filled.
    pub(super) fn fill_false_eyes(&mut self, analysis: &Analysis) {
        let candidates = analysis.candidates();
        reset(&mut self.filled, candidates.len());
        reset(&mut self.found, candidates.len());
        self.liberties.clear();
        let of_blocks = analysis.liberties().iter().map(|&count| PerFill::all(count));
        let of_stones = candidates.iter().map(|candidate| PerFill::all(candidate.open));
        self.liberties.extend(of_blocks.chain([PerFill::default()]).chain(of_stones));
        while self.find_false_eyes(analysis) {
            self.record_false_eyes(analysis);
            for number in 0..candidates.len() {
                self.fill(analysis, number, self.found[number]);
            }
        }
    }

    /// Finds the false eyes among the candidates. Returns whether any was found.
    fn find_false_eyes(&mut self, analysis: &Analysis) -> bool {
        let blocks = idx16(analysis.blocks().len());
        let mut any = 0;
        for (number, candidate) in analysis.candidates().iter().enumerate() {
            let false_by_shape = self.false_by_shape(analysis, candidate) & !self.filled[number] & self.fills;
            let mut found = 0;
            // Stones that were filled in need no check here. One diagonal of the candidate has an opponent's stone,
            // which is never next to a point of the region. So the two cells between this stone and the candidate hold
            // stones of blocks. A filled-in stone on another side touches a cell adjacent to one of these blocks:
            // either a stone there joins the two, or the cell is another liberty of the filled-in stone.
            for &block in candidate.adjacent.iter().filter(|&&node| node < blocks) {
                let has_one = self.liberties[usize::from(block)].same(PerFill::all(1)) & false_by_shape;
                if has_one & !found != 0 {
                    found |= has_one & !self.has_other_liberty(candidate, block);
                }
            }
            self.found[number] = found;
            any |= found;
        }
        any != 0
    }

    /// Returns the fills where a candidate is false by shape: on the first line it has an occupied neighbour and an
    /// opposing diagonal, elsewhere two of each.
    fn false_by_shape(&self, analysis: &Analysis, candidate: &Candidate) -> FillMask {
        let (grid, index) = (analysis.grid(), usize::from(candidate.point));
        let opponent = candidate.owner.opponent().index();
        let against = grid.diagonals(index).map(|cell| self.stones[cell][opponent]);
        let occupied = grid.neighbours(index).map(|cell| self.stones[cell][0] | self.stones[cell][1]);
        let is_enough = |[a, b, c, d]: [FillMask; 4]| match candidate.needed {
            1 => a | b | c | d,
            _ => a & b | c & d | (a | b) & (c | d),
        };
        is_enough(against) & is_enough(occupied)
    }

    /// Returns the fills where the set of `node` has a liberty other than the adjacent `candidate`.
    pub(super) fn has_other_liberty(&self, candidate: &Candidate, node: u16) -> FillMask {
        let names = self.sets.representatives();
        let set = names[usize::from(node)];
        let mut liberties = PerFill::default();
        for (name, &count) in names.iter().zip(&self.liberties) {
            liberties = liberties + (name.mask_same(set) & count);
        }
        // the candidate is a liberty of every adjacent node
        for &node in &candidate.adjacent {
            liberties = liberties + names[usize::from(node)].mask_same(set);
        }
        liberties.differs(PerFill::default())
    }

    /// Fills a candidate in `fills`, and joins the new stone with the adjacent stones.
    fn fill(&mut self, analysis: &Analysis, number: usize, fills: FillMask) {
        if fills == 0 {
            return;
        }
        let (candidate, none) = (&analysis.candidates()[number], idx16(analysis.blocks().len()));
        self.filled[number] |= fills;
        self.stones[usize::from(candidate.point)][candidate.owner.index()] |= fills;
        for &node in &candidate.adjacent {
            let left = &mut self.liberties[usize::from(node)];
            *left = *left + PerFill::mask(fills);
            let stones = match analysis.candidate_of(node) {
                Some(other) => fills & self.filled[other],
                None if node == none => 0,
                None => fills,
            };
            if stones != 0 {
                let stone = none + 1 + idx16(number);
                self.sets.join([stone, node], PerFill::mask(stones), self.liberties.len());
            }
        }
    }
}
