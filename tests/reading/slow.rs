//! A slow and plain solver of the rules of `reading`, with which the search is compared.
//!
//! It is written from the rules in `core/src/territory/reading/mod.rs`. It plays on the whole board, point by point: it
//! tries every move that the rules allow, and plays every variation to its end. It has no local games, no blocks that
//! are one vertex, no bounds and no move ordering. It leaves out only points that are adjacent to no uncertain block.

use std::collections::HashMap;

use seichi::board::{Cell, Color, Position};
use seichi::territory::{Analysis, Evaluator};

/// A set of points, numbered row-major.
pub(crate) type Set = u128;

/// Gathers the points that fit.
type Gather<'a> = dyn Fn(&dyn Fn(usize) -> bool) -> Set + 'a;

/// The values of a point and of a prisoner, and the number of captures that ends a game.
const POINT: i32 = 256;
const PRISONER: i32 = POINT + 1;
const MOST_CAPTURES: u8 = 6;

/// Regions of one colour of more points are not played in.
const MOST_PLAYED: usize = 3;

/// A board, and the facts about it that hold before the first move.
#[derive(Debug)]
pub(crate) struct Board {
    beside: Vec<Set>,
    start: [Set; 2],
    /// Territories in which nobody plays: they count as stones of their owner.
    solid: [Set; 2],
    /// The eyes of each.
    eyes: Vec<(Set, u32)>,
    /// The stones of each colour that are never captured.
    lasting: [Set; 2],
    safe: Set,
    /// Stones that are alive by agreement although play captures them.
    agreed: Set,
    /// Where stones may be played.
    pub(crate) playable: Set,
    dame: Set,
    /// By colour: the points of its regions that belong to the field.
    pub(crate) regions: [Set; 2],
    /// Whether all uncertain points are connected, and some of them are dame.
    pub(crate) is_one_field: bool,
}

/// A state of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Moment {
    stones: [Set; 2],
    ko: Set,
    white: bool,
    passes: u8,
    captures: u8,
}

/// The points of each colour, among those that it controlled at the start.
pub(crate) type Map = [Set; 2];

/// The value of a state to Black, and the maps at the ends of the best variations.
#[derive(Clone, Debug)]
pub(crate) struct Worth {
    pub(crate) value: i32,
    pub(crate) maps: Vec<Map>,
    /// Whether one of these lines is over because of its captures.
    pub(crate) is_cut: bool,
}

impl Worth {
    /// The value in points, without the little more that a prisoner counts.
    pub(crate) const fn points(&self) -> i32 {
        (self.value + POINT / 2).div_euclid(POINT)
    }
}

/// A solver; with a memory it searches no state twice.
#[derive(Debug)]
pub(crate) struct Solver {
    /// The number of states that it may still search.
    pub(crate) left: u32,
    pub(crate) memory: Option<HashMap<Moment, Worth>>,
}

pub(crate) fn points(mut set: Set) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let point = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (point < 128).then_some(point)
    })
}

impl Board {
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
        let beside = |&cell: &usize| {
            grid.neighbours(cell).into_iter().filter_map(number).fold(0, |sum: Set, point| sum | 1 << point)
        };
        let mut board = Self {
            beside: cells.iter().map(beside).collect(),
            start: Color::BOTH.map(|color| set(&|cell| analysis.cells()[cell] == color.into())),
            solid: [0; 2],
            eyes: Vec::new(),
            lasting: [0; 2],
            safe: 0,
            agreed: 0,
            playable: 0,
            dame: set(&|cell| analysis.is_dame(cell)),
            regions: [0; 2],
            is_one_field: false,
        };
        let safe = safe_blocks(&board, analysis, &set);
        let blocks: Vec<Set> = (0..analysis.blocks().len()).map(|block| block_set(analysis, block, &set)).collect();
        board.safe = blocks.iter().zip(&safe).filter(|&(_, &safe)| safe).fold(0, |sum, (block, _)| sum | block);
        board.find_regions(analysis, &blocks, &safe, &set);
        board
    }

    /// Rule 1: holds the blocks of stones for alive that play captures whoever moves first.
    pub(crate) fn agree(&mut self, stones: Set) {
        for color in [0, 1] {
            let blocks = self.reach(stones & self.start[color], self.start[color]);
            self.lasting[color] |= blocks;
            self.agreed |= blocks;
        }
    }

    /// Finds the points that may be played, and the stones that are never captured.
    fn find_regions(&mut self, analysis: &Analysis, blocks: &[Set], safe: &[bool], set: &Gather<'_>) {
        let mut components: Vec<(Set, bool)> = Vec::new();
        self.lasting = self.start.map(|stones| stones & self.safe);
        for region in analysis.regions() {
            let of_region = set(&|cell| analysis.points(region).iter().any(|&point| usize::from(point) == cell));
            let doubtful: Vec<Set> = analysis
                .blocks_around(region)
                .iter()
                .map(|&block| usize::from(block))
                .filter(|&block| !safe[block])
                .map(|block| blocks[block])
                .collect();
            if doubtful.is_empty() {
                continue;
            }
            let mut component = (doubtful.iter().fold(of_region, |sum, block| sum | block), region.owner.is_none());
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
            if points(of_region).count() <= MOST_PLAYED {
                self.playable |= of_region;
                continue;
            }
            let mut rest = of_region;
            for block in doubtful {
                let liberties = self.around(block) & of_region;
                if liberties.is_power_of_two() {
                    rest &= !liberties;
                    self.playable |= liberties;
                } else {
                    self.lasting[owner.index()] |= block;
                }
            }
            self.solid[owner.index()] |= rest;
            self.lasting[owner.index()] |= rest;
            self.eyes.push((rest, u32::from(region.boundary.most_eyes())));
        }
        self.is_one_field = matches!(components[..], [(_, true)]);
    }

    fn around(&self, set: Set) -> Set {
        points(set).fold(0, |sum, point| sum | self.beside[point]) & !set
    }

    /// Returns the points of `within` that are connected with `from`, and `from`.
    fn reach(&self, from: Set, within: Set) -> Set {
        let mut all = from;
        loop {
            let next = all | self.around(all) & within;
            if next == all {
                return all;
            }
            all = next;
        }
    }

    fn parts(&self, mut set: Set) -> Vec<Set> {
        let mut parts = Vec::new();
        while set != 0 {
            let part = self.reach(1 << set.trailing_zeros(), set);
            set &= !part;
            parts.push(part);
        }
        parts
    }

    /// Every point that has no stone, and is no territory in which nobody plays.
    fn empty(&self, moment: &Moment) -> Set {
        let all = (1 << self.beside.len()) - 1;
        all & !moment.stones[0] & !moment.stones[1]
    }

    pub(crate) fn start(&self, first: Color) -> Moment {
        let stones = [self.start[0] | self.solid[0], self.start[1] | self.solid[1]];
        Moment { stones, ko: 0, white: first == Color::White, passes: 0, captures: 0 }
    }

    fn pass(moment: &Moment) -> Moment {
        Moment { ko: 0, white: !moment.white, passes: moment.passes + 1, ..*moment }
    }

    /// Whether rule 2 forbids the point as an eye of one's own: a point beside one block and nothing else.
    fn is_own_eye(&self, moment: &Moment, own: usize, stone: Set) -> bool {
        let around = self.around(stone);
        around & !moment.stones[own] == 0 && self.parts(moment.stones[own]).iter().any(|block| around & !block == 0)
    }

    /// Returns the state after a move and the number of prisoners, or `None` if the move is not allowed.
    fn play(&self, moment: &Moment, stone: Set) -> Option<(Moment, u32)> {
        let own = usize::from(moment.white);
        let other = 1 - own;
        if stone == moment.ko || self.is_own_eye(moment, own, stone) {
            return None;
        }
        let mut next = Moment { ko: 0, white: !moment.white, passes: 0, ..*moment };
        next.stones[own] |= stone;
        let empty = self.empty(&next);
        let blocks = self.parts(next.stones[other]);
        let is_captured = |block: &&Set| {
            self.around(**block) & stone != 0 && **block & self.lasting[other] == 0 && self.around(**block) & empty == 0
        };
        let captured = blocks.iter().filter(is_captured).fold(0, |sum, block| sum | block);
        next.stones[other] &= !captured;
        let block = self.reach(stone, next.stones[own]);
        let liberties = self.around(block) & self.empty(&next);
        if liberties == 0 && block & self.lasting[own] == 0 {
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

    /// Rule 4: the stones of a colour that were played where the other surrounds them, and that no stone of their own
    /// reaches. A stone where one of its colour stood at the start counts as that.
    fn thrown_in(&self, moment: &Moment, color: usize) -> Set {
        let own = moment.stones[color];
        let rooted = own & (self.start[color] | self.solid[color]);
        let loose = own & !self.reach(rooted, own);
        let spaces = self.parts(loose | self.empty(moment));
        let is_lost = |space: &&Set| {
            let around = self.around(**space);
            around & own == 0 && around & moment.stones[1 - color] != 0
        };
        spaces.iter().filter(is_lost).fold(0, |sum, space| sum | space & loose)
    }

    /// Rule 3: the dame that nobody can fill without being in atari after it.
    fn left_dame(&self, stones: [Set; 2], mut empty: Set, mut dame: Set) -> Set {
        loop {
            let can_fill = |&point: &usize| {
                let stone = 1 << point;
                [0, 1].into_iter().any(|color: usize| {
                    let block = self.reach(stone, stones[color] | stone);
                    block & self.lasting[color] & !self.agreed != 0 || (self.around(block) & empty).count_ones() >= 2
                })
            };
            let Some(point) = points(dame).find(can_fill) else { return dame };
            dame &= !(1 << point);
            empty &= !(1 << point);
        }
    }

    /// Rule 5, and the value of what is on the board.
    fn count(&self, moment: &Moment) -> (i32, Map) {
        let dead = [self.thrown_in(moment, 0), self.thrown_in(moment, 1)];
        let stones = [moment.stones[0] & !dead[0], moment.stones[1] & !dead[1]];
        let space = self.empty(moment) | dead[0] | dead[1];
        let (mut neutral, mut controlled) = (0, [0; 2]);
        for region in self.parts(space) {
            let around = self.around(region);
            match [around & stones[0] != 0, around & stones[1] != 0] {
                [true, false] => controlled[0] |= region,
                [false, true] => controlled[1] |= region,
                _ => neutral |= region,
            }
        }
        let dame = self.left_dame(stones, space, neutral);
        let (mut score, mut map) = (0, [0; 2]);
        for color in [0, 1] {
            let blocks = self.parts(stones[color]);
            let is_in_seki = |block: &&Set| {
                **block & self.safe == 0 && (self.around(**block) & dame != 0 || **block & self.agreed != 0)
            };
            let in_seki = blocks.iter().filter(is_in_seki).fold(0, |sum, block| sum | block);
            let lost = self.parts(controlled[color]).into_iter().filter(|region| self.around(*region) & in_seki != 0);
            let lost = lost.fold(in_seki, |sum, region| sum | region);
            let mut points = 0;
            for group in self.parts((stones[color] | controlled[color]) & !lost) {
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

    /// A region of one or two points is an eye, one of three or more two, or one where stones were thrown into up to
    /// six. A territory in which nobody plays has the eyes of the table, with what was cut from it.
    fn eyes_of(&self, group: Set, controlled: Set, dead: Set, solid: Set) -> u32 {
        let regions = self.parts(group & controlled);
        let regions = regions.into_iter().filter(|region| self.around(*region) & solid == 0);
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
    /// Searches every variation from a state on. Returns `None` if there are too many.
    pub(crate) fn solve(&mut self, board: &Board, moment: &Moment) -> Option<Worth> {
        if moment.passes >= 2 || moment.captures >= MOST_CAPTURES {
            let (value, map) = board.count(moment);
            return Some(Worth { value, maps: vec![map], is_cut: moment.passes < 2 });
        }
        if let Some(known) = self.memory.as_ref().and_then(|memory| memory.get(moment)) {
            return Some(known.clone());
        }
        self.left = self.left.checked_sub(1)?;
        let sign = if moment.white { -1 } else { 1 };
        // of lines that are worth the same, the one that passes
        let mut best = self.solve(board, &Board::pass(moment))?;
        let mut passes = true;
        for point in points(board.empty(moment) & board.playable_now(moment)) {
            let Some((next, prisoners)) = board.play(moment, 1 << point) else { continue };
            let mut worth = self.solve(board, &next)?;
            worth.value += sign * PRISONER * prisoners.cast_signed();
            match (sign * worth.value).cmp(&(sign * best.value)) {
                std::cmp::Ordering::Greater => (best, passes) = (worth, false),
                std::cmp::Ordering::Equal if !passes => {
                    worth.maps.retain(|map| !best.maps.contains(map));
                    best.maps.append(&mut worth.maps);
                    best.is_cut |= worth.is_cut;
                }
                _ => {}
            }
        }
        if let Some(memory) = &mut self.memory {
            memory.insert(*moment, best.clone());
        }
        Some(best)
    }
}

impl Board {
    /// Where stones may be played: what was empty and in doubt at the start, and where stones were captured.
    fn playable_now(&self, moment: &Moment) -> Set {
        self.playable | (self.start[0] | self.start[1]) & self.empty(moment)
    }
}

fn block_set(analysis: &Analysis, block: usize, set: &Gather<'_>) -> Set {
    set(&|cell| matches!(analysis.cells()[cell], Cell::Black | Cell::White) && analysis.block(cell) == block)
}

/// The blocks that need no dame: the most blocks such that each has two liberties that cannot be taken from it, and the
/// blocks that regions of their colour join have two eyes together, the opponent moving first.
fn safe_blocks(board: &Board, analysis: &Analysis, set: &Gather<'_>) -> Vec<bool> {
    let number = analysis.blocks().len();
    let blocks: Vec<Set> = (0..number).map(|block| block_set(analysis, block, set)).collect();
    let mut safe = vec![true; number];
    loop {
        let before = safe.clone();
        let mut liberties = vec![0; number];
        let mut groups: Vec<(Vec<usize>, u16)> = Vec::new();
        for (_, region, _) in analysis.controlled() {
            let around: Vec<usize> = analysis.blocks_around(region).iter().map(|&block| block.into()).collect();
            let is_large = region.boundary.eyes() >= 4;
            if !is_large && !around.iter().all(|&block| safe[block]) {
                continue;
            }
            let of_region = set(&|cell| analysis.points(region).iter().any(|&point| usize::from(point) == cell));
            for &block in &around {
                liberties[block] += match (board.around(blocks[block]) & of_region).count_ones() {
                    2.. if is_large => 2,
                    3.. => 2,
                    _ => 1,
                };
            }
            let members: Vec<usize> = around.into_iter().filter(|&block| safe[block]).collect();
            if members.is_empty() {
                continue;
            }
            let mut group = (members, region.boundary.eyes() / 2);
            groups.retain_mut(|(others, eyes)| {
                let is_apart = others.iter().all(|other| !group.0.contains(other));
                if !is_apart {
                    group.0.append(others);
                    group.1 += *eyes;
                }
                is_apart
            });
            groups.push(group);
        }
        for block in 0..number {
            let alive = groups.iter().any(|(members, eyes)| *eyes >= 2 && members.contains(&block));
            safe[block] &= liberties[block] >= 2 && alive;
        }
        if safe == before {
            return safe;
        }
    }
}
