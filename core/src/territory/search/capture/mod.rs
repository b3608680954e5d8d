//! Finds out by search whether the opponent can capture a chain.
//!
//! Under Article 7 of the Japanese rules of 1989, stones are alive if the opponent cannot capture
//! them, or if capturing them lets their owner play new stones that the opponent cannot capture.
//! The opponent of the chain's owner moves first. A player whose stone was captured in a ko has to
//! pass for that ko before he retakes it: see [`State::after_pass`](state::State).
//!
//! Here, a chain is captured if its points have no stone of its owner once both players have
//! passed. A search proves that the opponent captures the chain, or that its owner keeps it, or
//! proves neither. Each attempt at a proof limits the captures of the refuter (the prover's
//! opponent), so every line of play ends.
//!
//! # Assumptions
//! A proof holds for the [`Field`] of the chain: the board around it, up to chains that are
//! considered alive and have other liberties. The search assumes that these chains cannot be
//! captured and that a player who captures a large block (see [`field_graph`]) lives where the
//! block stood.

mod attempt;
mod chains;
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
use crate::territory::Analysis;

use attempt::{Attempt, AttemptGame};
pub(crate) use chains::CaptureBoard;
pub use chains::ChainStatus;
pub(in crate::territory) use field::{Field, FieldBoard};
pub(in crate::territory) use field_graph::CaptureGame;
use state::StateKey;

/// The numbers of states that an attempt at a proof may visit, in successive rounds.
const EFFORTS: [u32; 3] = [60, 500, 8_000];

/// The check of a proof of life may visit at least as many states as the search for the status of a
/// chain with this many stones.
const LEAST_STAKE_OF_CHECK: u32 = 12;

/// Each search in [`ChainSearch::depends_on_first_move`] visits at most this many states.
const MOST_STATES_OF_FIRST_MOVE: u32 = 5_000;

impl ChainStatus {
    /// Returns the status of chain number `block` of a position, if a search proves it without
    /// assuming that any other chain lives.
    #[must_use]
    pub fn proved(analysis: &Analysis, block: usize) -> Option<Self> {
        ChainSearch::default().status(&CaptureBoard::new(analysis, |_| None), block, 0)
    }
}

/// Proves the status of chains, reusing the memory of its table for each chain.
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
    /// around it can also be captured. A capture is proved only if it also works once the
    /// opponent's chains can be captured. If the chain then lives, its life is proved only if none
    /// of the opponent's chains is itself dead; otherwise, the assumption about these chains is
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
        let narrow = chains.field(block, None)?;
        if self.prove(&chains.game(&narrow, block)?, stake, most)? == ChainStatus::Alive {
            // few chains live contrary to the playouts, so the check may visit more states
            let wide = chains.field(block, Some(owner))?;
            if wide == narrow {
                return Some(ChainStatus::Alive);
            }
            let checked = self.prove(
                &chains.game(&wide, block)?,
                stake.max(LEAST_STAKE_OF_CHECK),
                most,
            );
            return checked.filter(|&status| status == ChainStatus::Alive);
        }
        let wide = chains.field(block, Some(owner.opponent()))?;
        if wide == narrow
            || self.prove(&chains.game(&wide, block)?, stake, most)? == ChainStatus::Dead
        {
            return Some(ChainStatus::Dead);
        }
        for other in &wide.blocks {
            let is_new = other.can_capture && !narrow.blocks.contains(other);
            let number = chains.analysis.block(other.stones[0]);
            if is_new
                && other.color != owner
                && self.prove(&chains.game(&wide, number)?, stake, most)? == ChainStatus::Dead
            {
                return None;
            }
        }
        Some(ChainStatus::Alive)
    }

    /// Returns whether a living chain lives in seki, that is, whether the opponent fails to capture
    /// it only because some of his own living chains would be captured first. `is_alive` returns
    /// whether a chain lives.
    pub(crate) fn is_in_seki(
        &mut self,
        chains: &CaptureBoard<'_>,
        block: usize,
        is_alive: impl Fn(usize) -> bool,
    ) -> bool {
        let opponent = chains.color(block).opponent();
        let Some(mut field) = chains.field(block, Some(opponent)) else {
            return false;
        };
        for other in &mut field.blocks {
            let is_safe =
                other.color == opponent && is_alive(chains.analysis.block(other.stones[0]));
            other.can_capture &= !is_safe;
        }
        let game = chains.game(&field, block);
        game.and_then(|game| self.prove(&game, 0, u32::MAX)) == Some(ChainStatus::Dead)
    }

    /// Returns whether chain number `block` provably lives if its owner moves first, and is
    /// provably captured if the opponent does.
    pub(crate) fn depends_on_first_move(
        &mut self,
        chains: &CaptureBoard<'_>,
        block: usize,
    ) -> bool {
        let owner = chains.color(block);
        let Some(field) = chains.field(block, None) else {
            return false;
        };
        let target = field.block_of(chains.stones(block)[0]).expect("the target");
        let mut proves = |first, sought| {
            let game = CaptureGame::new(chains.grid(), &field, target, first);
            game.is_some_and(|game| self.proves(&game, sought, MOST_STATES_OF_FIRST_MOVE))
        };
        proves(owner, ChainStatus::Alive) && proves(owner.opponent(), ChainStatus::Dead)
    }

    /// Returns whether the target of a game provably has the status `sought`. The search visits at
    /// most `most` states. An attempt may take all of them, because with rounds as in
    /// [`Self::prove`], `teire` is right in three fewer professional games.
    pub(in crate::territory) fn proves(
        &mut self,
        capture: &CaptureGame,
        sought: ChainStatus,
        most: u32,
    ) -> bool {
        self.try_all(capture, capture.attempts_to_prove(sought), &[most], most) == Some(sought)
    }

    /// Returns the status of the target of a game, if it can be proved.
    fn prove(&mut self, capture: &CaptureGame, stake: u32, most: u32) -> Option<ChainStatus> {
        let most = capture.budget(stake).min(most);
        self.try_all(capture, capture.attempts(), &EFFORTS, most)
    }

    /// Returns the status that the first successful attempt proves, if any succeeds. All attempts
    /// together visit at most `most` states, in rounds: `efforts` contains, for each round, the
    /// number of states that each attempt may visit.
    fn try_all(
        &mut self,
        capture: &CaptureGame,
        mut attempts: Vec<Attempt>,
        efforts: &[u32],
        most: u32,
    ) -> Option<ChainStatus> {
        self.numbers.clear();
        let mut budget = NodeBudget::new(most, &self.stop);
        let mut found = None;
        'rounds: for &effort in efforts {
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
            // attempts to prove life come first, because the playouts found no way to live and such
            // a proof is worth more
            let (life, death): (Vec<_>, Vec<_>) = attempts
                .into_iter()
                .partition(|attempt| attempt.status == ChainStatus::Alive);
            attempts = [life, death].concat();
        }
        self.nodes += u64::from(budget.nodes);
        found
    }
}
