//! Limits the directory of a zip, of which the reader of zips holds a few times its size in memory.

use std::io::{self, Read, Seek, SeekFrom};
use std::sync::atomic::{AtomicU64, Ordering};

use super::quota::Quota;
use crate::input::limits::FileLimits;

/// The sizes in bytes of the record at the end of a zip without its comment, of the largest comment, and of the locator and
/// the record of Zip64, which are before that record (PKWARE's APPNOTE.TXT, 4.3.14 to 4.3.16).
const END: usize = 22;
const COMMENT: usize = (1 << 16) - 1;
const LOCATOR: usize = 20;
const END64: usize = 56;

/// The numbers of entries and bytes of a directory, as the end of the zip declares them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Declared {
    entries: u64,
    bytes: u64,
}

/// Returns how many bytes may be read to find and read the directory of a zip.
///
/// # Errors
/// If the zip can't be read, or declares a directory that exceeds the limits of `quota`.
pub(super) fn directory_bytes(archive: &mut (impl Read + Seek), quota: &Quota<'_>) -> io::Result<u64> {
    let Declared { entries, bytes } = declared(archive)?;
    let limits = quota.limits();
    if entries > limits.members {
        quota.exceed(format!("more than {} members: see --max-members", limits.members))?;
    }
    if bytes > limits.directory_bytes() {
        quota.exceed(format!("its directory has more than {} bytes: see --max-members", limits.directory_bytes()))?;
    }
    // the end is searched for its record, and what is before the zip for its directory
    Ok(bytes.saturating_add(FileLimits::FREE))
}

/// Returns the numbers at the end of a zip, or zeros if no end is found.
fn declared(archive: &mut (impl Read + Seek)) -> io::Result<Declared> {
    let size = archive.seek(SeekFrom::End(0))?;
    let start = size.saturating_sub((END64 + LOCATOR + END + COMMENT) as u64);
    archive.seek(SeekFrom::Start(start))?;
    let mut tail = Vec::new();
    archive.take(size - start).read_to_end(&mut tail)?;
    let Some(end) = tail.windows(END).rposition(|record| record.starts_with(b"PK\x05\x06")) else {
        return Ok(Declared::default());
    };
    let record = &tail[end..];
    let short = Declared { entries: number(&record[10..12]), bytes: number(&record[12..16]) };
    let locator = end.checked_sub(LOCATOR).map(|at| &tail[at..end]).filter(|bytes| bytes.starts_with(b"PK\x06\x07"));
    let Some(locator) = locator else { return Ok(short) };
    // where something is before the zip, the offset is too small; but the record is usually just before the locator
    let before = end.checked_sub(LOCATOR + END64).map(|at| start + at as u64);
    for offset in [Some(number(&locator[8..16])), before].into_iter().flatten() {
        let mut record = Vec::new();
        archive.seek(SeekFrom::Start(offset))?;
        archive.take(END64 as u64).read_to_end(&mut record)?;
        if record.len() == END64 && record.starts_with(b"PK\x06\x06") {
            return Ok(Declared { entries: number(&record[32..40]), bytes: number(&record[40..48]) });
        }
    }
    Ok(short)
}

/// Returns a number of up to eight bytes, the lowest first.
fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

/// A reader of a zip that fails once `left` bytes have been read, as long as its directory is read.
pub(super) struct DirectoryReader<'a, R> {
    pub(super) archive: R,
    /// The number of bytes that may still be read. [`u64::MAX`] lifts the limit.
    pub(super) left: &'a AtomicU64,
}

impl<R: Read> Read for DirectoryReader<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.archive.read(buffer)?;
        let left = self.left.load(Ordering::Relaxed);
        if left < u64::MAX {
            let left = left
                .checked_sub(read as u64)
                .ok_or_else(|| io::Error::other("its directory is larger than the end of the archive says"))?;
            self.left.store(left, Ordering::Relaxed);
        }
        Ok(read)
    }
}

impl<R: Seek> Seek for DirectoryReader<'_, R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.archive.seek(to)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    /// Returns the end of a zip with a comment; with records of Zip64 if `offset` is that of the first of them.
    fn end(entries: u64, bytes: u64, offset: Option<u64>, comment: &[u8]) -> Vec<u8> {
        let length = u16::try_from(comment.len()).unwrap().to_le_bytes();
        let Some(offset) = offset else {
            let (entries, bytes) = (entries.to_le_bytes(), bytes.to_le_bytes());
            let numbers = [&entries[..2], &entries[..2], &bytes[..4], &[0; 4], &length].concat();
            return [b"PK\x05\x06\0\0\0\0", &numbers[..], comment].concat();
        };
        let numbers = [44, 0, 0, entries, entries, bytes, 0].map(u64::to_le_bytes).concat();
        let record = [b"PK\x06\x06", &numbers[..8], &[0; 12], &numbers[24..]].concat();
        let locator = [b"PK\x06\x07\0\0\0\0", &offset.to_le_bytes()[..], &[1, 0, 0, 0]].concat();
        [record, locator, end(u64::MAX, u64::MAX, None, comment)].concat()
    }

    #[test]
    fn the_end_of_a_zip_says_how_large_its_directory_is() {
        let found = |bytes: Vec<u8>| {
            let Declared { entries, bytes } = declared(&mut Cursor::new(bytes)).unwrap();
            (entries, bytes)
        };
        let before = vec![b'x'; 100_000];
        for comment in [&b""[..], b"a comment", &vec![b'c'; COMMENT]] {
            assert_eq!(found([&before[..], &end(3, 200, None, comment)].concat()), (3, 200));
            let many = (30_000_000, 2 << 30);
            for offset in [before.len() as u64, 5] {
                assert_eq!(
                    found([&before[..], &end(many.0, many.1, Some(offset), comment)].concat()),
                    many,
                    "{offset}"
                );
            }
        }
        assert_eq!(found(end(3, 200, None, b"")), (3, 200));
        assert_eq!(found(before), (0, 0));
        assert_eq!(found(Vec::new()), (0, 0));
    }

    #[test]
    fn no_more_than_the_limit_is_read_until_it_is_lifted() {
        let left = AtomicU64::new(5);
        let mut reader = DirectoryReader { archive: Cursor::new([7; 20]), left: &left };
        assert_eq!(reader.read(&mut [0; 5]).unwrap(), 5);
        assert!(reader.read(&mut [0; 1]).is_err());
        left.store(u64::MAX, Ordering::Relaxed);
        assert_eq!(reader.read_to_end(&mut Vec::new()).unwrap(), 14);
    }
}
