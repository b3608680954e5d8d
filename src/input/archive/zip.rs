//! Reads the members of a zip in the order of its directory.
//!
//! A zip may have millions of members, and a directory entry takes hundreds of bytes in memory.
//! Therefore, at most [`ENTRIES_AT_ONCE`] entries are in memory at once, and the directory is read
//! again for each batch of that size.

use std::io::{self, BufRead, Read, Seek, SeekFrom};

use zip::ZipReadOptions;
use zip::read::{Config, ZipFileEntry};
use zip::unstable::read::ZipIterable;

use super::quota::Quota;
use super::{VisitMember, no_file};

/// The number of directory entries that are in memory at once.
const ENTRIES_AT_ONCE: usize = 1 << 16;

/// Passes the names of the members of a zip to `take`.
pub(super) fn for_each_name(
    archive: impl BufRead + Seek,
    quota: &Quota,
    take: &mut dyn FnMut(&[u8]),
) -> io::Result<()> {
    let archive = DirectoryReader {
        archive,
        left: quota.limits.directory_bytes(),
        quota,
    };
    let mut zip = ZipIterable::try_new(archive, Config::default())?;
    let members = quota.limits.members;
    if zip.len() as u64 > members {
        quota.exceed(format!("more than {members} members"))?;
    }
    for entry in zip.files()? {
        let entry = entry?;
        if entry.is_file() {
            take(entry.name_raw());
        }
    }
    Ok(())
}

/// Passes the members of a zip, whose names were read before, to `visit` until it returns `false`.
pub(super) fn read(
    mut archive: impl BufRead + Seek,
    quota: &Quota,
    visit: &mut VisitMember<'_>,
) -> io::Result<()> {
    let begins_with_member = archive.fill_buf()?.starts_with(b"PK\x03\x04");
    let mut first = u64::MAX;
    let mut zip = ZipIterable::try_new(archive, Config::default())?;
    for start in (0..zip.len()).step_by(ENTRIES_AT_ONCE) {
        let entries = zip
            .files()?
            .skip(start)
            .take(ENTRIES_AT_ONCE)
            .collect::<Result<Vec<_>, _>>()?;
        first = entries
            .iter()
            .map(ZipFileEntry::header_start)
            .fold(first, u64::min);
        for entry in entries.into_iter().filter(|entry| !entry.is_dir()) {
            let (name, size) = (entry.name_raw().to_vec(), entry.size());
            let goes_on = if entry.is_symlink() {
                visit(&name, 0, no_file())?
            } else {
                match entry.with_reader(zip.files()?.reader_mut(), ZipReadOptions::new()) {
                    Ok(content) => visit(&name, size, Ok(&mut quota.reader(content)))?,
                    Err(error) => visit(&name, 0, Err(error.into()))?,
                }
            };
            if !goes_on {
                return Ok(());
            }
        }
    }
    // in a file that consists of several zips, the directory lists only the members of the last one
    if begins_with_member && first != 0 {
        return Err(io::Error::other(
            "it begins with members that its directory does not list, such as another zip",
        ));
    }
    Ok(())
}

/// A reader of a zip that fails if finding and reading its directory takes too many bytes.
struct DirectoryReader<'a, R> {
    archive: R,
    /// The number of bytes that may still be read.
    left: u64,
    quota: &'a Quota,
}

impl<R: Read> Read for DirectoryReader<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.archive.read(buffer)?;
        let Some(left) = self.left.checked_sub(read as u64) else {
            let most = self.quota.limits.directory_bytes();
            return self
                .quota
                .exceed(format!("its directory has more than {most} bytes"))
                .map(|()| 0);
        };
        self.left = left;
        Ok(read)
    }
}

impl<R: Seek> Seek for DirectoryReader<'_, R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.archive.seek(to)
    }
}
