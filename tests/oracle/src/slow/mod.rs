//! A second implementation of every strategy, slow and plain, with which the library is compared.
//!
//! It is written from the definitions of the strategies and not from the library's code: it uses
//! plain grids, counts everything again at every step, and places fill stones on a copy of the
//! board. It shares nothing with the library: its input is the rows of a diagram (`x`, `o`, `.`),
//! and its output is the same rows with `b` and `w` for territory.

mod independent;

use std::cmp::Ordering;
use std::collections::BTreeSet;

/// The strategies that have a slow implementation.
pub const NAMES: [&str; 13] = [
    "flood",
    "strict",
    "unfilled",
    "fixed-black",
    "fixed-white",
    "grey",
    "alternating",
    "alternating-transposed",
    "checkered",
    "checkered-white",
    "majority",
    "linked",
    "independent",
];

/// A point as (x, y), from the top left.
type Point = (usize, usize);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cell {
    Black,
    White,
    Empty,
    /// A grey stone, black and white at once.
    Grey,
    /// A neutral point that stays as it is and joins the blocks that touch it.
    Link,
    /// A neutral point that stays as it is and joins nothing.
    Left,
}

/// The rows, each from left to right.
type Board = Vec<Vec<Cell>>;

/// The answer of a strategy on a board.
#[derive(Debug, PartialEq, Eq)]
pub struct Answer {
    /// The rows of the board, with `b` and `w` for the territory of Black and of White.
    pub rows: Vec<String>,
    /// The points of false eyes that were filled.
    pub false_eyes: u32,
    /// The points in regions of one colour that are not territory because of seki.
    pub seki: u32,
    /// The points of each neutral region.
    pub dame: Vec<u32>,
}

/// Returns the answer of the strategy called `name`. If several false eyes can be filled, `choose`
/// gets their number and returns the index of the next one; the eyes are numbered row by row.
pub fn score(name: &str, rows: &[String], choose: &mut dyn FnMut(usize) -> usize) -> Answer {
    score_with_dead(name, rows, &BTreeSet::new(), choose)
}

/// Returns the answer of a strategy on a board where dead stones stood at some of the empty points.
pub fn score_with_dead(
    name: &str,
    rows: &[String],
    dead: &BTreeSet<Point>,
    choose: &mut dyn FnMut(usize) -> usize,
) -> Answer {
    let board = read(rows);
    if name == "independent" {
        return independent::score(&board, dead);
    }
    let mut filled = board.clone();
    let territory = match name {
        "flood" => controlled(&board),
        "strict" => not_beside_dame(&board),
        "unfilled" => with_two_eyes(&board),
        _ => {
            fill_dame(name, &mut filled);
            fill_false_eyes(&mut filled, choose);
            with_two_eyes(&filled)
        }
    };
    let dame = neutral(&board)
        .iter()
        .map(|region| region.points.iter().map(|_| 1).sum())
        .collect();
    let mut answer = Answer {
        rows: Vec::new(),
        false_eyes: 0,
        seki: 0,
        dame,
    };
    for region in controlled(&board) {
        for (x, y) in region.points {
            let is_filled = filled[y][x] != Cell::Empty;
            answer.false_eyes += u32::from(is_filled);
            answer.seki += u32::from(!is_filled && owner((x, y), &territory).is_none());
        }
    }
    for (y, row) in board.iter().enumerate() {
        answer.rows.push(
            row.iter()
                .enumerate()
                .map(|(x, &cell)| letter(cell, owner((x, y), &territory)))
                .collect(),
        );
    }
    answer
}

/// Returns the points of each region of one colour, with twice the number of eyes that
/// `independent` counts there if its owner plays first.
pub fn region_eyes(rows: &[String], dead: &BTreeSet<Point>) -> Vec<(BTreeSet<Point>, u16)> {
    independent::eyes(&read(rows), dead)
}

/// Always makes the first choice, as a scan of the board does.
pub fn first(_: usize) -> usize {
    0
}

fn read(rows: &[String]) -> Board {
    let cell = |letter| match letter {
        'x' => Cell::Black,
        'o' => Cell::White,
        '.' => Cell::Empty,
        _ => panic!("unknown letter in a diagram: {letter:?}"),
    };
    rows.iter()
        .map(|row| row.chars().map(cell).collect())
        .collect()
}

fn letter(cell: Cell, owner: Option<Cell>) -> char {
    match (cell, owner) {
        (Cell::Black, _) => 'x',
        (Cell::White, _) => 'o',
        (_, Some(Cell::Black)) => 'b',
        (_, Some(_)) => 'w',
        (_, None) => '.',
    }
}

fn owner(point: Point, territory: &[Region]) -> Option<Cell> {
    territory
        .iter()
        .find(|region| region.points.contains(&point))
        .map(|region| region.color)
}

/// The points at these offsets from `point` that are on the board.
fn around(
    board: &Board,
    (x, y): Point,
    offsets: [(isize, isize); 4],
) -> impl Iterator<Item = Point> + use<> {
    let (width, height) = (board[0].len(), board.len());
    let places = offsets
        .into_iter()
        .map(move |(dx, dy)| (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy)));
    places.filter(move |&(x, y)| x < width && y < height)
}

fn neighbours(board: &Board, point: Point) -> impl Iterator<Item = Point> + use<> {
    around(board, point, [(0, -1), (-1, 0), (1, 0), (0, 1)])
}

fn diagonals(board: &Board, point: Point) -> impl Iterator<Item = Point> + use<> {
    around(board, point, [(-1, -1), (1, -1), (-1, 1), (1, 1)])
}

/// The number of sides of the board that the point lies on.
fn sides(board: &Board, (x, y): Point) -> usize {
    [
        x == 0,
        y == 0,
        x + 1 == board[0].len(),
        y + 1 == board.len(),
    ]
    .iter()
    .filter(|&&on_it| on_it)
    .count()
}

/// All points that can be reached from `start` by steps that `may_step` allows.
fn flood(board: &Board, start: Point, may_step: impl Fn(Cell, Cell) -> bool) -> BTreeSet<Point> {
    let mut reached = BTreeSet::from([start]);
    let mut to_do = vec![start];
    while let Some((x, y)) = to_do.pop() {
        for (to_x, to_y) in neighbours(board, (x, y)) {
            if may_step(board[y][x], board[to_y][to_x]) && reached.insert((to_x, to_y)) {
                to_do.push((to_x, to_y));
            }
        }
    }
    reached
}

/// A maximal connected set of empty points.
struct Region {
    points: BTreeSet<Point>,
    /// The stones that border it.
    stones: BTreeSet<Point>,
    /// The colour of all these stones; `Empty` for a neutral region, which has stones of two
    /// colours or none.
    color: Cell,
}

fn regions(board: &Board) -> Vec<Region> {
    let mut regions = Vec::new();
    let mut seen = BTreeSet::new();
    for (y, row) in board.iter().enumerate() {
        for (x, &cell) in row.iter().enumerate() {
            if cell != Cell::Empty || seen.contains(&(x, y)) {
                continue;
            }
            let points = flood(board, (x, y), |_, to| to == Cell::Empty);
            seen.extend(points.iter().copied());
            let beside = points.iter().flat_map(|&point| neighbours(board, point));
            let stones: BTreeSet<Point> = beside.filter(|point| !points.contains(point)).collect();
            let all_are =
                |color| !stones.is_empty() && stones.iter().all(|&(x, y)| board[y][x] == color);
            let color = [Cell::Black, Cell::White]
                .into_iter()
                .find(|&color| all_are(color))
                .unwrap_or(Cell::Empty);
            regions.push(Region {
                points,
                stones,
                color,
            });
        }
    }
    regions
}

fn controlled(board: &Board) -> Vec<Region> {
    regions(board)
        .into_iter()
        .filter(|region| region.color != Cell::Empty)
        .collect()
}

fn neutral(board: &Board) -> Vec<Region> {
    regions(board)
        .into_iter()
        .filter(|region| region.color == Cell::Empty)
        .collect()
}

/// The block of the stone at `start`, with the grey stones or links that belong to it.
fn block(board: &Board, start: Point) -> BTreeSet<Point> {
    let color = board[start.1][start.0];
    flood(board, start, |from, to| match to {
        Cell::Grey => true,
        // dame do not connect to other dame
        Cell::Link => from != Cell::Link,
        _ => to == color,
    })
}

fn liberties(board: &Board, block: &BTreeSet<Point>) -> BTreeSet<Point> {
    let beside = block.iter().flat_map(|&point| neighbours(board, point));
    beside
        .filter(|&(x, y)| board[y][x] == Cell::Empty)
        .collect()
}

/// The strict rule: a block that borders a neutral point is in seki, and so is a region that
/// borders such a block.
fn not_beside_dame(board: &Board) -> Vec<Region> {
    let dame: BTreeSet<Point> = neutral(board)
        .into_iter()
        .flat_map(|region| region.points)
        .collect();
    let in_seki = |&stone: &Point| !liberties(board, &block(board, stone)).is_disjoint(&dame);
    controlled(board)
        .into_iter()
        .filter(|region| !region.stones.iter().any(in_seki))
        .collect()
}

fn fill_dame(name: &str, board: &mut Board) {
    if name == "majority" {
        return fill_by_majority(board);
    }
    for region in neutral(board) {
        let mut points: Vec<Point> = region.points.into_iter().collect();
        points.sort_by_key(|&(x, y)| {
            if name == "alternating-transposed" {
                (x, y)
            } else {
                (y, x)
            }
        });
        let (first_x, first_y) = points[0];
        for (number, &(x, y)) in points.iter().enumerate() {
            let like_first = (x + y) % 2 == (first_x + first_y) % 2;
            let black_if = |is_black| if is_black { Cell::Black } else { Cell::White };
            board[y][x] = match name {
                "fixed-black" => Cell::Black,
                "fixed-white" => Cell::White,
                "grey" => Cell::Grey,
                "linked" => Cell::Link,
                "alternating" | "alternating-transposed" => black_if(number % 2 == 0),
                "checkered" => black_if(like_first),
                "checkered-white" => black_if(!like_first),
                _ => panic!("unknown strategy: {name}"),
            };
        }
    }
}

/// Gives every neutral point the colour of the majority of adjacent stones or, on a tie, of the
/// largest adjacent block.
fn fill_by_majority(board: &mut Board) {
    let stones = board.clone();
    for (x, y) in neutral(&stones)
        .into_iter()
        .flat_map(|region| region.points)
    {
        let strength = |color: Cell| {
            let beside = || neighbours(&stones, (x, y)).filter(|&(x, y)| stones[y][x] == color);
            (
                beside().count(),
                beside().map(|stone| block(&stones, stone).len()).max(),
            )
        };
        let (black, white) = (strength(Cell::Black), strength(Cell::White));
        board[y][x] = match black.cmp(&white) {
            Ordering::Greater => Cell::Black,
            Ordering::Less => Cell::White,
            Ordering::Equal => Cell::Left,
        };
    }
}

/// Fills false eyes one at a time, and examines the whole board again after each eye.
fn fill_false_eyes(board: &mut Board, choose: &mut dyn FnMut(usize) -> usize) {
    loop {
        let mut found = Vec::new();
        for region in controlled(board) {
            let is_to_fill = |&&point: &&Point| {
                is_falseish(board, point, region.color) && captures(board, point)
            };
            found.extend(
                region
                    .points
                    .iter()
                    .filter(is_to_fill)
                    .map(|&(x, y)| (y, x, region.color)),
            );
        }
        if found.is_empty() {
            return;
        }
        found.sort_by_key(|&(y, x, _)| (y, x));
        let (y, x, color) = found[choose(found.len())];
        board[y][x] = color;
    }
}

/// Whether `point`, in a region of `color`, has enough adjacent stones, and enough opposing stones
/// diagonally.
fn is_falseish(board: &Board, point: Point, color: Cell) -> bool {
    let opposing = if color == Cell::Black {
        Cell::White
    } else {
        Cell::Black
    };
    let beside = neighbours(board, point)
        .filter(|&(x, y)| board[y][x] != Cell::Empty)
        .count();
    let across = diagonals(board, point)
        .filter(|&(x, y)| board[y][x] == opposing)
        .count();
    let needed = if sides(board, point) > 0 { 1 } else { 2 };
    beside >= needed && across >= needed
}

/// Whether `point` is the only liberty of an adjacent block.
fn captures(board: &Board, point: Point) -> bool {
    let mut stones = neighbours(board, point).filter(|&(x, y)| board[y][x] != Cell::Empty);
    stones.any(|stone| liberties(board, &block(board, stone)) == BTreeSet::from([point]))
}

/// The controlled regions that have at least two eyes together with the regions related to them.
fn with_two_eyes(board: &Board) -> Vec<Region> {
    let regions = controlled(board);
    let blocks: Vec<BTreeSet<Point>> = regions
        .iter()
        .map(|region| bordering_blocks(board, region))
        .collect();
    let has_two_eyes = |start: usize| {
        let mut related = BTreeSet::from([start]);
        let mut to_do = vec![start];
        while let Some(one) = to_do.pop() {
            for other in 0..regions.len() {
                let same_color = regions[one].color == regions[other].color;
                if same_color && !blocks[one].is_disjoint(&blocks[other]) && related.insert(other) {
                    to_do.push(other);
                }
            }
        }
        related
            .into_iter()
            .map(|number| half_eyes(board, &regions[number]).div_ceil(2))
            .sum::<u32>()
            >= 2
    };
    let alive: Vec<bool> = (0..regions.len()).map(has_two_eyes).collect();
    regions
        .into_iter()
        .zip(alive)
        .filter(|&(_, alive)| alive)
        .map(|(region, _)| region)
        .collect()
}

/// The stones of all the blocks that border the region.
fn bordering_blocks(board: &Board, region: &Region) -> BTreeSet<Point> {
    let mut blocks = BTreeSet::new();
    for &stone in &region.stones {
        if !blocks.contains(&stone) {
            blocks.extend(block(board, stone));
        }
    }
    blocks
}

/// Twice the number of eyes of a region, from the length of its boundary.
fn half_eyes(board: &Board, region: &Region) -> u32 {
    let points = &region.points;
    let boundary = region.stones.len()
        + points
            .iter()
            .map(|&point| sides(board, point))
            .sum::<usize>();
    let is_square = |&(x, y): &Point| {
        [(x + 1, y), (x, y + 1), (x + 1, y + 1)]
            .iter()
            .all(|at| points.contains(at))
    };
    let has_square = points.iter().any(is_square);
    match boundary {
        ..=6 => 2,
        8 if points.len() == 4 && has_square => 2,
        8 if is_curved_four(board, points) => 4,
        7 | 8 => 3,
        9 if has_square => 3,
        _ => 4,
    }
}

/// Whether four points form a bent row: no point is adjacent to all three others, and the points do
/// not share a row or column.
fn is_curved_four(board: &Board, points: &BTreeSet<Point>) -> bool {
    let inside = |&point: &Point| {
        neighbours(board, point)
            .filter(|at| points.contains(at))
            .count()
    };
    let is_row = points.iter().all(|point| inside(point) < 3)
        && points.iter().any(|point| inside(point) == 1);
    let columns: BTreeSet<usize> = points.iter().map(|&(x, _)| x).collect();
    let rows: BTreeSet<usize> = points.iter().map(|&(_, y)| y).collect();
    points.len() == 4 && is_row && columns.len() > 1 && rows.len() > 1
}
