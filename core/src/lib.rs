//! Scores finished Go games, without files, threads, clocks or terminals.
//!
//! ```text
//! bytes ─ sgf → Record ─ board → Position ─ dead, labels → dead stones, Label
//!                                       └─ territory → TerritoryMap ─ rules → margin
//! ```
//!
//! # Examples
//!
//! This example computes the margin of a record with the strategy `linked` and the dead stones that
//! the record marks:
//!
//! ```
//! use seichi_core::board::replay;
//! use seichi_core::dead::{DeadFrom, count_board};
//! use seichi_core::labels::Claims;
//! use seichi_core::sgf::{Encoding, HeaderOverrides, interpret, read, result_text};
//! use seichi_core::territory::{Evaluator, TerritoryMap, strategy};
//!
//! let sgf = b"(;SZ[5]KM[0.5]RU[Japanese]AB[ca:ce]AW[da:de][aa];B[];W[]TB[aa:be]TW[ea:ee])";
//! let (_, mut games) = read(sgf, Encoding::default())?;
//! let record = games.remove(0).record?;
//! let headers = interpret(&record, &HeaderOverrides::default())?;
//! let end = replay(record.size, &record.actions).expect("all points are on the board");
//! let claims = Claims::new(&end.position, &record, None, headers.counts_all_stones);
//! let (dead, _) = claims.dead(DeadFrom::Marks).expect("the record has marks");
//!
//! let linked = strategy("linked").expect("a strategy of that name");
//! let (mut evaluator, mut map) = (Evaluator::new(), TerritoryMap::default());
//! let count = headers.count(&end);
//! let count = count_board(&end.position, &dead, count, linked, &mut evaluator, &mut map);
//! assert_eq!(result_text(count.margin(map.counts().scored())), "B+5.5");
//! # Ok::<(), seichi_core::skip::Skip>(())
//! ```
//!
//! # Versions
//!
//! Structs and enums that can grow are `#[non_exhaustive]`. Enums that callers should match
//! exhaustively, such as [`safety::Doubt`], are not marked this way, so a new variant requires a
//! new major version.

pub mod board;
pub mod dead;
pub mod labels;
pub mod rules;
pub mod safety;
pub mod sgf;
pub mod skip;
mod sort;
mod stop;
pub mod territory;

pub use stop::Stop;

/// Runs the README's example as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;
