//! A transposition table: the states that a search has seen, with bounds for their values.

use super::hash::{hash, table_index};
use super::moves::Move;
use super::proof::Proof;
use super::state::State;
use super::vertex_set::VertexSet;
use crate::board::Color;

/// The number of entries.
const ENTRIES: usize = 1 << 16;

/// The state of an entry, as far as its value depends on it, and the proof that the value belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct StateKey {
    stones: [VertexSet; 2],
    bans: [VertexSet; 2],
    /// Packed bits: the player to move, the prover, whether there was a capture, whether there was a pass, and the
    /// captures that the refuter has left.
    rest: u32,
}

/// An entry: bounds for the value of a state, for the player to move, from that state on, and the best known move.
///
/// An entry is aligned so that it never crosses a cache line.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
struct TableEntry {
    key: StateKey,
    bounds: [i32; 2],
    /// The number of the game that the state belongs to.
    game: u32,
    best: Move,
}

/// The transposition table, used for one game after another.
#[derive(Debug, Default)]
pub(super) struct TranspositionTable {
    entries: Vec<TableEntry>,
    /// For each entry, 16 bits of the hash of its state. Half of all probed states are new, and a wrong signature shows
    /// that without a cache miss on the entry.
    signatures: Vec<u16>,
    /// The number of the present game.
    game: u32,
}

/// The key of a state, the index of its entry, and its signature.
#[derive(Clone, Copy, Debug)]
pub(super) struct EntryKey {
    state: StateKey,
    index: usize,
    signature: u16,
}

impl TranspositionTable {
    /// Makes the entries of one game valid, and those of all others invalid. Games are numbered from 1.
    pub(super) fn enter(&mut self, game: u32) {
        if self.entries.is_empty() {
            self.entries = vec![TableEntry::default(); ENTRIES];
            self.signatures = vec![0; ENTRIES];
        }
        self.game = game;
    }

    /// Returns the key of a state in the present game, for a proof when the refuter has `captures_left`.
    pub(super) fn key(&self, state: &State, proof: Proof, captures_left: u32) -> EntryKey {
        let flags =
            [state.player() == Color::White, proof.prover == Color::White, state.has_captured(), state.passes() > 0];
        let rest = captures_left << 2 | proof.replies as u32;
        let rest = flags.into_iter().fold(rest, |rest, flag| rest << 1 | u32::from(flag));
        let State { stones: [black, white], bans, .. } = *state;
        let all = hash([black, white, bans[0] | bans[1].rotate_left(32), rest.into()]);
        // with the game's number in the signature, most entries of other games do not match
        let [_, _, _, low, high, ..] = (all ^ hash([self.game.into()])).to_le_bytes();
        EntryKey {
            state: StateKey { stones: state.stones, bans, rest },
            index: table_index(all, ENTRIES),
            signature: u16::from_le_bytes([low, high]),
        }
    }

    /// Returns the lower and upper bound of a state's value and the best known move, or `None` without an entry.
    pub(super) fn probe(&self, key: &EntryKey) -> Option<([i32; 2], Move)> {
        if self.signatures[key.index] != key.signature {
            return None;
        }
        let entry = &self.entries[key.index];
        (entry.game == self.game && entry.key == key.state).then_some((entry.bounds, entry.best))
    }

    /// Stores the bounds and the best move of a state, whatever the entry held.
    pub(super) fn store(&mut self, key: &EntryKey, bounds: [i32; 2], best: Move) {
        self.signatures[key.index] = key.signature;
        self.entries[key.index] = TableEntry { key: key.state, bounds, game: self.game, best };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::territory::search::proof::Replies;

    #[test]
    fn entries_of_other_games_are_invalid() {
        let states: Vec<State> = (0..60).map(|vertex| State::initial([1 << vertex, 0], Color::Black)).collect();
        let mut table = TranspositionTable::default();
        table.enter(1);
        let proof = Proof { prover: Color::Black, captures: 1, replies: Replies::All, conceded: 0 };
        let key = |table: &TranspositionTable, state: &State| table.key(state, proof, 1);
        let store = |table: &mut TranspositionTable| {
            for (state, value) in states.iter().zip(0..) {
                table.store(&key(table, state), [value; 2], Some(7));
            }
        };
        let known =
            |table: &TranspositionTable| states.iter().filter_map(|state| table.probe(&key(table, state))).count();
        store(&mut table);
        assert!(known(&table) > 50, "of {}", states.len());
        assert_eq!(table.probe(&key(&table, &states[59])), Some(([59; 2], Some(7))));
        assert_eq!(table.probe(&key(&table, &states[59].after_pass())), None);
        assert_eq!(
            table.probe(&table.key(&states[59], Proof { prover: Color::White, ..proof }, 1)),
            None,
            "another proof"
        );
        assert_eq!(table.probe(&table.key(&states[59], Proof { replies: Replies::Near, ..proof }, 1)), None);
        assert_eq!(table.probe(&table.key(&states[59], proof, 0)), None, "another limit");
        table.enter(2);
        assert_eq!(known(&table), 0);
        table.enter(1);
        assert!(known(&table) > 50, "the entries of a game are valid again");
    }
}
