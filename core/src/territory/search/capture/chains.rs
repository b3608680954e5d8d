//! The chains of a position, and the facts about each chain.

use super::field::{Field, FieldBoard};
use super::field_graph::CaptureGame;
use crate::board::{Cell, Color, Grid};
use crate::sort::sort_by_key;
use crate::territory::Analysis;

/// The maximum number of empty points of a field.
const MAX_POINTS: usize = 16;

/// A chain next to a field may have too little room for two eyes if it has at most this many points
/// outside the field.
const SMALL_ROOM: usize = 8;

/// A chain's status under Article 7 of the Japanese rules of 1989.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChainStatus {
    /// The opponent cannot capture the chain, or the owner gets a living stone on the chain's
    /// points after the capture.
    Alive,
    /// The opponent captures the chain, whatever its owner plays.
    Dead,
}

impl ChainStatus {
    pub(super) const fn other(self) -> Self {
        match self {
            Self::Alive => Self::Dead,
            Self::Dead => Self::Alive,
        }
    }
}

/// The chains of a position with all its stones, and the assumptions about them.
#[derive(Clone, Debug)]
pub(crate) struct CaptureBoard<'a> {
    pub(super) analysis: &'a Analysis,
    /// For each block, the cells of its stones.
    stones: Vec<Vec<usize>>,
    /// For each block, its status according to the caller, unless that status is unclear.
    opinions: Vec<Option<ChainStatus>>,
}

impl<'a> CaptureBoard<'a> {
    /// Returns the chains of a position. `opinion` takes the cell of a stone, and returns the
    /// status of its chain, unless that status is unclear.
    #[must_use]
    pub(crate) fn new(
        analysis: &'a Analysis,
        opinion: impl Fn(usize) -> Option<ChainStatus>,
    ) -> Self {
        let mut stones = vec![Vec::new(); analysis.blocks().len()];
        for cell in analysis
            .grid()
            .points()
            .filter(|&cell| analysis.cells()[cell] != Cell::Empty)
        {
            stones[analysis.block(cell)].push(cell);
        }
        let opinions = stones.iter().map(|stones| opinion(stones[0])).collect();
        Self {
            analysis,
            stones,
            opinions,
        }
    }

    /// Returns the assumed status of chain number `block`, if there is one.
    #[must_use]
    pub(crate) fn opinion(&self, block: usize) -> Option<ChainStatus> {
        self.opinions[block]
    }

    /// Makes the status of chain number `block` unclear.
    pub(crate) fn forget_opinion(&mut self, block: usize) {
        self.opinions[block] = None;
    }

    /// Returns the cells of the stones of chain number `block`.
    #[must_use]
    pub(crate) fn stones(&self, block: usize) -> &[usize] {
        &self.stones[block]
    }

    /// Returns the cells adjacent to the stones of chain number `block`; a cell may occur several
    /// times.
    pub(crate) fn around(&self, block: usize) -> impl Iterator<Item = usize> {
        self.stones[block]
            .iter()
            .flat_map(|&stone| self.analysis.grid().neighbours(stone))
    }

    /// Returns the liberty of chain number `block` if the chain is a single stone that the opponent
    /// can take in a ko, that is, if the stone that takes it could be captured in turn.
    pub(crate) fn ko(&self, block: usize) -> Option<usize> {
        let cells = self.analysis.cells();
        let liberties: Vec<usize> = self
            .around(block)
            .filter(|&cell| cells[cell] == Cell::Empty)
            .collect();
        let ([stone], [liberty]) = (&self.stones[block][..], &liberties[..]) else {
            return None;
        };
        let own = Cell::from(self.color(block));
        let around = self.analysis.grid().neighbours(*liberty);
        let is_taken_back = around
            .into_iter()
            .all(|cell| cell == *stone || cells[cell] == Cell::Border || cells[cell] == own);
        is_taken_back.then_some(*liberty)
    }

    /// Returns the other chains that are next to chain number `block`, or next to its liberty in a
    /// ko.
    pub(crate) fn around_ko(&self, block: usize) -> impl Iterator<Item = usize> {
        let beyond = self
            .ko(block)
            .into_iter()
            .flat_map(|liberty| self.analysis.grid().neighbours(liberty));
        let stones = self
            .around(block)
            .chain(beyond)
            .filter(|&cell| self.analysis.cells()[cell].color().is_some());
        stones
            .map(|cell| self.analysis.block(cell))
            .filter(move |&other| other != block)
    }

    /// Returns the number of chains.
    #[must_use]
    pub(crate) const fn len(&self) -> usize {
        self.stones.len()
    }

    /// Returns whether two chains have adjacent stones or a common liberty.
    pub(crate) fn touch(&self, one: usize, other: usize) -> bool {
        let cells = self.analysis.cells();
        self.around(one).any(|cell| match cells[cell] {
            Cell::Border => false,
            Cell::Empty => self.around(other).any(|liberty| liberty == cell),
            Cell::Black | Cell::White => self.analysis.block(cell) == other,
        })
    }

    /// Returns the colour of chain number `block`.
    pub(crate) fn color(&self, block: usize) -> Color {
        self.analysis.blocks()[block].color
    }

    /// Returns the field of chain number `target`, or `None` if the field is too large. If `weak`
    /// is given, the field is wide: each chain of this player that has no room for two eyes outside
    /// the field can also be captured.
    pub(super) fn field(&self, target: usize, weak: Option<Color>) -> Option<Field> {
        let stone = self.stones[target][0];
        let mut field = Field::gather(self, stone, MAX_POINTS, |block, points| {
            weak == Some(block.color) && self.has_little_room(&block.stones, points)
        })?;
        // this puts points of the same region next to each other
        sort_by_key(&mut field.points, |&point| self.analysis.region(point));
        Some(field)
    }

    /// Returns whether a block has too little room for two eyes in the regions outside a field with
    /// the given points. A region next to a block in atari might not be an eye, as in a ko.
    fn has_little_room(&self, stones: &[usize], inside: &[usize]) -> bool {
        let analysis = self.analysis;
        let (mut seen, mut room, mut eyes) = (Vec::new(), 0, 0);
        for cell in self.around(analysis.block(stones[0])) {
            if analysis.cells()[cell] != Cell::Empty || inside.contains(&cell) {
                continue;
            }
            let number = analysis.region(cell);
            if seen.contains(&number) {
                continue;
            }
            seen.push(number);
            let region = &analysis.regions()[number];
            room += analysis.points(region).len();
            let mut around = analysis.blocks_around(region).iter();
            let is_at_stake = around.any(|&other| self.is_in_atari(other.into()));
            eyes += usize::from(region.owner.is_some() && !is_at_stake);
        }
        room <= SMALL_ROOM && eyes < 2
    }

    fn is_in_atari(&self, block: usize) -> bool {
        let cells = self.analysis.cells();
        let mut liberties = self
            .around(block)
            .filter(|&cell| cells[cell] == Cell::Empty);
        let first = liberties.next();
        liberties.all(|cell| Some(cell) == first)
    }

    /// Returns the game about the capture of chain number `target`, or `None` if the field has too
    /// many vertices.
    pub(super) fn game(&self, field: &Field, target: usize) -> Option<CaptureGame> {
        let number = field.block_of(self.stones[target][0])?;
        let first = self.color(target).opponent();
        CaptureGame::new(self.grid(), field, number, first)
    }
}

impl FieldBoard for CaptureBoard<'_> {
    fn grid(&self) -> Grid {
        self.analysis.grid()
    }

    fn cells(&self) -> &[Cell] {
        self.analysis.cells()
    }

    fn block(&self, stone: usize) -> Vec<usize> {
        self.stones[self.analysis.block(stone)].clone()
    }

    fn is_alive(&self, stone: usize) -> bool {
        self.opinions[self.analysis.block(stone)] == Some(ChainStatus::Alive)
    }

    fn joints(&self, _stones: &[usize]) -> Vec<[usize; 2]> {
        Vec::new()
    }
}
