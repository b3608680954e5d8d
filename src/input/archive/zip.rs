//! Reads the members of a zip in the order of its directory.
//!
//! A zip may have millions of members, and a directory entry takes hundreds of bytes in memory. So only
//! [`ENTRIES_AT_ONCE`] entries are in memory at once, and the directory is read again for each such batch.

use std::collections::HashMap;
use std::hash::{BuildHasher as _, RandomState};
use std::io::{self, BufRead, Read, Seek, SeekFrom};

use zip::ZipReadOptions;
use zip::read::Config;
use zip::unstable::read::ZipIterable;

use super::member::{Broken, VisitMember};
use super::quota::{Quota, QuotaReader};
use crate::input::names::escaped;

/// The number of directory entries that are in memory at once.
const ENTRIES_AT_ONCE: usize = 1 << 16;

/// Passes the members of a zip to `visit` until it returns `false`. Returns whether it wants more.
pub(super) fn read(archive: impl BufRead + Seek, quota: &Quota<'_>, visit: &mut VisitMember<'_>) -> io::Result<bool> {
    let archive = DirectoryReader { archive, left: quota.limits().directory_bytes(), quota };
    let mut zip = ZipIterable::try_new(archive, Config::default())?;
    let members = quota.limits().members;
    if zip.len() as u64 > members {
        quota.exceed(format!("more than {members} members: see --max-members"))?;
    }
    let last_entries = LastEntries::read(&mut zip)?;
    zip.files()?.reader_mut().left = u64::MAX;
    for start in (0..zip.len()).step_by(ENTRIES_AT_ONCE) {
        let entries = zip.files()?.skip(start).take(ENTRIES_AT_ONCE).collect::<Result<Vec<_>, _>>()?;
        for (index, entry) in (start..).zip(entries) {
            if !entry.is_file() || !last_entries.is_last(index, entry.name_raw()) {
                continue;
            }
            quota.clear_error();
            let (name, size) = (entry.name_raw().to_vec(), entry.size());
            let goes_on = match entry.with_reader(zip.files()?.reader_mut(), ZipReadOptions::new()) {
                Ok(content) => visit(&name, size, &mut QuotaReader { content, quota })?,
                Err(error) => visit(&name, 0, &mut Broken(Some(error.into())))?,
            };
            if !goes_on {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// A reader of a zip that fails if finding and reading its directory takes too many bytes.
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

/// The last entry with each name in a zip. Earlier ones are skipped, because unpacking would overwrite them.
struct LastEntries {
    hasher: RandomState,
    /// The index of the last entry with each name, by the hash of the name in the reports.
    last: HashMap<u64, usize>,
}

impl LastEntries {
    fn read(zip: &mut ZipIterable<impl Read + Seek>) -> io::Result<Self> {
        let mut entries = Self { hasher: RandomState::new(), last: HashMap::new() };
        for (index, entry) in zip.files()?.enumerate() {
            let hash = entries.hasher.hash_one(escaped(entry?.name_raw()));
            entries.last.insert(hash, index);
        }
        Ok(entries)
    }

    /// Returns whether no later entry has the same name.
    fn is_last(&self, index: usize, name: &[u8]) -> bool {
        self.last.get(&self.hasher.hash_one(escaped(name))) == Some(&index)
    }
}
