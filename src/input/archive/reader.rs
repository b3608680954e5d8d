//! Passes the game records in an archive, and in the archives nested in it, to a callback.

use std::io::{self, BufRead, BufReader, Cursor, Read, Seek};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use super::compression::Compression;
use super::format::Format;
use super::member::{Member, VisitMember, member_bytes};
use super::names::Names;
use super::quota::{FileQuota, Quota, QuotaReader};
#[cfg(feature = "archives")]
use super::{seven_zip, tar, zip};
use crate::input::entry::Entry;
use crate::input::file::{long_path, unreadable};
use crate::input::limits::FileLimits;
use crate::input::names::{about_games, begins_as_record, escaped, is_record, is_text, other_format};
use crate::skip::{Reason, Skip};

impl Format {
    /// Passes every game record in the archive `entry` to `visit`, in the order of the archive, until `visit` returns
    /// `false`. Includes nested archives, with members named `inner.zip!/member.sgf`.
    ///
    /// # Errors
    /// If the archive or the rest of it can't be read, or exceeds `limits`.
    pub fn read(self, entry: &Entry, limits: FileLimits, visit: &mut dyn FnMut(Member) -> bool) -> Result<(), Skip> {
        let (file, packed) = entry.open().map_err(|error| unreadable("archive", &error))?;
        let quota = FileQuota::new(limits, packed);
        let mut reader = ArchiveReader {
            limits,
            members: 0,
            prefix: String::new(),
            nesting: 1,
            names: Vec::new(),
            quota: &quota,
            visit,
            is_visiting: false,
        };
        reader.archive(self, file, &Quota::new(&quota)).map(drop)
    }
}

/// Passes the members of an archive to `visit` until it returns `false`. Returns whether it wants more.
#[cfg(feature = "archives")]
fn read_format(
    format: Format,
    archive: impl BufRead + Seek,
    quota: &Quota<'_>,
    visit: &mut VisitMember<'_>,
) -> io::Result<bool> {
    match format {
        Format::Zip => zip::read(archive, quota, visit),
        Format::SevenZip => seven_zip::read(archive, quota, visit),
        Format::Tar(compression) => tar::read(compression.unpack(archive)?, quota, visit),
        Format::Record(_) => Err(io::Error::other("it is a record instead of an archive")),
    }
}

#[cfg(not(feature = "archives"))]
fn read_format<R>(_: Format, _: R, _: &Quota<'_>, _: &mut VisitMember<'_>) -> io::Result<bool> {
    Err(io::Error::other("this build reads no archives: its feature `archives` is off"))
}

/// Visits the members of an archive and of the archives nested in it.
struct ArchiveReader<'a> {
    limits: FileLimits,
    /// The number of members visited so far.
    members: u64,
    /// The prefix of the names of members in a nested archive.
    prefix: String,
    nesting: u32,
    /// The repeated names of the archive, and of the archives around it.
    names: Vec<Names>,
    quota: &'a FileQuota,
    visit: &'a mut dyn FnMut(Member) -> bool,
    /// Whether `visit` is running.
    is_visiting: bool,
}

impl ArchiveReader<'_> {
    /// Visits the members of an archive. The archive may be malicious, so a panic of its reader becomes a skip.
    /// Returns whether more members are wanted.
    fn archive(&mut self, format: Format, mut archive: impl BufRead + Seek, quota: &Quota<'_>) -> Result<bool, Skip> {
        let outer = self.names.len();
        let read = catch_unwind(AssertUnwindSafe(|| {
            let names = self.read_names(format, &mut archive, quota)?;
            self.names.push(names);
            read_format(format, archive, quota, &mut |name, size, content| self.member(name, size, content, quota))
        }));
        self.names.truncate(outer);
        match read {
            Ok(read) => quota.verdict(read, "archive"),
            Err(panic) if self.is_visiting => resume_unwind(panic),
            Err(panic) => {
                let detail = Skip::internal(&*panic).detail;
                Err(Skip::new(Reason::Unreadable, format!("failed to read the archive: it is damaged: {detail}")))
            }
        }
    }

    /// Reads the names in an archive before its members.
    fn read_names(&self, format: Format, archive: &mut (impl BufRead + Seek), quota: &Quota<'_>) -> io::Result<Names> {
        if self.nesting == 1 && self.quota.is_pipe() {
            return Ok(Names::of_stream());
        }
        let name_of = |name: &[u8]| Some(self.prefix.clone() + &escaped(name)).filter(|name| may_have_games(name));
        let names = Names::read(format, &mut *archive, quota, name_of)?;
        archive.rewind()?;
        Ok(names)
    }

    /// Returns the skip of the next member if another one counts instead.
    fn replacement(&mut self, name: &str) -> Option<Skip> {
        let (names, outer) = self.names.split_last_mut()?;
        let outside = || {
            let is_member = outer.iter().any(|names| names.has_inside(name));
            is_member.then_some("a member of the outer archive has the same name")
        };
        let why = names.next(name).or_else(outside)?;
        Some(Skip::new(Reason::DuplicateName, why))
    }

    fn hand_out(&mut self, name: String, bytes: Result<Vec<u8>, Skip>) -> bool {
        self.is_visiting = true;
        let more = (self.visit)(Member { name, bytes });
        self.is_visiting = false;
        more
    }

    /// Visits a member of about `size` bytes. Returns whether more members are wanted.
    fn member(&mut self, name: &[u8], size: u64, content: &mut dyn Read, quota: &Quota<'_>) -> io::Result<bool> {
        let limits = self.limits;
        self.members += 1;
        if self.members > limits.members {
            let detail = format!("more than {} members: see --max-members", limits.members);
            return Err(io::Error::other(Skip::new(Reason::TooLarge, detail)));
        }
        let name = self.prefix.clone() + &escaped(name);
        if !may_have_games(&name) {
            // in a solid archive, the bytes of this member come before the next one
            io::copy(content, &mut io::sink())?;
            return Ok(true);
        }
        let replaced = self.replacement(&name);
        if let Some(skip) = other_format(&name).or_else(|| about_games(&name)) {
            return Ok(self.hand_out(name, Err(replaced.unwrap_or(skip))));
        }
        if name.len() > limits.path {
            let start = name.char_indices().map(|(at, _)| at).take_while(|&at| at <= limits.path).last();
            let bytes = Err(long_path(limits.path));
            return Ok(self.hand_out(format!("{}…", &name[..start.unwrap_or_default()]), bytes));
        }
        let (format, is_text) = (Format::of(&name), is_text(&name));
        let bytes = match format {
            Some(_) if self.nesting >= limits.nesting => Err(too_nested(limits.nesting)),
            Some(Format::Record(compression)) => self.unpacked_member(compression, content)?,
            _ => member_bytes(size, content, limits.bytes, quota)?,
        };
        match (format, bytes, replaced) {
            (_, Ok(bytes), _) if is_text && !begins_as_record(&bytes) => Ok(true),
            (_, _, Some(replaced)) => Ok(self.hand_out(name, Err(replaced))),
            (Some(Format::Record(_)), bytes, _) => Ok(self.hand_out(name, bytes)),
            (Some(format), Ok(bytes), _) => self.nested(&name, format, bytes),
            (_, bytes, _) => Ok(self.hand_out(name, bytes)),
        }
    }

    /// Unpacks a compressed record in the archive.
    fn unpacked_member(&self, compression: Compression, packed: &mut dyn Read) -> io::Result<Result<Vec<u8>, Skip>> {
        let quota = Quota::new(self.quota);
        let content = compression.unpack(BufReader::new(packed))?;
        let bytes = member_bytes(0, &mut QuotaReader { content, quota: &quota }, self.limits.bytes, &quota);
        // exceeding the limit for the whole file ends the archive
        bytes.map_err(|error| {
            quota.verdict::<()>(Err(error), "archive").err().map_or(io::ErrorKind::Other.into(), io::Error::other)
        })
    }

    /// Visits the members of a nested archive. Returns whether more members are wanted.
    fn nested(&mut self, name: &str, format: Format, bytes: Vec<u8>) -> io::Result<bool> {
        let outer = std::mem::replace(&mut self.prefix, format!("{name}!/"));
        self.nesting += 1;
        let read = self.archive(format, Cursor::new(bytes), &Quota::new(self.quota));
        self.nesting -= 1;
        self.prefix = outer;
        match read {
            // exceeding the limit for all nested archives together ends all of them
            Err(skip) if self.is_full() => Err(io::Error::other(skip)),
            Err(skip) => Ok(self.hand_out(name.to_owned(), Err(skip))),
            Ok(go_on) => Ok(go_on),
        }
    }

    fn is_full(&self) -> bool {
        self.members > self.limits.members || self.quota.excess().is_some()
    }
}

/// Returns whether a member with this name may be a record in any format, or an archive.
fn may_have_games(name: &str) -> bool {
    let has_skip = || other_format(name).or_else(|| about_games(name)).is_some();
    Format::of(name).is_some() || is_record(name) || is_text(name) || has_skip()
}

fn too_nested(limit: u32) -> Skip {
    Skip::new(Reason::Archive, format!("archives are nested more than {limit} deep: see --max-nesting"))
}
