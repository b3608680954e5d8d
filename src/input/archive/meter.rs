//! Enforces the quotas of an archive while it is unpacked, because the sizes that an archive declares are not trusted.

use std::cell::{Cell, RefCell};
use std::io::{self, Read};

use crate::input::Limits;
use crate::skip::{Reason, Skip};

/// The minimum quota in bytes for the headers and names before a member of a tar, which the tar reader holds in memory.
const HEADERS: u64 = 1 << 20;

/// The quota of a file, shared by all archives nested in it.
pub(super) struct Total {
    limits: Limits,
    /// The size in bytes of the file itself.
    packed: u64,
    unpacked: Cell<u64>,
}

impl Total {
    pub(super) fn new(limits: Limits, packed: u64) -> Self {
        Self { limits, packed, unpacked: Cell::new(0) }
    }

    /// Returns a message about the limit that is exceeded, if any.
    pub(super) fn excess(&self) -> Option<String> {
        let Limits { unpacked: most, ratio, .. } = self.limits;
        let unpacked = self.unpacked.get();
        if unpacked > most {
            return Some(format!("it unpacks to more than {most} bytes: see --max-unpacked"));
        }
        (unpacked > Limits::FREE.max(self.packed.saturating_mul(ratio)))
            .then(|| format!("it unpacks to more than {ratio} times its {} bytes: see --max-ratio", self.packed))
    }
}

/// Counts the bytes that one archive unpacks to.
pub(super) struct Meter<'a> {
    total: &'a Total,
    /// The number of bytes that may still come before the next member.
    headers: Cell<u64>,
    tripped: RefCell<Option<Skip>>,
    /// The error at which reading failed. Reading is not retried, because some crates would then read forever
    /// (lzma-rust2 0.16.5).
    failed: RefCell<Option<(io::ErrorKind, String)>>,
}

impl<'a> Meter<'a> {
    pub(super) fn new(total: &'a Total) -> Self {
        Self { total, headers: Cell::new(u64::MAX), tripped: RefCell::default(), failed: RefCell::default() }
    }

    /// Limits the bytes before the next member to `left`, the rest of the current member, plus the quota for headers.
    pub(super) fn expect_headers(&self, left: u64) {
        let headers = HEADERS.max(16 * self.total.limits.path as u64);
        self.headers.set(headers.saturating_add(left));
    }

    /// Lifts the limit on headers for the content of a member.
    pub(super) fn expect_content(&self) {
        self.headers.set(u64::MAX);
    }

    /// Clears a read error, because the data that follows is unpacked independently.
    pub(super) fn expect_other(&self) {
        self.failed.take();
    }

    /// Reads, unless an earlier read failed.
    fn try_to(&self, read: impl FnOnce() -> io::Result<usize>) -> io::Result<usize> {
        if let Some((kind, text)) = &*self.failed.borrow() {
            return Err(io::Error::new(*kind, text.clone()));
        }
        let read = read();
        if let Err(error) = &read
            && error.kind() != io::ErrorKind::Interrupted
        {
            *self.failed.borrow_mut() = Some((error.kind(), error.to_string()));
        }
        read
    }

    fn count(&self, read: usize) -> io::Result<()> {
        let read = read as u64;
        self.total.unpacked.set(self.total.unpacked.get() + read);
        if let Some(excess) = self.total.excess() {
            return self.trip(excess);
        }
        let Some(headers) = self.headers.get().checked_sub(read) else {
            return self.trip("a member has a longer header than a path needs: see --max-path".to_owned());
        };
        if headers < u64::MAX - read {
            self.headers.set(headers);
        }
        Ok(())
    }

    fn trip(&self, what: String) -> io::Result<()> {
        let text = what.clone();
        *self.tripped.borrow_mut() = Some(Skip::new(Reason::TooLarge, what));
        Err(io::Error::other(text))
    }

    /// Returns whether a limit was exceeded.
    pub(super) fn is_tripped(&self) -> bool {
        self.tripped.borrow().is_some()
    }

    /// Returns the result of reading an archive, or the limit that was exceeded, even if the reader hid that error.
    pub(super) fn verdict(&self, read: io::Result<bool>) -> Result<bool, Skip> {
        match (self.tripped.take(), read) {
            (Some(skip), _) => Err(skip),
            (None, Ok(go_on)) => Ok(go_on),
            (None, Err(error)) => match error.downcast::<Skip>() {
                Ok(skip) => Err(skip),
                Err(error) => Err(Skip::new(Reason::Unreadable, format!("failed to read the archive: {error}"))),
            },
        }
    }
}

/// A reader of unpacked bytes that counts them.
pub(super) struct Metered<'a, 'm, R> {
    pub(super) content: R,
    pub(super) meter: &'a Meter<'m>,
}

impl<R: Read> Read for Metered<'_, '_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.meter.try_to(|| self.content.read(buffer))?;
        self.meter.count(read)?;
        Ok(read)
    }
}
