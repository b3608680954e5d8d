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

/// The content of a member that is not read. Reading it fails once with the error.
struct Broken(Option<io::Error>);

impl Broken {
    /// The content of a member that is not a regular file.
    fn no_file() -> Self {
        let why = "it is a link, a pipe or a device: unpack the archive to read it";
        Self(Some(io::Error::other(why)))
    }
}

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}
