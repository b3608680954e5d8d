//! How much memory packers of the LZMA family may ask for to be unpacked: their crates have no limit to set.

use std::io;

/// The largest dictionary that is given. What packers use without being told is a sixteenth of it.
const MOST: u64 = 1 << 30;

/// The dictionary that the one byte of properties of LZMA2 asks for, in bytes.
pub(super) const fn lzma2(bits: u8) -> u64 {
    if bits > 40 { u64::MAX } else { (2 | (bits as u64 & 1)) << (bits / 2 + 11) }
}

/// Fails where it is too large.
pub(super) fn check(bytes: u64) -> io::Result<()> {
    if bytes > MOST {
        return Err(io::Error::other(format!("it needs a dictionary of more than {MOST} bytes")));
    }
    Ok(())
}
