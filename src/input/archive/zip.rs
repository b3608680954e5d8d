//! Reads the members of a zip in the order of its directory.
//!
//! A zip may have millions of members, and a directory entry takes hundreds of bytes in memory. So only
//! [`ENTRIES_AT_ONCE`] entries are in memory, and the directory is read again for each such batch.

use std::collections::HashMap;
use std::hash::{BuildHasher as _, RandomState};
use std::io::{self, BufRead, Read, Seek, SeekFrom};

use zip::ZipReadOptions;
use zip::read::{Config, ZipFileEntry};
use zip::unstable::read::ZipIterable;

use super::format::Format;
use super::member::{Broken, MemberContent, VisitMember};
use super::quota::{FileQuota, Quota, QuotaReader};
use super::reader::{is_plain_record, member_bytes};
use crate::input::content::Seekable;
use crate::input::limits::FileLimits;
use crate::input::names::escaped;
use crate::skip::Skip;

/// The number of directory entries that are in memory at once.
const ENTRIES_AT_ONCE: usize = 1 << 16;

/// A member of a zip that is not unpacked yet.
#[derive(Debug)]
pub(super) struct PackedZip(Box<ZipFileEntry<'static>>);

impl PackedZip {
    /// Returns the size of the unpacked member, as the directory declares it.
    pub(super) fn size(&self) -> u64 {
        self.0.size()
    }

    /// Unpacks the member from the zip that it is in.
    pub(super) fn read(self, zip: &mut Box<dyn Seekable>, limits: FileLimits) -> Result<Vec<u8>, Skip> {
        // only a zip whose declared sizes are within the quota is unpacked so, and no member unpacks to more than declared
        let quota = FileQuota::new(FileLimits { unpacked: u64::MAX, ..limits }, u64::MAX);
        let quota = Quota::new(&quota);
        let size = self.size();
        let bytes = match self.0.with_reader(zip, ZipReadOptions::new()) {
            Ok(content) => member_bytes(size, &mut QuotaReader { content, quota: &quota }, limits.bytes, &quota),
            Err(error) => member_bytes(0, &mut Broken(Some(error.into())), limits.bytes, &quota),
        };
        quota.verdict_of(bytes, "member")?
    }
}

/// Passes the members of a zip to `visit` until it wants no more. Returns whether it wants more. Records are passed
/// packed if `may_be_packed` says so.
pub(super) fn read(
    archive: impl BufRead + Seek,
    may_be_packed: bool,
    quota: &Quota<'_>,
    visit: &mut VisitMember<'_>,
) -> io::Result<bool> {
    let archive = DirectoryReader { archive, left: quota.limits().directory_bytes(), quota };
    let mut zip = ZipIterable::try_new(archive, Config::default())?;
    let members = quota.limits().members;
    if zip.len() as u64 > members {
        quota.exceed(format!("more than {members} members: see --max-members"))?;
    }
    let directory = Directory::read(&mut zip)?;
    zip.files()?.reader_mut().left = u64::MAX;
    // members unpacked on other threads count in no quota: all must fit before the first is handed out packed
    let may_be_packed = may_be_packed && !directory.is_nested && quota.allows(directory.unpacked);
    for start in (0..zip.len()).step_by(ENTRIES_AT_ONCE) {
        let entries = zip.files()?.skip(start).take(ENTRIES_AT_ONCE).collect::<Result<Vec<_>, _>>()?;
        for (index, entry) in (start..).zip(entries) {
            if !entry.is_file() || !directory.is_last(index, entry.name_raw()) {
                continue;
            }
            quota.clear_error();
            let (name, size) = (entry.name_raw().to_vec(), entry.size());
            let goes_on = if may_be_packed && is_plain_record(&escaped(&name)) {
                visit(&name, size, MemberContent::Packed(PackedZip(Box::new(entry))))?
            } else {
                match entry.with_reader(zip.files()?.reader_mut(), ZipReadOptions::new()) {
                    Ok(content) => visit(&name, size, MemberContent::Stream(&mut QuotaReader { content, quota }))?,
                    Err(error) => visit(&name, 0, MemberContent::Stream(&mut Broken(Some(error.into()))))?,
                }
            };
            if !goes_on {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// A reader of a zip that fails once too much has been read to find its directory and to read it.
struct DirectoryReader<'a, R> {
    archive: R,
    /// The number of bytes that may still be read. [`u64::MAX`] lifts the limit.
    left: u64,
    quota: &'a Quota<'a>,
}

impl<R: Read> Read for DirectoryReader<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.archive.read(buffer)?;
        if self.left < u64::MAX {
            let Some(left) = self.left.checked_sub(read as u64) else {
                let most = self.quota.limits().directory_bytes();
                return self
                    .quota
                    .exceed(format!("its directory has more than {most} bytes: see --max-members"))
                    .map(|()| 0);
            };
            self.left = left;
        }
        Ok(read)
    }
}

impl<R: Seek> Seek for DirectoryReader<'_, R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.archive.seek(to)
    }
}

/// The facts that the whole directory of a zip shows.
struct Directory {
    hasher: RandomState,
    /// The index of the last entry with each name, by the hash of the name as reports have it.
    last: HashMap<u64, usize>,
    /// The number of bytes that the files unpack to, as declared.
    unpacked: u64,
    /// Whether a file is an archive or compressed: the directory does not declare the bytes it unpacks to.
    is_nested: bool,
}

impl Directory {
    fn read(zip: &mut ZipIterable<impl Read + Seek>) -> io::Result<Self> {
        let mut directory = Self { hasher: RandomState::new(), last: HashMap::new(), unpacked: 0, is_nested: false };
        for (index, entry) in zip.files()?.enumerate() {
            let entry = entry?;
            let name = escaped(entry.name_raw());
            directory.unpacked = directory.unpacked.saturating_add(entry.size());
            directory.is_nested |= Format::of(&name).is_some();
            directory.last.insert(directory.hasher.hash_one(&name), index);
        }
        Ok(directory)
    }

    /// Returns whether no later entry has the same name: the last one counts, as it does when the zip is unpacked.
    fn is_last(&self, index: usize, name: &[u8]) -> bool {
        self.last.get(&self.hasher.hash_one(escaped(name))) == Some(&index)
    }
}
