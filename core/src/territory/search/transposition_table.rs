//! A transposition table of the search, and a cache of counted final positions.

use super::alpha_beta::Move;
use super::play::LocalGame;
use super::set::Set;
use super::state::State;

/// The number of entries of the transposition table.
const MOMENTS: usize = 1 << 15;

/// The number of entries of the cache of counts. Final states with different captures or passes often have equal
/// stones.
const ENDS: usize = 1 << 14;

/// An entry of the transposition table: bounds for the value of a state, for the player to move, from that state on.
///
/// An entry has 32 bytes and is aligned to them, so that it never crosses a cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Known {
    stones: [Set; 2],
    /// The part of the state that is not its stones.
    rest: u32,
    bounds: [i32; 2],
    /// The number of the search that stored the entry. Entries of other searches are invalid.
    search: u16,
    best: Move,
}

/// A cached count: the value to Black of a game that ends with these stones.
#[derive(Clone, Copy, Debug, Default)]
struct Counted {
    stones: [Set; 2],
    score: i32,
    /// The number of the search that stored the count.
    search: u16,
}

/// The transposition table and the cache of counts, used by one search after another.
#[derive(Debug, Default)]
pub(super) struct TranspositionTable {
    states: Vec<Known>,
    /// For each entry of `states`, 16 bits of the hash of its state. Half of all probed states are new, and a wrong
    /// tag shows that without a cache miss on the entry.
    tags: Vec<u16>,
    ends: Vec<Counted>,
    /// The number of the current search, from 1. After the last number the table is cleared and numbering starts again.
    search: u16,
}

/// The index of a state in the table, and its tag.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    graph: usize,
    tag: u16,
}

impl TranspositionTable {
    /// Starts a new search, for which all entries are invalid.
    pub(super) fn begin(&mut self) {
        if self.search == u16::MAX {
            *self = Self::default();
        }
        if self.states.is_empty() {
            let none = Known { stones: [0; 2], rest: 0, bounds: [0; 2], search: 0, best: None };
            self.states = vec![none; MOMENTS];
            self.tags = vec![0; MOMENTS];
            self.ends = vec![Counted::default(); ENDS];
        }
        self.search += 1;
    }

    /// Returns the index and the tag of a state.
    pub(super) fn slot(&self, state: &State) -> Entry {
        let [black, white] = state.stones;
        // the zeros stand for a second word that sets used to have: they keep hashes, and so the replaced entries,
        // unchanged
        let all = hash([black, 0, white, 0, state.rest().into()]);
        // with the search number in the tag, most entries of other searches do not match
        let [_, _, _, low, high, ..] = (all ^ hash([self.search.into()])).to_le_bytes();
        Entry { graph: graph(all, MOMENTS), tag: u16::from_le_bytes([low, high]) }
    }

    /// Probes the table: returns the lower and upper bound of the state's value and the best move, or `None` without an
    /// entry.
    pub(super) fn known(&self, slot: Entry, state: &State) -> Option<([i32; 2], Move)> {
        if self.tags[slot.graph] != slot.tag {
            return None;
        }
        let known = &self.states[slot.graph];
        let is_it = known.search == self.search && known.stones == state.stones && known.rest == state.rest();
        is_it.then_some((known.bounds, known.best))
    }

    /// Stores the bounds and the best move of a state, whatever the entry held.
    pub(super) fn note(&mut self, slot: Entry, state: &State, bounds: [i32; 2], best: Move) {
        self.tags[slot.graph] = slot.tag;
        self.states[slot.graph] = Known { stones: state.stones, rest: state.rest(), bounds, search: self.search, best };
    }

    /// Returns the value to Black if the game ends in this state, from the cache if possible.
    pub(super) fn score(&mut self, field: &LocalGame, state: &State) -> i32 {
        let (search, stones) = (self.search, state.stones);
        let counted = &mut self.ends[graph(hash(stones), ENDS)];
        if counted.search != search || counted.stones != stones {
            *counted = Counted { stones, search, score: field.count(state).score };
        }
        counted.score
    }
}

fn hash<const N: usize>(words: [u64; N]) -> u64 {
    words.into_iter().fold(0, |hash: u64, word| (hash.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95))
}

/// Returns the index of a hash in a table of `size` entries, at most 2^24.
fn graph(hash: u64, size: usize) -> usize {
    usize::try_from(hash >> 40).expect("24 bits") % size
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;

    #[test]
    fn nothing_is_remembered_of_another_search() {
        let states: Vec<State> = (0..60).map(|node| State::first([1 << node, 0], Color::Black)).collect();
        let mut table = TranspositionTable::default();
        table.begin();
        let note = |table: &mut TranspositionTable| {
            for (state, value) in states.iter().zip(0..) {
                table.note(table.slot(state), state, [value; 2], Some(7));
            }
        };
        let known = |table: &TranspositionTable| {
            states.iter().filter_map(|state| table.known(table.slot(state), state)).count()
        };
        note(&mut table);
        assert!(known(&table) > 50, "of {}", states.len());
        assert_eq!(table.known(table.slot(&states[59]), &states[59]), Some(([59; 2], Some(7))));
        assert_eq!(table.known(table.slot(&states[59]), &states[59].after_pass()), None);
        table.begin();
        assert_eq!((known(&table), table.search), (0, 2));
        note(&mut table);
        table.search = u16::MAX - 1;
        table.begin();
        note(&mut table);
        // 1 and 2 were numbers of earlier searches
        for number in [1, 2] {
            table.begin();
            assert_eq!((known(&table), table.search), (0, number));
        }
    }
}
