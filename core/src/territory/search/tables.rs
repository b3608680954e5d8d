//! The memory of a search for values: the states that it has seen.
//!
//! The tables have a fixed size, and a new entry replaces an old entry with the same index. The
//! tables are reused from game to game, but an entry is valid only for its own game.

use super::budget::NodeBudget;
use super::graph::{MAX_VERTICES, VertexSet};
use super::local_game::LocalGame;
use super::moves::Move;
use super::state::State;
use super::static_bounds::IfPassing;
use crate::Stop;
use crate::board::Color;

/// The number of entries of the transposition table.
const TRANSPOSITIONS: usize = 1 << 16;

/// The number of entries of each table of positions.
const POSITIONS: usize = 1 << 13;

/// A key of a table.
pub(super) trait TableKey: Copy + Default + PartialEq {
    fn hash(&self) -> u64;
}

/// A table of a fixed size.
#[derive(Debug)]
pub(super) struct Table<K, V> {
    entries: Vec<(K, V)>,
    /// For each entry, 16 bits of the hash of its key. Half of all lookups miss, and a different
    /// tag reveals this without a cache miss on the entry.
    tags: Vec<u16>,
}

impl<K: TableKey, V: Copy + Default> Table<K, V> {
    pub(super) fn new(entries: usize) -> Self {
        Self {
            entries: vec![Default::default(); entries],
            tags: vec![0; entries],
        }
    }

    /// Returns the index of a key, and its tag.
    fn place(&self, key: &K) -> (usize, u16) {
        let [_, _, _, low, high, a, b, c] = key.hash().to_le_bytes();
        let place = u32::from_le_bytes([a, b, c, 0]) as usize % self.entries.len();
        (place, u16::from_le_bytes([low, high]))
    }

    /// Returns the value of a key, unless another key has replaced it.
    pub(super) fn get(&self, key: &K) -> Option<V> {
        let (place, tag) = self.place(key);
        if self.tags[place] != tag {
            return None;
        }
        let (other, value) = &self.entries[place];
        (key == other).then_some(*value)
    }

    pub(super) fn put(&mut self, key: K, value: V) {
        let (place, tag) = self.place(&key);
        self.entries[place] = (key, value);
        self.tags[place] = tag;
    }

    /// Returns the value of a key from the table, or computes and stores it.
    fn get_or(&mut self, key: K, compute: impl FnOnce() -> V) -> V {
        self.get(&key).unwrap_or_else(|| {
            let value = compute();
            self.put(key, value);
            value
        })
    }
}

/// The stones of a state. States with different captures or passes often share them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct StonesKey {
    stones: [VertexSet; 2],
    game: u32,
}

impl TableKey for StonesKey {
    fn hash(&self) -> u64 {
        hash(self.stones)
    }
}

/// The key of a value: the parts of the state that the value depends on, and the proof in which it
/// was found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct StateKey {
    stones: [VertexSet; 2],
    bans: [VertexSet; 2],
    /// Packed bits: the player to move, the prover, whether there was a capture, whether the last
    /// move was a pass, and the proof.
    rest: u32,
    game: u32,
}

impl StateKey {
    /// Returns the key of a state for a proof by `prover`. `proof` is a number that identifies the
    /// other properties of the proof.
    pub(super) fn new(game: &LocalGame, state: &State, prover: Color, proof: u32) -> Self {
        let flags = [
            state.player == Color::White,
            prover == Color::White,
            state.has_captured(),
            state.passes > 0,
        ];
        let rest = flags
            .into_iter()
            .fold(proof, |rest, flag| rest << 1 | u32::from(flag));
        Self {
            stones: state.stones,
            bans: state.bans,
            rest,
            game: game.id,
        }
    }
}

impl TableKey for StateKey {
    fn hash(&self) -> u64 {
        let [black, white] = self.stones;
        hash([
            black,
            white,
            self.bans[0] | self.bans[1].rotate_left(32),
            self.rest.into(),
        ])
    }
}

/// The known bounds for the value of a state to the player to move, from that state on, and the
/// best known move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Known {
    pub(super) bounds: [i32; 2],
    pub(super) best: Move,
}

/// The tables and counts that all proofs of a search share.
#[derive(Debug)]
pub(super) struct SearchTables {
    pub(super) budget: NodeBudget,
    pub(super) stop: Stop,
    /// For each colour and vertex, the number of cutoffs by a move there.
    pub(super) history: [[u32; MAX_VERTICES]; 2],
    /// The number of games so far.
    games: u32,
    /// The known bounds and best moves of states.
    pub(super) transpositions: Table<StateKey, Known>,
    /// The scores of final positions, Black's minus White's.
    scores: Table<StonesKey, i32>,
    /// For each colour, the outcome of a position if that colour passes until the game ends.
    if_passing: [Table<StonesKey, IfPassing>; 2],
}

impl Default for SearchTables {
    fn default() -> Self {
        Self {
            budget: NodeBudget::default(),
            stop: Stop::default(),
            history: [[0; MAX_VERTICES]; 2],
            games: 0,
            transpositions: Table::new(TRANSPOSITIONS),
            scores: Table::new(POSITIONS),
            if_passing: [Table::new(POSITIONS), Table::new(POSITIONS)],
        }
    }
}

impl SearchTables {
    /// Starts the search of another local game, with a budget of `budget` states.
    pub(super) fn begin(&mut self, budget: u32) {
        self.history = [[0; MAX_VERTICES]; 2];
        self.budget = NodeBudget::new(budget, &self.stop);
    }

    /// Returns a new game number.
    pub(super) const fn new_game(&mut self) -> u32 {
        self.games += 1;
        self.games
    }

    /// Returns the score if the game ends in this state, Black's minus White's.
    pub(super) fn score(&mut self, game: &LocalGame, state: &State) -> i32 {
        self.scores.get_or(
            StonesKey {
                stones: state.stones,
                game: game.id,
            },
            || game.count(state).score,
        )
    }

    /// Returns the value for the player to move if the game ends in this state.
    pub(super) fn final_value(&mut self, game: &LocalGame, state: &State) -> i32 {
        let score = self.score(game, state);
        if state.player == Color::White {
            -score
        } else {
            score
        }
    }

    /// Returns the outcome for `color` if it passes from this state on until the game ends.
    pub(super) fn if_passing(
        &mut self,
        game: &LocalGame,
        state: &State,
        color: Color,
    ) -> IfPassing {
        let key = StonesKey {
            stones: state.stones,
            game: game.id,
        };
        self.if_passing[color.index()].get_or(key, || game.if_passing(state, color))
    }

    /// Returns the points where a move changes nothing, because one player keeps them even if he
    /// passes.
    pub(super) fn settled_points(&mut self, game: &LocalGame, state: &State) -> VertexSet {
        Color::BOTH.into_iter().fold(0, |points, color| {
            points | self.if_passing(game, state, color).regions
        })
    }
}

/// Returns the hash of some words, with the hash function of Firefox and the Rust compiler
/// ("`FxHash`").
fn hash<const N: usize>(words: [u64; N]) -> u64 {
    words.into_iter().fold(0, |hash: u64, word| {
        (hash.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_of_other_games_are_invalid() {
        let [one, other] = [1, 2].map(|id| LocalGame {
            id,
            ..LocalGame::default()
        });
        let states: Vec<State> = (0..60)
            .map(|vertex| State::initial([1 << vertex, 0], Color::Black))
            .collect();
        let mut tables = SearchTables::default();
        for (state, value) in states.iter().zip(0..) {
            tables.transpositions.put(
                StateKey::new(&one, state, Color::Black, 4),
                Known {
                    bounds: [value; 2],
                    best: Some(7),
                },
            );
        }
        let known = |game, state, prover, proof| {
            tables
                .transpositions
                .get(&StateKey::new(game, state, prover, proof))
        };
        let count = |game| {
            states
                .iter()
                .filter_map(|state| known(game, state, Color::Black, 4))
                .count()
        };
        assert!(count(&one) > 50, "of {}", states.len());
        assert_eq!(count(&other), 0);
        let (last, after_pass) = (&states[59], states[59].after_pass());
        assert_eq!(
            known(&one, last, Color::Black, 4),
            Some(Known {
                bounds: [59; 2],
                best: Some(7)
            })
        );
        assert_eq!(known(&one, &after_pass, Color::Black, 4), None);
        assert_eq!(known(&one, last, Color::White, 4), None, "another prover");
        assert_eq!(known(&one, last, Color::Black, 5), None, "another proof");
    }
}
