//! Counts the final position of a local game: the seki rule, territory and prisoners.

use super::graph::{BitSet, Component, VertexSet, single};
use super::local_game::{LocalGame, POINT, PRISONER};
use super::state::State;
use crate::board::Color;

/// The count of a final position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct FinalCount {
    /// The territory of each colour, with the points under dead stones.
    pub(super) territory: [VertexSet; 2],
    /// Black's score minus White's: territory and the dead stones in it.
    pub(super) score: i32,
}

impl LocalGame {
    /// Counts the local game as if it ended in this state.
    pub(super) fn count(&self, state: &State) -> FinalCount {
        let dead = Color::BOTH.map(|color| self.thrown_in(state, color));
        let space = self.empty(state) | dead[0] | dead[1];
        let stones = [0, 1].map(|color: usize| state.stones[color] & !dead[color]);
        let (mut neutral, mut controlled) = (0, [0; 2]);
        for Component {
            set: region,
            boundary,
        } in self.adjacency.components(space)
        {
            let borders = stones.map(|stones| boundary & stones != 0);
            match borders {
                [true, false] if region & self.outside_liberty == 0 => controlled[0] |= region,
                [false, true] if region & self.outside_liberty == 0 => controlled[1] |= region,
                _ => neutral |= region,
            }
        }
        let mut count = FinalCount::default();
        let remaining = self.remaining_dame(state, stones, space, neutral);
        let unfilled = self.unfilled_concessions(state, stones, space);
        for color in Color::BOTH {
            // a player need not fill dame that his opponent concedes
            let unfilled = unfilled & !self.start[color.index()];
            let adjacent_to_dame = self.adjacency.boundary(remaining | unfilled);
            let (own, other) = (color.index(), color.opponent().index());
            let territory = self.territory(
                state,
                color,
                stones[own],
                controlled[own],
                dead[other],
                adjacent_to_dame,
            );
            count.territory[own] = territory;
            let points = (territory & !self.territories & !self.dame)
                .count()
                .cast_signed();
            let score = POINT * (points + self.weight_of(territory & self.territories))
                + PRISONER * dead[other].count().cast_signed();
            count.score += if color == Color::Black { score } else { -score };
        }
        count
    }

    /// Returns the territory of `color`: the spaces of its independently alive groups. `stones` and
    /// `controlled` are the stones and the regions of the colour, and `dead` are the opponent's
    /// stones in the regions.
    fn territory(
        &self,
        state: &State,
        color: Color,
        stones: VertexSet,
        controlled: VertexSet,
        dead: VertexSet,
        adjacent_to_dame: VertexSet,
    ) -> VertexSet {
        let safe = self.safe | self.captured_large(state, color) & !self.agreed;
        let in_seki = self.in_seki(stones, adjacent_to_dame, safe);
        let eyes_in_seki = self
            .adjacency
            .reachable(self.adjacency.boundary(in_seki) & controlled, controlled);
        // groups need two eyes of their own if they are connected only through stones in seki, or
        // only by points won from stones that are alive by agreement
        let won = self
            .adjacency
            .reachable(controlled & self.agreed, controlled);
        let others = (stones | controlled) & !in_seki & !eyes_in_seki & !won;
        let spaces = controlled | self.territories;
        let groups = self
            .adjacency
            .components_with(others & spaces, others)
            .map(|component| component.set);
        let is_independent = |&group: &VertexSet| {
            group & safe != 0
                || if group & self.adjacency.boundary(eyes_in_seki) == 0 {
                    self.eyes_of(group, controlled, dead) >= 2
                } else {
                    self.has_core(group, stones, controlled, dead)
                }
        };
        groups
            .filter(is_independent)
            .fold(0, |sum, group| sum | group)
            & spaces
    }

    /// Returns the dame that stay empty, because the player who filled them would be in atari,
    /// whoever he is. The other dame are filled one by one. Either player may fill them, because
    /// stones there join nothing.
    fn remaining_dame(
        &self,
        state: &State,
        stones: [VertexSet; 2],
        mut empty: VertexSet,
        mut dame: VertexSet,
    ) -> VertexSet {
        // one pass is enough: no chain gains a liberty when other dame are filled
        for point in dame.vertices() {
            if self.can_be_filled(state, stones, empty, point) {
                dame &= !single(point);
                empty &= !single(point);
            }
        }
        dame
    }

    /// Returns whether either player can fill a dame without being in atari afterwards.
    fn can_be_filled(
        &self,
        state: &State,
        stones: [VertexSet; 2],
        empty: VertexSet,
        point: usize,
    ) -> bool {
        let stone = single(point);
        self.outside_liberty.has(point)
            || !(self.adjacency[point] & empty).has_at_most(1)
            || Color::BOTH.into_iter().any(|color| {
                let permanent = self.permanent_liberty(state, color) & !self.conceded;
                let is_short = |chain: Component| {
                    chain.set & permanent == 0 && (chain.boundary & empty).has_at_most(1)
                };
                let own = stones[color.index()] & !self.conceded;
                self.adjacency
                    .component_while(stone, own | stone, is_short)
                    .is_break()
            })
    }

    /// Returns the conceded dame that may stay empty in the original game, where nothing is
    /// conceded.
    fn unfilled_concessions(
        &self,
        state: &State,
        stones: [VertexSet; 2],
        empty: VertexSet,
    ) -> VertexSet {
        self.conceded
            .filter(|point| !self.can_be_filled(state, stones, empty, point))
    }

    /// Returns the chains of `stones` that are in seki under the rule: they border a remaining dame
    /// and are not safe.
    fn in_seki(
        &self,
        stones: VertexSet,
        adjacent_to_dame: VertexSet,
        safe: VertexSet,
    ) -> VertexSet {
        let chains = self
            .adjacency
            .components_with(stones & adjacent_to_dame, stones);
        chains
            .filter(|chain| chain.set & safe == 0)
            .fold(0, |sum, chain| sum | chain.set)
    }

    /// Returns whether part of a group lives without the eyes that the group shares with stones in
    /// seki. This part is a set of chains that each have at least two eyes bordered only by chains
    /// of the set (the condition of Benson's algorithm). Any other chain of the group may be
    /// captured after the stones in seki, so it is in seki, too.
    fn has_core(
        &self,
        mut group: VertexSet,
        stones: VertexSet,
        controlled: VertexSet,
        dead: VertexSet,
    ) -> bool {
        loop {
            let spaces = group & !stones;
            let chains = self.adjacency.components(group & stones);
            let weak = chains.filter(|chain| {
                let eyes = self.adjacency.reachable(chain.boundary & spaces, spaces);
                self.eyes_of(chain.set | eyes, controlled, dead) < 2
            });
            let weak = weak.fold(0, |sum, chain| sum | chain.set);
            if weak == 0 {
                return group & stones != 0;
            }
            group &= !weak
                & !self
                    .adjacency
                    .reachable(self.adjacency.boundary(weak) & spaces, spaces);
        }
    }

    /// Returns the number of eyes in the territories and regions of a group.
    fn eyes_of(&self, group: VertexSet, controlled: VertexSet, dead: VertexSet) -> u32 {
        let territories: u32 = (group & self.territories)
            .vertices()
            .map(|vertex| u32::from(self.eyes[vertex]))
            .sum();
        let eyes = |Component {
                        set: region,
                        boundary,
                    }| match (region.count(), region & dead != 0) {
            // a region that was split off a territory is counted with the territory
            _ if boundary & self.territories != 0 => 0,
            (1 | 2, _) | (..=6, true) => 1,
            _ => 2,
        };
        let regions: u32 = self
            .adjacency
            .components(group & controlled)
            .map(eyes)
            .sum();
        territories + regions
    }

    /// Returns the stones of `color` that were played where the other colour surrounds them, and
    /// that are not connected to any initial stone of `color`.
    fn thrown_in(&self, state: &State, color: Color) -> VertexSet {
        let own = state.stones[color.index()];
        let rooted = own & (self.start[color.index()] | self.captured_large(state, color));
        // usually no such stone has been played yet
        if rooted == own {
            return 0;
        }
        let played = own & !rooted;
        let connected = played.filter(|vertex| self.adjacency[vertex] & rooted != 0);
        let loose = played & !self.adjacency.reachable(connected, played);
        if loose == 0 {
            return 0;
        }
        let mut dead = 0;
        for Component {
            set: space,
            boundary,
        } in self
            .adjacency
            .components_with(loose, loose | self.empty(state))
        {
            let other = state.stones[color.opponent().index()];
            let is_surrounded = boundary & own == 0 && boundary & other != 0;
            if space & self.outside_liberty == 0 && is_surrounded {
                dead |= space & loose;
            }
        }
        dead
    }
}
