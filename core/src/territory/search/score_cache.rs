//! A cache of the scores of final positions. Final states with different captures or passes often have equal stones.

use super::hash::{hash, table_index};
use super::local_game::LocalGame;
use super::state::State;
use super::vertex_set::VertexSet;

/// The number of entries.
const ENTRIES: usize = 1 << 14;

/// The score, Black's minus White's, of a game that ends with these stones.
#[derive(Clone, Copy, Debug, Default)]
struct CachedScore {
    stones: [VertexSet; 2],
    score: i32,
    /// The number of the search that stored the score. Scores of other searches are invalid.
    search: u16,
}

/// The cache, used by one search after another.
#[derive(Debug, Default)]
pub(super) struct ScoreCache {
    entries: Vec<CachedScore>,
    /// The number of the current search, from 1. After the last number the cache is cleared and numbering starts again.
    search: u16,
}

impl ScoreCache {
    /// Starts a new search, for which all entries are invalid.
    pub(super) fn begin(&mut self) {
        if self.search == u16::MAX {
            *self = Self::default();
        }
        if self.entries.is_empty() {
            self.entries = vec![CachedScore::default(); ENTRIES];
        }
        self.search += 1;
    }

    /// Returns the score if the game ends in this state, from the cache if possible.
    pub(super) fn score(&mut self, game: &LocalGame, state: &State) -> i32 {
        let (search, stones) = (self.search, state.stones);
        let entry = &mut self.entries[table_index(hash(stones), ENTRIES)];
        if entry.search != search || entry.stones != stones {
            *entry = CachedScore { stones, search, score: game.count(state).score };
        }
        entry.score
    }
}
