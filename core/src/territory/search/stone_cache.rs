//! A cache of what depends on the stones of a state alone. States with different captures or passes often have equal
//! stones.

use super::hash::{hash, table_index};
use super::state::State;
use super::vertex_set::VertexSet;

/// The number of entries.
const ENTRIES: usize = 1 << 13;

/// The value for these stones.
#[derive(Clone, Copy, Debug, Default)]
struct CacheEntry<T> {
    stones: [VertexSet; 2],
    value: T,
    /// The number of the game that the stones belong to.
    game: u32,
}

/// The cache, used for one game after another.
#[derive(Debug, Default)]
pub(super) struct StoneCache<T> {
    entries: Vec<CacheEntry<T>>,
    /// The number of the present game.
    game: u32,
}

impl<T: Copy + Default> StoneCache<T> {
    /// Makes the values of one game valid, and those of all others invalid. Games are numbered from 1.
    pub(super) fn enter(&mut self, game: u32) {
        if self.entries.is_empty() {
            self.entries = vec![CacheEntry::default(); ENTRIES];
        }
        self.game = game;
    }

    /// Returns the value for the stones of a state, from the cache if possible.
    pub(super) fn get(&mut self, state: &State, compute: impl FnOnce(&State) -> T) -> T {
        let (game, stones) = (self.game, state.stones);
        let entry = &mut self.entries[table_index(hash(stones), ENTRIES)];
        if entry.game != game || entry.stones != stones {
            *entry = CacheEntry { stones, game, value: compute(state) };
        }
        entry.value
    }
}
