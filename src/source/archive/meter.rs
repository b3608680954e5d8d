//! Counts what an archive unpacks to while it does: what it says of itself is not believed.

use std::cell::{Cell, RefCell};
use std::io::{self, Read};

use crate::skip::{Reason, Skip};
use crate::source::Limits;

/// The bytes of headers and names that may stand before a member of a tar, at the least. The reader of tars holds them in
/// memory.
const HEADERS: u64 = 1 << 20;

/// What was unpacked of an archive, and of all archives around it.
pub(super) struct Meter<'a> {
    limits: Limits,
    /// The bytes of the archive itself.
    packed: u64,
    unpacked: Cell<u64>,
    /// What may come before the next member.
    headers: Cell<u64>,
    total: &'a Cell<u64>,
    tripped: RefCell<Option<Skip>>,
}

impl<'a> Meter<'a> {
    pub(super) fn new(limits: Limits, packed: u64, total: &'a Cell<u64>) -> Self {
        let [unpacked, headers] = [0, u64::MAX].map(Cell::new);
        Self { limits, packed, unpacked, headers, total, tripped: RefCell::default() }
    }

    /// Headers follow, after what was left of a member.
    pub(super) fn expect_headers(&self, left: u64) {
        let headers = HEADERS.max(16 * self.limits.path as u64);
        self.headers.set(headers.saturating_add(left));
    }

    /// A member's content follows.
    pub(super) fn expect_content(&self) {
        self.headers.set(u64::MAX);
    }

    fn count(&self, read: usize) -> io::Result<()> {
        let Limits { unpacked: most, ratio, .. } = self.limits;
        let read = read as u64;
        let unpacked = self.unpacked.get() + read;
        self.unpacked.set(unpacked);
        self.total.set(self.total.get() + read);
        if self.total.get() > most {
            return self.trip(format!("it unpacks to more than {most} bytes: see --max-unpacked"));
        }
        if unpacked > Limits::FREE.max(self.packed.saturating_mul(ratio)) {
            return self
                .trip(format!("it unpacks to more than {ratio} times its {} bytes: see --max-ratio", self.packed));
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

    /// Whether a limit was met.
    pub(super) fn is_tripped(&self) -> bool {
        self.tripped.borrow().is_some()
    }

    /// What became of reading: the limit that was met, whatever a reader made of the error.
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

/// Something unpacked, and counted.
pub(super) struct Metered<'a, 'm, R> {
    pub(super) content: R,
    pub(super) meter: &'a Meter<'m>,
}

impl<R: Read> Read for Metered<'_, '_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.content.read(buffer)?;
        self.meter.count(read)?;
        Ok(read)
    }
}
