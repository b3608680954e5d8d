//! seichi (整地, tidying the board to count it) uses real games to measure how accurate a scorer of
//! finished Go games is.
//!
//! # The path of a game
//!
//! ```text
//! disk      paths → checked files                                          touches disk
//! input     walk folders and archives, hand out bytes                      touches disk
//!   sgf       bytes → record (main line, headers, marks)                   core
//!   board     record → final position, prisoners                           core
//!   dead      position → dead stones, by playouts or by ownership          core
//!   labels    position + marks or labels file → dead stones, label         core
//!   territory position × strategy → territory map                          core, cannot fail
//!   rules     map + prisoners + komi → margin                              core
//!   safety    position + dead stones → doubts about counting it            core
//! outcome   margin + label → outcome                                       pure
//! stats     counts → rates, intervals, tests                               pure
//! external  engines and scorers in other programs                          starts processes
//! game      all of it, for one game                                        clock
//! run       many games at once; rows, figures, boards → files, and back    threads, touches disk
//! compare   runs against each other, or against a baseline                 pure
//! explain   why a point counts for a player, in sentences                  pure
//! render    runs, verdicts, comparisons → text, JSON, HTML, JUnit …         reads runs
//! cli       arguments → plan → run → exit code                             prints
//! ```
//!
//! The order of the lines follows the path of a game, not the dependencies between modules. The
//! modules marked `core` are the crate `seichi-core`, re-exported here.
//!
//! `docs/architecture.md` lists these dependencies and the invariants, and `tests/architecture.rs`
//! checks them.
//!
//! # Versions
//!
//! Structs and enums that may grow are `#[non_exhaustive]`, except [`game::Options`]. Create
//! options with `..Options::default()`, so that new fields do not break your code. The module `cli`
//! serves `seichi-corpus` and the Python package, and may change in any version.
//!
//! # Scoring a position
//!
//! ```
//! use seichi::board::{Color, Position};
//! use seichi::territory::{territory_map, strategy};
//!
//! let position = Position::from_diagram(
//!     "..xo...
//!      .xxo...
//!      xxoo...
//!      oooo...
//!      .......
//!      .......
//!      .......",
//! )
//! .expect("seven rows of seven points");
//! let map = territory_map(&position, strategy("linked").expect("a strategy of that name"));
//! assert_eq!(map.territory(Color::Black), 3);
//! ```

// without the feature `cli`, nothing uses the items that only the program needs
#![cfg_attr(not(feature = "cli"), allow(dead_code, unused_imports))]

pub use seichi_core::{Stop, board, dead, labels, rules, safety, sgf, skip, territory};

#[cfg(feature = "cli")]
pub mod cli;
pub mod compare;
mod disk;
pub mod explain;
pub mod external;
pub mod game;
pub mod input;
pub mod outcome;
pub mod render;
pub mod run;
pub mod stats;
mod text;

/// The commit that the program was built from, if it is a release built in a repository.
const COMMIT: Option<&str> = option_env!("SEICHI_COMMIT");

/// The bodies of the fuzz targets that need private items of the crate.
#[cfg(any(test, fuzzing))]
#[path = "../tests/targets/inside/mod.rs"]
pub mod fuzzed;
