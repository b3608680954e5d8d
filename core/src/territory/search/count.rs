//! Counts the final position of a local game: the seki rule, territory and prisoners.

use super::parts::Part;
use super::play::{LocalGame, POINT, PRISONER};
use super::set::{Nodes, Set, one};
use super::state::State;
use crate::board::Color;

/// The count of a final position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct End {
    /// The territory of each colour, with the points under dead stones.
    pub(super) territory: [Set; 2],
    /// Black's score minus White's: territory, and the dead stones in it.
    pub(super) score: i32,
}

impl LocalGame {
    /// Counts the local game as if it ended in this state.
    pub(super) fn count(&self, state: &State) -> End {
        let dead = Color::BOTH.map(|color| self.thrown_in(state, color));
        let space = self.empty(state) | dead[0] | dead[1];
        let stones = [0, 1].map(|color: usize| state.stones[color] & !dead[color]);
        let (mut neutral, mut controlled) = (0, [0; 2]);
        for Part { set: part, around } in self.parts(space) {
            let sides = stones.map(|stones| around & stones != 0);
            match sides {
                [true, false] if part & self.open == 0 => controlled[0] |= part,
                [false, true] if part & self.open == 0 => controlled[1] |= part,
                _ => neutral |= part,
            }
        }
        let mut end = End::default();
        let beside_dame = self.around(self.without_harmless(state, stones, space, neutral));
        for color in Color::BOTH {
            let safe = self.safe | self.taken(state, color);
            let own = color.index();
            let in_seki = self.in_seki(stones[own], beside_dame, safe);
            let beside_seki = self.reach(self.around(in_seki) & controlled[own], controlled[own]);
            // stones connected through stones in seki are alive without those only if they have two eyes of their own
            let others = (stones[own] | controlled[own]) & !in_seki & !beside_seki;
            let spaces = controlled[own] | self.territory;
            let mut alive = 0;
            for Part { set: group, .. } in self.parts_with(others & spaces, others) {
                let is_alive = group & safe != 0 || self.eyes_of(group, controlled[own], dead[1 - own]) >= 2;
                alive |= if is_alive { group } else { 0 };
            }
            let territory = alive & spaces;
            end.territory[own] = territory;
            let mut score = POINT * (territory & !self.territory & !self.dame).count().cast_signed();
            score += (territory & self.territory).nodes().map(|node| POINT * i32::from(self.weight[node])).sum::<i32>();
            score += PRISONER * dead[1 - own].count().cast_signed();
            end.score += if color == Color::Black { score } else { -score };
        }
        end
    }

    /// Returns the dame that stay empty, because neither player can fill them without being in atari afterwards. The
    /// other dame are filled one by one. It does not matter by whom, because these stones join nothing.
    fn without_harmless(&self, state: &State, stones: [Set; 2], mut empty: Set, mut dame: Set) -> Set {
        // one pass is enough: no chain gains a liberty when other dame are filled
        for point in dame.nodes() {
            let stone = one(point);
            let is_harmless = self.open.has(point)
                || !(self.beside[point] & empty).has_at_most(1)
                || Color::BOTH.into_iter().any(|color| {
                    let lasting = self.lasting(state, color) & !self.agreed;
                    let is_short = |chain: Part| chain.set & lasting == 0 && (chain.around & empty).has_at_most(1);
                    self.part_while(stone, stones[color.index()] | stone, is_short).is_err()
                });
            if is_harmless {
                dame &= !stone;
                empty &= !stone;
            }
        }
        dame
    }

    /// Returns the chains of `stones` in seki by the rule: they border a remaining dame or are alive by agreement only,
    /// and are not safe.
    fn in_seki(&self, stones: Set, beside_dame: Set, safe: Set) -> Set {
        let chains = self.parts_with(stones & (beside_dame | self.agreed), stones);
        chains.filter(|chain| chain.set & safe == 0).fold(0, |sum, chain| sum | chain.set)
    }

    /// Returns the number of eyes of a group: those of its territories and those of its regions.
    fn eyes_of(&self, group: Set, controlled: Set, dead: Set) -> u32 {
        let territories: u32 = (group & self.territory).nodes().map(|node| u32::from(self.eyes[node])).sum();
        let regions: u32 = self
            .parts(group & controlled)
            .map(|Part { set: region, around }| match (region.count(), region & dead != 0) {
                // a region that was split off a territory is counted with it
                _ if around & self.territory != 0 => 0,
                (1 | 2, _) | (..=6, true) => 1,
                _ => 2,
            })
            .sum();
        territories + regions
    }

    /// Returns the stones of `color` that were played where the other colour surrounds them, and that are not connected
    /// with any stone of `color` from the start.
    fn thrown_in(&self, state: &State, color: Color) -> Set {
        let own = state.stones[color.index()];
        let rooted = own & (self.start[color.index()] | self.taken(state, color));
        // in most states no such stone has been played yet
        if rooted == own {
            return 0;
        }
        let played = own & !rooted;
        let beside_rooted = played.filter(|node| self.beside[node] & rooted != 0);
        let loose = played & !self.reach(beside_rooted, played);
        if loose == 0 {
            return 0;
        }
        let mut dead = 0;
        for Part { set: space, around } in self.parts_with(loose, loose | self.empty(state)) {
            let other = state.stones[color.opponent().index()];
            let is_surrounded = around & own == 0 && around & other != 0;
            if space & self.open == 0 && is_surrounded {
                dead |= space & loose;
            }
        }
        dead
    }
}
