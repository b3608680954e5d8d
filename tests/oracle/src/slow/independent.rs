//! A second implementation of `independent`, written from its rules. It uses sets of points, and
//! searches the whole board again in every round.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    Answer, Board, Cell, Point, Region, block, controlled, flood, half_eyes, letter, neighbours,
    neutral, owner,
};

type Points = BTreeSet<Point>;

/// The largest region that is played out. The eyes of larger regions follow from their shape.
const LARGEST: usize = 12;

/// The board while points are filled in.
struct Life {
    board: Board,
    dead: Points,
    /// Points that are filled because a block is connected there, because a dead stone stands on or
    /// next to the point, or to capture such a stone.
    cuts: Points,
    lost: Points,
    captures: Points,
    /// Filled points, each with a stone to which it is joined.
    ties: Vec<(Point, Point)>,
    /// For each region, by its first point, the captured blocks of more than one stone.
    halves: BTreeMap<Point, u16>,
    poked: Points,
    safe: Points,
}

/// Twice the number of eyes of each region of one colour.
pub(super) fn eyes(board: &Board, dead: &Points) -> Vec<(Points, u16)> {
    let regions = controlled(board);
    let life = Life::filled(board, dead, &regions);
    regions
        .into_iter()
        .map(|region| (region.points.clone(), life.eyes(&region)))
        .collect()
}

pub(super) fn score(board: &Board, dead: &Points) -> Answer {
    let regions = controlled(board);
    let inside: Points = regions
        .iter()
        .flat_map(|region| region.points.iter().copied())
        .collect();
    let mut life = Life::filled(board, dead, &regions);
    let eyes: Vec<u16> = regions.iter().map(|region| life.eyes(region)).collect();
    // the blocks around a region count as one group
    for region in &regions {
        let mut stones = region.stones.iter();
        let first = *stones.next().expect("a stone");
        life.ties.extend(stones.map(|&stone| (first, stone)));
    }
    let groups: Vec<Points> = regions
        .iter()
        .map(|region| life.group(*region.stones.first().expect("a stone")))
        .collect();
    let lives = |number: usize| {
        let related = (0..regions.len()).filter(|&other| groups[other] == groups[number]);
        related.map(|other| eyes[other]).sum::<u16>() >= 4
            || !groups[number].is_disjoint(&life.safe)
    };
    let alive: Vec<Region> = controlled(board)
        .into_iter()
        .enumerate()
        .filter(|&(number, _)| lives(number))
        .map(|(_, region)| region)
        .collect();
    let is_false = |point: &Point| life.cuts.contains(point) || life.lost.contains(point);
    let territory = |point: Point| owner(point, &alive).filter(|_| !is_false(&point));
    let count = |points: &mut dyn Iterator<Item = &Point>| {
        u32::try_from(points.count()).expect("a small board")
    };
    Answer {
        rows: (0..board.len())
            .map(|y| {
                (0..board[0].len())
                    .map(|x| letter(board[y][x], territory((x, y))))
                    .collect()
            })
            .collect(),
        false_eyes: count(&mut inside.iter().filter(|point| is_false(point))),
        seki: count(
            &mut inside
                .iter()
                .filter(|point| !is_false(point) && territory(**point).is_none()),
        ),
        dame: neutral(board)
            .iter()
            .map(|region| count(&mut region.points.iter()))
            .collect(),
    }
}

/// The stones of blocks that can't be captured, because they are unconditionally alive or have a
/// way out.
fn safe(board: &Board, dead: &Points) -> Points {
    let mut safe = Points::new();
    for color in [Cell::Black, Cell::White] {
        let mut regions: Vec<Region> = controlled(board)
            .into_iter()
            .filter(|region| region.color == color)
            .collect();
        let mut blocks: BTreeSet<Points> = regions
            .iter()
            .flat_map(|region| &region.stones)
            .map(|&stone| block(board, stone))
            .collect();
        // the first block with fewer than two vital regions is removed with the regions next to it,
        // until all blocks have two
        while let Some(weak) = blocks.iter().find(|block| {
            let is_vital = |region: &&Region| {
                !region.stones.is_disjoint(block)
                    && region
                        .points
                        .difference(dead)
                        .all(|&point| neighbours(board, point).any(|at| block.contains(&at)))
            };
            regions.iter().filter(is_vital).count() < 2
        }) {
            let weak = weak.clone();
            regions.retain(|region| region.stones.is_disjoint(&weak));
            blocks.remove(&weak);
        }
        safe.extend(blocks.into_iter().flatten());
        let other = if color == Cell::Black {
            Cell::White
        } else {
            Cell::Black
        };
        for dame in neutral(board).into_iter().flat_map(|region| region.points) {
            let mut near = Points::from([dame]);
            for _ in 0..2 {
                let next: Vec<Point> = near.iter().flat_map(|&at| neighbours(board, at)).collect();
                near.extend(
                    next.into_iter()
                        .filter(|&(x, y)| board[y][x] == Cell::Empty),
                );
            }
            if near
                .iter()
                .flat_map(|&at| neighbours(board, at))
                .all(|(x, y)| board[y][x] != other)
            {
                let beside = neighbours(board, dame).filter(|&(x, y)| board[y][x] == color);
                safe.extend(beside.flat_map(|stone| block(board, stone)));
            }
        }
    }
    safe
}

/// Pairs of stones that can walk to each other through wide dame, of two by three points.
fn walks(board: &Board) -> Vec<(Point, Point)> {
    let mut ties = Vec::new();
    for region in neutral(board).iter().map(|region| &region.points) {
        let has = |&(x, y): &Point, w: usize, h: usize| {
            (0..w).all(|dx| (0..h).all(|dy| region.contains(&(x + dx, y + dy))))
        };
        if !region.iter().any(|at| has(at, 2, 3) || has(at, 3, 2)) {
            continue;
        }
        for color in [Cell::Black, Cell::White] {
            let open: Points = region
                .iter()
                .copied()
                .filter(|&at| !is_closed(board, at, color))
                .collect();
            for &start in &open {
                let part = flood_among(board, start, &open);
                let beside = part.iter().flat_map(|&at| neighbours(board, at));
                let stones: Vec<Point> = beside.filter(|&(x, y)| board[y][x] == color).collect();
                ties.extend(stones.windows(2).map(|pair| (pair[0], pair[1])));
            }
        }
    }
    ties
}

fn flood_among(board: &Board, start: Point, among: &Points) -> Points {
    let mut found = Points::new();
    let mut to_do = vec![start];
    while let Some(at) = to_do.pop() {
        if among.contains(&at) && found.insert(at) {
            to_do.extend(neighbours(board, at));
        }
    }
    found
}

/// Whether the opponent stops a colour at a point, because there are two ways to go on and the
/// opponent can hold one of them.
fn is_closed(board: &Board, at: Point, color: Cell) -> bool {
    let is = |(x, y): Point, cell: Cell| board[y][x] == cell;
    let ways: Vec<Point> = neighbours(board, at)
        .filter(|&way| is(way, color) || is(way, Cell::Empty))
        .collect();
    let holds = |&way: &Point| {
        let is_empty = is(way, Cell::Empty);
        let helped = neighbours(board, way).any(|near| !is(near, color) && !is(near, Cell::Empty));
        let is_far = ways.iter().all(|&way| !is(way, color))
            && neighbours(board, way).all(|near| !is(near, color));
        is_empty && (helped || is_far)
    };
    ways.len() == 2 && ways.iter().any(holds)
}

impl Life {
    /// The board after all necessary points have been filled in.
    fn filled(board: &Board, dead: &Points, regions: &[Region]) -> Self {
        let inside: Points = regions
            .iter()
            .flat_map(|region| region.points.iter().copied())
            .collect();
        let mut life = Self {
            board: board.clone(),
            dead: dead.intersection(&inside).copied().collect(),
            cuts: Points::new(),
            lost: Points::new(),
            captures: Points::new(),
            ties: walks(board),
            halves: BTreeMap::new(),
            poked: Points::new(),
            safe: safe(board, dead),
        };
        while life.round(regions) {}
        life
    }

    fn free(&self, points: &Points) -> Points {
        points
            .iter()
            .copied()
            .filter(|&(x, y)| self.board[y][x] == Cell::Empty)
            .collect()
    }

    /// All stones that count as one group with the stone on `start`.
    fn group(&self, start: Point) -> Points {
        let mut group = Points::new();
        let mut to_do = vec![start];
        let dame: Points = neutral(&self.board)
            .into_iter()
            .flat_map(|region| region.points)
            .collect();
        while let Some(stone) = to_do.pop() {
            if !group.insert(stone) {
                continue;
            }
            let same = |&(x, y): &Point| self.board[y][x] == self.board[stone.1][stone.0];
            to_do.extend(neighbours(&self.board, stone).filter(same));
            let links = neighbours(&self.board, stone).filter(|at| dame.contains(at));
            to_do.extend(
                links
                    .flat_map(|at| neighbours(&self.board, at))
                    .filter(same),
            );
            to_do.extend(
                self.ties
                    .iter()
                    .filter(|tie| tie.0 == stone)
                    .map(|tie| tie.1),
            );
            to_do.extend(
                self.ties
                    .iter()
                    .filter(|tie| tie.1 == stone)
                    .map(|tie| tie.0),
            );
        }
        group
    }

    /// The free points of regions next to a group.
    fn liberties(&self, regions: &[Region], group: &Points) -> Points {
        let beside: Points = group
            .iter()
            .flat_map(|&stone| neighbours(&self.board, stone))
            .collect();
        regions
            .iter()
            .flat_map(|region| self.free(&region.points))
            .filter(|point| beside.contains(point))
            .collect()
    }

    /// Fills the points that have to be filled now. Returns whether there were any.
    fn round(&mut self, regions: &[Region]) -> bool {
        let mut found: Vec<(Point, Point, usize)> = Vec::new();
        for (number, region) in regions.iter().enumerate() {
            for point in self.free(&region.points) {
                let part = flood(&self.board, point, |_, to| to == Cell::Empty);
                let around: Points = part
                    .iter()
                    .flat_map(|&at| neighbours(&self.board, at))
                    .collect();
                let stones: Vec<Point> = around.difference(&part).copied().collect();
                let needs = neighbours(&self.board, point)
                    .filter(|at| !part.contains(at))
                    .find(|&stone| {
                        let group = self.group(stone);
                        group.is_disjoint(&self.safe)
                            && stones.iter().any(|stone| !group.contains(stone))
                            && self.liberties(regions, &group) == Points::from([point])
                    });
                found.extend(needs.map(|stone| (point, stone, number)));
            }
        }
        let poked: Vec<(Point, Point, usize)> = found
            .iter()
            .copied()
            .filter(|cut| self.dead.contains(&cut.0))
            .collect();
        for &(point, stone, number) in &found {
            let is_poked = poked.contains(&(point, stone, number));
            self.fill(point, stone, regions[number].color, usize::from(is_poked));
        }
        for &(point, stone, number) in &poked {
            for beside in neighbours(&self.board, point) {
                self.fill(beside, stone, regions[number].color, 1);
            }
        }
        for &(point, stone, number) in &poked {
            let name = *regions[number].points.first().expect("a point");
            self.poked.insert(name);
            let all = self.dead.clone();
            let mut captured = Points::new();
            let mut to_do = vec![point];
            while let Some(at) = to_do.pop() {
                if all.contains(&at) && captured.insert(at) {
                    to_do.extend(neighbours(&self.board, at));
                }
            }
            if captured.is_empty() {
                continue;
            }
            *self.halves.entry(name).or_default() += u16::from(captured.len() > 1);
            self.dead.retain(|at| !captured.contains(at));
            self.ties.extend(
                poked
                    .iter()
                    .filter(|cut| captured.contains(&cut.0))
                    .map(|cut| (cut.1, stone)),
            );
            for at in captured
                .iter()
                .flat_map(|&at| neighbours(&self.board, at))
                .collect::<Points>()
            {
                if !captured.contains(&at) {
                    self.fill(at, stone, regions[number].color, 2);
                }
            }
        }
        !found.is_empty()
    }

    fn fill(&mut self, point: Point, stone: Point, color: Cell, why: usize) {
        let is_new = self.board[point.1][point.0] == Cell::Empty;
        if is_new {
            self.board[point.1][point.0] = color;
            [&mut self.cuts, &mut self.lost, &mut self.captures][why].insert(point);
        }
        if is_new
            || [&self.cuts, &self.lost, &self.captures]
                .iter()
                .any(|filled| filled.contains(&point))
        {
            self.ties.push((point, stone));
        }
    }

    /// Twice the number of eyes of a region.
    fn eyes(&self, region: &Region) -> u16 {
        let free = self.free(&region.points);
        let has_dead = !region.points.is_disjoint(&self.dead);
        let is_filled = free != region.points;
        let name = region.points.first().expect("a point");
        let is_poked = self.poked.contains(name);
        if is_filled && !has_dead && !is_poked && self.is_shared_by_two(&free) {
            return 0;
        }
        if !is_filled && (!has_dead || region.points.len() > LARGEST) {
            return 2 * ceil(half_eyes(&self.board, region));
        }
        if region.points.len() > LARGEST {
            let parts: BTreeSet<Points> = free
                .iter()
                .map(|&at| flood(&self.board, at, |_, to| to == Cell::Empty))
                .collect();
            return parts
                .iter()
                .map(|part| 2 * ceil(shape(&self.board, part)))
                .sum();
        }
        let space = Space {
            life: self,
            all: &region.points,
        };
        let start = (
            self.own(region),
            region.points.intersection(&self.dead).copied().collect(),
        );
        if !is_poked {
            let cuts = region.points.intersection(&self.cuts).count();
            return 2 * if cuts < 2 {
                space.first(&start)
            } else {
                space.second(&start)
            };
        }
        let lost: Points = region.points.intersection(&self.lost).copied().collect();
        let beside: Points = lost
            .iter()
            .flat_map(|&at| neighbours(&self.board, at))
            .collect();
        let is_apart = beside
            .intersection(&region.points)
            .all(|at| start.0.contains(at));
        let halves = if is_apart {
            self.halves.get(name).copied().unwrap_or_default()
        } else {
            0
        };
        match (space.second(&start), space.first(&start)) {
            (1, 2) if halves > 0 => 4,
            (eyes, _) => 2 * eyes + halves,
        }
    }

    /// The owner's stones in a region, except on cuts.
    fn own(&self, region: &Region) -> Points {
        self.lost
            .union(&self.captures)
            .filter(|at| region.points.contains(at))
            .copied()
            .collect()
    }

    fn is_shared_by_two(&self, free: &Points) -> bool {
        let Some(&first) = free.first().filter(|_| free.len() == 2) else {
            return false;
        };
        let stones = || {
            free.iter()
                .flat_map(|&at| neighbours(&self.board, at))
                .filter(|at| !free.contains(at))
        };
        let groups: BTreeSet<Points> = stones().map(|stone| self.group(stone)).collect();
        let is_short = |group: &Points| {
            let regions = controlled(&self.board);
            group.is_disjoint(&self.safe) && self.liberties(&regions, group) == *free
        };
        neighbours(&self.board, first).any(|at| free.contains(&at))
            && groups.len() > 1
            && groups.iter().any(is_short)
    }
}

/// Rounds half eyes up, for an owner who plays first.
fn ceil(halves: u32) -> u16 {
    u16::try_from(halves.div_ceil(2)).expect("few eyes")
}

/// Twice the number of eyes of points that are completely surrounded by stones.
fn shape(board: &Board, points: &Points) -> u32 {
    let around: Points = points
        .iter()
        .flat_map(|&at| neighbours(board, at))
        .collect();
    let stones = around.difference(points).copied().collect();
    half_eyes(
        board,
        &Region {
            points: points.clone(),
            stones,
            color: Cell::Empty,
        },
    )
}

/// A small region, played out separately.
struct Space<'a> {
    life: &'a Life,
    all: &'a Points,
}

/// The owner's stones and the opponent's.
type Stones = (Points, Points);

impl Space<'_> {
    fn beside(&self, at: Point) -> impl Iterator<Item = Point> {
        neighbours(&self.life.board, at).filter(|at| self.all.contains(at))
    }

    /// Whether the owner's stones outside the region touch a point.
    fn is_at_wall(&self, at: Point) -> bool {
        neighbours(&self.life.board, at).any(|at| !self.all.contains(&at))
    }

    fn connected(&self, start: Point, among: &Points) -> Points {
        let mut found = Points::new();
        let mut to_do = vec![start];
        while let Some(at) = to_do.pop() {
            if among.contains(&at) && found.insert(at) {
                to_do.extend(self.beside(at));
            }
        }
        found
    }

    fn empty(&self, (own, other): &Stones) -> Points {
        self.all
            .iter()
            .copied()
            .filter(|at| !own.contains(at) && !other.contains(at))
            .collect()
    }

    /// The stones, of `colour` 0 or 1, that have a liberty.
    fn breathing(&self, stones: &Stones, colour: usize) -> Points {
        let of_colour = if colour == 0 { &stones.0 } else { &stones.1 };
        let empty = self.empty(stones);
        let breathes = |at: &&Point| {
            let block = self.connected(**at, of_colour);
            block.iter().any(|&at| {
                (colour == 0 && self.is_at_wall(at))
                    || self.beside(at).any(|at| empty.contains(&at))
            })
        };
        of_colour.iter().filter(breathes).copied().collect()
    }

    fn own_moves(&self, stones: &Stones) -> Vec<Stones> {
        let play = |at: Point| {
            let mut next = stones.clone();
            next.0.insert(at);
            next.1 = self.breathing(&next, 1);
            (self.breathing(&next, 0) == next.0).then_some(next)
        };
        self.empty(stones).into_iter().filter_map(play).collect()
    }

    fn other_moves(&self, stones: &Stones) -> Vec<Stones> {
        let play = |at: Point| {
            let mut next = stones.clone();
            next.1.insert(at);
            next.0 = self.breathing(&next, 0);
            (self.breathing(&next, 1) == next.1).then_some(next)
        };
        self.empty(stones).into_iter().filter_map(play).collect()
    }

    fn sure(&self, stones: &Stones) -> u16 {
        let left: Points = self.all.difference(&stones.0).copied().collect();
        let parts: BTreeSet<Points> = left.iter().map(|&at| self.connected(at, &left)).collect();
        if parts.len() == 1 && (stones.1.is_empty() || self.empty(stones).len() >= 6) {
            return u16::try_from(shape(&self.life.board, &left) / 2).expect("few eyes");
        }
        u16::try_from(parts.len().min(2)).expect("two")
    }

    fn saves(&self, stones: &Stones) -> bool {
        self.own_moves(stones)
            .iter()
            .any(|next| self.sure(next) == 2)
    }

    fn answered(&self, stones: &Stones) -> u16 {
        let sure = self.sure(stones);
        let lives =
            || self.saves(stones) && self.other_moves(stones).iter().all(|next| self.saves(next));
        if sure == 1 && !stones.1.is_empty() && lives() {
            2
        } else {
            sure
        }
    }

    fn cuts(&self) -> Points {
        self.life.cuts.intersection(self.all).copied().collect()
    }

    /// Fills the cuts, some of them after the capture of a stone that was thrown in there.
    fn with_cuts(&self, (own, other): &Stones, thrown: &Points) -> Stones {
        let empty = self.empty(&(own.clone(), other.clone()));
        let cuts: Points = self.cuts().difference(own).copied().collect();
        let captures = thrown
            .iter()
            .flat_map(|&at| self.beside(at))
            .filter(|at| empty.contains(at));
        let own: Points = captures
            .chain(own.iter().copied())
            .chain(cuts.iter().copied())
            .collect();
        let other = other.difference(&cuts).copied().collect();
        let mut next = (own, other);
        next.1 = self.breathing(&next, 1);
        next
    }

    fn second(&self, stones: &Stones) -> u16 {
        let mut choices = vec![Points::new()];
        for &cut in self.cuts().difference(&stones.0) {
            let more: Vec<Points> = choices
                .iter()
                .map(|chosen| chosen | &Points::from([cut]))
                .collect();
            choices.extend(more);
        }
        let eyes = choices
            .iter()
            .map(|thrown| self.answered(&self.with_cuts(stones, thrown)));
        eyes.min().expect("at least one choice")
    }

    /// Whether the owner's first stone is joined to the wall, divides the space, captures or gives
    /// atari.
    fn is_useful(&self, stones: &Stones, next: &Stones) -> bool {
        let at = *next.0.difference(&stones.0).next().expect("a stone");
        let joined = self.connected(at, &(&next.0 | &self.cuts()));
        let left: Points = self.all.difference(&next.0).copied().collect();
        let parts: BTreeSet<Points> = left.iter().map(|&at| self.connected(at, &left)).collect();
        let empty = self.empty(next);
        let is_in_atari = |at: Point| {
            let block = self.connected(at, &next.1);
            let beside: Points = block.iter().flat_map(|&at| self.beside(at)).collect();
            !block.is_empty() && beside.intersection(&empty).count() == 1
        };
        joined.iter().any(|&at| self.is_at_wall(at))
            || parts.len() > 1
            || next.1 != stones.1
            || self.beside(at).any(is_in_atari)
    }

    fn first(&self, stones: &Stones) -> u16 {
        let are_alone = stones
            .1
            .iter()
            .all(|&at| self.beside(at).all(|at| !stones.1.contains(&at)));
        let is_plain = stones.0.is_empty() && self.life.cuts.is_disjoint(self.all);
        let is_scattered = are_alone && is_plain && stones.1.len() <= 3 && self.all.len() >= 7;
        if is_scattered && shape(&self.life.board, self.all) == 4 {
            return 2;
        }
        let moves = self
            .own_moves(stones)
            .into_iter()
            .filter(|next| self.is_useful(stones, next));
        moves
            .map(|next| self.second(&next))
            .chain([self.second(stones)])
            .max()
            .expect("a move or a pass")
    }
}
