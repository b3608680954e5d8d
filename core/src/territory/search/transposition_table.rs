//! A transposition table: the states that a search has seen, with bounds for their values.

use super::hash::{hash, table_index};
use super::moves::Move;
use super::state::State;
use super::vertex_set::VertexSet;

/// The number of entries.
const ENTRIES: usize = 1 << 15;

/// An entry: bounds for the value of a state, for the player to move, from that state on, and the best known move.
///
/// An entry has 32 bytes and is aligned to them, so that it never crosses a cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct TableEntry {
    stones: [VertexSet; 2],
    /// The part of the state that is not its stones.
    rest: u32,
    bounds: [i32; 2],
    /// The number of the search that stored the entry. Entries of other searches are invalid.
    search: u16,
    best: Move,
}

/// The transposition table, used by one search after another.
#[derive(Debug, Default)]
pub(super) struct TranspositionTable {
    entries: Vec<TableEntry>,
    /// For each entry, 16 bits of the hash of its state. Half of all probed states are new, and a wrong signature shows
    /// that without a cache miss on the entry.
    signatures: Vec<u16>,
    /// The number of the current search, from 1. After the last number the table is cleared and numbering starts again.
    search: u16,
}

/// The index of a state's entry, and the signature of the state.
#[derive(Clone, Copy, Debug)]
pub(super) struct EntryKey {
    index: usize,
    signature: u16,
}

impl TranspositionTable {
    /// Starts a new search, for which all entries are invalid.
    pub(super) fn begin(&mut self) {
        if self.search == u16::MAX {
            *self = Self::default();
        }
        if self.entries.is_empty() {
            let none = TableEntry { stones: [0; 2], rest: 0, bounds: [0; 2], search: 0, best: None };
            self.entries = vec![none; ENTRIES];
            self.signatures = vec![0; ENTRIES];
        }
        self.search += 1;
    }

    /// Returns the key of a state in the current search.
    pub(super) fn key(&self, state: &State) -> EntryKey {
        let [black, white] = state.stones;
        // the zeros are padding: without it hashes, and so the replaced entries and the numbers of visited states,
        // would differ from those in `tests/reading/cost.txt`
        let all = hash([black, 0, white, 0, state.rest().into()]);
        // with the search number in the signature, most entries of other searches do not match
        let [_, _, _, low, high, ..] = (all ^ hash([self.search.into()])).to_le_bytes();
        EntryKey { index: table_index(all, ENTRIES), signature: u16::from_le_bytes([low, high]) }
    }

    /// Returns the lower and upper bound of a state's value and the best known move, or `None` without an entry.
    pub(super) fn probe(&self, key: EntryKey, state: &State) -> Option<([i32; 2], Move)> {
        if self.signatures[key.index] != key.signature {
            return None;
        }
        let entry = &self.entries[key.index];
        let is_same = entry.search == self.search && entry.stones == state.stones && entry.rest == state.rest();
        is_same.then_some((entry.bounds, entry.best))
    }

    /// Stores the bounds and the best move of a state, whatever the entry held.
    pub(super) fn store(&mut self, key: EntryKey, state: &State, bounds: [i32; 2], best: Move) {
        self.signatures[key.index] = key.signature;
        self.entries[key.index] =
            TableEntry { stones: state.stones, rest: state.rest(), bounds, search: self.search, best };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;

    #[test]
    fn entries_of_other_searches_are_invalid() {
        let states: Vec<State> = (0..60).map(|vertex| State::initial([1 << vertex, 0], Color::Black)).collect();
        let mut table = TranspositionTable::default();
        table.begin();
        let store = |table: &mut TranspositionTable| {
            for (state, value) in states.iter().zip(0..) {
                table.store(table.key(state), state, [value; 2], Some(7));
            }
        };
        let known =
            |table: &TranspositionTable| states.iter().filter_map(|state| table.probe(table.key(state), state)).count();
        store(&mut table);
        assert!(known(&table) > 50, "of {}", states.len());
        assert_eq!(table.probe(table.key(&states[59]), &states[59]), Some(([59; 2], Some(7))));
        assert_eq!(table.probe(table.key(&states[59]), &states[59].after_pass()), None);
        table.begin();
        assert_eq!((known(&table), table.search), (0, 2));
        store(&mut table);
        table.search = u16::MAX - 1;
        table.begin();
        store(&mut table);
        // 1 and 2 were numbers of earlier searches
        for number in [1, 2] {
            table.begin();
            assert_eq!((known(&table), table.search), (0, number));
        }
    }
}
