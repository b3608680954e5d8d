//! The count of a local game after the end of play.

use super::field::Field;
use super::play::State;
use super::sets::{Set, one, places, size};
use super::{POINT, PRISONER};

impl Field {
    /// Returns Black's territory and prisoners on the board, minus White's.
    pub(super) fn count(&self, state: &State) -> i32 {
        let dead = [self.lost(state, 0), self.lost(state, 1)];
        let stones = [state.stones[0] & !dead[0], state.stones[1] & !dead[1]];
        let space = self.empty(state) | dead[0] | dead[1];
        let mut surrounded = [0; 2];
        let mut shared = 0;
        for region in self.parts(space) {
            let around = self.boundary(region);
            let is_closed = region & self.outside == 0;
            match [around & stones[0] != 0, around & stones[1] != 0] {
                [true, false] if is_closed => surrounded[0] |= region,
                [false, true] if is_closed => surrounded[1] |= region,
                _ => shared |= region,
            }
        }
        let dame = self.dame_that_stay(state, stones, space, shared);
        let unfilled = places(self.conceded).filter(|&point| !self.can_be_filled(state, stones, space, point));
        let unfilled = unfilled.fold(0, |sum, point| sum | one(point));
        let score = |color: usize| {
            let dame = dame | unfilled & !self.alive[color];
            let territory = self.territory(state, color, stones[color], surrounded[color], dame, dead[1 - color]);
            let whole: i32 = places(territory & self.territories).map(|place| self.weight[place]).sum();
            POINT * (size(territory & !self.territories & !self.dame) + whole) + PRISONER * size(dead[1 - color])
        };
        score(0) - score(1)
    }

    /// Returns the stones of a colour that are not connected to a stone of the start. A stone on a point where its
    /// colour had one at the start counts as a stone of the start.
    fn loose(&self, state: &State, color: usize) -> Set {
        let own = state.stones[color];
        own & !self.reach(own & self.alive[color] | self.won(state, color), own)
    }

    /// Returns the dead stones of a colour: stones that were played where the opponent surrounds them, and that no
    /// stone of the start reaches.
    fn lost(&self, state: &State, color: usize) -> Set {
        let loose = self.loose(state, color);
        let is_surrounded = |space: &Set| {
            let around = self.boundary(*space);
            space & self.outside == 0 && around & state.stones[color] == 0 && around & state.stones[1 - color] != 0
        };
        let spaces = self.parts(loose | self.empty(state)).into_iter().filter(is_surrounded);
        spaces.fold(0, |sum, space| sum | space & loose)
    }

    /// Returns the dame that stay. The others are filled one by one, each by a player who is not in atari afterwards.
    fn dame_that_stay(&self, state: &State, stones: [Set; 2], mut empty: Set, mut dame: Set) -> Set {
        for point in places(dame) {
            if self.can_be_filled(state, stones, empty, point) {
                dame &= !one(point);
                empty &= !one(point);
            }
        }
        dame
    }

    /// Returns whether a player can fill a dame without being in atari afterwards, even without conceded stones.
    fn can_be_filled(&self, state: &State, stones: [Set; 2], empty: Set, point: usize) -> bool {
        let can_fill = |color: usize| {
            let block = self.reach(one(point), stones[color] & !self.conceded | one(point));
            let others = block & !one(point);
            block & self.outside != 0
                || others & self.lasting_roots(state, color) != 0
                || size(self.boundary(block) & empty) >= 2
        };
        can_fill(0) || can_fill(1)
    }

    /// Returns the points that the living groups of a colour surround. Stones next to dame are in seki unless they are
    /// safe. Regions that touch stones in seki are not territory, and do not connect the groups around them.
    fn territory(&self, state: &State, color: usize, stones: Set, surrounded: Set, dame: Set, dead: Set) -> Set {
        let safe = self.safe | self.won(state, color);
        let beside_dame = self.reach(stones & self.boundary(dame), stones);
        let blocks = self.parts(beside_dame).into_iter().filter(|block| block & safe == 0);
        let in_seki = blocks.fold(0, |sum, block| sum | block);
        let spoilt = self.reach(self.boundary(in_seki) & surrounded, surrounded);
        let groups = self.parts((stones | surrounded) & !in_seki & !spoilt).into_iter();
        let living = groups.filter(|&group| {
            let shares_eyes = self.boundary(spoilt) & group != 0;
            let core = if shares_eyes { self.core(group, stones, surrounded, dead) } else { group };
            group & safe != 0 || core != 0 && self.eyes_of(core, surrounded, dead) >= 2
        });
        living.fold(0, |sum, group| sum | group) & (surrounded | self.territories)
    }

    /// Returns what remains of a group once every block with fewer than two eyes is taken away, with the regions next to
    /// it, again and again.
    fn core(&self, mut group: Set, stones: Set, surrounded: Set, dead: Set) -> Set {
        let blocks = self.parts(group & stones);
        while let Some(block) = blocks.iter().find(|&&block| {
            let next_to = self.reach(self.boundary(block) & group & !stones, group & !stones);
            block & group != 0 && self.eyes_of(block | next_to, surrounded, dead) < 2
        }) {
            group &= !(block | self.reach(self.boundary(*block) & group & !stones, group & !stones));
        }
        group
    }

    /// Returns the number of eyes of a group. A region of three points is two eyes; so is a region of seven into which
    /// stones were thrown. Points that were split off a territory are counted with it.
    fn eyes_of(&self, group: Set, surrounded: Set, dead: Set) -> u32 {
        let territories: u32 = places(group & self.territories).map(|place| self.eyes[place]).sum();
        let eyes = |region: Set| match size(region) {
            _ if self.boundary(region) & self.territories != 0 => 0,
            1 | 2 => 1,
            3..=6 if region & dead != 0 => 1,
            _ => 2,
        };
        territories + self.parts(group & surrounded).into_iter().map(eyes).sum::<u32>()
    }
}
