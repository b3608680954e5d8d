//! Passes the game records in an archive to a callback.

use std::cell::Cell;
use std::io::{self, BufRead, BufReader, Read, Seek};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use super::VisitMember;
use super::format::{Format, is_record};
use super::member_names::Names;
use super::quota::{CountedReader, Quota};
#[cfg(feature = "archives")]
use super::{tar, zip};
use crate::input::entry::Entry;
use crate::input::file::{long_path, too_large, unreadable};
use crate::input::file_names::{
    about_games, begins_as_record, escaped, is_metadata, is_text, other_format,
};
use crate::input::limits::{FileLimits, MAX_PATH};
use crate::skip::{Reason, Skip};

/// A file in an archive.
#[derive(Debug)]
pub struct Member {
    /// The `/`-separated path in the archive.
    pub name: String,
    /// The bytes of the member, or the reason why there are none.
    pub bytes: Result<Vec<u8>, Skip>,
}

/// The maximum number of bytes reserved for a member before it is read.
const MAX_ROOM: usize = 1 << 16;

impl Format {
    /// Passes every game record in the archive `entry` to `visit`, in the order of the archive,
    /// until `visit` returns `false`. An archive inside the archive is not opened: it is a member
    /// without bytes.
    ///
    /// # Errors
    /// If the archive or the rest of it can't be read, or exceeds `limits`.
    pub fn read(
        self,
        entry: &Entry,
        limits: FileLimits,
        visit: &mut dyn FnMut(Member) -> bool,
    ) -> Result<(), Skip> {
        let (mut archive, packed) = entry
            .open()
            .map_err(|error| unreadable("archive", &error))?;
        let quota = Quota::new(limits, packed);
        let is_visiting = Cell::new(false);
        // the archive may be malicious, so a panic in its reader becomes a skip
        let read = catch_unwind(AssertUnwindSafe(|| {
            let names = read_names(self, &mut archive, &quota)?;
            let mut members = Members {
                quota: &quota,
                names,
                count: 0,
                visit,
                is_visiting: &is_visiting,
            };
            read_format(self, archive, &quota, &mut |name, size, content| {
                members.next(name, size, content)
            })
        }));
        match read {
            Ok(read) => quota.verdict(read.map(drop), "archive"),
            Err(panic) if is_visiting.get() => resume_unwind(panic),
            Err(panic) => {
                let detail = Skip::internal(&*panic).detail;
                Err(Skip::new(
                    Reason::Unreadable,
                    format!("failed to read the archive: it is damaged: {detail}"),
                ))
            }
        }
    }
}

/// Reads the names in an archive before its members.
fn read_names(
    format: Format,
    archive: &mut (impl BufRead + Seek),
    quota: &Quota,
) -> io::Result<Names> {
    let names = Names::read(format, &mut *archive, quota, |name| {
        Some(escaped(name)).filter(|name| may_have_games(name))
    })?;
    archive.rewind()?;
    Ok(names)
}

/// Passes the members of an archive to `visit` until it returns `false`. Returns whether it wants
/// more.
#[cfg(feature = "archives")]
fn read_format(
    format: Format,
    archive: impl BufRead + Seek,
    quota: &Quota,
    visit: &mut VisitMember<'_>,
) -> io::Result<bool> {
    match format {
        Format::Zip => zip::read(archive, quota, visit),
        Format::Tar(compression) => tar::read(compression.unpack(archive)?, quota, visit),
        Format::Record(_) => Err(io::Error::other("it is a game record, not an archive")),
    }
}

#[cfg(not(feature = "archives"))]
fn read_format<R>(_: Format, _: R, _: &Quota, _: &mut VisitMember<'_>) -> io::Result<bool> {
    Err(io::Error::other(
        "this build does not support archives: its feature `archives` is off",
    ))
}

/// Passes the members of an archive to `visit`.
struct Members<'a> {
    quota: &'a Quota,
    names: Names,
    /// The number of members so far.
    count: u64,
    visit: &'a mut dyn FnMut(Member) -> bool,
    /// Whether `visit` is running.
    is_visiting: &'a Cell<bool>,
}

impl Members<'_> {
    /// Takes the next member, of about `size` bytes. Returns whether more members are wanted.
    fn next(&mut self, name: &[u8], size: u64, content: &mut dyn Read) -> io::Result<bool> {
        self.count += 1;
        let most = self.quota.limits().members;
        if self.count > most {
            self.quota.exceed(format!("more than {most} members"))?;
        }
        let name = escaped(name);
        if !may_have_games(&name) {
            return Ok(true);
        }
        let is_replaced = self.names.is_replaced(&name);
        if name.len() > MAX_PATH {
            let name = format!("{}…", &name[..name.floor_char_boundary(MAX_PATH)]);
            return Ok(self.hand_out(name, Err(long_path())));
        }
        let bytes = match unread(&name) {
            Some(skip) => Err(skip),
            None => self.read(&name, size, content)?,
        };
        if is_text(&name) && bytes.as_ref().is_ok_and(|bytes| !begins_as_record(bytes)) {
            return Ok(true);
        }
        let bytes = if is_replaced {
            let detail = "a later member has the same name";
            Err(Skip::new(Reason::DuplicateName, detail))
        } else {
            bytes
        };
        Ok(self.hand_out(name, bytes))
    }

    /// Reads a record, which may be compressed.
    fn read(
        &self,
        name: &str,
        size: u64,
        content: &mut dyn Read,
    ) -> io::Result<Result<Vec<u8>, Skip>> {
        let Some(Format::Record(compression)) = Format::of(name) else {
            return self.read_bytes(size, content);
        };
        let mut content = CountedReader {
            content: compression.unpack(BufReader::new(content))?,
            quota: self.quota,
        };
        self.read_bytes(0, &mut content)
    }

    /// Reads about `size` bytes.
    fn read_bytes(&self, size: u64, content: impl Read) -> io::Result<Result<Vec<u8>, Skip>> {
        let limit = self.quota.limits().bytes;
        // do not trust the declared size: reserve no more than most games need, and one byte more
        // to see the end
        let room = usize::try_from(size).map_or(MAX_ROOM, |size| size.min(MAX_ROOM));
        let mut bytes = Vec::with_capacity(room + 1);
        let read = content
            .take(limit.saturating_add(1))
            .read_to_end(&mut bytes);
        match read {
            Err(error) if self.quota.is_exceeded() => Err(error),
            Err(error) => Ok(Err(unreadable("member", &error))),
            Ok(read) if read as u64 > limit => Ok(Err(too_large(limit))),
            Ok(_) => Ok(Ok(bytes)),
        }
    }

    fn hand_out(&mut self, name: String, bytes: Result<Vec<u8>, Skip>) -> bool {
        self.is_visiting.set(true);
        let more = (self.visit)(Member { name, bytes });
        self.is_visiting.set(false);
        more
    }
}

/// Returns whether a member with this name may be a record in any format, or is reported as
/// skipped.
fn may_have_games(name: &str) -> bool {
    !is_metadata(name) && (is_record(name) || is_text(name) || unread(name).is_some())
}

/// Returns the skip for a member that is not read because of its name.
fn unread(name: &str) -> Option<Skip> {
    if Format::of(name).is_some_and(Format::is_archive) {
        let detail = "an archive inside an archive is not opened: unpack the outer one";
        return Some(Skip::new(Reason::Archive, detail));
    }
    other_format(name).or_else(|| about_games(name))
}
