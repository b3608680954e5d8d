//! Proof-number search for the capture of a chain, or against it.

use super::ChainStatus;
use super::field::CaptureGame;
use crate::board::Color;
use crate::territory::search::graph::BitSet;
use crate::territory::search::moves::Successor;
use crate::territory::search::state::State;
use crate::territory::search::tables::{Exhausted, NodeBudget, StateKey, Table};

/// The number of entries of the table.
const ENTRIES: usize = 1 << 16;

/// Infinity, for proof numbers and disproof numbers.
const INFINITE: u32 = 1 << 30;

/// An attempt to prove the status of a chain.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attempt {
    pub(super) status: ChainStatus,
    /// The player who proves the status. His opponent is the refuter.
    pub(super) prover: Color,
    /// The number of captures that the refuter may make.
    pub(super) captures: u32,
    pub(super) root: State,
}

/// The proof number and the disproof number of a state: the least number of open states that have to be proved, or
/// disproved, to prove or disprove this state. They are written for the player to move: the number of the result that he
/// wants comes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Numbers {
    wanted: u32,
    unwanted: u32,
}

impl Numbers {
    const OPEN: Self = Self { wanted: 1, unwanted: 1 };

    const fn decided(is_wanted: bool) -> Self {
        if is_wanted { Self { wanted: 0, unwanted: INFINITE } } else { Self { wanted: INFINITE, unwanted: 0 } }
    }

    const fn is_lost(self) -> bool {
        self.unwanted == 0
    }

    const fn is_won(self) -> bool {
        self.wanted == 0
    }
}

/// The known numbers of states.
#[derive(Debug, Default)]
pub(super) struct ProofTable(Option<Table<StateKey, Numbers>>);

/// The search for a proof.
#[derive(Debug)]
pub(super) struct CaptureProof<'a> {
    table: &'a mut Table<StateKey, Numbers>,
    budget: &'a mut NodeBudget,
    capture: &'a CaptureGame,
    attempt: &'a Attempt,
}

impl<'a> CaptureProof<'a> {
    pub(super) fn new(
        table: &'a mut ProofTable,
        budget: &'a mut NodeBudget,
        capture: &'a CaptureGame,
        attempt: &'a Attempt,
    ) -> Self {
        Self { table: table.0.get_or_insert_with(|| Table::new(ENTRIES)), budget, capture, attempt }
    }

    /// Returns whether the status can be proved within the limit of captures.
    pub(super) fn run(&mut self, root: &State) -> Result<bool, Exhausted> {
        let numbers = self.search(root, Numbers { wanted: INFINITE, unwanted: INFINITE })?;
        Ok(numbers.is_won() == (root.player == self.attempt.prover))
    }

    /// Searches a state until one of its numbers reaches the same number of `most`, and returns its numbers. This is
    /// df-pn (Ayumu Nagai, "Df-pn algorithm for searching AND/OR trees and its applications", University of Tokyo,
    /// 2002). No line of play returns to a state, because the refuter's captures are counted.
    fn search(&mut self, state: &State, most: Numbers) -> Result<Numbers, Exhausted> {
        self.budget.visit()?;
        let key = self.key(state);
        let mut children = Vec::new();
        for next in self.moves(state) {
            let numbers = self.numbers(&next.state);
            if numbers.is_lost() {
                self.table.put(key, Numbers::decided(true));
                return Ok(Numbers::decided(true));
            }
            if !numbers.is_won() {
                children.push((next.state, numbers));
            }
        }
        loop {
            // the player to move needs one move that his opponent loses, the opponent an answer to every move
            let mut numbers = Numbers::decided(false);
            let (mut best, mut second) = (0, INFINITE);
            for (at, (_, child)) in children.iter().enumerate() {
                if child.unwanted < numbers.wanted {
                    (second, numbers.wanted, best) = (numbers.wanted, child.unwanted, at);
                } else {
                    second = second.min(child.unwanted);
                }
                numbers.unwanted = (numbers.unwanted + child.wanted).min(INFINITE);
            }
            if numbers.wanted >= most.wanted || numbers.unwanted >= most.unwanted {
                self.table.put(key, numbers);
                return Ok(numbers);
            }
            let (next, child) = children[best];
            let child_most = Numbers {
                wanted: most.unwanted - numbers.unwanted + child.wanted,
                unwanted: most.wanted.min(second + 1),
            };
            let child = self.search(&next, child_most)?;
            children[best].1 = child;
            if child.is_lost() {
                self.table.put(key, Numbers::decided(true));
                return Ok(Numbers::decided(true));
            }
            if child.is_won() {
                children.swap_remove(best);
            }
        }
    }

    /// Returns the moves in a state.
    fn moves(&self, state: &State) -> impl Iterator<Item = Successor> + use<'a> {
        let (game, state) = (&self.capture.game, *state);
        let empty = game.empty(&state);
        game.legal_moves(&state)
            .filter(move |next| next.played.is_none_or(|vertex| game.equivalent[usize::from(vertex)] & empty == 0))
    }

    /// Returns the known numbers of a state.
    fn numbers(&self, state: &State) -> Numbers {
        let decided = |winner| Numbers::decided(winner == state.player);
        if let Some(winner) = self.winner_at_end(state) {
            return decided(winner);
        }
        let new = || self.winner_by_shape(state).map_or(Numbers::OPEN, decided);
        self.table.get(&self.key(state)).unwrap_or_else(new)
    }

    /// Returns the winner if the game is over, or if the refuter has made too many captures.
    fn winner_at_end(&self, state: &State) -> Option<Color> {
        let Attempt { prover, captures, .. } = *self.attempt;
        let refuter = prover.opponent();
        if u32::from(state.captures[refuter.index()]) > captures {
            return Some(refuter);
        }
        let owner = self.capture.owner;
        let is_captured = state.stones[owner.index()] & self.capture.target == 0;
        state.is_over().then_some(if is_captured { owner.opponent() } else { owner })
    }

    /// Returns the winner if the shape of the stones shows it without a search.
    fn winner_by_shape(&self, state: &State) -> Option<Color> {
        let CaptureGame { game, owner, target } = self.capture;
        let (owner, attacker) = (*owner, owner.opponent());
        let stones = state.stones[owner.index()];
        if target & game.large & !stones != 0 {
            return Some(attacker);
        }
        let reachable = |start, within| game.adjacency.reachable(start, within);
        let safe = game.permanent_liberty(state, owner) & stones;
        // only a move of the owner makes an eye
        let has_two_eyes = || state.player == attacker && game.has_two_eyes(state, owner, *target);
        if reachable(safe, stones) & target != 0 || has_two_eyes() {
            return Some(owner);
        }
        // three points are not enough for two eyes; a large block has more
        let attackers = state.stones[attacker.index()];
        let is_small = safe == 0 && stones & game.large == 0 && (game.all & !attackers).has_at_most(3);
        let is_safe = || reachable(game.permanent_liberty(state, attacker) & attackers, attackers) == attackers;
        (is_small && is_safe()).then_some(attacker)
    }

    /// Returns the key of a state in the table. It has only the captures of the refuter.
    fn key(&self, state: &State) -> StateKey {
        let Attempt { prover, captures, .. } = *self.attempt;
        let left = captures.saturating_sub(state.captures[prover.opponent().index()].into());
        StateKey::new(&self.capture.game, state, prover, left)
    }
}
