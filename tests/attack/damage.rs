//! Damages bytes, as disks, networks, editors and attackers do.

use fastrand::Rng;

/// Bytes that mean something in SGF, JSON, CSV or a path.
const SPECIAL: &[u8] = b"()[];:\\\",{}\n\r\0#!/.-0\xff\xe9";

/// Changes bytes in one of several ways. The result may equal the input.
pub(crate) fn damaged(rng: &mut Rng, mut bytes: Vec<u8>) -> Vec<u8> {
    let at = rng.usize(..=bytes.len());
    match rng.u8(..9) {
        // one bit
        0 if at < bytes.len() => bytes[at] ^= 1 << rng.u8(..8),
        // a special byte that replaces another one, or is inserted between two
        1 if at < bytes.len() => bytes[at] = special(rng),
        2 => bytes.insert(at, special(rng)),
        3 => bytes.truncate(at),
        // a piece that is lost, repeated, or overwritten with zeros
        4 => drop(bytes.drain(at..end(rng, at, bytes.len()))),
        5 => {
            let piece = bytes[at..end(rng, at, bytes.len())].to_vec();
            bytes.splice(at..at, piece);
        }
        6 => {
            let end = end(rng, at, bytes.len());
            bytes[at..end].fill(0);
        }
        // a line that is lost or repeated
        _ => {
            let mut lines: Vec<&[u8]> = bytes.split_inclusive(|&byte| byte == b'\n').collect();
            if !lines.is_empty() {
                let line = rng.usize(..lines.len());
                if rng.bool() {
                    lines.remove(line);
                } else {
                    lines.insert(line, lines[line]);
                }
                bytes = lines.concat();
            }
        }
    }
    bytes
}

fn special(rng: &mut Rng) -> u8 {
    SPECIAL[rng.usize(..SPECIAL.len())]
}

/// Returns the end of a piece of at most 200 bytes that begins at `at`.
fn end(rng: &mut Rng, at: usize, length: usize) -> usize {
    rng.usize(at..=length.min(at + 200))
}
