//! The play-out: its moves.
//!
//! A field is a graph. Its nodes are the points that can be played, the blocks beside them, and the territories beside
//! those. A block of more than [`SMALL`] stones is one node, and so is a territory; the stones of a smaller block are
//! a node each, for what happens on the points where they were captured may matter.

use super::set::{Nodes, Set, first, one};
use crate::board::Color;

/// Blocks of up to so many stones are played over again once they are captured.
pub(super) const SMALL: usize = 4;

/// After so many moves that capture, a play-out is over: a cycle never ends otherwise.
pub(super) const MOST_CAPTURES: u8 = 6;

/// What a point of territory counts.
pub(super) const POINT: i32 = 256;

/// What a prisoner counts: a little more than a point, so that of equal results the one without sacrifices is chosen.
pub(super) const PRISONER: i32 = POINT + 1;

/// What is played, and where.
#[derive(Clone, Debug, Default)]
pub(super) struct Field {
    /// By node: the nodes beside it.
    pub(super) beside: Vec<Set>,
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
    pub(super) twins: Vec<Set>,
}

/// A moment of a play-out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Moment {
    pub(super) stones: [Set; 2],
    /// The point where a ko can't be retaken now, or [`NO_KO`].
    pub(super) ko: u8,
    /// Whether White is to move.
    pub(super) white: bool,
    /// Passes in succession.
    pub(super) passes: u8,
    /// Moves that captured.
    pub(super) captures: u8,
}

/// No ko.
pub(super) const NO_KO: u8 = u8::MAX;

/// A part of a set that hangs together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub(super) set: Set,
    /// What is beside it.
    pub(super) around: Set,
}

impl Field {
    /// What is beside some node of a set.
    fn beside_any(&self, set: Set) -> Set {
        set.nodes().fold(0, |sum, node| sum | self.beside[node])
    }

    /// What is beside a set, and not in it.
    pub(super) fn around(&self, set: Set) -> Set {
        self.beside_any(set) & !set
    }

    /// What can be reached from `from` within `within`, `from` included.
    pub(super) fn part(&self, from: Set, within: Set) -> Part {
        let (mut set, mut last, mut around) = (from, from, 0);
        while last != 0 {
            let beside = self.beside_any(last);
            around |= beside;
            last = beside & within & !set;
            set |= last;
        }
        Part { set, around: around & !set }
    }

    /// The nodes of the same.
    pub(super) fn reach(&self, from: Set, within: Set) -> Set {
        self.part(from, within).set
    }

    /// The parts of a set, each once.
    pub(super) fn parts(&self, set: Set) -> impl Iterator<Item = Part> {
        self.parts_with(set, set)
    }

    /// Those in which some of `nodes` are, which are in the set.
    pub(super) fn parts_with(&self, nodes: Set, set: Set) -> impl Iterator<Item = Part> {
        let mut left = nodes;
        std::iter::from_fn(move || {
            (left != 0).then(|| {
                let part = self.part(left.only_lowest(), set);
                left &= !part.set;
                part
            })
        })
    }

    /// The nodes of a set that have at most so many liberties of their own. A chain has no fewer than any of its stones: so most stones need
    /// not be asked for theirs.
    fn short(&self, set: Set, empty: Set, most: u32) -> Set {
        set.filter(|node| (self.beside[node] & empty).has_at_most(most))
    }

    /// All nodes.
    fn all(&self) -> Set {
        first(self.beside.len())
    }

    /// The empty points.
    pub(super) fn empty(&self, moment: &Moment) -> Set {
        self.all() & !moment.stones[0] & !moment.stones[1]
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
        let white = matches!(first, Color::White);
        Moment { stones: self.start, ko: NO_KO, white, passes: 0, captures: 0 }
    }

    /// Whether the play-out is over: both have passed in succession.
    pub(super) const fn is_over(moment: &Moment) -> bool {
        moment.passes >= 2 || moment.captures >= MOST_CAPTURES
    }

    /// The moment after a pass.
    pub(super) const fn pass(moment: &Moment) -> Moment {
        Moment { ko: NO_KO, white: !moment.white, passes: moment.passes + 1, ..*moment }
    }

    /// The moment after a stone on an empty node, and the points that it won: a point for a stone that it captured, two
    /// for each stone of a large block. `None` where the move is suicide or retakes a ko at once.
    pub(super) fn play(&self, moment: &Moment, node: usize) -> Option<(Moment, i32)> {
        if node == usize::from(moment.ko) {
            return None;
        }
        let color = moment.turn();
        let (own, other) = (color.index(), color.opponent().index());
        let (stone, beside) = (one(node), self.beside[node]);
        let mut next = moment.with(stone);
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
            next.captures += 1;
            won = (captured & self.large).nodes().map(|block| 2 * POINT * i32::from(self.weight[block])).sum::<i32>()
                + PRISONER * (captured & !self.large).count().cast_signed();
            let is_single = captured.is_one() && captured & self.large == 0 && beside & next.stones[own] == 0;
            if is_single && stone & self.open == 0 && beside & self.empty(&next) == captured {
                next.ko = u8::try_from(captured.lowest()).expect("fewer than 64 nodes");
            }
        }
        Some((next, won))
    }

    /// The moment after a stone on an empty node that is no chain's last liberty: it captures nothing, and what it joins has
    /// a liberty. `None` where it joins nothing and has none of its own.
    pub(super) fn play_quietly(&self, moment: &Moment, node: usize, empty: Set) -> Option<Moment> {
        let own = moment.stones[moment.turn().index()];
        let is_suicide = self.beside[node] & (empty | own) == 0 && !self.open.has(node);
        (!is_suicide).then(|| moment.with(one(node)))
    }

    /// The chains of `color` with some of `stones` that have no liberty.
    fn without_liberty(&self, moment: &Moment, color: Color, stones: Set, empty: Set) -> Set {
        let lasting = self.lasting(moment, color);
        let chains = self.parts_with(stones, moment.stones[color.index()]);
        chains
            .filter(|chain| chain.set & lasting == 0 && chain.around & empty == 0)
            .fold(0, |sum, chain| sum | chain.set)
    }

    /// Finds the points that are alike.
    pub(super) fn find_twins(&mut self) {
        let points = self.all() & !self.start[0] & !self.start[1];
        for node in points.nodes() {
            let alike = |other| {
                let among = |set: Set| set.has(node) == set.has(other);
                self.beside[other] == self.beside[node] && among(self.open) && among(self.dame)
            };
            self.twins[node] = (points & first(node)).filter(alike);
        }
    }

    /// The nodes that have one liberty of their own, and no more.
    pub(super) fn with_one_liberty(&self, empty: Set) -> Set {
        let [any, more] = empty.nodes().fold([0, 0], |[any, more], point| {
            let beside = self.beside[point];
            [any | beside, more | any & beside]
        });
        any & !more
    }

    /// The liberties of the chains of `color` that have one only; `with_one` are the nodes [`Self::with_one_liberty`].
    pub(super) fn last_liberties(&self, moment: &Moment, color: Color, empty: Set, with_one: Set) -> Set {
        let own = moment.stones[color.index()];
        let lasting = self.lasting(moment, color);
        let in_atari = self.parts_with(own & with_one & !lasting, own).filter_map(|chain| {
            let liberties = chain.around & empty;
            (chain.set & lasting == 0 && liberties.is_one()).then_some(liberties)
        });
        in_atari.fold(0, |sum, liberty| sum | liberty)
    }

    /// Whether a stone on an empty point can matter: something that is not safe is beside it, and where it was no dame at
    /// the start, that can be captured and is short of liberties. Once stones were captured any stone can: there is new
    /// ground.
    pub(super) fn matters(&self, moment: &Moment, node: usize, empty: Set) -> bool {
        if moment.captures > 0 {
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
            self.parts_with(short, own)
                .any(|chain| chain.set & lasting == 0 && (chain.around & empty).has_at_most(limit))
        })
    }

    /// Whether an empty point is an eye of one chain of `color`: nothing is ever gained by filling it.
    pub(super) fn is_eye(&self, moment: &Moment, color: Color, node: usize) -> bool {
        let around = self.beside[node];
        let stones = moment.stones[color.index()];
        around & !stones == 0 && !self.open.has(node) && self.reach(around.only_lowest(), stones) & around == around
    }
}

impl Moment {
    /// Whose turn it is.
    pub(super) const fn turn(&self) -> Color {
        if self.white { Color::White } else { Color::Black }
    }

    /// The moment after a stone of whoever is to move, before it captures anything.
    fn with(&self, stone: Set) -> Self {
        let mut next = Self { ko: NO_KO, white: !self.white, passes: 0, ..*self };
        next.stones[self.turn().index()] |= stone;
        next
    }
}
