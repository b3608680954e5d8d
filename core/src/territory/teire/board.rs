//! The board for reading protective moves: dead stones stand on it, and all dame are filled.

use crate::board::{Cell, Color, Grid, idx16};
use crate::territory::Analysis;
use crate::territory::reset;

/// The content of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Spot {
    /// A cell of the border.
    #[default]
    Border,
    /// A dame, filled by either player. It is not a liberty, and joins the adjacent living blocks of one colour.
    Dame,
    /// An empty point.
    Empty,
    /// A living stone of the position.
    Living(Color),
    /// A dead stone of the position, or a stone that was played while reading.
    Other(Color),
}

impl Spot {
    /// Returns the colour of the stone, if there is one.
    pub(super) const fn color(self) -> Option<Color> {
        match self {
            Self::Living(color) | Self::Other(color) => Some(color),
            Self::Border | Self::Dame | Self::Empty => None,
        }
    }
}

/// Finds the stones and the liberties of a chain. A chain is a set of blocks of one colour, joined across dame.
#[derive(Debug, Default)]
pub(super) struct ChainFinder {
    pub(super) stones: Vec<u16>,
    pub(super) liberties: Vec<u16>,
    /// For each cell, the number of the last search that reached it.
    reached: Vec<u32>,
    searches: u32,
}

impl ChainFinder {
    /// Finds the chain of the stone at `first`. The search ends early once it has found more than `most` liberties.
    pub(super) fn find(&mut self, board: &Board, first: u16, most: usize) {
        self.stones.clear();
        self.liberties.clear();
        self.reached.resize(board.spots.len(), 0);
        self.searches += 1;
        let Some(color) = board.spot(first).color() else { return };
        self.add_stone(first);
        let mut next = 0;
        while let (Some(&stone), true) = (self.stones.get(next), self.liberties.len() <= most) {
            next += 1;
            for cell in board.neighbours(stone) {
                match board.spot(cell) {
                    Spot::Empty if self.is_new(cell) => self.liberties.push(cell),
                    Spot::Dame if board.spot(stone) == Spot::Living(color) && self.is_new(cell) => {
                        let living = |&cell: &u16| board.spot(cell) == Spot::Living(color);
                        board.neighbours(cell).into_iter().filter(living).for_each(|cell| self.add_stone(cell));
                    }
                    spot if spot.color() == Some(color) => self.add_stone(cell),
                    _ => {}
                }
            }
        }
    }

    fn add_stone(&mut self, cell: u16) {
        if self.is_new(cell) {
            self.stones.push(cell);
        }
    }

    fn is_new(&mut self, cell: u16) -> bool {
        std::mem::replace(&mut self.reached[usize::from(cell)], self.searches) != self.searches
    }
}

/// A board with moves that can be taken back.
#[derive(Debug, Default)]
pub(super) struct Board {
    grid: Grid,
    spots: Vec<Spot>,
    /// The cells that moves have changed, each with its previous content.
    log: Vec<(u16, Spot)>,
    /// The point where a ko may not be retaken.
    ko: Option<u16>,
    chain: ChainFinder,
}

/// A state that a board can return to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    changes: usize,
    ko: Option<u16>,
}

impl Board {
    /// Overwrites the board.
    pub(super) fn set(&mut self, grid: Grid, spots: impl Iterator<Item = Spot>) {
        self.grid = grid;
        self.spots.clear();
        self.spots.extend(spots);
        self.log.clear();
        self.ko = None;
    }

    /// Returns the points of the board, each with its content.
    pub(super) fn points(&self) -> impl Iterator<Item = (u16, Spot)> {
        self.grid.points().map(|point| (idx16(point), self.spots[point]))
    }

    /// Returns the layout of the board.
    pub(super) const fn grid(&self) -> Grid {
        self.grid
    }

    /// Returns the content of a cell.
    pub(super) fn spot(&self, cell: u16) -> Spot {
        self.spots[usize::from(cell)]
    }

    /// Returns the four cells adjacent to a point.
    pub(super) fn neighbours(&self, cell: u16) -> [u16; 4] {
        self.grid.neighbours(cell.into()).map(idx16)
    }

    /// Returns the current state, for [`Self::take_back`].
    pub(super) const fn mark(&self) -> Mark {
        Mark { changes: self.log.len(), ko: self.ko }
    }

    /// Returns the number of cells that have changed since `mark`: the stone played, and the stones that it captured.
    pub(super) const fn changes_since(&self, mark: Mark) -> usize {
        self.log.len() - mark.changes
    }

    /// Takes back all moves since `mark`.
    pub(super) fn take_back(&mut self, mark: Mark) {
        while self.log.len() > mark.changes {
            let (cell, spot) = self.log.pop().expect("the log is longer than at the mark");
            self.spots[usize::from(cell)] = spot;
        }
        self.ko = mark.ko;
    }

    /// Passes.
    pub(super) const fn pass(&mut self) {
        self.ko = None;
    }

    /// Plays a stone, and returns whether the move is legal. An illegal move changes nothing.
    pub(super) fn play(&mut self, color: Color, at: u16) -> bool {
        if self.spot(at) != Spot::Empty || self.ko == Some(at) {
            return false;
        }
        let mark = self.mark();
        self.put(at, Spot::Other(color));
        let mut captured = 0;
        for cell in self.neighbours(at) {
            if self.spot(cell).color() == Some(color.opponent()) {
                captured += self.remove_without_liberties(cell);
            }
        }
        let mut chain = std::mem::take(&mut self.chain);
        chain.find(self, at, 1);
        self.ko = match (captured, &chain.stones[..], &chain.liberties[..]) {
            (1, [_], &[liberty]) => Some(liberty),
            _ => None,
        };
        let is_legal = !chain.liberties.is_empty();
        self.chain = chain;
        if !is_legal {
            self.take_back(mark);
        }
        is_legal
    }

    /// Lets a player take a dame. Nothing is captured.
    pub(super) fn take_dame(&mut self, color: Color, at: u16) {
        self.put(at, Spot::Living(color));
    }

    /// Plays a stone as a living stone. The move cannot be taken back.
    pub(super) fn settle(&mut self, color: Color, at: u16) {
        if self.play(color, at) {
            self.spots[usize::from(at)] = Spot::Living(color);
        }
        self.log.clear();
        self.ko = None;
    }

    /// Removes the chain of a stone if it has no liberty. Returns the number of stones removed.
    pub(super) fn remove_without_liberties(&mut self, stone: u16) -> usize {
        let mut chain = std::mem::take(&mut self.chain);
        chain.find(self, stone, 0);
        let mut removed = 0;
        if chain.liberties.is_empty() {
            chain.stones.iter().for_each(|&stone| self.put(stone, Spot::Empty));
            removed = chain.stones.len();
        }
        self.chain = chain;
        removed
    }

    fn put(&mut self, cell: u16, spot: Spot) {
        self.log.push((cell, self.spot(cell)));
        self.spots[usize::from(cell)] = spot;
    }
}

/// Sets, for each cell, the colour of the dead stone that stood there, if its colour can be told. A position knows only
/// the points of dead stones, not their colours. A block is alive or dead as a whole, so a dead stone has the opposite
/// colour of each living stone that it touches.
pub(super) fn find_dead_colors(analysis: &Analysis, colors: &mut Vec<Option<Color>>, queue: &mut Vec<usize>) {
    reset(colors, analysis.cells().len());
    for (_, region, owner) in analysis.controlled() {
        for index in analysis.points(region).iter().map(|&point| usize::from(point)) {
            colors[index] = analysis.is_dead(index).then(|| owner.opponent());
        }
    }
    queue.clear();
    let grid = analysis.grid();
    for index in analysis.neutral().flat_map(|region| analysis.points(region)).map(|&point| usize::from(point)) {
        let touches = |color| grid.neighbours(index).iter().any(|&cell| analysis.cells()[cell] == Cell::from(color));
        if analysis.is_dead(index) {
            colors[index] = Color::only(Color::BOTH.map(touches)).map(Color::opponent);
            queue.extend(colors[index].map(|_| index));
        }
    }
    // a dead stone that touches no living stone has the colour of the dead stones next to it
    while let Some(index) = queue.pop() {
        for cell in grid.neighbours(index) {
            if analysis.is_dead(cell) && analysis.is_dame(cell) && colors[cell].is_none() {
                colors[cell] = colors[index];
                queue.push(cell);
            }
        }
    }
}
