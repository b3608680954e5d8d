//! Limits on the games that are read from a file.

use crate::skip::{Reason, Skip};

/// Limits on the games of a file, above any known record. A game beyond a limit is a skip that names the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordLimits {
    /// The most games in a file.
    pub games: usize,
    /// The most nodes of a main line, and the most moves, set-up stones and marks on it. A rectangle such as `[aa:ss]`
    /// stands for many points in a few bytes, and can be repeated.
    pub nodes: usize,
    /// The deepest nesting of variations.
    pub depth: usize,
    /// The longest side of a board.
    pub board: u8,
}

impl Default for RecordLimits {
    /// Returns limits a thousand times above what any game has; boards may be as large as SGF's letters can address.
    fn default() -> Self {
        Self { games: 100_000, nodes: 1_000_000, depth: 10_000, board: 52 }
    }
}

impl RecordLimits {
    /// Returns the skip for the first game beyond the limit, which stands for all games after it.
    pub(super) fn too_many(&self, byte: usize) -> Skip {
        let detail = format!("the file has more than {} games, and this one and what follows is left out", self.games);
        Skip::at(Reason::TooManyGames, byte, detail + ": see --max-games")
    }

    pub(super) fn too_long(&self, byte: usize) -> Skip {
        let detail = format!("more than {} nodes, moves, set-up stones or marks: see --max-nodes", self.nodes);
        Skip::at(Reason::TooLong, byte, detail)
    }

    pub(super) fn too_deep(&self, byte: usize) -> Skip {
        Skip::at(Reason::TooDeep, byte, format!("variations are more than {} deep: see --max-depth", self.depth))
    }
}
