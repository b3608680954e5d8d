//! How the slow solver counts final positions: rules 3 to 6.

use crate::slow::{Board, Set, points};

/// The value of a point of territory, and the value of a prisoner.
pub(crate) const POINT: i32 = 256;
pub(crate) const PRISONER: i32 = POINT + 1;

/// The points of each colour's territory, among the points that it controlled at the start.
pub(crate) type Map = [Set; 2];

impl Board {
    /// Returns the value of captured stones: two points for each stone of a large block, whose
    /// point becomes territory, and a prisoner for any other stone.
    pub(crate) const fn gain(&self, captured: Set) -> i32 {
        let large = captured & (self.large[0] | self.large[1]);
        2 * POINT * large.count_ones().cast_signed()
            + PRISONER * (captured & !large).count_ones().cast_signed()
    }

    /// Returns the score of final stones, Black's minus White's, and their map. The stones `agreed`
    /// are alive by agreement: the points won by capturing them make no eyes and join nothing.
    pub(crate) fn count(&self, stones: [Set; 2], agreed: Set) -> (i32, Map) {
        let dead = [self.thrown_in(stones, 0), self.thrown_in(stones, 1)];
        let space = self.empty(stones) | dead[0] | dead[1];
        let stones = [stones[0] & !dead[0], stones[1] & !dead[1]];
        let (mut neutral, mut controlled) = (0, [0; 2]);
        for region in self.components(space) {
            let boundary = self.boundary(region);
            match [boundary & stones[0] != 0, boundary & stones[1] != 0] {
                [true, false] => controlled[0] |= region,
                [false, true] => controlled[1] |= region,
                _ => neutral |= region,
            }
        }
        let dame = self.boundary(self.left_dame(stones, space, neutral));
        let (mut score, mut map) = (0, [0; 2]);
        for color in [0, 1] {
            let safe = self.safe | stones[color] & self.large[1 - color] & !agreed;
            let is_in_seki = |block: &&Set| **block & safe == 0 && **block & dame != 0;
            let in_seki = self.components(stones[color]);
            let in_seki = in_seki
                .iter()
                .filter(is_in_seki)
                .fold(0, |sum, block| sum | block);
            let is_lost =
                |region: &Set| self.boundary(*region) & in_seki != 0 || region & agreed != 0;
            let lost = self
                .components(controlled[color])
                .into_iter()
                .filter(is_lost);
            let lost = lost.fold(in_seki, |sum, region| sum | region);
            let mut points = PRISONER * dead[1 - color].count_ones().cast_signed();
            for group in self.components((stones[color] | controlled[color]) & !lost) {
                // a group that shares eyes with stones in seki needs a core that lives without
                // these eyes
                let shares_eyes = self.boundary(lost & !in_seki & !agreed) & group != 0;
                let eyes = |part| {
                    self.eyes_of(part, controlled[color], dead[1 - color], self.solid[color])
                };
                let core = if shares_eyes {
                    self.core(group, stones[color], &eyes)
                } else {
                    group
                };
                if group & safe != 0 || core != 0 && eyes(core) >= 2 {
                    let territory = group & (controlled[color] | self.solid[color]);
                    map[color] |= territory & self.regions[color];
                    let counts = territory
                        & !self.dame
                        & (self.regions[0] | self.regions[1] | self.start[0] | self.start[1]);
                    points += POINT * counts.count_ones().cast_signed();
                }
            }
            score += if color == 0 { points } else { -points };
        }
        (score, map)
    }

    /// Returns the part of a group that is left after removing, one by one, each block with fewer
    /// than two eyes and the regions next to it.
    fn core(&self, mut group: Set, stones: Set, eyes: &dyn Fn(Set) -> u32) -> Set {
        let blocks = self.components(group & stones);
        let regions = |block: Set, group: Set| {
            self.reach(self.boundary(block) & group & !stones, group & !stones)
        };
        while let Some(weak) = blocks
            .iter()
            .find(|&&block| block & group != 0 && eyes(block | regions(block, group)) < 2)
        {
            group &= !(weak | regions(*weak, group));
        }
        group
    }

    /// Returns the stones that are dead by rule 4: stones that were played where the opponent
    /// surrounds them, or that are dead by agreement, and that no other stone of their colour
    /// reaches. A stone on a point where its colour had one at the start is not among them.
    fn thrown_in(&self, stones: [Set; 2], color: usize) -> Set {
        let own = stones[color];
        let rooted = own & (self.start[color] | self.solid[color] | self.large[1 - color]);
        let loose = own & !self.reach(rooted, own);
        let spaces = self.components(loose | self.empty(stones));
        let is_lost = |space: &&Set| {
            let boundary = self.boundary(**space);
            boundary & own == 0 && boundary & stones[1 - color] != 0
        };
        spaces
            .iter()
            .filter(is_lost)
            .fold(0, |sum, space| sum | space & loose)
    }

    /// Returns the dame that rule 3 leaves: neither player can fill them without being in atari
    /// afterwards.
    fn left_dame(&self, stones: [Set; 2], mut empty: Set, mut dame: Set) -> Set {
        loop {
            let can_fill = |&point: &usize| {
                let stone = 1 << point;
                [0, 1].into_iter().any(|color: usize| {
                    let block = self.reach(stone, stones[color] | stone);
                    block & self.permanent(stones, color) != 0
                        || (self.boundary(block) & empty).count_ones() >= 2
                })
            };
            let Some(point) = points(dame).find(can_fill) else {
                return dame;
            };
            dame &= !(1 << point);
            empty &= !(1 << point);
        }
    }

    /// Returns the number of eyes of a group. A region of one or two points is one eye, and a
    /// region of three or more is two; but a region of up to six into which stones were thrown is
    /// one. A solid territory has the eyes of the eye table, or fewer if the static answer fills
    /// some of its points. A region that was split off it is counted with it.
    fn eyes_of(&self, group: Set, controlled: Set, dead: Set, solid: Set) -> u32 {
        let regions = self.components(group & controlled);
        let regions = regions
            .into_iter()
            .filter(|region| self.boundary(*region) & solid == 0);
        let eyes = regions.map(|region| match region.count_ones() {
            1 | 2 => 1,
            3..=6 if region & dead != 0 => 1,
            _ => 2,
        });
        let solid = self
            .eyes
            .iter()
            .filter(|(territory, _)| territory & group != 0)
            .map(|(_, eyes)| eyes);
        eyes.sum::<u32>() + solid.sum::<u32>()
    }
}
