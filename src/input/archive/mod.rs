//! Reads archives member by member and long records game by game, without unpacking them to disk or
//! holding them in memory.

#![cfg_attr(not(feature = "archives"), allow(dead_code))]

use std::io::{self, Read};

mod format;
mod member_names;
mod pieces;
mod quota;
mod reader;
#[cfg(feature = "archives")]
mod tar;
#[cfg(feature = "archives")]
mod zip;

pub(super) use format::is_record;
pub use format::{Compression, Format};
pub(super) use pieces::{PIECE, cut};
pub(crate) use pieces::{Piece, PieceOptions};
pub use reader::Member;

/// The function that a format's reader calls for each member, with the name, the approximate size
/// and the content. The function returns whether it wants another member.
type VisitMember<'a> = dyn FnMut(&[u8], u64, &mut dyn Read) -> io::Result<bool> + 'a;
