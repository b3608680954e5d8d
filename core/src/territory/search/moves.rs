//! The move generator of a local game, and the effect of a move.

use super::graph::{BitSet, Component, VertexSet, single};
use super::local_game::{LocalGame, POINT, PRISONER};
use super::state::State;
use crate::board::Color;

/// A move: a stone on a vertex, or `None` for a pass.
pub(super) type Move = Option<u8>;

/// A move and its effect.
#[derive(Clone, Copy, Debug)]
pub(super) struct Successor {
    pub(super) played: Move,
    /// The state after the move.
    pub(super) state: State,
    /// The value of the captures: a prisoner for each stone, two points for each stone of a large
    /// block.
    pub(super) gain: i32,
}

impl Successor {
    /// Returns a pass in `state`.
    const fn pass(state: &State) -> Self {
        Self {
            played: None,
            state: state.after_pass(),
            gain: 0,
        }
    }
}

/// Returns the number of a vertex as a byte.
fn byte(vertex: usize) -> u8 {
    u8::try_from(vertex).expect("fewer than 64 vertices")
}

impl LocalGame {
    /// Returns the moves that usually cause a cutoff: `best_known`, then the pass, then the last
    /// liberties of chains. If the player is in atari, the last liberties come before the pass.
    /// `last` is the result of [`Self::last_liberties`].
    pub(super) fn urgent_moves(
        &self,
        state: &State,
        best_known: Option<Move>,
        last: [VertexSet; 2],
    ) -> impl Iterator<Item = Successor> {
        let best = best_known
            .flatten()
            .map_or(0, |vertex| single(vertex.into()));
        let points = (last[0] | last[1]) & !best;
        // a player in atari has to answer or to capture
        let [before, after] = if last[state.player.index()] == 0 {
            [0, points]
        } else {
            [points, 0]
        };
        let pass = (best_known != Some(None)).then_some(None);
        let stones = |set: VertexSet| set.vertices().map(|vertex| Some(byte(vertex)));
        let moves = best_known
            .into_iter()
            .chain(stones(before))
            .chain(pass)
            .chain(stones(after));
        moves.filter_map(|played| match played {
            None => Some(Successor::pass(state)),
            Some(vertex) => self.play(state, vertex.into()),
        })
    }

    /// Returns the legal moves on `points` worth trying, the highest rank first. No point is the
    /// last liberty of a chain, so none of these moves captures.
    pub(super) fn quiet_moves(
        &self,
        state: &State,
        points: VertexSet,
        rank: impl Fn(usize) -> u32,
    ) -> impl Iterator<Item = Successor> {
        let empty = self.empty(state);
        let is_worth_trying = move |&vertex: &usize| {
            let has_equivalent = self.equivalent[vertex] & empty != 0;
            !has_equivalent && self.matters(state, vertex, empty) && !self.is_eye(state, vertex)
        };
        let mut left = points & empty;
        let by_rank = std::iter::from_fn(move || {
            let vertex = left
                .vertices()
                .max_by_key(|&vertex| (rank(vertex), std::cmp::Reverse(vertex)))?;
            left &= !single(vertex);
            Some(vertex)
        });
        by_rank
            .filter(is_worth_trying)
            .filter_map(move |vertex| self.play_quietly(state, vertex, empty))
    }

    /// Returns all moves worth trying: the urgent ones, then the quiet ones.
    pub(super) fn moves(
        &self,
        state: &State,
        best_known: Option<Move>,
    ) -> impl Iterator<Item = Successor> {
        let last = self.last_liberties(state);
        let quiet = self.quiet_moves(state, self.all & !last[0] & !last[1], |_| 0);
        self.urgent_moves(state, best_known, last).chain(quiet)
    }

    /// Returns every legal move except filling one's own eyes, including moves that the search
    /// skips. The pass comes first.
    pub(super) fn legal_moves(&self, state: &State) -> impl Iterator<Item = Successor> + use<'_> {
        let state = *state;
        let points = self
            .empty(&state)
            .vertices()
            .filter(move |&vertex| !self.is_eye(&state, vertex));
        let stones = points.filter_map(move |vertex| self.play(&state, vertex));
        std::iter::once(Successor::pass(&state)).chain(stones)
    }

    /// Returns the empty points near a move of the opponent: the move itself, its neighbours, and
    /// the liberties of adjacent chains with at most `most` liberties.
    pub(super) fn points_near(&self, state: &State, vertex: usize, most: u32) -> VertexSet {
        let empty = self.empty(state);
        let adjacent = self.adjacency[vertex];
        let near = Color::BOTH
            .into_iter()
            .fold(single(vertex) | adjacent, |near, color| {
                let own = state.stones[color.index()];
                let permanent = self.permanent_liberty(state, color);
                let chains =
                    self.adjacency
                        .short_chains(adjacent & own, own, permanent, empty, most);
                chains.fold(near, |near, chain| near | chain.boundary)
            });
        near & empty
    }

    /// Returns the move on the empty point `vertex`, or `None` if it is suicide or retakes a banned
    /// ko.
    fn play(&self, state: &State, vertex: usize) -> Option<Successor> {
        let color = state.player;
        let (own, other) = (color.index(), color.opponent().index());
        let (stone, adjacent) = (single(vertex), self.adjacency[vertex]);
        let mut next = state.after_stone(stone);
        let empty = self.empty(&next);
        let captured = self.without_liberty(
            state,
            color.opponent(),
            adjacent & next.stones[other],
            empty,
        );
        if captured == 0 && self.without_liberty(&next, color, stone, empty) != 0 {
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
            // without the concessions, captured stones next to them would have more liberties, so
            // such a capture counts as one too many, which ends the proof
            let is_next_to_concession = self.adjacency.boundary(captured) & self.conceded != 0;
            let more = if is_next_to_concession { u8::MAX } else { 1 };
            next.captures[own] = next.captures[own].saturating_add(more);
            gain = 2 * POINT * self.weight_of(captured & self.large)
                + PRISONER * (captured & !self.large).count().cast_signed();
            let is_alone = adjacent & next.stones[own] == 0 && stone & self.outside_liberty == 0;
            if is_one_stone && is_alone && adjacent & self.empty(&next) == captured {
                next.bans[other] |= captured;
            }
        }
        Some(Successor {
            played: Some(byte(vertex)),
            state: next,
            gain,
        })
    }

    /// Returns the move on an empty point that is not the last liberty of any chain. The move
    /// captures nothing, and any chain that it joins keeps a liberty. Returns `None` if the stone
    /// joins nothing and has no liberty of its own.
    fn play_quietly(&self, state: &State, vertex: usize, empty: VertexSet) -> Option<Successor> {
        let own = state.stones[state.player.index()];
        let is_suicide =
            self.adjacency[vertex] & (empty | own) == 0 && !self.outside_liberty.has(vertex);
        (!is_suicide).then(|| Successor {
            played: Some(byte(vertex)),
            state: state.after_stone(single(vertex)),
            gain: 0,
        })
    }

    /// Returns the chains of `color` that contain any of `stones` and have no liberty.
    fn without_liberty(
        &self,
        state: &State,
        color: Color,
        stones: VertexSet,
        empty: VertexSet,
    ) -> VertexSet {
        // a stone with a liberty cannot be captured, so its chain need not be searched
        let in_danger = stones.filter(|vertex| self.adjacency[vertex] & empty == 0);
        let permanent = self.permanent_liberty(state, color);
        let chains = self.adjacency.short_chains(
            in_danger,
            state.stones[color.index()],
            permanent,
            empty,
            0,
        );
        chains.fold(0, |sum, chain| sum | chain.set)
    }

    /// Returns the last liberties of the chains in atari, for each colour.
    pub(super) fn last_liberties(&self, state: &State) -> [VertexSet; 2] {
        let empty = self.empty(state);
        // the vertices with at least one adjacent empty point, and the vertices with at least two
        let [any, more] = empty.vertices().fold([0; 2], |[any, more], point| {
            let adjacent = self.adjacency[point];
            [any | adjacent, more | any & adjacent]
        });
        Color::BOTH.map(|color| {
            let own = state.stones[color.index()];
            let permanent = self.permanent_liberty(state, color) | more;
            let in_atari = self
                .adjacency
                .short_chains(own & any, own, permanent, empty, 1);
            in_atari.fold(0, |sum, chain| sum | chain.boundary & empty)
        })
    }

    /// Returns whether a stone on the empty point `vertex` can matter. A point that was dame at the
    /// start matters if stones that are not safe are near. Any other point matters if an adjacent
    /// chain can be captured, however many liberties it has: a stone may take its eyes. After a
    /// capture every point matters, because there is new ground.
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
            // also consider stones two steps away: a stone on the empty point between may need this
            // stone for support
            let near = adjacent | self.adjacency.boundary(adjacent & empty);
            return near
                & (state.stones[0] | state.stones[1])
                & !self.safe
                & !self.territories
                & !self.conceded
                != 0;
        }
        Color::BOTH.into_iter().any(|color| {
            let own = state.stones[color.index()];
            let permanent = self.permanent_liberty(state, color);
            self.adjacency
                .components_with(adjacent & own, own)
                .any(|chain| chain.set & permanent == 0)
        })
    }

    /// Returns whether a stone on the empty point `vertex` takes a liberty of a chain that can be
    /// captured, or joins chains that are not all safe. Otherwise a stone without a liberty of its
    /// own is no better than a pass.
    fn joins_or_attacks(&self, state: &State, vertex: usize) -> bool {
        let (color, adjacent) = (state.player, self.adjacency[vertex]);
        let other = color.opponent();
        if adjacent & state.stones[other.index()] & !self.permanent_liberty(state, other) != 0 {
            return true;
        }
        let stones = state.stones[color.index()];
        let own = adjacent & stones;
        let is_less = |chain: Component| chain.set & own != own;
        own & !self.safe != 0
            && !own.is_single()
            && self
                .adjacency
                .component_while(own.only_lowest(), stones, is_less)
                .is_continue()
    }

    /// Returns whether the empty point `vertex` is an eye of one chain of the player: such an eye
    /// is never worth filling.
    fn is_eye(&self, state: &State, vertex: usize) -> bool {
        let adjacent = self.adjacency[vertex];
        let stones = state.stones[state.player.index()];
        let is_less = |chain: Component| chain.set & adjacent != adjacent;
        adjacent & !stones == 0
            && !self.outside_liberty.has(vertex)
            && self
                .adjacency
                .component_while(adjacent.only_lowest(), stones, is_less)
                .is_break()
    }
}
