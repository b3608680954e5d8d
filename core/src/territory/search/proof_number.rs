//! Proof-number search: proves who wins a game.
//!
//! The search is df-pn (Ayumu Nagai, "Df-pn algorithm for searching AND/OR trees and its
//! applications", University of Tokyo, 2002). It finds captures of chains, both in [local
//! games](super::capture) and on the [whole board](crate::territory::teire).

use std::collections::HashMap;
use std::hash::Hash;

use rustc_hash::FxBuildHasher;

use super::budget::{Exhausted, NodeBudget};
use crate::board::Color;

/// Infinity, for proof numbers and disproof numbers.
const INFINITE: u32 = 1 << 30;

/// The current state of a game between two players, one of whom wins. Moves change the state.
pub(in crate::territory) trait Game {
    type Move: Copy;
    /// Distinguishes all states that the search may reach.
    type Key: Copy + Eq + Hash;

    /// Returns the key of the state.
    fn key(&self) -> Self::Key;

    /// Returns the player to move.
    fn player(&self) -> Color;

    /// Returns the winner if the game is over.
    fn winner(&mut self) -> Option<Color>;

    /// Returns the winner of a game that is not over, if the winner is known without a search.
    fn static_winner(&mut self) -> Option<Color>;

    /// Returns the moves of the player to move, the most promising first. A player without moves
    /// loses.
    fn moves(&mut self) -> Vec<Self::Move>;

    /// Plays a move.
    fn play(&mut self, played: Self::Move);

    /// Undoes the last move.
    fn undo(&mut self);
}

/// The proof number of a state is the smallest number of open states that have to be proved to
/// prove this state. The disproof number is the smallest number of open states that have to be
/// disproved to disprove it. Both are relative to the player to move: the number for the result
/// that he wants comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    wanted: u32,
    unwanted: u32,
}

impl Numbers {
    const OPEN: Self = Self {
        wanted: 1,
        unwanted: 1,
    };
    const WON: Self = Self {
        wanted: 0,
        unwanted: INFINITE,
    };
    const LOST: Self = Self {
        wanted: INFINITE,
        unwanted: 0,
    };

    const fn is_lost(self) -> bool {
        self.unwanted == 0
    }

    const fn is_won(self) -> bool {
        self.wanted == 0
    }
}

/// The numbers of the states that a search has seen.
#[derive(Debug)]
pub(in crate::territory) struct ProofNumbers<K>(HashMap<K, Numbers, FxBuildHasher>);

impl<K> Default for ProofNumbers<K> {
    fn default() -> Self {
        Self(HashMap::default())
    }
}

impl<K: Copy + Eq + Hash> ProofNumbers<K> {
    /// Forgets all states, so that the next search can be about another game.
    pub(in crate::territory) fn clear(&mut self) {
        self.0.clear();
    }

    /// Returns whether the player to move wins. `budget` limits the number of states that the
    /// search visits.
    pub(in crate::territory) fn prove<G: Game<Key = K>>(
        &mut self,
        game: &mut G,
        budget: &mut NodeBudget,
    ) -> Result<bool, Exhausted> {
        let most = Numbers {
            wanted: INFINITE,
            unwanted: INFINITE,
        };
        Search {
            game,
            numbers: &mut self.0,
            budget,
        }
        .expand(most)
        .map(Numbers::is_won)
    }

    /// Returns the first winning move. A search must have proved that the player to move wins.
    pub(in crate::territory) fn winning_move<G: Game<Key = K>>(
        &self,
        game: &mut G,
    ) -> Option<G::Move> {
        game.moves().into_iter().find(|&next| {
            game.play(next);
            let opponent = game.player();
            let winner = game.winner().or_else(|| game.static_winner());
            let wins = match winner {
                Some(winner) => winner != opponent,
                None => self
                    .0
                    .get(&game.key())
                    .is_some_and(|numbers| numbers.is_lost()),
            };
            game.undo();
            wins
        })
    }
}

/// A running search.
struct Search<'a, G: Game> {
    game: &'a mut G,
    numbers: &'a mut HashMap<G::Key, Numbers, FxBuildHasher>,
    budget: &'a mut NodeBudget,
}

impl<G: Game> Search<'_, G> {
    /// Searches the current state until one of its numbers reaches the corresponding number in
    /// `most`, and returns its numbers.
    fn expand(&mut self, most: Numbers) -> Result<Numbers, Exhausted> {
        self.budget.visit()?;
        let moves = self.game.moves();
        let mut children = Vec::with_capacity(moves.len());
        for next in moves {
            let numbers = self.numbers_after(next);
            if numbers.is_lost() {
                return Ok(self.store(Numbers::WON));
            }
            if !numbers.is_won() {
                children.push((next, numbers));
            }
        }
        loop {
            // the player to move needs one move after which his opponent loses; the opponent needs
            // an answer to every move
            let mut numbers = Numbers::LOST;
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
                return Ok(self.store(numbers));
            }
            let (next, child) = children[best];
            let most_of_child = Numbers {
                wanted: most.unwanted - numbers.unwanted + child.wanted,
                unwanted: most.wanted.min(second + 1),
            };
            self.game.play(next);
            let child = self.expand(most_of_child);
            self.game.undo();
            let child = child?;
            if child.is_lost() {
                return Ok(self.store(Numbers::WON));
            }
            children[best].1 = child;
            if child.is_won() {
                children.swap_remove(best);
            }
        }
    }

    /// Stores the numbers of the current state, and returns them.
    fn store(&mut self, numbers: Numbers) -> Numbers {
        self.numbers.insert(self.game.key(), numbers);
        numbers
    }

    /// Returns the known numbers of the state after a move.
    fn numbers_after(&mut self, next: G::Move) -> Numbers {
        self.game.play(next);
        let numbers = self.known_numbers();
        self.game.undo();
        numbers
    }

    /// Returns the known numbers of the current state.
    fn known_numbers(&mut self) -> Numbers {
        let player = self.game.player();
        let mut winner = self.game.winner();
        if winner.is_none() {
            if let Some(&known) = self.numbers.get(&self.game.key()) {
                return known;
            }
            winner = self.game.static_winner();
        }
        match winner {
            Some(winner) if winner == player => Numbers::WON,
            Some(_) => Numbers::LOST,
            None => Numbers::OPEN,
        }
    }
}
