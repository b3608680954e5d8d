//! seichi (整地, tidying the board to count it) measures how accurate a scorer of finished Go games is, on real games.
//!
//! # The way of a game
//!
//! ```text
//! source   walk folders, hand out bytes                        touches disk
//! sgf      bytes → record (main line, headers, marks)          pure
//! board    record → final position, prisoners                  pure
//! estimate position → dead stones, by playouts                 pure
//! settle   position + marks or labels → dead stones, label     pure
//! scoring  position × strategy → territory map                 pure, cannot fail
//! score    map + rules → margin; margin + label → outcome      pure
//! stats    outcomes → rates, intervals, tests                  pure
//! process  programs from outside, a line at a time             starts processes
//! gtp      positions, moves → answers of Go engines            (through process)
//! dead     position → dead stones by an engine, remembered     touches disk
//! scorer   positions → answers of scorers from outside         (through process)
//! run      all of it, for many games at once                   threads, clock
//! generate engines → labelled games                            threads, starts processes
//! compare  runs against each other, or against a baseline      pure
//! report   figures, boards → CSV, JSON, HTML, JUnit, text …   touches disk
//! cli      arguments → plan → run → exit code                  prints
//! ```
//!
//! The body of `run::GameEvaluator::game` is this list once more.
//!
//! # Invariants
//!
//! 1. The modules marked pure use no file, thread, clock, terminal or global state. `tests/architecture.rs` holds
//!    them to it, and to the order in which modules may use each other: `board`, `skip`, `scoring`, `estimate`, `score`,
//!    `sgf`, `settle`, `stats`, `source`, `process`, `gtp`, `dead`, `scorer`, `run`, `generate`, `compare`, `report`,
//!    `cli`, each only those before it.
//! 2. A new strategy is one file and one line in [`scoring::STRATEGIES`]. Nothing else names a strategy.
//! 3. Scoring takes a position and cannot fail. What is wrong with a game is found earlier, and is a [`skip::Skip`]
//!    with a reason.
//! 4. The walk is sorted, the work is parallel, the output is in the walk's order: the number of threads never changes
//!    a byte.
//! 5. Only `report` formats, only `cli` prints and exits.
//!
//! # Scoring a position
//!
//! ```
//! use seichi::board::{Color, Position};
//! use seichi::scoring::{score, strategy};
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
//! let map = score(&position, strategy("linked").expect("a strategy of that name"));
//! assert_eq!(map.territory(Color::Black), 3);
//! ```

pub mod board;
#[cfg(feature = "cli")]
pub mod cli;
pub mod compare;
pub mod dead;
pub mod estimate;
pub mod generate;
pub mod gtp;
pub mod process;
pub mod report;
pub mod run;
pub mod score;
pub mod scorer;
pub mod scoring;
pub mod settle;
pub mod sgf;
pub mod skip;
pub mod source;
pub mod stats;
