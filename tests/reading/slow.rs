//! A slow and plain solver of the positions that the strategy `reading` searches, to compare the
//! search with: the board and the rules of play. `slow_count` counts final positions, and
//! `slow_values` finds the values.
//!
//! It is written from the rules in `core/src/territory/strategies/reading.rs`. It plays on the
//! whole board, point by point, and tries every legal move. It has none of the search's shortcuts:
//! no local games, no blocks as single vertices, no limit on captures, no move ordering. It leaves
//! out only points whose neighbours all belong to safe blocks.

use seichi::board::{Cell, Color};
use seichi::territory::{Analysis, Region};

use crate::fast;
use crate::slow_safety::{most_eyes, safe_blocks};

/// A set of points, numbered row-major.
pub(crate) type Set = u128;

/// Returns the set of points whose cells satisfy a predicate.
pub(crate) type Gather<'a> = dyn Fn(&dyn Fn(usize) -> bool) -> Set + 'a;

/// The largest controlled region, in points, where play goes on inside.
const MAX_PLAYED: usize = 3;

/// The largest block, in stones, whose points can be played after its capture.
const MAX_STONES: u32 = 4;

/// A board, and the facts about it that stay the same during play.
#[derive(Debug)]
pub(crate) struct Board {
    /// All points, and the points of the first column.
    pub(crate) all: Set,
    first_column: Set,
    width: usize,
    /// The stones of each colour at the start, without the dead ones.
    pub(crate) start: [Set; 2],
    /// The stones of each colour that are dead by agreement and stand on playable points.
    dead: [Set; 2],
    /// Each colour's territories without play inside. They count as stones of their owner.
    pub(crate) solid: [Set; 2],
    /// These territories, each with its number of eyes.
    pub(crate) eyes: Vec<(Set, u32)>,
    /// The stones that are never captured.
    pub(crate) uncapturable: [Set; 2],
    /// The stones of each colour in blocks that can be captured and are too large for play on their
    /// points afterwards.
    pub(crate) large: [Set; 2],
    /// Safe blocks.
    pub(crate) safe: Set,
    /// The playable points.
    playable: Set,
    /// The dame at the start.
    pub(crate) dame: Set,
    /// For each colour, the points of its regions that belong to the local game.
    pub(crate) regions: [Set; 2],
    /// Whether the blocks that are not safe form one connected component with their regions, with
    /// some dame.
    pub(crate) is_one_local_game: bool,
    /// Whether dead stones stand in a region of one colour. The static answer counts the eyes
    /// there; this solver can't.
    pub(crate) has_dead_in_region: bool,
}

/// A state of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State {
    pub(crate) stones: [Set; 2],
    /// The points where each colour may not retake a ko.
    bans: [Set; 2],
    pub(crate) white: bool,
    passes: u8,
}

/// Returns the points of a set in ascending order.
pub(crate) fn points(mut set: Set) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let point = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (point < 128).then_some(point)
    })
}

impl Board {
    /// Returns the board of a diagram. `dead` holds the dead stones of each colour, which the
    /// diagram leaves out.
    pub(crate) fn new(rows: &[String], dead: [Set; 2]) -> Self {
        let analysis = &Analysis::new(&fast::position(rows), &[]);
        let grid = analysis.grid();
        let cells: Vec<usize> = grid.points().collect();
        assert!(cells.len() <= 128, "a small board");
        let set = |wanted: &dyn Fn(usize) -> bool| -> Set {
            cells
                .iter()
                .enumerate()
                .filter(|&(_, &cell)| wanted(cell))
                .fold(0, |sum, (point, _)| sum | 1 << point)
        };
        let width = rows[0].len();
        let mut board = Self {
            all: set(&|_| true),
            first_column: (0..cells.len())
                .step_by(width)
                .fold(0, |sum, point| sum | 1 << point),
            width,
            start: Color::BOTH.map(|color| set(&|cell| analysis.cells()[cell] == color.into())),
            dead,
            solid: [0; 2],
            eyes: Vec::new(),
            uncapturable: [0; 2],
            large: [0; 2],
            safe: 0,
            playable: 0,
            dame: set(&|cell| analysis.is_dame(cell)),
            regions: [0; 2],
            is_one_local_game: false,
            has_dead_in_region: false,
        };
        let most_eyes = most_eyes(analysis, rows, dead[0] | dead[1], &set);
        let safe = safe_blocks(&board, analysis, &most_eyes, &set);
        let blocks: Vec<Set> = (0..analysis.blocks().len())
            .map(|block| block_set(analysis, block, &set))
            .collect();
        board.safe = blocks
            .iter()
            .zip(&safe)
            .filter(|&(_, &safe)| safe)
            .fold(0, |sum, (block, _)| sum | block);
        board.find_regions(analysis, &blocks, &safe, &most_eyes, &set);
        for color in [0, 1] {
            let blocks = board
                .components(board.start[color] & !board.uncapturable[color])
                .into_iter();
            board.large[color] = blocks
                .filter(|block| block.count_ones() > MAX_STONES)
                .fold(0, |sum, block| sum | block);
        }
        board.has_dead_in_region = (dead[0] | dead[1]) & !board.dame != 0;
        board.dead = dead.map(|stones| stones & board.playable);
        board
    }

    /// Finds the playable points, the stones that are never captured, and the regions.
    fn find_regions(
        &mut self,
        analysis: &Analysis,
        blocks: &[Set],
        safe: &[bool],
        most_eyes: &[u16],
        set: &Gather<'_>,
    ) {
        let mut components: Vec<(Set, bool)> = Vec::new();
        self.uncapturable = self.start.map(|stones| stones & self.safe);
        for (number, region) in analysis.regions().iter().enumerate() {
            let of_region = region_set(analysis, region, set);
            let not_safe: Vec<Set> = analysis
                .blocks_around(region)
                .iter()
                .map(|&block| usize::from(block))
                .filter(|&block| !safe[block])
                .map(|block| blocks[block])
                .collect();
            if not_safe.is_empty() {
                continue;
            }
            let mut component = (
                not_safe.iter().fold(of_region, |sum, block| sum | block),
                region.owner.is_none(),
            );
            components.retain(|&(other, has_dame)| {
                let is_apart = other & component.0 == 0;
                if !is_apart {
                    component = (component.0 | other, component.1 || has_dame);
                }
                is_apart
            });
            components.push(component);
            let Some(owner) = region.owner else {
                self.playable |= of_region;
                continue;
            };
            self.regions[owner.index()] |= of_region;
            if points(of_region).count() <= MAX_PLAYED {
                self.playable |= of_region;
                continue;
            }
            let mut rest = of_region;
            for block in not_safe {
                let liberties = self.boundary(block) & of_region;
                if liberties.is_power_of_two() {
                    rest &= !liberties;
                    self.playable |= liberties;
                } else {
                    self.uncapturable[owner.index()] |= block;
                }
            }
            self.solid[owner.index()] |= rest;
            self.uncapturable[owner.index()] |= rest;
            self.eyes.push((rest, u32::from(most_eyes[number])));
        }
        self.is_one_local_game = matches!(components[..], [(_, true)]);
    }

    /// Returns the points adjacent to `set`, without `set` itself.
    pub(crate) const fn boundary(&self, set: Set) -> Set {
        let beside = set << 1 & !self.first_column | (set & !self.first_column) >> 1;
        (beside | set << self.width | set >> self.width) & self.all & !set
    }

    /// Returns the points that are reachable from `start` within `within`, including `start`.
    pub(crate) fn reach(&self, start: Set, within: Set) -> Set {
        let mut all = start;
        loop {
            let next = all | self.boundary(all) & within;
            if next == all {
                return all;
            }
            all = next;
        }
    }

    /// Returns the connected components of a set.
    pub(crate) fn components(&self, mut set: Set) -> Vec<Set> {
        let mut components = Vec::new();
        while set != 0 {
            let component = self.reach(1 << set.trailing_zeros(), set);
            set &= !component;
            components.push(component);
        }
        components
    }

    /// Returns the points without a stone. Solid territories count as stones.
    pub(crate) const fn empty(&self, stones: [Set; 2]) -> Set {
        self.all & !stones[0] & !stones[1]
    }

    /// Returns the initial state if `first` moves first.
    pub(crate) fn initial(&self, first: Color) -> State {
        let stones =
            [0, 1].map(|color: usize| self.start[color] | self.dead[color] | self.solid[color]);
        State {
            stones,
            bans: [0; 2],
            white: first == Color::White,
            passes: 0,
        }
    }

    /// Returns the empty points that are playable in a state: the playable points of the board, and
    /// points where stones were captured.
    pub(crate) fn playable(&self, state: &State) -> Set {
        self.empty(state.stones) & (self.playable | self.start[0] | self.start[1])
    }

    /// Returns the stones of the start that are no longer on the board.
    pub(crate) fn captured(&self, stones: [Set; 2]) -> Set {
        self.start[0] & !stones[0] | self.start[1] & !stones[1]
    }

    /// Returns the stones of the start whose blocks contain some of `stones`.
    pub(crate) fn whole_blocks(&self, stones: Set) -> Set {
        self.start
            .map(|own| self.reach(stones & own, own))
            .into_iter()
            .fold(0, |sum, block| sum | block)
    }

    /// Returns whether rule 2 forbids the move because it fills the player's own eye: a point that
    /// only one block touches.
    fn is_own_eye(&self, state: &State, own: usize, stone: Set) -> bool {
        let boundary = self.boundary(stone);
        boundary & !state.stones[own] == 0
            && self
                .components(state.stones[own])
                .iter()
                .any(|block| boundary & !block == 0)
    }

    /// Returns the stones of a colour that are never captured. The large blocks that it has
    /// captured count as such stones.
    pub(crate) fn permanent(&self, stones: [Set; 2], color: usize) -> Set {
        self.uncapturable[color] | stones[color] & self.large[1 - color]
    }

    /// Returns the state after a stone is played, and the stones that it captures, or `None` if the
    /// move is illegal.
    pub(crate) fn play(&self, state: &State, stone: Set) -> Option<(State, Set)> {
        let own = usize::from(state.white);
        let other = 1 - own;
        if self.is_own_eye(state, own, stone) {
            return None;
        }
        let bans = state.bans.map(|bans| bans & !stone);
        let mut next = State {
            bans,
            white: !state.white,
            passes: 0,
            ..*state
        };
        next.stones[own] |= stone;
        let empty = self.empty(next.stones);
        let is_captured = |block: &&Set| {
            self.boundary(**block) & stone != 0
                && **block & self.permanent(state.stones, other) == 0
                && self.boundary(**block) & empty == 0
        };
        let captured = self
            .components(next.stones[other])
            .iter()
            .filter(is_captured)
            .fold(0, |sum, block| sum | block);
        if captured.is_power_of_two() && stone & state.bans[own] != 0 {
            return None;
        }
        next.stones[other] &= !captured;
        next.stones[own] |= captured & self.large[other];
        let block = self.reach(stone, next.stones[own]);
        let liberties = self.boundary(block) & self.empty(next.stones);
        if liberties == 0 && block & self.permanent(next.stones, own) == 0 {
            return None;
        }
        if captured.is_power_of_two() && block == stone && liberties == captured {
            next.bans[other] |= captured;
        }
        Some((next, captured))
    }
}

impl State {
    /// Returns whether the game is over.
    pub(crate) const fn is_over(&self) -> bool {
        self.passes >= 2
    }

    /// Returns the state after a pass. A pass that lifts a ko ban of its player does not count
    /// toward the two that end the game.
    pub(crate) fn pass(&self) -> Self {
        let own = usize::from(self.white);
        let mut next = Self {
            white: !self.white,
            passes: self.passes + 1,
            ..*self
        };
        if next.bans[own] != 0 {
            (next.bans[own], next.passes) = (0, 0);
        }
        next
    }
}

/// Returns the stones of a block.
pub(crate) fn block_set(analysis: &Analysis, block: usize, set: &Gather<'_>) -> Set {
    set(&|cell| {
        matches!(analysis.cells()[cell], Cell::Black | Cell::White) && analysis.block(cell) == block
    })
}

/// Returns the points of a region.
pub(crate) fn region_set(analysis: &Analysis, region: &Region, set: &Gather<'_>) -> Set {
    set(&|cell| {
        analysis
            .points(region)
            .iter()
            .any(|&point| usize::from(point) == cell)
    })
}
