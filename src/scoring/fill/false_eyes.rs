//! Fills false eyes, round by round.

use super::Fill;
use crate::scoring::analysis::Candidate;
use crate::scoring::lanes::Lanes;
use crate::scoring::{Analysis, narrow, renew};

impl Fill {
    /// While some false-ish point is the only liberty of a neighbouring block, fills it with the colour that controls
    /// it.
    ///
    /// The order does not matter. A fill adds stones, so a false-ish point stays one; and it takes no liberty from a
    /// block that it does not touch, so a block with one liberty keeps it until that very point is filled.
    pub(super) fn fill_false_eyes(&mut self, analysis: &Analysis) {
        let candidates = analysis.candidates();
        renew(&mut self.filled, candidates.len());
        renew(&mut self.found, candidates.len());
        renew(&mut self.in_atari, candidates.len());
        self.liberties.clear();
        let of_blocks = analysis.liberties().iter().map(|&count| Lanes::all(count));
        let of_stones = candidates.iter().map(|candidate| Lanes::all(candidate.open));
        self.liberties.extend(of_blocks.chain([Lanes::default()]).chain(of_stones));
        while self.find_false_eyes(analysis) {
            self.note_false_eyes(analysis);
            for number in 0..candidates.len() {
                self.fill(analysis, number, self.found[number]);
            }
        }
    }

    /// Finds the false-ish candidates that are the only liberty of a block beside them; whether there are any.
    fn find_false_eyes(&mut self, analysis: &Analysis) -> bool {
        let blocks = narrow(analysis.blocks().len());
        let mut any = 0;
        for (number, candidate) in analysis.candidates().iter().enumerate() {
            let false_ish = self.false_ish(analysis, candidate) & !self.filled[number] & self.lanes;
            let mut found = 0;
            // Stones that were filled in beside it need not be asked: the candidate has an opponent's stone on a diagonal,
            // so not beside a filled point, and the stone between that and the candidate is joined with what was filled
            // in, or else there is another liberty between the two.
            for &block in candidate.beside.iter().filter(|&&node| node < blocks) {
                let has_one = self.liberties[usize::from(block)].same(Lanes::all(1)) & false_ish;
                if has_one & !found != 0 {
                    let in_atari = has_one & !self.has_other_liberty(candidate, block);
                    if in_atari & !found != 0 {
                        self.in_atari[number] = block;
                    }
                    found |= in_atari;
                }
            }
            self.found[number] = found;
            any |= found;
        }
        any != 0
    }

    /// The lanes in which a candidate has on the first line one occupied neighbour and one opposing diagonal, elsewhere two
    /// and two.
    fn false_ish(&self, analysis: &Analysis, candidate: &Candidate) -> u8 {
        let (grid, index) = (analysis.grid(), usize::from(candidate.point));
        let opponent = candidate.owner.opponent().index();
        let against = grid.diagonals(index).map(|cell| self.stones[cell][opponent]);
        let occupied = grid.neighbours(index).map(|cell| self.stones[cell][0] | self.stones[cell][1]);
        let is_enough = |[a, b, c, d]: [u8; 4]| match candidate.needed {
            1 => a | b | c | d,
            _ => a & b | c & d | (a | b) & (c | d),
        };
        is_enough(against) & is_enough(occupied)
    }

    /// The lanes in which what a node is joined with has another liberty than a candidate beside it.
    pub(super) fn has_other_liberty(&self, candidate: &Candidate, node: u16) -> u8 {
        let names = self.sets.names();
        let set = names[usize::from(node)];
        let mut liberties = Lanes::default();
        for (name, &count) in names.iter().zip(&self.liberties) {
            liberties = liberties + (name.mask_same(set) & count);
        }
        // the candidate is a liberty of each that is beside it
        for &beside in &candidate.beside {
            liberties = liberties + names[usize::from(beside)].mask_same(set);
        }
        liberties.differs(Lanes::default())
    }

    /// Fills a candidate in some lanes, and joins it with the stones beside it.
    fn fill(&mut self, analysis: &Analysis, number: usize, lanes: u8) {
        if lanes == 0 {
            return;
        }
        let (candidate, none) = (&analysis.candidates()[number], narrow(analysis.blocks().len()));
        self.filled[number] |= lanes;
        self.stones[usize::from(candidate.point)][candidate.owner.index()] |= lanes;
        for &beside in &candidate.beside {
            let left = &mut self.liberties[usize::from(beside)];
            *left = *left + Lanes::mask(lanes);
            let stones = match analysis.candidate_beside(beside) {
                Some(other) => lanes & self.filled[other],
                None if beside == none => 0,
                None => lanes,
            };
            if stones != 0 {
                let stone = none + 1 + narrow(number);
                self.sets.join([stone, beside], Lanes::mask(stones), self.liberties.len());
            }
        }
    }
}
