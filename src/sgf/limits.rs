//! What is read of a file of games at the most.

use crate::skip::{Reason, Skip};

/// Limits on the games of a file, which no record of a game is known to meet. What is beyond one is a skip that names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Games in a file.
    pub games: usize,
    /// Nodes of a main line, or moves, set-up stones and marks on it. Rectangles such as `[aa:ss]` can say a lot in a few
    /// bytes, again and again.
    pub nodes: usize,
    /// Variations in variations.
    pub depth: usize,
    /// Lines of a board.
    pub board: u8,
}

impl Default for Limits {
    /// More than a thousand times what any game has; boards as large as SGF has letters for.
    fn default() -> Self {
        Self { games: 100_000, nodes: 1_000_000, depth: 10_000, board: 52 }
    }
}

impl Limits {
    /// What becomes of the first game that is too many, and stands for those after it.
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
