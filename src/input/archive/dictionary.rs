//! Limits the memory for unpacking LZMA and LZMA2, because their crates have no such limit.

use std::io;

/// The maximum size of a dictionary in bytes, 16 times the packers' default.
const MOST: u64 = 1 << 30;

/// Returns the dictionary size in bytes that the LZMA2 properties byte `bits` requires.
pub(super) const fn lzma2(bits: u8) -> u64 {
    if bits > 40 { u64::MAX } else { (2 | (bits as u64 & 1)) << (bits / 2 + 11) }
}

/// Fails if a dictionary of this size is too large.
pub(super) fn check(bytes: u64) -> io::Result<()> {
    if bytes > MOST {
        return Err(io::Error::other(format!("it needs a dictionary of more than {MOST} bytes")));
    }
    Ok(())
}
