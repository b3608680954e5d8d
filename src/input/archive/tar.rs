//! Reads the members of a tar.

use std::cell::Cell;
use std::io::{self, Read};

use super::quota::Quota;
use super::{VisitMember, no_file};

/// The size in bytes of a tar block.
const BLOCK: usize = 512;

/// Passes the members of a tar to `visit` until it returns `false`.
pub(super) fn read(
    content: impl Read,
    quota: &Quota,
    visit: &mut VisitMember<'_>,
) -> io::Result<()> {
    let zeros = Cell::new(0);
    let mut archive = tar::Archive::new(ZeroCounter {
        content: quota.reader(content),
        zeros: &zeros,
    });
    // another tar may follow the zero blocks that end this one
    archive.set_ignore_zeros(true);
    quota.limit_headers(0);
    for entry in archive.entries()? {
        let mut entry = entry?;
        let mut left = entry.size();
        let kind = entry.header().entry_type();
        let name = entry.path_bytes().into_owned();
        let is_file = kind.is_file() || kind.is_contiguous() || kind.is_gnu_sparse();
        if !is_file && !kind.is_dir() && !kind.is_pax_global_extensions() {
            if !visit(&name, 0, no_file())? {
                return Ok(());
            }
        } else if is_file {
            quota.limit_headers(u64::MAX);
            let mut content = SizedMember {
                left,
                content: &mut entry,
            };
            if !visit(&name, left, Ok(&mut content))? {
                return Ok(());
            }
            left = content.left;
        }
        quota.limit_headers(left);
    }
    // a complete tar ends in zero blocks; without them, it may be truncated between two members
    if zeros.get() < BLOCK {
        return Err(io::Error::new(
            io::ErrorKind::UnexpectedEof,
            "it has no end mark: it is probably truncated",
        ));
    }
    Ok(())
}

/// A reader that counts the zero bytes at the end of what has been read so far.
struct ZeroCounter<'a, R> {
    content: R,
    zeros: &'a Cell<usize>,
}

impl<R: Read> Read for ZeroCounter<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.content.read(buffer)?;
        let zeros = buffer[..read]
            .iter()
            .rev()
            .take_while(|&&byte| byte == 0)
            .count();
        self.zeros.set(if zeros == read {
            self.zeros.get() + read
        } else {
            zeros
        });
        Ok(read)
    }
}

/// A reader of a member of a known size. It reports an error if the tar is truncated inside the
/// member, because the tar reader does not.
struct SizedMember<R> {
    left: u64,
    content: R,
}

impl<R: Read> Read for SizedMember<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.content.read(buffer)?;
        self.left = self
            .left
            .saturating_sub(u64::try_from(read).unwrap_or(u64::MAX));
        if read == 0 && !buffer.is_empty() && self.left > 0 {
            return Err(io::Error::new(
                io::ErrorKind::UnexpectedEof,
                "the archive ends inside it",
            ));
        }
        Ok(read)
    }
}
