//! Archives, read member by member without unpacking them and without holding them in memory.

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
    /// it says that it wants more. Archives in it are read as well, their members named `inner.zip!/member.sgf`.
    ///
    /// # Errors
    /// When the archive, or the rest of it, can't be read, or is larger than `limits`.
    pub fn read(self, path: &Path, limits: Limits, take: &mut dyn FnMut(Member) -> bool) -> Result<(), Skip> {
        let failed = |error| Skip::new(Reason::Unreadable, format!("failed to read the archive: {error}"));
        let file = super::open(path).map_err(failed)?;
        let data = file.metadata().map_err(failed)?;
        // nobody knows how much will come out of a pipe
        let packed = if data.is_file() { data.len() } else { u64::MAX };
        let total = Total::new(limits, packed);
        let meter = Meter::new(&total);
        let mut intake =
            Intake { limits, members: 0, prefix: String::new(), nesting: 1, total: &total, take, taking: false };
        intake.open(self, BufReader::with_capacity(1 << 16, file), &meter).map(drop)
    }
}

/// Takes members in.
struct Intake<'a> {
    limits: Limits,
    /// Members so far.
    members: u64,
    /// What the names of members start with, in an archive that is in another.
    prefix: String,
    nesting: u32,
    total: &'a Total,
    take: &'a mut dyn FnMut(Member) -> bool,
    /// Whether a member was handed out and is not yet taken.
    taking: bool,
}

/// The room that is made for a member before it is read.
const MOST_ROOM: usize = 1 << 16;

impl std::error::Error for Skip {}

impl Intake<'_> {
    /// Takes the members of an archive. Whoever made it may have made it to break what reads it.
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

    /// Takes a member of about `size` bytes. Says whether more are wanted.
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
            // a solid archive has to be read on to what comes next
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

    /// Takes the members of an archive in this one.
    fn inner(&mut self, name: &str, format: Format, bytes: Vec<u8>) -> io::Result<bool> {
        let meter = Meter::new(self.total);
        let outer = std::mem::replace(&mut self.prefix, format!("{name}!/"));
        self.nesting += 1;
        let read = self.open(format, Cursor::new(bytes), &meter);
        self.nesting -= 1;
        self.prefix = outer;
        match read {
            // what is too much for all archives together ends them all
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
    // the size is only said, so no more is taken on trust than most games need; one byte more, to see the end
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
