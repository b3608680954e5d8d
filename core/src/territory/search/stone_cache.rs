//! A cache of what depends on the stones of a state alone. States with different captures or passes often have equal
//! stones.

use super::hash::{hash, table_index};
use super::state::State;
use super::vertex_set::VertexSet;

/// The number of entries.
const ENTRIES: usize = 1 << 15;

/// The value for these stones.
#[derive(Clone, Copy, Debug, Default)]
struct CacheEntry<T> {
    stones: [VertexSet; 2],
    value: T,
    /// The number of the search that stored the value. Values of other searches are invalid.
    search: u16,
}

/// The cache, used by one search after another.
#[derive(Debug, Default)]
pub(super) struct StoneCache<T> {
    entries: Vec<CacheEntry<T>>,
    /// The number of the current search, from 1. After the last number the cache is cleared and numbering starts again.
    search: u16,
}

impl<T: Copy + Default> StoneCache<T> {
    /// Starts a new search, for which all entries are invalid.
    pub(super) fn begin(&mut self) {
        if self.search == u16::MAX {
            *self = Self::default();
        }
        if self.entries.is_empty() {
            self.entries = vec![CacheEntry::default(); ENTRIES];
        }
        self.search += 1;
    }

    /// Returns the value for the stones of a state, from the cache if possible.
    pub(super) fn get(&mut self, state: &State, compute: impl FnOnce(&State) -> T) -> T {
        let (search, stones) = (self.search, state.stones);
        let entry = &mut self.entries[table_index(hash(stones), ENTRIES)];
        if entry.search != search || entry.stones != stones {
            *entry = CacheEntry { stones, search, value: compute(state) };
        }
        entry.value
    }
}
