//! Reads archives member by member and long records game by game, without unpacking them to disk or
//! holding them in memory.

#![cfg_attr(not(feature = "archives"), allow(dead_code))]

mod compression;
mod format;
mod member;
mod names;
mod pieces;
mod quota;
mod reader;
#[cfg(feature = "archives")]
mod seven_zip;
#[cfg(feature = "archives")]
mod tar;
#[cfg(all(test, feature = "archives"))]
mod tests;
#[cfg(feature = "archives")]
mod zip;

pub use compression::Compression;
pub use format::Format;
pub use member::Member;
pub(super) use pieces::{PIECE, cut};
pub use pieces::{Piece, PieceOptions};
