//! A slow and plain solver of the positions that the strategy `reading` searches, to compare the search with.
//!
//! It is written from the rules in `core/src/territory/reading.rs`. It plays on the whole board, point by point: it
//! tries every move that the rules allow, and plays every variation to its end. There are no local games, no blocks
//! that are one vertex, no bounds, and no order of moves. It leaves out only the points that are adjacent to safe
//! blocks alone.

use std::collections::HashMap;

use seichi::board::{Cell, Color, Position};
use seichi::territory::{Analysis, Evaluator};

use crate::slow_safety::safe_blocks;

/// A set of points, numbered row-major.
pub(crate) type Set = u128;

/// Returns the set of the points for whose cells a function is true.
pub(crate) type Gather<'a> = dyn Fn(&dyn Fn(usize) -> bool) -> Set + 'a;

// The value of a point of territory, that of a prisoner, and the number of captures after which a game is over.
const POINT: i32 = 256;
const PRISONER: i32 = POINT + 1;
const MAX_CAPTURES: u8 = 6;

/// The size up to which controlled regions are played in.
const MAX_PLAYED: usize = 3;

/// A board, and the facts about it that play does not change.
#[derive(Debug)]
pub(crate) struct Board {
    /// For each point, the adjacent points.
    adjacent: Vec<Set>,
    /// The stones of each colour at the start.
    start: [Set; 2],
    /// Territories in which nobody plays: they count as stones of their owner.
    solid: [Set; 2],
    /// These territories, each with its number of eyes.
    eyes: Vec<(Set, u32)>,
    /// The stones that are never captured.
    uncapturable: [Set; 2],
    /// Safe blocks.
    safe: Set,
    /// Stones that are alive by agreement although play captures them.
    agreed: Set,
    /// The points on which stones may be played.
    pub(crate) playable: Set,
    /// The dame of the start.
    dame: Set,
    /// For each colour, the points of its regions that belong to the local game.
    pub(crate) regions: [Set; 2],
    /// Whether the blocks that are not safe and their regions are one connected component, with some dame.
    pub(crate) is_one_local_game: bool,
}

/// A state of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State {
    stones: [Set; 2],
    ko: Set,
    white: bool,
    passes: u8,
    captures: u8,
}

/// The points of each colour's territory, of those that it controlled at the start.
pub(crate) type Map = [Set; 2];

/// The value of a state to Black from there on, and the maps at the ends of the principal variations.
#[derive(Clone, Debug)]
pub(crate) struct Solution {
    pub(crate) value: i32,
    pub(crate) maps: Vec<Map>,
    /// Whether one of the variations ends because of its captures.
    pub(crate) is_cut: bool,
}

impl Solution {
    /// Returns the value in points. A prisoner counts slightly more than one; this rounds it off.
    pub(crate) const fn points(&self) -> i32 {
        (self.value + POINT / 2).div_euclid(POINT)
    }
}

/// A solver. With a table it solves no state twice.
#[derive(Debug)]
pub(crate) struct Solver {
    /// The number of states that it may still visit.
    pub(crate) left: u32,
    /// The states that were solved.
    pub(crate) table: Option<HashMap<State, Solution>>,
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
    /// Returns the board of a position without dead stones.
    pub(crate) fn new(position: &Position) -> Self {
        let mut evaluator = Evaluator::new();
        evaluator.set(position, &[]);
        let analysis = evaluator.analysis();
        let grid = analysis.grid();
        let cells: Vec<usize> = grid.points().collect();
        assert!(cells.len() <= 128, "a small board");
        let number = |cell: usize| cells.iter().position(|&other| other == cell);
        let set = |wanted: &dyn Fn(usize) -> bool| -> Set {
            cells.iter().enumerate().filter(|&(_, &cell)| wanted(cell)).fold(0, |sum, (point, _)| sum | 1 << point)
        };
        let adjacent = |&cell: &usize| {
            grid.neighbours(cell).into_iter().filter_map(number).fold(0, |sum: Set, point| sum | 1 << point)
        };
        let mut board = Self {
            adjacent: cells.iter().map(adjacent).collect(),
            start: Color::BOTH.map(|color| set(&|cell| analysis.cells()[cell] == color.into())),
            solid: [0; 2],
            eyes: Vec::new(),
            uncapturable: [0; 2],
            safe: 0,
            agreed: 0,
            playable: 0,
            dame: set(&|cell| analysis.is_dame(cell)),
            regions: [0; 2],
            is_one_local_game: false,
        };
        let safe = safe_blocks(&board, analysis, &set);
        let blocks: Vec<Set> = (0..analysis.blocks().len()).map(|block| block_set(analysis, block, &set)).collect();
        board.safe = blocks.iter().zip(&safe).filter(|&(_, &safe)| safe).fold(0, |sum, (block, _)| sum | block);
        board.find_regions(analysis, &blocks, &safe, &set);
        board
    }

    /// Makes the blocks of `stones` impossible to capture. Rule 1: they are captured whoever moves first, so that they
    /// are alive by agreement.
    pub(crate) fn agree(&mut self, stones: Set) {
        for color in [0, 1] {
            let blocks = self.reach(stones & self.start[color], self.start[color]);
            self.uncapturable[color] |= blocks;
            self.agreed |= blocks;
        }
    }

    /// Finds the points on which stones may be played, the stones that are never captured, and the regions.
    fn find_regions(&mut self, analysis: &Analysis, blocks: &[Set], safe: &[bool], set: &Gather<'_>) {
        let mut components: Vec<(Set, bool)> = Vec::new();
        self.uncapturable = self.start.map(|stones| stones & self.safe);
        for region in analysis.regions() {
            let of_region = set(&|cell| analysis.points(region).iter().any(|&point| usize::from(point) == cell));
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
            let mut component = (not_safe.iter().fold(of_region, |sum, block| sum | block), region.owner.is_none());
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
            self.eyes.push((rest, u32::from(region.boundary.most_eyes())));
        }
        self.is_one_local_game = matches!(components[..], [(_, true)]);
    }

    /// Returns the points adjacent to `set`, without its own.
    pub(crate) fn boundary(&self, set: Set) -> Set {
        points(set).fold(0, |sum, point| sum | self.adjacent[point]) & !set
    }

    /// Returns the points that are reachable from `start` within `within`, including `start`.
    fn reach(&self, start: Set, within: Set) -> Set {
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
    fn components(&self, mut set: Set) -> Vec<Set> {
        let mut components = Vec::new();
        while set != 0 {
            let component = self.reach(1 << set.trailing_zeros(), set);
            set &= !component;
            components.push(component);
        }
        components
    }

    /// Returns the points without a stone, but for territories in which nobody plays.
    fn empty(&self, state: &State) -> Set {
        let all = (1 << self.adjacent.len()) - 1;
        all & !state.stones[0] & !state.stones[1]
    }

    /// Returns the initial state if `first` moves first.
    pub(crate) fn initial(&self, first: Color) -> State {
        let stones = [self.start[0] | self.solid[0], self.start[1] | self.solid[1]];
        State { stones, ko: 0, white: first == Color::White, passes: 0, captures: 0 }
    }

    /// Returns the state after a pass.
    fn pass(state: &State) -> State {
        State { ko: 0, white: !state.white, passes: state.passes + 1, ..*state }
    }

    /// Returns whether rule 2 forbids the move because it fills an own eye: a point that is adjacent to one block only.
    fn is_own_eye(&self, state: &State, own: usize, stone: Set) -> bool {
        let boundary = self.boundary(stone);
        boundary & !state.stones[own] == 0
            && self.components(state.stones[own]).iter().any(|block| boundary & !block == 0)
    }

    /// Returns the state after a stone and the number of prisoners, or `None` if the move is illegal.
    fn play(&self, state: &State, stone: Set) -> Option<(State, u32)> {
        let own = usize::from(state.white);
        let other = 1 - own;
        if stone == state.ko || self.is_own_eye(state, own, stone) {
            return None;
        }
        let mut next = State { ko: 0, white: !state.white, passes: 0, ..*state };
        next.stones[own] |= stone;
        let empty = self.empty(&next);
        let blocks = self.components(next.stones[other]);
        let is_captured = |block: &&Set| {
            self.boundary(**block) & stone != 0
                && **block & self.uncapturable[other] == 0
                && self.boundary(**block) & empty == 0
        };
        let captured = blocks.iter().filter(is_captured).fold(0, |sum, block| sum | block);
        next.stones[other] &= !captured;
        let block = self.reach(stone, next.stones[own]);
        let liberties = self.boundary(block) & self.empty(&next);
        if liberties == 0 && block & self.uncapturable[own] == 0 {
            return None;
        }
        if captured != 0 {
            next.captures += 1;
            if captured.is_power_of_two() && block == stone && liberties == captured {
                next.ko = captured;
            }
        }
        Some((next, captured.count_ones()))
    }

    /// Returns the stones that are dead by rule 4: a colour played them where the other surrounds them, and no other
    /// stone of their colour reaches them. A stone on a point where its colour had one at the start is not among them.
    fn thrown_in(&self, state: &State, color: usize) -> Set {
        let own = state.stones[color];
        let rooted = own & (self.start[color] | self.solid[color]);
        let loose = own & !self.reach(rooted, own);
        let spaces = self.components(loose | self.empty(state));
        let is_lost = |space: &&Set| {
            let boundary = self.boundary(**space);
            boundary & own == 0 && boundary & state.stones[1 - color] != 0
        };
        spaces.iter().filter(is_lost).fold(0, |sum, space| sum | space & loose)
    }

    /// Returns the dame that rule 3 leaves: those that nobody can fill without being in atari afterwards.
    fn left_dame(&self, stones: [Set; 2], mut empty: Set, mut dame: Set) -> Set {
        loop {
            let can_fill = |&point: &usize| {
                let stone = 1 << point;
                [0, 1].into_iter().any(|color: usize| {
                    let block = self.reach(stone, stones[color] | stone);
                    block & self.uncapturable[color] & !self.agreed != 0
                        || (self.boundary(block) & empty).count_ones() >= 2
                })
            };
            let Some(point) = points(dame).find(can_fill) else { return dame };
            dame &= !(1 << point);
            empty &= !(1 << point);
        }
    }

    /// Returns the score of a final state, Black's minus White's, and its map, by rules 5 and 6.
    fn count(&self, state: &State) -> (i32, Map) {
        let dead = [self.thrown_in(state, 0), self.thrown_in(state, 1)];
        let stones = [state.stones[0] & !dead[0], state.stones[1] & !dead[1]];
        let space = self.empty(state) | dead[0] | dead[1];
        let (mut neutral, mut controlled) = (0, [0; 2]);
        for region in self.components(space) {
            let boundary = self.boundary(region);
            match [boundary & stones[0] != 0, boundary & stones[1] != 0] {
                [true, false] => controlled[0] |= region,
                [false, true] => controlled[1] |= region,
                _ => neutral |= region,
            }
        }
        let dame = self.left_dame(stones, space, neutral);
        let (mut score, mut map) = (0, [0; 2]);
        for color in [0, 1] {
            let blocks = self.components(stones[color]);
            let is_in_seki = |block: &&Set| {
                **block & self.safe == 0 && (self.boundary(**block) & dame != 0 || **block & self.agreed != 0)
            };
            let in_seki = blocks.iter().filter(is_in_seki).fold(0, |sum, block| sum | block);
            let lost =
                self.components(controlled[color]).into_iter().filter(|region| self.boundary(*region) & in_seki != 0);
            let lost = lost.fold(in_seki, |sum, region| sum | region);
            let mut points = 0;
            for group in self.components((stones[color] | controlled[color]) & !lost) {
                if group & self.safe != 0
                    || self.eyes_of(group, controlled[color], dead[1 - color], self.solid[color]) >= 2
                {
                    let territory = group & (controlled[color] | self.solid[color]);
                    map[color] |= territory & self.regions[color];
                    let counts =
                        territory & !self.dame & (self.regions[0] | self.regions[1] | self.start[0] | self.start[1]);
                    points += POINT * counts.count_ones().cast_signed();
                }
            }
            points += PRISONER * dead[1 - color].count_ones().cast_signed();
            score += if color == 0 { points } else { -points };
        }
        (score, map)
    }

    /// Returns the number of eyes of a group. A region of one or two points is one eye, and a region of three or more
    /// is two; but a region of up to six into which stones were thrown is one. A territory in which nobody plays has
    /// the eyes of the eye table, and a region that was split off it is counted with it.
    fn eyes_of(&self, group: Set, controlled: Set, dead: Set, solid: Set) -> u32 {
        let regions = self.components(group & controlled);
        let regions = regions.into_iter().filter(|region| self.boundary(*region) & solid == 0);
        let eyes = regions.map(|region| match region.count_ones() {
            1 | 2 => 1,
            3..=6 if region & dead != 0 => 1,
            _ => 2,
        });
        let solid = self.eyes.iter().filter(|(territory, _)| territory & group != 0).map(|(_, eyes)| eyes);
        eyes.sum::<u32>() + solid.sum::<u32>()
    }
}

impl Solver {
    /// Plays every variation from a state on. Returns `None` if that visits too many states.
    pub(crate) fn solve(&mut self, board: &Board, state: &State) -> Option<Solution> {
        if state.passes >= 2 || state.captures >= MAX_CAPTURES {
            let (value, map) = board.count(state);
            return Some(Solution { value, maps: vec![map], is_cut: state.passes < 2 });
        }
        if let Some(known) = self.table.as_ref().and_then(|table| table.get(state)) {
            return Some(known.clone());
        }
        self.left = self.left.checked_sub(1)?;
        let sign = if state.white { -1 } else { 1 };
        // of variations with equal value, the one that passes
        let mut best = self.solve(board, &Board::pass(state))?;
        let mut passes = true;
        for point in points(board.empty(state) & board.playable_now(state)) {
            let Some((next, prisoners)) = board.play(state, 1 << point) else { continue };
            let mut solution = self.solve(board, &next)?;
            solution.value += sign * PRISONER * prisoners.cast_signed();
            match (sign * solution.value).cmp(&(sign * best.value)) {
                std::cmp::Ordering::Greater => (best, passes) = (solution, false),
                std::cmp::Ordering::Equal if !passes => {
                    solution.maps.retain(|map| !best.maps.contains(map));
                    best.maps.append(&mut solution.maps);
                    best.is_cut |= solution.is_cut;
                }
                _ => {}
            }
        }
        if let Some(table) = &mut self.table {
            table.insert(*state, best.clone());
        }
        Some(best)
    }
}

impl Board {
    /// Returns the points on which stones may be played: those of the start, and those where stones were captured.
    fn playable_now(&self, state: &State) -> Set {
        self.playable | (self.start[0] | self.start[1]) & self.empty(state)
    }
}

/// Returns the stones of a block.
pub(crate) fn block_set(analysis: &Analysis, block: usize, set: &Gather<'_>) -> Set {
    set(&|cell| matches!(analysis.cells()[cell], Cell::Black | Cell::White) && analysis.block(cell) == block)
}
