//! The tables of proof search.

use super::local_game::LocalGame;
use super::node_budget::NodeBudget;
use super::state::State;
use super::static_bounds::IfPassing;
use super::stone_cache::StoneCache;
use super::transposition_table::TranspositionTable;
use super::vertex_set::{MAX_VERTICES, VertexSet};
use crate::board::Color;

/// The known values of the states of a local game, which all proofs share.
#[derive(Debug)]
pub(super) struct ProofTables {
    pub(super) transpositions: TranspositionTable,
    pub(super) budget: NodeBudget,
    /// The number of games so far.
    games: u32,
    /// For each colour and vertex, the number of cutoffs by a move there.
    pub(super) history: [[u32; MAX_VERTICES]; 2],
    /// The scores of final positions, Black's minus White's.
    scores: StoneCache<i32>,
    /// For each colour, what it has in a position if it passes until the game ends.
    if_passing: [StoneCache<IfPassing>; 2],
}

impl Default for ProofTables {
    fn default() -> Self {
        Self {
            transpositions: TranspositionTable::default(),
            budget: NodeBudget::default(),
            games: 0,
            history: [[0; MAX_VERTICES]; 2],
            scores: StoneCache::default(),
            if_passing: Default::default(),
        }
    }
}

impl ProofTables {
    /// Begins with another local game, and allows `budget` states.
    pub(super) fn begin(&mut self, budget: u32) {
        self.history = [[0; MAX_VERTICES]; 2];
        self.budget = NodeBudget::new(budget);
    }

    /// Returns a number for the entries of another game.
    pub(super) const fn new_game(&mut self) -> u32 {
        self.games += 1;
        self.games
    }

    /// Makes the entries of one game valid, and those of all others invalid.
    pub(super) fn enter(&mut self, game: u32) {
        self.transpositions.enter(game);
        self.scores.enter(game);
        self.if_passing.iter_mut().for_each(|cache| cache.enter(game));
    }

    /// Returns the score if the game ends in this state, Black's minus White's.
    pub(super) fn score(&mut self, game: &LocalGame, state: &State) -> i32 {
        self.scores.get(state, |state| game.count(state).score)
    }

    /// Returns the value for the player to move if the game ends in this state.
    pub(super) fn final_value(&mut self, game: &LocalGame, state: &State) -> i32 {
        let score = self.score(game, state);
        if state.player() == Color::White { -score } else { score }
    }

    /// Returns what `color` has from this state on if it passes until the game ends.
    pub(super) fn if_passing(&mut self, game: &LocalGame, state: &State, color: Color) -> IfPassing {
        self.if_passing[color.index()].get(state, |state| game.if_passing(state, color))
    }

    /// Returns the points on which no move changes anything, because one player keeps them even if he passes.
    pub(super) fn settled_points(&mut self, game: &LocalGame, state: &State) -> VertexSet {
        Color::BOTH.into_iter().fold(0, |points, color| points | self.if_passing(game, state, color).regions)
    }
}
