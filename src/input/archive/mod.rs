//! Reads archives member by member and long records game by game, without unpacking them to disk or
//! holding them in memory.

#![cfg_attr(not(feature = "archives"), allow(dead_code))]

mod format;
mod names;
mod pieces;
mod quota;
mod reader;
#[cfg(feature = "archives")]
mod tar;
#[cfg(feature = "archives")]
mod zip;

pub use format::{Compression, Format};
pub(super) use pieces::{PIECE, cut};
pub use pieces::{Piece, PieceOptions};
pub use reader::Member;
