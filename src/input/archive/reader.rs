//! Passes the game records in an archive to a callback.

use std::collections::HashSet;
use std::io::{self, BufRead, BufReader, Read, Seek};

use super::format::{Format, is_record};
use super::member_names::Names;
use super::quota::Quota;
use super::{Member, VisitMember, tar, zip};
use crate::input::entry::Entry;
use crate::input::file::{long_path, too_large, unreadable};
use crate::input::file_names::{
    LABELS, begins_as_record, escaped, is_metadata, is_text, other_format,
};
use crate::input::limits::{FileLimits, MAX_PATH};
use crate::skip::{Reason, Skip};

/// The maximum number of bytes reserved for a member before it is read.
const MAX_ROOM: usize = 1 << 16;

impl Format {
    /// Passes every game record in the archive `entry` to `visit`, in the order of the archive,
    /// until `visit` returns `false`. An archive inside the archive is not opened, but is passed as
    /// a member without bytes.
    ///
    /// # Errors
    /// If all or part of the archive can't be read, or it exceeds `limits`.
    ///
    /// # Panics
    /// If the decoder of the archive panics.
    pub fn read(
        self,
        entry: &Entry,
        limits: FileLimits,
        visit: &mut dyn FnMut(Member) -> bool,
    ) -> Result<(), Skip> {
        let (archive, packed) = entry
            .open()
            .map_err(|error| unreadable("archive", &error))?;
        let quota = Quota::new(limits, packed);
        quota.verdict(read_members(self, archive, &quota, visit), "archive")
    }
}

fn read_members(
    format: Format,
    mut archive: impl BufRead + Seek,
    quota: &Quota,
    visit: &mut dyn FnMut(Member) -> bool,
) -> io::Result<()> {
    let mut members = Members {
        quota,
        names: read_names(format, &mut archive, quota)?,
        count: 0,
        visit,
    };
    let visit: &mut VisitMember<'_> = &mut |name, size, content| members.next(name, size, content);
    match format {
        Format::Zip => zip::read(archive, quota, visit),
        Format::Tar(compression) => tar::read(compression.unpack(archive)?, quota, visit),
        Format::Record(_) => Err(io::Error::other("it is a game record, not an archive")),
    }
}

/// Reads the names in an archive before its members.
///
/// # Errors
/// If the directory of the archive can't be read. A tar has no directory, and is read up to its
/// first error.
fn read_names(
    format: Format,
    archive: &mut (impl BufRead + Seek),
    quota: &Quota,
) -> io::Result<Names> {
    let mut names = Names {
        is_zip: format == Format::Zip,
        ..Names::default()
    };
    let mut seen = HashSet::new();
    let mut add = |raw: &[u8]| {
        let name = escaped(raw);
        if may_have_games(&name) {
            names.add(&name, &mut seen);
        }
    };
    match format {
        Format::Zip => zip::for_each_name(&mut *archive, quota, &mut add)?,
        Format::Tar(compression) => {
            // the members are read again later, and count towards the quota only then
            let mut members = quota.limits.members;
            let unpacked = compression.unpack(&mut *archive)?;
            // an error that stops reading here will stop it again when the members are read
            let _ = tar::read(unpacked, &quota.restarted(), &mut |name, _, _| {
                add(name);
                members = members.saturating_sub(1);
                Ok(members > 0)
            });
        }
        Format::Record(_) => {}
    }
    archive.rewind()?;
    Ok(names)
}

/// Passes the members of an archive to `visit`.
struct Members<'a> {
    quota: &'a Quota,
    names: Names,
    /// The number of members so far.
    count: u64,
    visit: &'a mut dyn FnMut(Member) -> bool,
}

impl Members<'_> {
    /// Takes the next member, of about `size` bytes. Returns whether more members are wanted.
    fn next(
        &mut self,
        name: &[u8],
        size: u64,
        content: io::Result<&mut dyn Read>,
    ) -> io::Result<bool> {
        self.count += 1;
        let most = self.quota.limits.members;
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
            return Ok((self.visit)(Member {
                name,
                bytes: Err(long_path()),
            }));
        }
        let bytes = match (unread(&name), content) {
            (Some(skip), _) => Err(skip),
            (None, Ok(content)) => self.read(&name, size, content)?,
            (None, Err(error)) => Err(unreadable("member", &error)),
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
        Ok((self.visit)(Member { name, bytes }))
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
        let content = compression.unpack(BufReader::new(content))?;
        self.read_bytes(0, self.quota.reader(content))
    }

    /// Reads `content`, which should have about `size` bytes.
    fn read_bytes(&self, size: u64, content: impl Read) -> io::Result<Result<Vec<u8>, Skip>> {
        let limit = self.quota.limits.bytes;
        // do not trust the declared size: reserve no more than most games need; one more byte lets
        // the reader see the end
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
}

/// Returns whether a member with this name may be a record in any format, or must be reported as
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
    if name.rsplit('/').next() == Some(LABELS) {
        let detail = "not read inside an archive: unpack the archive, or name a copy of the file";
        return Some(Skip::new(Reason::NoGame, detail));
    }
    other_format(name)
}
