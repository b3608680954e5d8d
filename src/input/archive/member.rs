//! The members of archives, and how the readers of the formats hand them out.

use std::io::{self, Read};

use crate::skip::Skip;

/// A file in an archive.
#[derive(Debug)]
pub struct Member {
    /// The `/`-separated path in the archive.
    pub name: String,
    /// The bytes of the member, or the reason why there are none.
    pub bytes: Result<Vec<u8>, Skip>,
}

/// The function that the reader of a format calls for each member: with its name, its approximate size, and its
/// content. It returns whether it wants another member.
pub(super) type VisitMember<'a> = dyn FnMut(&[u8], u64, &mut dyn Read) -> io::Result<bool> + 'a;

/// The content of a member that can't be read: fails with the error once.
pub(super) struct Broken(pub(super) Option<io::Error>);

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}
