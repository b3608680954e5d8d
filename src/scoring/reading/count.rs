//! The end of a play-out: the rule, and what it makes of each side's points.

use super::moment::Moment;
use super::parts::Part;
use super::play::{Field, POINT, PRISONER};
use super::set::{Nodes, Set, one};
use crate::board::Color;

/// What stands at the end of a play-out, as sets of nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct End {
    /// The territory of each colour, points under dead stones among it.
    pub(super) territory: [Set; 2],
    /// Black's points less White's: territory and the dead stones in it.
    pub(super) score: i32,
}

impl Field {
    /// Counts the play-out as if it ended here.
    pub(super) fn count(&self, moment: &Moment) -> End {
        let dead = Color::BOTH.map(|color| self.thrown_in(moment, color));
        let space = self.empty(moment) | dead[0] | dead[1];
        let stones = [0, 1].map(|color: usize| moment.stones[color] & !dead[color]);
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
        let beside_dame = self.around(self.without_harmless(moment, stones, space, neutral));
        for color in Color::BOTH {
            let safe = self.safe | self.taken(moment, color);
            let own = color.index();
            let in_seki = self.in_seki(stones[own], beside_dame, safe);
            let beside_seki = self.reach(self.around(in_seki) & controlled[own], controlled[own]);
            // what hangs on stones in seki is alive without them only if it has two eyes of its own
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

    /// The dame that stay: neither side can play there without being in atari after it. All others are filled by and by,
    /// by whom does not matter here: the stones join nothing.
    fn without_harmless(&self, moment: &Moment, stones: [Set; 2], mut empty: Set, mut dame: Set) -> Set {
        // from the lowest, and each once: where others are filled, none has more liberties
        for point in dame.nodes() {
            let stone = one(point);
            let is_harmless = self.open.has(point)
                || !(self.beside[point] & empty).has_at_most(1)
                || Color::BOTH.into_iter().any(|color| {
                    let lasting = self.lasting(moment, color) & !self.agreed;
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

    /// The chains among `stones` that border a dame which is left, or are alive by agreement only, and are not safe: the
    /// rule's seki.
    fn in_seki(&self, stones: Set, beside_dame: Set, safe: Set) -> Set {
        let chains = self.parts_with(stones & (beside_dame | self.agreed), stones);
        chains.filter(|chain| chain.set & safe == 0).fold(0, |sum, chain| sum | chain.set)
    }

    /// The eyes of a group: those of its territories, and of its regions.
    fn eyes_of(&self, group: Set, controlled: Set, dead: Set) -> u32 {
        let territories: u32 = (group & self.territory).nodes().map(|node| u32::from(self.eyes[node])).sum();
        let regions: u32 = self
            .parts(group & controlled)
            .map(|Part { set: region, around }| match (region.count(), region & dead != 0) {
                // what was cut from a territory is an eye with it
                _ if around & self.territory != 0 => 0,
                (1 | 2, _) | (..=6, true) => 1,
                _ => 2,
            })
            .sum();
        territories + regions
    }

    /// The stones of `color` that were played where the other colour surrounds them, and that reach none of those which
    /// were there at the start.
    fn thrown_in(&self, moment: &Moment, color: Color) -> Set {
        let own = moment.stones[color.index()];
        let rooted = own & (self.start[color.index()] | self.taken(moment, color));
        // mostly nothing was played yet
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
        for Part { set: space, around } in self.parts_with(loose, loose | self.empty(moment)) {
            let other = moment.stones[color.opponent().index()];
            let is_surrounded = around & own == 0 && around & other != 0;
            if space & self.open == 0 && is_surrounded {
                dead |= space & loose;
            }
        }
        dead
    }
}
