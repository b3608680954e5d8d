//! Reads archives member by member, and long records game by game. Nothing is unpacked to disk, and
//! no archive or long record is in memory as a whole.

#![cfg_attr(not(feature = "archives"), allow(dead_code))]

use std::io::{self, Read};

#[cfg(not(feature = "archives"))]
use super::{Entry, FileLimits};
#[cfg(not(feature = "archives"))]
use crate::skip::Reason;
use crate::skip::Skip;

mod format;
#[cfg(feature = "archives")]
mod member_names;
mod pieces;
mod quota;
#[cfg(feature = "archives")]
mod reader;
#[cfg(feature = "archives")]
mod tar;
#[cfg(feature = "archives")]
mod zip;

pub(super) use format::is_record;
pub use format::{Compression, Format};
pub(super) use pieces::{PIECE, PIECE_GAMES, Pieces};
pub(super) use quota::Quota;

/// A file in an archive.
#[derive(Debug)]
pub struct Member {
    /// The `/`-separated path in the archive.
    pub name: String,
    /// The bytes of the member, or the reason why there are none.
    pub bytes: Result<Vec<u8>, Skip>,
}

/// The function that a format's reader calls for each member, with the name, the approximate size,
/// and the content or the reason why it can't be read. The function returns whether it wants
/// another member.
type VisitMember<'a> = dyn FnMut(&[u8], u64, io::Result<&mut dyn Read>) -> io::Result<bool> + 'a;

/// Returns the reason why a member that is not a regular file is not read.
fn no_file<T>() -> io::Result<T> {
    let why = "it is a link, a pipe or a device: unpack the archive to read it";
    Err(io::Error::other(why))
}

#[cfg(not(feature = "archives"))]
impl Format {
    /// Returns the reason why this build can't read the archive.
    ///
    /// # Errors
    /// Always.
    pub fn read(
        self,
        _: &Entry,
        _: FileLimits,
        _: &mut dyn FnMut(Member) -> bool,
    ) -> Result<(), Skip> {
        let why = "this build does not support archives: its feature `archives` is off";
        Err(Skip::new(Reason::Archive, why))
    }
}
