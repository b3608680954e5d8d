//! The chains of a position, and the facts about each chain.

use crate::board::{Cell, Color};
use crate::territory::Analysis;

/// A chain's status under Article 7 of the rules of 1989.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChainStatus {
    /// The opponent cannot capture the chain, or its owner gets a living stone on its points.
    Alive,
    /// The opponent captures the chain, whatever its owner plays.
    Dead,
}

impl ChainStatus {
    /// Returns the other status.
    pub(super) const fn other(self) -> Self {
        match self {
            Self::Alive => Self::Dead,
            Self::Dead => Self::Alive,
        }
    }
}

/// The chains of a position with all its stones, and the assumptions about them.
#[derive(Debug)]
pub(crate) struct CaptureBoard<'a> {
    pub(super) analysis: &'a Analysis,
    /// For each block, the cells of its stones.
    stones: Vec<Vec<usize>>,
    /// For each block, its status according to the caller, if it is clear.
    opinions: Vec<Option<ChainStatus>>,
}

impl<'a> CaptureBoard<'a> {
    /// Returns the chains of a position. `opinion` takes the cell of a stone, and returns the
    /// status of its chain, if it is clear.
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

    /// Returns the cells next to each stone of chain number `block`, some of them several times.
    pub(crate) fn around(&self, block: usize) -> impl Iterator<Item = usize> {
        self.stones[block]
            .iter()
            .flat_map(|&stone| self.analysis.grid().neighbours(stone))
    }

    /// Returns the liberty of chain number `block` if the chain is a single stone that the opponent
    /// can take in a ko: the stone that takes it could be captured in turn.
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

    /// Returns the other chains that are next to a stone in a ko or next to its liberty.
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
}
