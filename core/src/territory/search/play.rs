//! The graph of a local game, and its moves.
//!
//! The vertices, `node` in the code, are the points that can be played, the blocks adjacent to them, and the
//! territories adjacent to those blocks. A territory is one vertex, and so is a block that has more than [`SMALL`]
//! stones or cannot be captured. A smaller block has one vertex for each stone, because play on the points where its
//! stones were captured may matter.

use super::parts::{Part, Sets};
use super::set::{Nodes, Set, first, one};
use super::state::State;
use crate::board::Color;

/// The largest number of stones of a block whose points can be played after it is captured.
pub(super) const SMALL: usize = 4;

/// The value of a point of territory.
pub(super) const POINT: i32 = 256;

/// The value of a prisoner: slightly more than a point, so that of equal results the one without sacrifices is chosen.
pub(super) const PRISONER: i32 = POINT + 1;

/// A local game: a part of the board that is searched alone, as a graph.
#[derive(Clone, Debug, Default)]
pub(super) struct LocalGame {
    /// All vertices.
    pub(super) all: Set,
    /// For each vertex, the adjacent vertices.
    pub(super) beside: Sets,
    /// For each vertex, the number of stones of a block or of points of a territory that is one vertex; 0 for a point
    /// that can be played, 1 for a stone of a small block.
    pub(super) weight: Vec<u16>,
    /// For each vertex that is a territory, its number of eyes.
    pub(super) eyes: Vec<u8>,
    /// The stones of each colour at the start. A territory counts as a stone of its owner.
    pub(super) start: [Set; 2],
    /// Blocks of more than [`SMALL`] stones that can be captured, each one vertex.
    pub(super) large: Set,
    /// Territories, in which nobody plays.
    pub(super) territory: Set,
    /// Stones of each colour that are never captured, because they have liberties outside the local game.
    pub(super) immortal: [Set; 2],
    /// Those of the stones that are never captured whose only reason is agreement: search would capture them whoever
    /// moves first.
    pub(super) agreed: Set,
    /// Blocks that are alive whatever happens on the dame: see [`super::safe`].
    pub(super) safe: Set,
    /// Points adjacent to dame outside the local game. A stone there always has a liberty.
    pub(super) open: Set,
    /// Points that were dame at the start. They are worth nothing, whoever surrounds them in the end.
    pub(super) dame: Set,
    /// For each vertex that is a point, the lower points with the same neighbours: moves on such points are equivalent.
    pub(super) equivalent: Sets,
}

impl LocalGame {
    /// Returns the vertices of `set` with at most `most` adjacent empty points. A chain has at least as many liberties
    /// as any of its stones, so that stones outside the result need no search for their chain.
    fn short(&self, set: Set, empty: Set, most: u32) -> Set {
        set.filter(|node| (self.beside[node] & empty).has_at_most(most))
    }

    /// Returns the empty points.
    pub(super) fn empty(&self, state: &State) -> Set {
        self.all & !state.stones[0] & !state.stones[1]
    }

    /// Returns the large blocks that `color` has captured. Their vertices count as stones of `color` that cannot be
    /// captured.
    pub(super) fn taken(&self, state: &State, color: Color) -> Set {
        self.large & self.start[color.opponent().index()] & state.stones[color.index()]
    }

    /// Returns the vertices that give a chain of `color` a permanent liberty if they belong to it.
    pub(super) fn lasting(&self, state: &State, color: Color) -> Set {
        self.immortal[color.index()] | self.open | self.taken(state, color)
    }

    /// Returns the stones of the start that are captured in both final states.
    pub(super) fn captured(&self, ends: [&State; 2]) -> Set {
        let is_gone = |color: usize| ends.iter().fold(self.start[color], |gone, end| gone & !end.stones[color]);
        is_gone(0) | is_gone(1)
    }

    /// Makes the blocks of `stones` impossible to capture, because they are alive by agreement.
    pub(super) fn agree(&mut self, stones: Set) {
        for color in 0..2 {
            let blocks = self.reach(stones & self.start[color], self.start[color]);
            self.immortal[color] |= blocks;
            self.large &= !blocks;
            self.agreed |= blocks;
        }
    }

    /// Returns the initial state if `first` moves first.
    pub(super) const fn start(&self, first: Color) -> State {
        State::first(self.start, first)
    }

    /// Returns the state after a stone on the empty point `node`, and the value of what it captures: a prisoner for
    /// each stone, two points for each stone of a large block. Returns `None` if the move is suicide or retakes a ko at
    /// once.
    pub(super) fn play(&self, state: &State, node: usize) -> Option<(State, i32)> {
        if state.is_ko(node) {
            return None;
        }
        let color = state.turn();
        let (own, other) = (color.index(), color.opponent().index());
        let (stone, beside) = (one(node), self.beside[node]);
        let mut next = state.after_stone(stone);
        let empty = self.empty(&next);
        let in_danger = self.short(beside & next.stones[other], empty, 0);
        let captured = self.without_liberty(state, color.opponent(), in_danger, empty);
        if captured == 0 && self.without_liberty(&next, color, self.short(stone, empty, 0), empty) != 0 {
            return None;
        }
        next.stones[other] &= !captured;
        next.stones[own] |= captured & self.large;
        let mut won = 0;
        if captured != 0 {
            next.note_capture();
            won = (captured & self.large).nodes().map(|block| 2 * POINT * i32::from(self.weight[block])).sum::<i32>()
                + PRISONER * (captured & !self.large).count().cast_signed();
            let is_single = captured.is_one() && captured & self.large == 0 && beside & next.stones[own] == 0;
            if is_single && stone & self.open == 0 && beside & self.empty(&next) == captured {
                next.note_ko(captured.lowest());
            }
        }
        Some((next, won))
    }

    /// Returns the state after a stone on an empty point that is no chain's last liberty, so that it captures nothing,
    /// and any chain it joins keeps a liberty. Returns `None` if the stone joins nothing and has no liberty of its own.
    pub(super) fn play_quietly(&self, state: &State, node: usize, empty: Set) -> Option<State> {
        let own = state.stones[state.turn().index()];
        let is_suicide = self.beside[node] & (empty | own) == 0 && !self.open.has(node);
        (!is_suicide).then(|| state.after_stone(one(node)))
    }

    /// Returns the chains of `color` that contain some of `stones` and have no liberty.
    fn without_liberty(&self, state: &State, color: Color, stones: Set, empty: Set) -> Set {
        let chains = self.short_chains(stones, state.stones[color.index()], self.lasting(state, color), empty, 0);
        chains.fold(0, |sum, chain| sum | chain.set)
    }

    /// Finds the points on which moves are equivalent.
    pub(super) fn find_twins(&mut self) {
        let points = self.all & !self.start[0] & !self.start[1];
        for node in points.nodes() {
            let alike = |other| {
                let among = |set: Set| set.has(node) == set.has(other);
                self.beside[other] == self.beside[node] && among(self.open) && among(self.dame)
            };
            self.equivalent[node] = (points & first(node)).filter(alike);
        }
    }

    /// Returns the vertices with at least one adjacent empty point, and those with at least two.
    pub(super) fn with_liberties(&self, empty: Set) -> [Set; 2] {
        empty.nodes().fold([0; 2], |[any, more], point| {
            let beside = self.beside[point];
            [any | beside, more | any & beside]
        })
    }

    /// Returns the liberties of the chains of `color` in atari. The last argument is the result of
    /// [`Self::with_liberties`].
    pub(super) fn last_liberties(&self, state: &State, color: Color, empty: Set, [any, more]: [Set; 2]) -> Set {
        let own = state.stones[color.index()];
        let in_atari = self.short_chains(own & any, own, self.lasting(state, color) | more, empty, 1);
        in_atari.fold(0, |sum, chain| sum | chain.around & empty)
    }

    /// Returns whether a stone on the empty point `node` can matter. A dame of the start matters if stones that are not
    /// safe are near; any other point matters if an adjacent chain can be captured and is short of liberties. After a
    /// capture every point matters, because there is new ground.
    pub(super) fn matters(&self, state: &State, node: usize, empty: Set) -> bool {
        if state.has_captured() {
            return true;
        }
        if self.dame.has(node) {
            // also next to an adjacent empty point, because a stone there may need this one behind it
            let near = self.beside[node] | self.around(self.beside[node] & empty);
            return near & (state.stones[0] | state.stones[1]) & !self.safe & !self.territory != 0;
        }
        Color::BOTH.into_iter().any(|color| {
            let own = state.stones[color.index()];
            let limit = if color == state.turn() { 2 } else { 3 };
            let lasting = self.lasting(state, color);
            let short = self.short(self.beside[node] & own & !lasting, empty, limit);
            self.short_chains(short, own, lasting, empty, limit).next().is_some()
        })
    }

    /// Returns whether the empty point `node` is an eye of one chain of `color`, which is never worth filling.
    pub(super) fn is_eye(&self, state: &State, color: Color, node: usize) -> bool {
        let around = self.beside[node];
        let stones = state.stones[color.index()];
        let is_less = |chain: Part| chain.set & around != around;
        around & !stones == 0 && !self.open.has(node) && self.part_while(around.only_lowest(), stones, is_less).is_err()
    }
}
