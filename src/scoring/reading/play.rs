//! The play-out: its moves.
//!
//! A field is a graph. Its nodes are the points that can be played, the blocks beside them, and the territories beside
//! those. A block of more than [`SMALL`] stones is one node, and so is a territory; the stones of a smaller block are
//! a node each, for what happens on the points where they were captured may matter.

use super::moment::Moment;
use super::parts::{Part, Sets};
use super::set::{Nodes, Set, first, one};
use crate::board::Color;

/// Blocks of up to so many stones are played over again once they are captured.
pub(super) const SMALL: usize = 4;

/// What a point of territory counts.
pub(super) const POINT: i32 = 256;

/// What a prisoner counts: a little more than a point, so that of equal results the one without sacrifices is chosen.
pub(super) const PRISONER: i32 = POINT + 1;

/// What is played, and where.
#[derive(Clone, Debug, Default)]
pub(super) struct Field {
    /// All nodes.
    pub(super) all: Set,
    /// By node: the nodes beside it.
    pub(super) beside: Sets,
    /// By node: the stones of a block that is one node, the points of a territory.
    pub(super) weight: Vec<u16>,
    /// By node: the eyes of a territory.
    pub(super) eyes: Vec<u8>,
    /// The stones at the start, and what counts as stones: territories count as their owner's.
    pub(super) start: [Set; 2],
    /// Blocks that are one node.
    pub(super) large: Set,
    /// Territories that are not played in.
    pub(super) territory: Set,
    /// What is never captured: it has liberties outside.
    pub(super) immortal: [Set; 2],
    /// Of what is never captured: stones that play captures whoever moves first, and that are alive by agreement.
    pub(super) agreed: Set,
    /// Blocks that need no dame: see [`super::safe`].
    pub(super) safe: Set,
    /// Points beside dame that are not in the field: whatever stands there has a liberty.
    pub(super) open: Set,
    /// Points that were dame at the start. They are worth nothing, whoever comes to surround them.
    pub(super) dame: Set,
    /// By node: the points before it with the same neighbours. Which of them is played makes no difference.
    pub(super) twins: Sets,
}

impl Field {
    /// The nodes of a set that have at most so many liberties of their own. A chain has no fewer than any of its stones: so most stones need
    /// not be asked for theirs.
    fn short(&self, set: Set, empty: Set, most: u32) -> Set {
        set.filter(|node| (self.beside[node] & empty).has_at_most(most))
    }

    /// The empty points.
    pub(super) fn empty(&self, moment: &Moment) -> Set {
        self.all & !moment.stones[0] & !moment.stones[1]
    }

    /// The large blocks that `color` has captured: they are solid ground since.
    pub(super) fn taken(&self, moment: &Moment, color: Color) -> Set {
        self.large & self.start[color.opponent().index()] & moment.stones[color.index()]
    }

    /// What gives a chain of `color` liberties for good.
    pub(super) fn lasting(&self, moment: &Moment, color: Color) -> Set {
        self.immortal[color.index()] | self.open | self.taken(moment, color)
    }

    /// The stones of the start that none of two ends has any more.
    pub(super) fn captured(&self, ends: [&Moment; 2]) -> Set {
        let is_gone = |color: usize| ends.iter().fold(self.start[color], |gone, end| gone & !end.stones[color]);
        is_gone(0) | is_gone(1)
    }

    /// Holds stones for alive that could be captured.
    pub(super) fn agree(&mut self, stones: Set) {
        for color in 0..2 {
            let blocks = self.reach(stones & self.start[color], self.start[color]);
            self.immortal[color] |= blocks;
            self.large &= !blocks;
            self.agreed |= blocks;
        }
    }

    /// The moment at which the play-out starts.
    pub(super) const fn start(&self, first: Color) -> Moment {
        Moment::first(self.start, first)
    }

    /// The moment after a stone on an empty node, and the points that it won: a point for a stone that it captured, two
    /// for each stone of a large block. `None` where the move is suicide or retakes a ko at once.
    pub(super) fn play(&self, moment: &Moment, node: usize) -> Option<(Moment, i32)> {
        if moment.is_ko(node) {
            return None;
        }
        let color = moment.turn();
        let (own, other) = (color.index(), color.opponent().index());
        let (stone, beside) = (one(node), self.beside[node]);
        let mut next = moment.after_stone(stone);
        let empty = self.empty(&next);
        let in_danger = self.short(beside & next.stones[other], empty, 0);
        let captured = self.without_liberty(moment, color.opponent(), in_danger, empty);
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

    /// The moment after a stone on an empty node that is no chain's last liberty: it captures nothing, and what it joins has
    /// a liberty. `None` where it joins nothing and has none of its own.
    pub(super) fn play_quietly(&self, moment: &Moment, node: usize, empty: Set) -> Option<Moment> {
        let own = moment.stones[moment.turn().index()];
        let is_suicide = self.beside[node] & (empty | own) == 0 && !self.open.has(node);
        (!is_suicide).then(|| moment.after_stone(one(node)))
    }

    /// The chains of `color` with some of `stones` that have no liberty.
    fn without_liberty(&self, moment: &Moment, color: Color, stones: Set, empty: Set) -> Set {
        let chains = self.short_chains(stones, moment.stones[color.index()], self.lasting(moment, color), empty, 0);
        chains.fold(0, |sum, chain| sum | chain.set)
    }

    /// Finds the points that are alike.
    pub(super) fn find_twins(&mut self) {
        let points = self.all & !self.start[0] & !self.start[1];
        for node in points.nodes() {
            let alike = |other| {
                let among = |set: Set| set.has(node) == set.has(other);
                self.beside[other] == self.beside[node] && among(self.open) && among(self.dame)
            };
            self.twins[node] = (points & first(node)).filter(alike);
        }
    }

    /// The nodes that have liberties of their own, and those that have more than one.
    pub(super) fn with_liberties(&self, empty: Set) -> [Set; 2] {
        empty.nodes().fold([0; 2], |[any, more], point| {
            let beside = self.beside[point];
            [any | beside, more | any & beside]
        })
    }

    /// The liberties of the chains of `color` that have one only; the last are [`Self::with_liberties`].
    pub(super) fn last_liberties(&self, moment: &Moment, color: Color, empty: Set, [any, more]: [Set; 2]) -> Set {
        let own = moment.stones[color.index()];
        let in_atari = self.short_chains(own & any, own, self.lasting(moment, color) | more, empty, 1);
        in_atari.fold(0, |sum, chain| sum | chain.around & empty)
    }

    /// Whether a stone on an empty point can matter: something that is not safe is beside it, and where it was no dame at
    /// the start, that can be captured and is short of liberties. Once stones were captured any stone can: there is new
    /// ground.
    pub(super) fn matters(&self, moment: &Moment, node: usize, empty: Set) -> bool {
        if moment.has_captured() {
            return true;
        }
        if self.dame.has(node) {
            // or beside an empty point where that is so: a stone there may need this one behind it
            let near = self.beside[node] | self.around(self.beside[node] & empty);
            return near & (moment.stones[0] | moment.stones[1]) & !self.safe & !self.territory != 0;
        }
        Color::BOTH.into_iter().any(|color| {
            let own = moment.stones[color.index()];
            let limit = if color == moment.turn() { 2 } else { 3 };
            let lasting = self.lasting(moment, color);
            let short = self.short(self.beside[node] & own & !lasting, empty, limit);
            self.short_chains(short, own, lasting, empty, limit).next().is_some()
        })
    }

    /// Whether an empty point is an eye of one chain of `color`: nothing is ever gained by filling it.
    pub(super) fn is_eye(&self, moment: &Moment, color: Color, node: usize) -> bool {
        let around = self.beside[node];
        let stones = moment.stones[color.index()];
        let is_less = |chain: Part| chain.set & around != around;
        around & !stones == 0 && !self.open.has(node) && self.part_while(around.only_lowest(), stones, is_less).is_err()
    }
}
