//! Local search: finds the local games of a position and searches each to its end.
//!
//! From the lowest to the highest:
//!
//! ```text
//! the game   vertex_set, component, adjacency    sets of vertices, and the edges between them
//!            state                               stones, player to move, passes, captures, ko
//!            local_game, moves, final_count      the rules: what can be played, and how the end counts
//! search     hash, transposition_table           values of states that were seen
//!            stone_cache                         scores and bounds of positions that were seen
//!            node_budget, principal_variation    what a search may cost, and what it finds
//!            static_bounds                       bounds that need no search
//!            proof, proof_tables, proof_attempt  a bound to be proved, by MTD(f) with alpha-beta
//!            proof_search                        a lower and an upper bound, and the principal variation
//!            strategy_walk                       a strategy that proves a bound against every move
//! the board  eye_bounds, safety                  the eyes of regions, and the blocks that need no search
//!            orientation, board_map              the canonical board, and the way back
//!            certainty, canonical_position       what has to be decided, and where
//!            extent, gatherer, finder            the members of a local game, and where each starts
//!            mapped_game                         the graph of these members
//! results    point_result, canonical_result      statuses and values, by who moves first
//!            local_result                        the result for the caller
//!            certificate                         the strategies that prove it, to be checked without a search
//!            scope, local_search                 all of it
//! ```
//!
//! The methods of `LocalGame` are in three files: `local_game`, `moves` and `final_count`.
//!
//! The module knows no strategy. Its caller provides the static answer, the eyes of the regions, and the bounds between
//! which the answers of all fills lie.

mod adjacency;
mod board_map;
mod canonical_position;
mod canonical_result;
mod certainty;
mod certificate;
mod component;
mod concession;
mod extent;
mod eye_bounds;
mod final_count;
mod finder;
mod gatherer;
mod hash;
mod local_game;
mod local_result;
mod local_search;
mod mapped_game;
mod moves;
mod node_budget;
mod orientation;
mod point_result;
mod principal_variation;
mod proof;
mod proof_attempt;
mod proof_search;
mod proof_tables;
mod safety;
mod scope;
mod state;
mod static_bounds;
mod stone_cache;
mod strategy_walk;
mod transposition_table;
mod vertex_set;

pub use certificate::{Certificate, Certification};
pub use local_result::{LocalResult, Step};
pub(super) use local_search::LocalSearch;
pub(super) use scope::SearchScope;
