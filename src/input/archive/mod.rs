//! Reads archives member by member, without unpacking them to disk or holding them in memory.

#![cfg_attr(not(feature = "archives"), allow(dead_code))]

#[cfg(feature = "archives")]
mod dictionary;
#[cfg(feature = "archives")]
mod formats;
mod meter;
#[cfg(feature = "archives")]
mod seven_zip;
#[cfg(feature = "archives")]
mod xz;

use std::io::{self, BufRead, BufReader, Cursor, Read, Seek};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;

use super::Limits;
use super::walk::{escaped, is_record};
use crate::skip::{Reason, Skip};
use meter::{Meter, Total};

/// The format of an archive.
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

/// The file name endings of archives.
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

/// A file in an archive.
#[derive(Debug)]
pub struct Member {
    /// The `/`-separated path in the archive.
    pub name: String,
    /// The bytes of the member, or the reason why there are none.
    pub bytes: Result<Vec<u8>, Skip>,
}

impl Format {
    /// Returns the format of an archive with this name, or `None` if the ending is not an archive's.
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        let ends = |ending: &str| {
            let at = name.len().checked_sub(ending.len());
            at.is_some_and(|at| name.as_bytes()[at..].eq_ignore_ascii_case(ending.as_bytes()))
        };
        ENDINGS.iter().find(|(ending, _)| ends(ending)).map(|&(_, format)| format)
    }

    /// Passes every game record in the archive at `path` to `take`, in the order in which the archive is read, until
    /// `take` returns `false`. Nested archives are read as well, their members named `inner.zip!/member.sgf`.
    ///
    /// # Errors
    /// If the archive, or the rest of it, can't be read, or exceeds `limits`.
    pub fn read(self, path: &Path, limits: Limits, take: &mut dyn FnMut(Member) -> bool) -> Result<(), Skip> {
        let failed = |error| Skip::new(Reason::Unreadable, format!("failed to read the archive: {error}"));
        let file = super::open(path).map_err(failed)?;
        let data = file.metadata().map_err(failed)?;
        // the size of a pipe is unknown
        let packed = if data.is_file() { data.len() } else { u64::MAX };
        let total = Total::new(limits, packed);
        let meter = Meter::new(&total);
        let mut intake =
            Intake { limits, members: 0, prefix: String::new(), nesting: 1, total: &total, take, taking: false };
        intake.open(self, BufReader::with_capacity(1 << 16, file), &meter).map(drop)
    }
}

/// Visits the members of an archive.
struct Intake<'a> {
    limits: Limits,
    /// The number of members visited so far.
    members: u64,
    /// The prefix of the names of members in a nested archive.
    prefix: String,
    nesting: u32,
    total: &'a Total,
    take: &'a mut dyn FnMut(Member) -> bool,
    /// Whether `take` is running.
    taking: bool,
}

/// The maximum number of bytes reserved for a member before it is read.
const MOST_ROOM: usize = 1 << 16;

impl Intake<'_> {
    /// Visits the members of an archive, which may be malicious: a panic of its reader becomes a skip.
    fn open(&mut self, format: Format, archive: impl BufRead + Seek, meter: &Meter<'_>) -> Result<bool, Skip> {
        match catch_unwind(AssertUnwindSafe(|| formats::open(format, archive, meter, self))) {
            Ok(read) => meter.verdict(read),
            Err(panic) if self.taking => resume_unwind(panic),
            Err(panic) => {
                let detail = Skip::internal(&*panic).detail;
                Err(Skip::new(Reason::Unreadable, format!("failed to read the archive: it is damaged: {detail}")))
            }
        }
    }

    fn hand_out(&mut self, name: String, bytes: Result<Vec<u8>, Skip>) -> bool {
        self.taking = true;
        let more = (self.take)(Member { name, bytes });
        self.taking = false;
        more
    }

    /// Visits a member of about `size` bytes. Returns whether more are wanted.
    fn member(&mut self, name: &[u8], size: u64, content: &mut dyn Read, meter: &Meter<'_>) -> io::Result<bool> {
        let limits = self.limits;
        self.members += 1;
        if self.members > limits.members {
            let what = format!("more than {} members: see --max-members", limits.members);
            return Err(io::Error::other(Skip::new(Reason::TooLarge, what)));
        }
        let name = self.prefix.clone() + &escaped(name);
        let format = Format::of(&name);
        if format.is_none() && !is_record(&name) {
            // in a solid archive, the bytes of this member come before the next one
            io::copy(content, &mut io::sink())?;
            return Ok(true);
        }
        if name.len() > limits.path {
            let start = name.char_indices().map(|(at, _)| at).take_while(|&at| at <= limits.path).last();
            let bytes = Err(super::long_path(limits.path));
            return Ok(self.hand_out(format!("{}…", &name[..start.unwrap_or_default()]), bytes));
        }
        let bytes = match format {
            Some(_) if self.nesting >= limits.nesting => Err(too_nested(limits.nesting)),
            _ => member_bytes(size, content, limits.bytes, meter)?,
        };
        match (format, bytes) {
            (Some(format), Ok(bytes)) => self.inner(&name, format, bytes),
            (_, bytes) => Ok(self.hand_out(name, bytes)),
        }
    }

    /// Visits the members of a nested archive.
    fn inner(&mut self, name: &str, format: Format, bytes: Vec<u8>) -> io::Result<bool> {
        let meter = Meter::new(self.total);
        let outer = std::mem::replace(&mut self.prefix, format!("{name}!/"));
        self.nesting += 1;
        let read = self.open(format, Cursor::new(bytes), &meter);
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
        self.members > self.limits.members || self.total.excess().is_some()
    }
}

/// Reads a member of about `size` bytes.
fn member_bytes(size: u64, content: &mut dyn Read, limit: u64, meter: &Meter<'_>) -> io::Result<Result<Vec<u8>, Skip>> {
    // the declared size is not trusted, so reserve no more than most games need; one more byte to see the end
    let room = usize::try_from(size).map_or(MOST_ROOM, |size| size.min(MOST_ROOM));
    let mut bytes = Vec::with_capacity(room + 1);
    match content.take(limit.saturating_add(1)).read_to_end(&mut bytes) {
        Err(error) if meter.is_tripped() => Err(error),
        Err(error) => Ok(Err(Skip::new(Reason::Unreadable, format!("failed to read the member: {error}")))),
        Ok(read) if read as u64 > limit => Ok(Err(super::too_large(limit))),
        Ok(_) => Ok(Ok(bytes)),
    }
}

fn too_nested(limit: u32) -> Skip {
    Skip::new(Reason::Archive, format!("archives are more than {limit} deep in each other: see --max-nesting"))
}

#[cfg(not(feature = "archives"))]
mod formats {
    pub(super) fn open<R>(
        _: super::Format,
        _: R,
        _: &super::Meter<'_>,
        _: &mut super::Intake<'_>,
    ) -> super::io::Result<bool> {
        Err(super::io::Error::other("this build reads no archives: its feature `archives` is off"))
    }
}
