//! The moves of a local game.

use std::ops::ControlFlow;

use super::component::Component;
use super::local_game::{LocalGame, POINT, PRISONER};
use super::state::State;
use super::vertex_set::{BitSet, VertexSet, single};
use crate::board::Color;

/// A move: a stone on a vertex, or `None` for a pass.
pub(super) type Move = Option<u8>;

impl LocalGame {
    /// Calls `visit` for the moves that mostly cause a cutoff, with the state after each and the value of its captures,
    /// until a call breaks off: `best_known`, then the pass and the last liberties of chains (these before the pass if
    /// the player is in atari). Otherwise returns these points.
    pub(super) fn visit_urgent_moves<B>(
        &self,
        state: &State,
        best_known: Option<Move>,
        mut visit: impl FnMut(Move, State, i32) -> ControlFlow<B>,
    ) -> ControlFlow<B, VertexSet> {
        let mut try_move = |candidate: Move| match candidate {
            None => visit(candidate, state.after_pass(), 0),
            Some(vertex) => match self.play(state, vertex.into()) {
                Some((next, gain)) => visit(candidate, next, gain),
                None => ControlFlow::Continue(()),
            },
        };
        if let Some(best_known) = best_known {
            try_move(best_known)?;
        }
        let best_vertex = best_known.flatten().map_or(0, |vertex| single(vertex.into()));
        let (color, empty) = (state.player(), self.empty(state));
        let with_liberties = self.with_liberties(empty);
        let last_liberties = |color| self.last_liberties(state, color, empty, with_liberties);
        let own_last = last_liberties(color);
        let mut last = own_last;
        // a player in atari has to answer or to capture
        if own_last != 0 {
            last |= last_liberties(color.opponent());
            (last & !best_vertex).vertices().try_for_each(|vertex| try_move(Some(byte(vertex))))?;
        }
        if best_known != Some(None) {
            try_move(None)?;
        }
        if own_last == 0 {
            last = last_liberties(color.opponent());
            (last & !best_vertex).vertices().try_for_each(|vertex| try_move(Some(byte(vertex))))?;
        }
        ControlFlow::Continue(last | best_vertex)
    }

    /// Calls `visit` for each legal move on `points` worth trying, with the state after it, until a call breaks off. No
    /// chain has its last liberty on `points`, so that nothing is captured.
    pub(super) fn visit_quiet_moves<B>(
        &self,
        state: &State,
        points: VertexSet,
        rank: impl Fn(usize) -> u32,
        mut visit: impl FnMut(Move, State, i32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let (color, empty) = (state.player(), self.empty(state));
        let is_worth_trying = |&vertex: &usize| {
            let has_equivalent = self.equivalent[vertex] & empty != 0;
            !has_equivalent && self.matters(state, vertex, empty) && !self.is_eye(state, color, vertex)
        };
        let mut left = points & empty;
        while left != 0 {
            let vertex = left.vertices().max_by_key(|&vertex| (rank(vertex), std::cmp::Reverse(vertex)));
            let vertex = vertex.expect("a point is left");
            left &= !single(vertex);
            if is_worth_trying(&vertex)
                && let Some(next) = self.play_quietly(state, vertex, empty)
            {
                visit(Some(byte(vertex)), next, 0)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns every legal move with the state after it and the value of its captures, also the moves that no search
    /// tries. Only own eyes are left out.
    pub(super) fn legal_moves(&self, state: &State) -> impl Iterator<Item = (Move, State, i32)> + use<'_> {
        let state = *state;
        let moves = self.empty(&state).vertices().filter_map(move |vertex| {
            let (next, gain) = self.play(&state, vertex)?;
            (!self.is_eye(&state, state.player(), vertex)).then_some((Some(byte(vertex)), next, gain))
        });
        std::iter::once((None, state.after_pass(), 0)).chain(moves)
    }

    /// Returns the points near a move of the opponent: its own, those beside it, and the liberties of the chains beside
    /// it that have at most `most` liberties.
    pub(super) fn points_near(&self, state: &State, vertex: usize, most: u32) -> VertexSet {
        let empty = self.empty(state);
        let adjacent = self.adjacency[vertex];
        let near = Color::BOTH.into_iter().fold(single(vertex) | adjacent, |near, color| {
            let own = state.stones[color.index()];
            let permanent = self.permanent_liberty(state, color);
            let chains = self.adjacency.short_chains(adjacent & own, own, permanent, empty, most);
            chains.fold(near, |near, chain| near | chain.boundary)
        });
        near & empty
    }

    /// Returns the state after a stone on the empty point `vertex`, and the value of what it captures: a prisoner for
    /// each stone, two points for each stone of a large block. Returns `None` if the move is suicide or retakes a ko
    /// against a ban.
    fn play(&self, state: &State, vertex: usize) -> Option<(State, i32)> {
        let color = state.player();
        let (own, other) = (color.index(), color.opponent().index());
        let (stone, adjacent) = (single(vertex), self.adjacency[vertex]);
        let mut next = state.after_stone(stone);
        let empty = self.empty(&next);
        let in_danger = self.with_few_liberties(adjacent & next.stones[other], empty, 0);
        let captured = self.without_liberty(state, color.opponent(), in_danger, empty);
        if captured == 0 && self.without_liberty(&next, color, self.with_few_liberties(stone, empty, 0), empty) != 0 {
            return None;
        }
        let is_one_stone = captured.is_single() && captured & self.large == 0;
        if is_one_stone && state.bans[own].has(vertex) {
            return None;
        }
        next.stones[other] &= !captured;
        next.stones[own] |= captured & self.large;
        let mut gain = 0;
        if captured != 0 {
            next.count_capture(color);
            // the game without concessions goes on in another way: these stones have more liberties there
            if self.adjacency.boundary(captured) & self.conceded != 0 {
                next.exceed_captures(color);
            }
            let large = (captured & self.large).vertices();
            gain = large.map(|block| 2 * POINT * i32::from(self.weight[block])).sum::<i32>()
                + PRISONER * (captured & !self.large).count().cast_signed();
            let is_alone = adjacent & next.stones[own] == 0 && stone & self.outside_liberty == 0;
            if is_one_stone && is_alone && adjacent & self.empty(&next) == captured {
                next.bans[other] |= captured;
            }
        }
        Some((next, gain))
    }

    /// Returns the state after a stone on an empty point that is no chain's last liberty, so that it captures nothing,
    /// and any chain it joins keeps a liberty. Returns `None` if the stone joins nothing and has no liberty of its own.
    fn play_quietly(&self, state: &State, vertex: usize, empty: VertexSet) -> Option<State> {
        let own = state.stones[state.player().index()];
        let is_suicide = self.adjacency[vertex] & (empty | own) == 0 && !self.outside_liberty.has(vertex);
        (!is_suicide).then(|| state.after_stone(single(vertex)))
    }

    /// Returns the chains of `color` that contain some of `stones` and have no liberty.
    fn without_liberty(&self, state: &State, color: Color, stones: VertexSet, empty: VertexSet) -> VertexSet {
        let permanent = self.permanent_liberty(state, color);
        let chains = self.adjacency.short_chains(stones, state.stones[color.index()], permanent, empty, 0);
        chains.fold(0, |sum, chain| sum | chain.set)
    }

    /// Returns the vertices of `set` with at most `most` adjacent empty points. A chain has at least as many liberties
    /// as any of its stones, so that stones outside the result need no search for their chain.
    fn with_few_liberties(&self, set: VertexSet, empty: VertexSet, most: u32) -> VertexSet {
        set.filter(|vertex| (self.adjacency[vertex] & empty).has_at_most(most))
    }

    /// Returns the vertices with at least one adjacent empty point, and those with at least two.
    fn with_liberties(&self, empty: VertexSet) -> [VertexSet; 2] {
        empty.vertices().fold([0; 2], |[any, more], point| {
            let adjacent = self.adjacency[point];
            [any | adjacent, more | any & adjacent]
        })
    }

    /// Returns the liberties of the chains of `color` in atari. The last argument is the result of
    /// [`Self::with_liberties`].
    fn last_liberties(&self, state: &State, color: Color, empty: VertexSet, [any, more]: [VertexSet; 2]) -> VertexSet {
        let own = state.stones[color.index()];
        let permanent = self.permanent_liberty(state, color) | more;
        let in_atari = self.adjacency.short_chains(own & any, own, permanent, empty, 1);
        in_atari.fold(0, |sum, chain| sum | chain.boundary & empty)
    }

    /// Returns whether a stone on the empty point `vertex` can matter. A dame of the start matters if stones that are
    /// not safe are near; any other point matters if an adjacent chain can be captured, however many liberties it has: a
    /// stone may take its eyes. After a capture every point matters, because there is new ground.
    fn matters(&self, state: &State, vertex: usize, empty: VertexSet) -> bool {
        let adjacent = self.adjacency[vertex];
        let has_liberty = adjacent & empty != 0 || self.outside_liberty.has(vertex);
        if !has_liberty && !self.joins_or_attacks(state, vertex) {
            return false;
        }
        if state.has_captured() {
            return true;
        }
        if self.dame.has(vertex) {
            // also next to an adjacent empty point, because a stone there may need this one behind it
            let near = adjacent | self.adjacency.boundary(adjacent & empty);
            return near & (state.stones[0] | state.stones[1]) & !self.safe & !self.territories & !self.conceded != 0;
        }
        Color::BOTH.into_iter().any(|color| {
            let own = state.stones[color.index()];
            let permanent = self.permanent_liberty(state, color);
            self.adjacency.components_with(adjacent & own, own).any(|chain| chain.set & permanent == 0)
        })
    }

    /// Returns whether a stone on the empty point `vertex` takes a liberty of a chain that can be captured, or joins
    /// chains that are not all safe. A stone that does neither and has no liberty of its own is no better than a pass.
    fn joins_or_attacks(&self, state: &State, vertex: usize) -> bool {
        let (color, adjacent) = (state.player(), self.adjacency[vertex]);
        let other = color.opponent();
        if adjacent & state.stones[other.index()] & !self.permanent_liberty(state, other) != 0 {
            return true;
        }
        let stones = state.stones[color.index()];
        let own = adjacent & stones;
        let is_less = |chain: Component| chain.set & own != own;
        own & !self.safe != 0
            && !own.is_single()
            && self.adjacency.component_while(own.only_lowest(), stones, is_less).is_continue()
    }

    /// Returns whether the empty point `vertex` is an eye of one chain of `color`, which is never worth filling.
    fn is_eye(&self, state: &State, color: Color, vertex: usize) -> bool {
        let adjacent = self.adjacency[vertex];
        let stones = state.stones[color.index()];
        let is_less = |chain: Component| chain.set & adjacent != adjacent;
        adjacent & !stones == 0
            && !self.outside_liberty.has(vertex)
            && self.adjacency.component_while(adjacent.only_lowest(), stones, is_less).is_break()
    }
}

/// Returns the number of a vertex as a byte.
fn byte(vertex: usize) -> u8 {
    u8::try_from(vertex).expect("fewer than 64 vertices")
}
