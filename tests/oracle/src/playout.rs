//! Random games, and final positions of random games.

use fastrand::Rng;

/// A point as (x, y), from the top left.
pub type Point = (usize, usize);

/// A board with a letter for each point: `x`, `o` or `.`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The rows, each from left to right.
    pub cells: Vec<Vec<char>>,
}

impl Board {
    /// Returns a board without stones.
    pub fn empty(width: usize, height: usize) -> Self {
        Self {
            cells: vec![vec!['.'; width]; height],
        }
    }

    /// The rows of the board, as in a diagram.
    pub fn rows(&self) -> Vec<String> {
        self.cells.iter().map(|row| row.iter().collect()).collect()
    }

    /// The points that hold `letter`, row by row.
    pub fn all(&self, letter: char) -> Vec<Point> {
        let points =
            (0..self.cells.len()).flat_map(|y| (0..self.cells[0].len()).map(move |x| (x, y)));
        points
            .filter(|&(x, y)| self.cells[y][x] == letter)
            .collect()
    }

    fn neighbours(&self, (x, y): Point) -> impl Iterator<Item = Point> + use<> {
        let (width, height) = (self.cells[0].len(), self.cells.len());
        let places = [
            (x, y.wrapping_sub(1)),
            (x.wrapping_sub(1), y),
            (x + 1, y),
            (x, y + 1),
        ];
        places
            .into_iter()
            .filter(move |&(x, y)| x < width && y < height)
    }

    /// Returns a stone's block, and whether `stop` ended the search early at an adjacent letter. In
    /// that case, only a part of the block was found.
    pub fn block_until(&self, (x, y): Point, stop: impl Fn(char) -> bool) -> (Vec<Point>, bool) {
        let mut block = vec![(x, y)];
        let mut next = 0;
        while let Some(&point) = block.get(next) {
            next += 1;
            for (to_x, to_y) in self.neighbours(point) {
                if stop(self.cells[to_y][to_x]) {
                    return (block, true);
                }
                if self.cells[to_y][to_x] == self.cells[y][x] && !block.contains(&(to_x, to_y)) {
                    block.push((to_x, to_y));
                }
            }
        }
        (block, false)
    }

    /// Puts a stone on an empty point and removes the stones that it captures, even its own block.
    /// Returns the number of stones taken from the opponent and from the player.
    pub fn play(&mut self, color: char, (x, y): Point) -> (usize, usize) {
        self.cells[y][x] = color;
        let mut captured = 0;
        for (to_x, to_y) in self.neighbours((x, y)) {
            if self.cells[to_y][to_x] == opponent(color) {
                captured += self.take_off_if_captured((to_x, to_y));
            }
        }
        (captured, self.take_off_if_captured((x, y)))
    }

    fn take_off_if_captured(&mut self, stone: Point) -> usize {
        let (block, has_liberty) = self.block_until(stone, |letter| letter == '.');
        if has_liberty {
            return 0;
        }
        self.take_off(&block);
        block.len()
    }

    /// Removes stones from the board.
    pub fn take_off(&mut self, block: &[Point]) {
        for &(x, y) in block {
            self.cells[y][x] = '.';
        }
    }

    pub(crate) fn is_own_eye(&self, color: char, point: Point) -> bool {
        self.neighbours(point)
            .all(|(x, y)| self.cells[y][x] == color)
    }
}

/// Returns the letter of the other colour.
pub const fn opponent(color: char) -> char {
    match color {
        'x' => 'o',
        _ => 'x',
    }
}

/// Plays random moves until both players pass or `most` moves have been played. Players do not fill
/// eyes of one point, retake a ko at once, or capture their own stones. False eyes count as eyes
/// here, so some remain at the end.
pub fn playout(rng: &mut Rng, width: usize, height: usize, most: usize) -> Board {
    let mut board = Board::empty(width, height);
    let mut before = board.clone();
    let (mut color, mut passes) = ('x', 0);
    for _ in 0..most {
        let mut points = board.all('.');
        rng.shuffle(&mut points);
        let next = points
            .into_iter()
            .filter(|&point| !board.is_own_eye(color, point))
            .find_map(|point| {
                let mut next = board.clone();
                let (_, own) = next.play(color, point);
                (own == 0 && next != before).then_some(next)
            });
        passes = if next.is_some() { 0 } else { passes + 1 };
        if passes == 2 {
            break;
        }
        let next = next.unwrap_or_else(|| board.clone());
        before = std::mem::replace(&mut board, next);
        color = opponent(color);
    }
    board
}

/// The final position of a random game, with some blocks removed as dead, and with a few extra
/// stones to make dame.
pub fn end_position(rng: &mut Rng, width: usize, height: usize) -> Board {
    let points = width * height;
    let most = points + rng.usize(..2 * points);
    let mut board = playout(rng, width, height, most);
    for _ in 0..rng.usize(..4) {
        if let Some(stone) = any_stone(rng, &board) {
            board.take_off(&board.block_until(stone, |_| false).0);
        }
    }
    for _ in 0..rng.usize(..=points / 16 + 1) {
        if let Some(stone) = any_stone(rng, &board) {
            board.take_off(&[stone]);
        }
    }
    board
}

fn any_stone(rng: &mut Rng, board: &Board) -> Option<Point> {
    let stones = [board.all('x'), board.all('o')].concat();
    rng.choice(stones)
}
