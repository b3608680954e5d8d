//! Finds out by search whether the opponent can capture a chain.
//!
//! Article 7 of the Japanese rules of 1989: stones are alive if the opponent cannot capture them,
//! or if capturing them lets their owner play new stones that the opponent cannot capture. The
//! opponent of the chain's owner moves first. A player whose stone was captured in a ko has to pass
//! for that ko before he retakes it: see [`State::after_pass`](state::State).
//!
//! Here a chain is captured if its points have no stone of its owner once both players have passed.
//! A search proves that the opponent captures the chain, or that its owner keeps it, or neither.
//! Each attempt at a proof limits the captures of the refuter, so every line of play ends.
//!
//! # Assumptions
//! A proof holds for the [`Field`] of the chain: the board around it, up to chains that are
//! considered alive and have other liberties. The search assumes that these chains cannot be
//! captured, and that a player who captures a large block
//! ([`MAX_STONES_APART`](self::field::MAX_STONES_APART)) lives where the block stood.

mod attempt;
mod field;
mod field_graph;
mod graph;
mod moves;
mod state;
#[cfg(test)]
mod tests;
mod two_eyes;

use super::budget::NodeBudget;
use super::proof_number::ProofNumbers;
use crate::Stop;
use crate::board::{Cell, Color};
use crate::territory::Analysis;

use attempt::AttemptGame;
use field::{CaptureGame, Field};
use state::StateKey;

/// The numbers of states that an attempt at a proof may visit, in successive rounds.
const EFFORTS: [u32; 3] = [60, 500, 8_000];

/// The attempts at a proof, the most promising first: the status, and the number of captures
/// allowed to the refuter. The proof that a bent four in the corner is dead needs four captures.
const ATTEMPTS: [(ChainStatus, u32); 7] = [
    (ChainStatus::Dead, 0),
    (ChainStatus::Alive, 0),
    (ChainStatus::Dead, 1),
    (ChainStatus::Alive, 1),
    (ChainStatus::Dead, 2),
    (ChainStatus::Alive, 2),
    (ChainStatus::Dead, 4),
];

/// The number of points of a field above which few searches finish.
const MANY_POINTS: u32 = 8;

/// The number of stones of a chain that is worth a search of a field with many points.
const MANY_STONES: u32 = 6;

/// The check of a proof of life may visit as many states as the search for a chain of this many
/// stones.
const LEAST_STAKE_OF_CHECK: u32 = 12;

/// A chain's status under Article 7 of the rules of 1989.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChainStatus {
    /// The opponent cannot capture the chain, or its owner gets a living stone on its points.
    Alive,
    /// The opponent captures the chain, whatever its owner plays.
    Dead,
}

impl ChainStatus {
    /// Returns the status of chain number `block` of a position, if a search proves it without
    /// assuming that any other chain lives.
    #[must_use]
    pub fn proved(analysis: &Analysis, block: usize) -> Option<Self> {
        ChainSearch::default().status(&CaptureBoard::new(analysis, |_| None), block, 0)
    }
}

/// The chains of a position with all its stones, and the assumptions about them.
#[derive(Debug)]
pub(crate) struct CaptureBoard<'a> {
    analysis: &'a Analysis,
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

/// Proves the status of chains, and keeps its table from one chain to the next.
#[derive(Debug, Default)]
pub(crate) struct ChainSearch {
    numbers: ProofNumbers<StateKey>,
    /// The number of states visited so far.
    nodes: u64,
    stop: Stop,
}

impl ChainSearch {
    /// Ends searches once `stop` is set. The searches then prove nothing.
    pub(crate) fn watch(&mut self, stop: &Stop) {
        self.stop = stop.clone();
    }

    /// Returns the number of states that all searches have visited.
    #[must_use]
    pub(crate) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the status of chain number `block`, if it can be proved. `stake` is the number of
    /// stones whose fate depends on the chain: the more stones, the more states the search may
    /// visit.
    ///
    /// The first search assumes that a chain around the field is alive if it is considered alive
    /// before the search. But such chains may be alive only because of the result of this search:
    /// the opponent's chains because they capture this chain, the owner's chains because this chain
    /// lives. So life is not proved if the opponent captures the chain once the owner's chains
    /// around it can be captured, too. A capture is proved only if it also works once the
    /// opponent's chains can be captured. If the chain then lives, its life is proved only if none
    /// of the opponent's chains is itself dead: otherwise the assumption about these chains is
    /// wrong, and nothing is proved.
    pub(crate) fn status(
        &mut self,
        chains: &CaptureBoard<'_>,
        block: usize,
        stake: u32,
    ) -> Option<ChainStatus> {
        self.status_within(chains, block, stake, u32::MAX)
    }

    /// Returns the same as [`Self::status`], but each search visits at most `most` states.
    pub(crate) fn status_within(
        &mut self,
        chains: &CaptureBoard<'_>,
        block: usize,
        stake: u32,
        most: u32,
    ) -> Option<ChainStatus> {
        let owner = chains.color(block);
        let narrow = Field::gather(chains, block, None)?;
        if self.prove(&narrow.game(chains, block)?, stake, most)? == ChainStatus::Alive {
            // few chains live contrary to the playouts, so the check may take more states
            let wide = Field::gather(chains, block, Some(owner))?;
            if wide == narrow {
                return Some(ChainStatus::Alive);
            }
            let checked = self.prove(
                &wide.game(chains, block)?,
                stake.max(LEAST_STAKE_OF_CHECK),
                most,
            );
            return checked.filter(|&status| status == ChainStatus::Alive);
        }
        let wide = Field::gather(chains, block, Some(owner.opponent()))?;
        if wide == narrow
            || self.prove(&wide.game(chains, block)?, stake, most)? == ChainStatus::Dead
        {
            return Some(ChainStatus::Dead);
        }
        for other in wide.capturable() {
            if chains.color(other) == owner || narrow.can_capture(other) {
                continue;
            }
            if self.prove(&wide.game(chains, other)?, stake, most)? == ChainStatus::Dead {
                return None;
            }
        }
        Some(ChainStatus::Alive)
    }

    /// Returns whether a living chain lives in seki: the opponent fails to capture it only because
    /// some of his own living chains would be captured first. `is_alive` returns whether a chain
    /// lives.
    pub(crate) fn is_in_seki(
        &mut self,
        chains: &CaptureBoard<'_>,
        block: usize,
        is_alive: impl Fn(usize) -> bool,
    ) -> bool {
        let Some(mut field) = Field::gather(chains, block, Some(chains.color(block).opponent()))
        else {
            return false;
        };
        field.protect(|other| chains.color(other) != chains.color(block) && is_alive(other));
        field
            .game(chains, block)
            .and_then(|game| self.prove(&game, 0, u32::MAX))
            == Some(ChainStatus::Dead)
    }

    /// Returns the status of the target of a game, if it can be proved.
    fn prove(&mut self, capture: &CaptureGame, stake: u32, most: u32) -> Option<ChainStatus> {
        self.numbers.clear();
        let mut budget = NodeBudget::new(capture.budget(stake).min(most), &self.stop);
        let mut attempts = capture.attempts();
        let mut found = None;
        'rounds: for effort in EFFORTS {
            for attempt in std::mem::take(&mut attempts) {
                budget.allow(effort);
                let is_provers_turn = attempt.root.player == attempt.prover;
                match self
                    .numbers
                    .prove(&mut AttemptGame::new(capture, &attempt), &mut budget)
                {
                    Ok(wins) if wins == is_provers_turn => {
                        found = Some(attempt.status);
                        break 'rounds;
                    }
                    Ok(_) => {}
                    Err(_) if budget.is_left() => attempts.push(attempt),
                    Err(_) => break 'rounds,
                }
            }
            // playouts found no way to live, so a proof of life is worth more
            let (life, death): (Vec<_>, Vec<_>) = attempts
                .into_iter()
                .partition(|attempt| attempt.status == ChainStatus::Alive);
            attempts = [life, death].concat();
        }
        self.nodes += u64::from(budget.nodes);
        found
    }
}
