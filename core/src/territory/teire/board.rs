//! The board on which protective moves are found: dead stones stand on it, and all dame are filled.

use crate::board::{Board, Cell, Color, Grid, Link, Orientation, idx16};
use crate::territory::search::FieldBoard;

/// The content of a point before any move of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Spot {
    #[default]
    Border,
    /// A dame, filled by either player. It is not a liberty, and it joins the adjacent living
    /// blocks of one colour.
    Dame,
    Empty,
    Living(Color),
    Dead(Color),
}

impl Spot {
    /// Returns the content on the canonical board.
    pub(super) fn seen(self, orientation: &Orientation) -> Self {
        match self {
            Self::Living(color) => Self::Living(orientation.color(color)),
            Self::Dead(color) => Self::Dead(orientation.color(color)),
            Self::Border | Self::Dame | Self::Empty => self,
        }
    }
}

impl From<Spot> for Cell {
    /// Returns the cell of the board to play on. A dame is like the border: it is neither a liberty
    /// nor a point to play on.
    fn from(spot: Spot) -> Self {
        match spot {
            Spot::Border | Spot::Dame => Self::Border,
            Spot::Empty => Self::Empty,
            Spot::Living(color) | Spot::Dead(color) => color.into(),
        }
    }
}

/// A position with its dame filled, and a board to play on. A *chain* is a set of blocks of one
/// colour that are joined by dame; the board stores it as one block.
#[derive(Debug, Default)]
pub(super) struct ProtectionBoard {
    spots: Vec<Spot>,
    pub(super) board: Board,
}

/// A dame that a player has taken, with the earlier links of the blocks around it.
#[derive(Debug)]
pub(super) struct Taken {
    dame: u16,
    links: Vec<Link>,
}

impl ProtectionBoard {
    /// Sets up a position.
    pub(super) fn set(&mut self, grid: Grid, spots: impl Iterator<Item = Spot>) {
        self.spots.clear();
        self.spots.extend(spots);
        self.board
            .set(grid, self.spots.iter().map(|&spot| spot.into()));
        self.join_chains();
    }

    /// Sets up the position again, with empty points instead of the dame at `points`.
    pub(super) fn empty_dame(&mut self, points: &[u16]) {
        for &point in points {
            self.spots[usize::from(point)] = Spot::Empty;
        }
        let spots = std::mem::take(&mut self.spots);
        self.set(self.board.grid(), spots.into_iter());
    }

    /// Copies the position of another board.
    pub(super) fn copy(&mut self, other: &Self) {
        self.spots.clone_from(&other.spots);
        self.board.copy(&other.board);
    }

    fn join_chains(&mut self) {
        for point in self.board.grid().points() {
            if self.spots[point] == Spot::Dame {
                self.join_across(point, Color::Black);
                self.join_across(point, Color::White);
            }
        }
    }

    /// Joins the living stones of one colour next to a dame.
    fn join_across(&mut self, dame: usize, color: Color) {
        let cells = self
            .board
            .grid()
            .neighbours(dame)
            .into_iter()
            .filter(|&cell| self.is_living(idx16(cell), color));
        let stones: Vec<usize> = cells.collect();
        for pair in stones.windows(2) {
            self.board.join(pair[0], pair[1]);
        }
    }

    /// Returns the content of a point before any move of a search.
    pub(super) fn spot(&self, cell: u16) -> Spot {
        self.spots[usize::from(cell)]
    }

    /// Returns the points of the board, each with its content before any move of a search.
    pub(super) fn points(&self) -> impl Iterator<Item = (u16, Spot)> {
        self.board
            .grid()
            .points()
            .map(|point| (idx16(point), self.spots[point]))
    }

    /// Returns the four cells adjacent to a point.
    pub(super) fn neighbours(&self, cell: u16) -> [u16; 4] {
        self.board.grid().neighbours(cell.into()).map(idx16)
    }

    /// Returns the colour of the stone on a cell, if there is one.
    pub(super) fn color(&self, cell: u16) -> Option<Color> {
        self.board.cells()[usize::from(cell)].color()
    }

    /// Returns whether a living stone of a colour stands on a cell.
    pub(super) fn is_living(&self, cell: u16, color: Color) -> bool {
        self.spot(cell) == Spot::Living(color) && self.color(cell) == Some(color)
    }

    pub(super) fn is_empty(&self, cell: u16) -> bool {
        self.board.cells()[usize::from(cell)] == Cell::Empty
    }

    /// Returns the stones of the chain that contains a stone.
    pub(super) fn chain(&self, stone: u16) -> impl Iterator<Item = u16> {
        self.board.block(stone.into()).map(idx16)
    }

    /// Returns the cells adjacent to the chain that contains a stone; a cell may occur several
    /// times.
    pub(super) fn around(&self, stone: u16) -> impl Iterator<Item = u16> {
        self.chain(stone).flat_map(|stone| self.neighbours(stone))
    }

    /// Returns whether the chain of a stone of `owner` touches a living stone of the opponent.
    pub(super) fn touches_living_opponent(&self, stone: u16, owner: Color) -> bool {
        self.around(stone)
            .any(|cell| self.spot(cell) == Spot::Living(owner.opponent()))
    }

    /// Plays a stone, and returns whether the move is legal. An illegal move changes nothing.
    pub(super) fn play(&mut self, color: Color, at: u16) -> bool {
        let index = usize::from(at);
        let is_legal =
            self.board.cells()[index] == Cell::Empty && self.board.is_legal(color, index);
        if is_legal {
            self.board.play(color, index);
        }
        is_legal
    }

    /// Plays a stone that counts as a living stone. The move cannot be undone.
    pub(super) fn settle(&mut self, color: Color, at: u16) {
        if self.play(color, at) {
            self.spots[usize::from(at)] = Spot::Living(color);
            for cell in self.neighbours(at) {
                if self.spot(cell) == Spot::Dame {
                    self.join_across(cell.into(), color);
                }
            }
        }
        self.forget_captured();
    }

    /// Removes the chain of a stone, unless it has already been removed.
    pub(super) fn remove(&mut self, stone: u16) {
        if self.color(stone).is_some() {
            self.board.remove_block(stone.into());
            self.forget_captured();
        }
    }

    /// Makes the captures of the last move final.
    fn forget_captured(&mut self) {
        for &stone in self.board.captured() {
            self.spots[usize::from(stone)] = Spot::Empty;
        }
        self.board.forget_moves();
    }

    /// Lets a player take a dame, unless it has already been taken. Nothing is captured. The stone
    /// separates chains of the opponent that the dame joined.
    pub(super) fn take_dame(&mut self, color: Color, dame: u16) -> Taken {
        let links = Vec::new();
        if self.spot(dame) != Spot::Dame {
            return Taken { dame, links };
        }
        let mut near = self.neighbours(dame).to_vec();
        for cell in self.neighbours(dame) {
            if self.spot(cell) == Spot::Dame {
                near.extend(self.neighbours(cell));
            }
        }
        let mut chains: Vec<u16> = vec![dame];
        for cell in near {
            if self.color(cell).is_some() && !chains.contains(&cell) {
                chains.extend(self.chain(cell));
            }
        }
        let links = self.board.separate(&chains);
        self.spots[usize::from(dame)] = Spot::Living(color);
        self.board.put(color, dame.into());
        for &stone in &chains {
            self.join_around(stone.into());
        }
        Taken { dame, links }
    }

    /// Undoes [`Self::take_dame`].
    pub(super) fn give_back_dame(&mut self, taken: Taken) {
        if !taken.links.is_empty() {
            self.board.restore(taken.links);
            self.spots[usize::from(taken.dame)] = Spot::Dame;
        }
    }

    /// Joins a stone to the stones of its colour that are next to it or across a dame.
    fn join_around(&mut self, stone: usize) {
        let Some(color) = self.board.cells()[stone].color() else {
            return;
        };
        for cell in self.board.grid().neighbours(stone) {
            if self.spots[cell] == Spot::Dame {
                self.join_across(cell, color);
            } else if self.board.cells()[cell].color() == Some(color) {
                self.board.join(stone, cell);
            }
        }
    }
}

impl FieldBoard for ProtectionBoard {
    fn grid(&self) -> Grid {
        self.board.grid()
    }

    fn cells(&self) -> &[Cell] {
        self.board.cells()
    }

    fn block(&self, stone: usize) -> Vec<usize> {
        self.board.block(stone).collect()
    }

    fn is_alive(&self, stone: usize) -> bool {
        let is_living = |stone: u16| matches!(self.spot(stone), Spot::Living(_));
        self.chain(idx16(stone)).any(is_living)
    }

    /// Returns the pairs of stones that are joined by dame.
    fn joints(&self, stones: &[usize]) -> Vec<[usize; 2]> {
        let mut joints = Vec::new();
        for &stone in stones {
            for cell in self.board.grid().neighbours(stone) {
                if self.spots[cell] == Spot::Dame {
                    let mut joined = self.board.grid().neighbours(cell).to_vec();
                    joined.retain(|other| stones.contains(other));
                    joints.extend(joined.into_iter().map(|other| [stone, other]));
                }
            }
        }
        joints
    }
}
