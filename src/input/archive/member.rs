//! The members of archives, and the callback that receives them.

use std::io::{self, Read};

use super::quota::Quota;
use crate::input::file::too_large;
use crate::skip::{Reason, Skip};

/// A file in an archive.
#[derive(Debug)]
pub struct Member {
    /// The `/`-separated path in the archive.
    pub name: String,
    /// The bytes of the member, or the reason why there are none.
    pub bytes: Result<Vec<u8>, Skip>,
}

/// The function that a format's reader calls for each member, with the name, the approximate size
/// and the content. The function returns whether it wants another member.
pub(super) type VisitMember<'a> = dyn FnMut(&[u8], u64, &mut dyn Read) -> io::Result<bool> + 'a;

/// The content of an unreadable member. Reading it fails once with the error.
pub(super) struct Broken(pub(super) Option<io::Error>);

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

/// The maximum number of bytes reserved for a member before it is read.
const MAX_ROOM: usize = 1 << 16;

/// Reads a member of about `size` bytes.
pub(super) fn member_bytes(
    size: u64,
    content: &mut dyn Read,
    quota: &Quota,
) -> io::Result<Result<Vec<u8>, Skip>> {
    let limit = quota.limits().bytes;
    // do not trust the declared size: reserve no more than most games need, and one more byte to
    // see the end
    let room = usize::try_from(size).map_or(MAX_ROOM, |size| size.min(MAX_ROOM));
    let mut bytes = Vec::with_capacity(room + 1);
    match content
        .take(limit.saturating_add(1))
        .read_to_end(&mut bytes)
    {
        Err(error) if quota.is_exceeded() => Err(error),
        Err(error) => Ok(Err(Skip::new(
            Reason::Unreadable,
            format!("failed to read the member: {error}"),
        ))),
        Ok(read) if read as u64 > limit => Ok(Err(too_large(limit))),
        Ok(_) => Ok(Ok(bytes)),
    }
}
