//! Enforces the quotas of an archive while it is unpacked, because its declared sizes can't be
//! trusted.

use std::cell::{Cell, RefCell};
use std::io::{self, Read};

use crate::input::file::unreadable;
use crate::input::limits::{FREE, FileLimits, MAX_RATIO};
use crate::skip::{Reason, Skip};

/// The quota in bytes for the headers and names before a tar member, which the tar reader holds in
/// memory.
const HEADERS: u64 = 1 << 20;

/// Counts the bytes that an archive unpacks to.
pub(in crate::input) struct Quota {
    pub(super) limits: FileLimits,
    /// The size in bytes of the archive itself.
    packed: u64,
    unpacked: Cell<u64>,
    /// The number of bytes that may still come before the next member.
    headers: Cell<u64>,
    exceeded: RefCell<Option<Skip>>,
}

impl Quota {
    pub(in crate::input) fn new(limits: FileLimits, packed: u64) -> Self {
        Self {
            limits,
            packed,
            unpacked: Cell::new(0),
            headers: Cell::new(u64::MAX),
            exceeded: RefCell::default(),
        }
    }

    /// Returns a quota for bytes in memory, which were limited when they were read.
    pub(in crate::input) fn in_memory() -> Self {
        Self::new(FileLimits::default(), u64::MAX)
    }

    /// Returns a fresh quota for the same file, so that a part of the file can be read twice.
    pub(super) fn restarted(&self) -> Self {
        Self::new(self.limits, self.packed)
    }

    /// Returns a message about the exceeded limit, if there is one.
    fn excess(&self) -> Option<String> {
        let unpacked = self.unpacked.get();
        if unpacked > self.limits.unpacked {
            return Some(format!(
                "it unpacks to more than {} bytes",
                self.limits.unpacked
            ));
        }
        (unpacked > FREE.max(self.packed.saturating_mul(MAX_RATIO))).then(|| {
            format!(
                "it unpacks to more than {MAX_RATIO} times its {} bytes",
                self.packed
            )
        })
    }

    /// Returns a reader that applies this quota to `content`.
    pub(in crate::input) fn reader<R>(&self, content: R) -> QuotaReader<'_, R> {
        QuotaReader {
            content,
            quota: self,
            failed: None,
        }
    }

    /// Limits the bytes before the next member to `rest`, the unread bytes of the current member,
    /// plus the quota for headers.
    pub(super) fn limit_headers(&self, rest: u64) {
        self.headers.set(HEADERS.saturating_add(rest));
    }

    fn count(&self, read: usize) -> io::Result<()> {
        let read = read as u64;
        self.unpacked.set(self.unpacked.get() + read);
        if let Some(excess) = self.excess() {
            return self.exceed(excess);
        }
        let Some(headers) = self.headers.get().checked_sub(read) else {
            return self.exceed("the header of a member is too long".to_owned());
        };
        if headers < u64::MAX - read {
            self.headers.set(headers);
        }
        Ok(())
    }

    /// Records that a limit was exceeded, and returns an error.
    pub(super) fn exceed(&self, limit: String) -> io::Result<()> {
        let text = limit.clone();
        *self.exceeded.borrow_mut() = Some(Skip::new(Reason::TooLarge, limit));
        Err(io::Error::other(text))
    }

    /// Returns whether a limit was exceeded.
    pub(super) fn is_exceeded(&self) -> bool {
        self.exceeded.borrow().is_some()
    }

    /// Returns the result of reading. If a limit was exceeded, returns that error, even if the
    /// reader has hidden it. Messages refer to the file as `what`.
    pub(super) fn verdict<T>(&self, read: io::Result<T>, what: &str) -> Result<T, Skip> {
        match self.exceeded.take() {
            Some(skip) => Err(skip),
            None => read.map_err(|error| unreadable(what, &error)),
        }
    }
}

/// A reader that counts the unpacked bytes, and fails for good at the first error.
pub(in crate::input) struct QuotaReader<'a, R> {
    content: R,
    pub(super) quota: &'a Quota,
    /// The error with which reading failed. Reading is not retried, because some decoders would
    /// continue after a wrong checksum.
    failed: Option<(io::ErrorKind, String)>,
}

impl<R: Read> Read for QuotaReader<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Some((kind, text)) = &self.failed {
            return Err(io::Error::new(*kind, text.clone()));
        }
        let read = self.content.read(buffer);
        if let Err(error) = &read
            && error.kind() != io::ErrorKind::Interrupted
        {
            self.failed = Some((error.kind(), error.to_string()));
        }
        let read = read?;
        self.quota.count(read)?;
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn excess(limit: u64, packed: u64, unpacked: u64) -> Option<String> {
        let limits = FileLimits {
            unpacked: limit,
            ..FileLimits::default()
        };
        let quota = Quota::new(limits, packed);
        quota.unpacked.set(unpacked);
        quota.excess()
    }

    #[test]
    fn size_equal_to_the_limit_is_allowed() {
        assert_eq!(excess(100, 1, 100), None);
        assert!(excess(100, 1, 101).is_some_and(|why| why.contains("more than 100 bytes")));
        assert_eq!(excess(u64::MAX, FREE, MAX_RATIO * FREE), None);
        assert!(
            excess(u64::MAX, FREE, MAX_RATIO * FREE + 1)
                .is_some_and(|why| why.contains("500 times its"))
        );
        assert_eq!(excess(u64::MAX, 1, FREE), None, "any ratio is allowed");
    }
}
