//! Archives, read member by member without unpacking them and without holding them in memory.

#![cfg_attr(not(feature = "archives"), allow(dead_code))]

#[cfg(feature = "archives")]
mod formats;
#[cfg(feature = "archives")]
mod seven_zip;

use std::fmt;
use std::io::{self, Read};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;

use super::walk::{escaped, is_record};
use crate::skip::{Reason, Skip};

/// How the members of an archive are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// `.zip`
    Zip,
    /// `.tar`
    Tar,
    /// `.tar.gz`, `.tgz`
    TarGz,
    /// `.tar.bz2`, `.tbz2`
    TarBz2,
    /// `.tar.xz`, `.txz`
    TarXz,
    /// `.tar.zst`, `.tzst`
    TarZst,
    /// `.7z`
    SevenZip,
}

/// The endings by which an archive is known.
const ENDINGS: [(&str, Format); 11] = [
    (".zip", Format::Zip),
    (".tar", Format::Tar),
    (".tar.gz", Format::TarGz),
    (".tgz", Format::TarGz),
    (".tar.bz2", Format::TarBz2),
    (".tbz2", Format::TarBz2),
    (".tar.xz", Format::TarXz),
    (".txz", Format::TarXz),
    (".tar.zst", Format::TarZst),
    (".tzst", Format::TarZst),
    (".7z", Format::SevenZip),
];

/// What is read of an archive at the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The bytes of one member.
    pub member_bytes: u64,
    /// The bytes of all members together, whether they are wanted or not.
    pub bytes: u64,
    /// Members.
    pub members: u64,
}

impl Limits {
    /// Beyond what any archive of games is known to have: 256 GiB in ten million members.
    #[must_use]
    pub const fn new(member_bytes: u64) -> Self {
        Self { member_bytes, bytes: 256 << 30, members: 10_000_000 }
    }
}

/// A file in an archive.
#[derive(Debug)]
pub struct Member {
    /// Its path in the archive, `/`-separated.
    pub name: String,
    /// Its bytes, or why there are none.
    pub bytes: Result<Vec<u8>, Skip>,
}

impl Format {
    /// The format of a file of that name, if it is an archive's.
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        let ends = |ending: &str| {
            let at = name.len().checked_sub(ending.len());
            at.is_some_and(|at| name.as_bytes()[at..].eq_ignore_ascii_case(ending.as_bytes()))
        };
        ENDINGS.iter().find(|(ending, _)| ends(ending)).map(|&(_, format)| format)
    }

    /// Hands every game record in the archive at `path` to `take`, in the order in which they are stored, as long as
    /// it says that it wants more.
    ///
    /// # Errors
    /// When the archive, or the rest of it, can't be read, or is larger than `limits`.
    pub fn read(self, path: &Path, limits: Limits, take: &mut dyn FnMut(Member) -> bool) -> Result<(), Skip> {
        let mut intake = Intake { limits, members: 0, bytes: 0, take, taking: false };
        // whoever made the archive may have made it to break what reads it
        let read = catch_unwind(AssertUnwindSafe(|| formats::open(self, path, &mut intake)));
        let failed =
            |why: &dyn fmt::Display| Skip::new(Reason::Unreadable, format!("failed to read the archive: {why}"));
        match read {
            Ok(read) => read.map_err(|error| error.downcast::<Skip>().unwrap_or_else(|error| failed(&error))),
            Err(panic) if intake.taking => resume_unwind(panic),
            Err(panic) => Err(failed(&format!("it is damaged: {}", Skip::internal(&*panic).detail))),
        }
    }
}

/// Takes members in, and keeps to the limits on what was really read: what an archive says of itself is not believed.
struct Intake<'a> {
    limits: Limits,
    members: u64,
    bytes: u64,
    take: &'a mut dyn FnMut(Member) -> bool,
    /// Whether a member was handed out and is not yet taken.
    taking: bool,
}

/// The room that is made for a member before it is read.
const MOST_ROOM: usize = 1 << 16;

/// A skip on its way through functions that can only fail with an I/O error.
fn as_io(skip: Skip) -> io::Error {
    io::Error::other(skip)
}

impl std::error::Error for Skip {}

impl Intake<'_> {
    /// Takes a member of about `size` bytes. Says whether more are wanted.
    fn member(&mut self, name: &[u8], size: u64, content: &mut dyn Read) -> io::Result<bool> {
        self.members += 1;
        let name = escaped(name);
        let too_large = |what: String| as_io(Skip::new(Reason::TooLarge, what));
        if self.members > self.limits.members {
            return Err(too_large(format!("more than {} members", self.limits.members)));
        }
        let left = self.limits.bytes - self.bytes;
        if is_record(&name) {
            let limit = self.limits.member_bytes;
            // the size is only said, so no more is taken on trust than most games need; one byte more, to see the end
            let room = usize::try_from(size).map_or(MOST_ROOM, |size| size.min(MOST_ROOM));
            let mut bytes = Vec::with_capacity(room + 1);
            let read = content.take(limit.min(left) + 1).read_to_end(&mut bytes);
            self.bytes += u64::try_from(bytes.len()).unwrap_or(u64::MAX);
            let bytes = match read {
                Err(error) => Err(Skip::new(Reason::Unreadable, format!("failed to read the member: {error}"))),
                Ok(read) if u64::try_from(read).is_ok_and(|read| read > limit) => {
                    Err(Skip::new(Reason::TooLarge, format!("more than {limit} bytes: see --max-file-size")))
                }
                Ok(_) => Ok(bytes),
            };
            self.taking = true;
            let more = (self.take)(Member { name, bytes });
            self.taking = false;
            if !more {
                return Ok(false);
            }
        } else {
            // a solid archive has to be read on to what comes next
            self.bytes += io::copy(&mut content.take(left + 1), &mut io::sink())?;
        }
        if self.bytes > self.limits.bytes {
            return Err(too_large(format!("more than {} bytes in all members", self.limits.bytes)));
        }
        Ok(true)
    }
}

#[cfg(not(feature = "archives"))]
mod formats {
    pub(super) fn open(_: super::Format, _: &super::Path, _: &mut super::Intake<'_>) -> super::io::Result<()> {
        Err(super::io::Error::other("this build reads no archives: its feature `archives` is off"))
    }
}
