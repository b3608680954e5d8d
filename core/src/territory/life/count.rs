//! Counts the eyes of joined blocks, and decides the status of each controlled region.

use super::evaluate::FillReason;
use super::evaluate::Life;
use super::eye_space::{EyeSpace, LARGEST};
use crate::board::Cell;
use crate::territory::analysis::{Analysis, LibertyRange, Region};
use crate::territory::map::TerritoryMap;
use crate::territory::reset;

impl Life {
    /// Counts the eyes of each region, joins the blocks around each region, and adds up the eyes of
    /// joined blocks.
    pub(super) fn count_eyes(&mut self, analysis: &Analysis) {
        let blocks = analysis.blocks().len();
        reset(&mut self.group_half_eyes, blocks);
        reset(&mut self.half_eyes, analysis.regions().len());
        for (number, region, _) in analysis.controlled() {
            let half_eyes = self.half_eyes_of(analysis, number, region);
            self.half_eyes[number] = half_eyes;
            // the half eyes are added to one block, because the blocks around the region are not
            // joined yet
            self.group_half_eyes[analysis.adjacent_block(region)] += half_eyes;
        }
        self.board.join_around_regions(analysis);
        self.find_uncapturable(blocks);
        for block in 0..blocks {
            let set = self.board.joins.find(block);
            if set != block {
                self.group_half_eyes[set] += std::mem::take(&mut self.group_half_eyes[block]);
            }
        }
    }

    /// Returns the number of half eyes of a region if its owner plays first. Points that have to be
    /// filled can cost the owner the first move: see [`super::eye_space`].
    fn half_eyes_of(&mut self, analysis: &Analysis, number: usize, region: &Region) -> u16 {
        let points = analysis.points(region);
        let has_dead = points.iter().any(|&point| self.dead[usize::from(point)]);
        if self.board.is_filled(number)
            && !has_dead
            && !self.has_capture[number]
            && self.is_shared_by_two(analysis, region)
        {
            return 0;
        }
        if !self.board.is_filled(number) && (!has_dead || points.len() > LARGEST) {
            return 2 * region.boundary.eyes_if_owner_first();
        }
        if points.len() <= LARGEST {
            return self.half_eyes_of_space(analysis, number, points);
        }
        let mut half_eyes = 0;
        self.board.for_each_space(analysis, region, |_, boundary| {
            half_eyes += 2 * boundary.eyes_if_owner_first();
        });
        half_eyes
    }

    /// Returns the number of half eyes of a small region with dead stones or filled points.
    fn half_eyes_of_space(&self, analysis: &Analysis, number: usize, points: &[u16]) -> u16 {
        let (grid, cells) = (analysis.grid(), analysis.cells());
        let mut space = EyeSpace::new(grid, cells, points);
        for (at, &point) in points.iter().enumerate() {
            let index = usize::from(point);
            match self.reasons[index] {
                FillReason::NotFilled => space.dead |= u16::from(self.dead[index]) << at,
                FillReason::Cut => space.cuts |= 1 << at,
                FillReason::CutByDead => space.lost |= 1 << at,
                FillReason::Capture => space.own |= 1 << at,
            }
        }
        space.own |= space.lost;
        if !self.has_capture[number] {
            let has_move = space.cuts.count_ones() < 2;
            return 2 * if has_move {
                space.eyes_first(grid, cells)
            } else {
                space.eyes_second(grid, cells)
            };
        }
        let second = space.eyes_second(grid, cells);
        // the opponent cannot both take the half eye and play first at the other points
        let half_eyes = if space.is_apart() {
            self.capture_half_eyes[number]
        } else {
            0
        };
        if second == 1 && half_eyes > 0 && space.eyes_first(grid, cells) > 1 {
            return 4;
        }
        2 * second + half_eyes
    }

    /// Returns whether a region has exactly two points left, adjacent to each other and surrounded
    /// by several sets of blocks, one of which has no other liberties. Making an eye there takes
    /// one more stone, and the opponent moves first.
    fn is_shared_by_two(&mut self, analysis: &Analysis, region: &Region) -> bool {
        let mut left = analysis
            .points(region)
            .iter()
            .filter(|&&point| self.board.cells[usize::from(point)] == Cell::Empty);
        let (Some(&first), Some(&last), None) = (left.next(), left.next(), left.next()) else {
            return false;
        };
        if !analysis
            .grid()
            .neighbours(usize::from(first))
            .contains(&usize::from(last))
        {
            return false;
        }
        let both = LibertyRange::only(first).with(LibertyRange::only(last));
        let (mut sets, mut is_short) = ([usize::MAX; 8], false);
        let adjacent = [first, last].map(|point| analysis.grid().neighbours(usize::from(point)));
        for (set, cell) in sets.iter_mut().zip(adjacent.into_iter().flatten()) {
            let Some(block) = self.board.block(analysis, cell) else {
                continue;
            };
            *set = self.board.joins.find(block);
            is_short |= self.board.liberties(block) == both && !self.uncapturable[*set];
        }
        let mut sets = sets.into_iter().filter(|&set| set != usize::MAX);
        let first = sets.next();
        is_short && sets.any(|set| Some(set) != first)
    }

    /// Writes the status of each controlled region into `map`: territory, seki or false eye.
    pub(super) fn assign_statuses(&mut self, analysis: &Analysis, map: &mut TerritoryMap) {
        map.set_controlled(
            analysis,
            |region| {
                let set = self.board.joins.find(analysis.adjacent_block(region));
                self.group_half_eyes[set] >= 4 || self.uncapturable[set]
            },
            |index| self.reasons[index].is_false_eye(),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::territory::life::test_boards::{drawn, evaluated};

    fn drawn_of(diagram: &str) -> String {
        let (analysis, life) = evaluated(diagram);
        drawn(&life, &analysis)
    }

    /// Returns the number of half eyes of each controlled region of a diagram.
    fn eyes(diagram: &str) -> Vec<u16> {
        let (analysis, life) = evaluated(diagram);
        analysis
            .controlled()
            .map(|(number, ..)| life.half_eyes[number])
            .collect()
    }

    #[test]
    fn half_eye_counts_if_the_owner_has_a_choice() {
        // capturing two stones in the corner leaves half an eye, and a space of three points is one
        // or two eyes
        assert_eq!(eyes("....\noooo\nxoxx\n@x.x\n@..."), [4, 4]);
        // capturing one stone leaves no half eye
        assert_eq!(eyes("....\noooo\nxoxx\n@x.x\n...."), [4, 2]);
        // the owner has no choice
        assert_eq!(eyes("...@@x.o\nxxxxxooo\n....oooo"), [3]);
    }

    #[test]
    fn opponent_throws_in_where_it_costs_an_eye() {
        // a rectangle of six points on the first line, with one more point at each of two corners,
        // where stones are cut off
        let two_cuts = "oooooooooooo\nooooxooooooo\nooox.xxxoooo\nooox...xoooo\nooox....xooo";
        // after a capture on the first line, five points are left: a square with a tail, which is a
        // nakade
        assert_eq!(eyes(two_cuts), [2]);
        assert_eq!(
            drawn_of(two_cuts),
            "oooooooooooo\nooooxooooooo\nooox*xxxoooo\nooox...xoooo\nooox...*xooo"
        );
        // joined stones need no fill
        assert_eq!(
            eyes("oooooooooooo\nooooxxxxxooo\nooox.xxxxooo\nooox...xxooo\nooox....xooo"),
            [4]
        );
    }

    #[test]
    fn large_space_has_the_eyes_of_its_components() {
        let eyes = |filled: &str| {
            let (analysis, mut life) = evaluated(&filled.replace('*', "."));
            let letters = filled.bytes().filter(|&letter| letter != b'\n');
            for (index, _) in analysis
                .grid()
                .points()
                .zip(letters)
                .filter(|&(_, letter)| letter == b'*')
            {
                life.board.fill(&analysis, index, 0);
                life.reasons[index] = FillReason::Cut;
            }
            life.half_eyes_of(&analysis, 0, &analysis.regions()[0])
        };
        assert_eq!(eyes("xxxxxxx\nx.....x\nx.....x\nx.....x\nxxxxxxx"), 4);
        assert_eq!(eyes("xxxxxxx\nx*****x\nx*****x\nx*****x\nxxxxxxx"), 0);
        assert_eq!(eyes("xxxxxxx\nx*****x\nx*.***x\nx*****x\nxxxxxxx"), 2);
        assert_eq!(eyes("xxxxxxx\nx****.x\nx****.x\nx*.***x\nxxxxxxx"), 4);
        assert_eq!(eyes("xxxxxxx\nx.*..*x\nx**..*x\nx*****x\nxxxxxxx"), 4);
        assert_eq!(eyes("xxxxxxx\nx.*..*x\nx***.*x\nx..***x\nxxxxxxx"), 8);
    }
}
