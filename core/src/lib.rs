//! Scores finished Go games, without files, threads, clocks or terminals.
//!
//! ```text
//! bytes ─ sgf → Record ─ board → Position ─ dead, labels → dead stones, Label
//!                                       └─ territory → TerritoryMap ─ rules → margin ─ outcome → Outcome ─ stats → figures
//! ```

pub mod board;
pub mod dead;
pub mod labels;
pub mod outcome;
pub mod rules;
pub mod safety;
pub mod sgf;
pub mod skip;
pub mod stats;
pub mod territory;
