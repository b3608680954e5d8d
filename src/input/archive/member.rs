//! The members of archives, and how the readers of the formats hand them out.

use std::io::{self, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};

#[cfg(feature = "archives")]
use super::zip::PackedZip;
use crate::input::content::{Seekable, open_content};
use crate::input::entry::Entry;
use crate::input::limits::FileLimits;
use crate::input::open;
use crate::skip::{Reason, Skip};
#[cfg(not(feature = "archives"))]
use zip::PackedZip;

/// A file in an archive.
#[derive(Debug)]
pub struct Member {
    /// The `/`-separated path in the archive.
    pub name: String,
    /// The bytes of the member, or the reason why there are none.
    pub bytes: Result<Vec<u8>, Skip>,
}

/// A file in an archive that may have to be unpacked yet, by an [`Unpacker`].
#[derive(Debug)]
pub struct PackedMember {
    /// The `/`-separated path in the archive.
    pub name: String,
    pub(super) bytes: PackedBytes,
}

/// The bytes of a member.
#[derive(Debug)]
pub(super) enum PackedBytes {
    /// The bytes, or the reason why there are none.
    Unpacked(Result<Vec<u8>, Skip>),
    /// The bytes are in a zip, of which any member can be read alone.
    Zip(PackedZip),
}

impl PackedMember {
    /// Returns the size in bytes of the unpacked member, as the archive declares it.
    #[must_use]
    pub fn size(&self) -> usize {
        match &self.bytes {
            PackedBytes::Unpacked(bytes) => bytes.as_ref().map_or(0, Vec::len),
            PackedBytes::Zip(packed) => usize::try_from(packed.size()).unwrap_or(usize::MAX),
        }
    }
}

/// Unpacks members of one archive. Each thread has its own.
pub struct Unpacker<'a> {
    archive: &'a Entry,
    limits: FileLimits,
    /// The archive, once it is opened.
    file: Option<Box<dyn Seekable>>,
}

impl<'a> Unpacker<'a> {
    /// Returns an unpacker of members of `archive`, which is opened only if a member has to be unpacked.
    #[must_use]
    pub fn new(archive: &'a Entry, limits: FileLimits) -> Self {
        Self { archive, limits, file: None }
    }

    /// Returns the bytes of a member.
    ///
    /// # Errors
    /// The reason why there are none.
    pub fn unpack(&mut self, member: PackedMember) -> Result<Vec<u8>, Skip> {
        let packed = match member.bytes {
            PackedBytes::Unpacked(bytes) => return bytes,
            PackedBytes::Zip(packed) => packed,
        };
        // the archive may be malicious: a panic of its reader becomes a skip
        let read = catch_unwind(AssertUnwindSafe(|| {
            let file = match &mut self.file {
                Some(file) => file,
                None => {
                    self.file.insert(open_content(self.archive).map_err(|error| open::unreadable("member", &error))?.0)
                }
            };
            packed.read(file, self.limits)
        }));
        read.unwrap_or_else(|panic| {
            self.file = None;
            Err(unreadable(format!("it is damaged: {}", Skip::internal(&*panic).detail)))
        })
    }
}

/// Returns the skip of a member that can't be read.
pub(super) fn unreadable(error: impl std::fmt::Display) -> Skip {
    Skip::new(Reason::Unreadable, format!("failed to read the member: {error}"))
}

/// The content of a member, as the reader of a format hands it out.
pub(super) enum MemberContent<'a> {
    /// The unpacked bytes.
    Stream(&'a mut dyn Read),
    /// The bytes are to be unpacked by an [`Unpacker`].
    Packed(PackedZip),
}

/// The function that the reader of a format calls for each member: with its name, its approximate size, and its
/// content. It returns whether it wants another member.
pub(super) type VisitMember<'a> = dyn FnMut(&[u8], u64, MemberContent<'_>) -> io::Result<bool> + 'a;

/// The content of a member that can't be read: fails with the error once.
pub(super) struct Broken(pub(super) Option<io::Error>);

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

#[cfg(not(feature = "archives"))]
mod zip {
    use crate::input::content::Seekable;
    use crate::input::limits::FileLimits;
    use crate::skip::Skip;

    /// A member of a zip: this build reads none.
    #[derive(Debug)]
    pub(in crate::input::archive) enum PackedZip {}

    impl PackedZip {
        pub(in crate::input::archive) fn size(&self) -> u64 {
            match *self {}
        }

        pub(in crate::input::archive) fn read(self, _: &mut Box<dyn Seekable>, _: FileLimits) -> Result<Vec<u8>, Skip> {
            match self {}
        }
    }
}
