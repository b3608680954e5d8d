//! Local search: finds the local games of a position and plays each out to its end.
//!
//! The modules, from the lowest layer to the highest:
//!
//! ```text
//! the game   graph           sets of vertices, edges, connected components
//!            state           stones, player to move, passes, captures, ko bans
//!            local_game      the graph of a local game; dame conceded to the refuter
//!            moves           the move generator, and the effect of a move
//!            final_count     the count of a final position
//! the search budget          the number of states that a search may visit
//!            static_bounds   bounds that need no search
//!            tables          the transposition table
//!            alpha_beta      the proof of one bound
//!            bounds          MTD(f): a lower and an upper bound, and the principal variation
//! the board  safe_blocks     the eyes of regions, and the blocks that need no search
//!            board           points, blocks and regions in an order independent of orientation
//!            extent          the points, blocks and regions of a local game
//!            mapped_game     the graph of these points, blocks and regions
//! proof_number               proof-number search: who wins a game of two players
//! capture                    whether a chain can be captured: a local game that is won or lost
//! results    local_result    the search of one local game, and the statuses for each first player
//!            local_search    the local games of a board, one after another
//! ```
//!
//! A local game passes through [`extent`](self::extent::Extent) and
//! [`mapped_game`](self::mapped_game::MappedGame) to [`bounds`](self::bounds::ProofSearch). The
//! methods of `LocalGame` are spread over four files.
//!
//! The module does not depend on any strategy. Its caller provides the static answer, the half eyes
//! of the regions, and two bounds that enclose the answers of all fills.

mod alpha_beta;
mod board;
mod bounds;
pub(super) mod budget;
mod capture;
mod extent;
mod final_count;
mod graph;
mod local_game;
mod local_result;
mod local_search;
mod mapped_game;
mod moves;
pub(super) mod proof_number;
mod safe_blocks;
mod state;
mod static_bounds;
mod tables;

pub use capture::ChainStatus;
pub(crate) use capture::{CaptureBoard, ChainSearch};
pub use local_result::LocalResult;
pub(super) use local_search::{LocalSearch, SearchScope};
pub use mapped_game::Step;
