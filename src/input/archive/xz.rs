//! Finds the dictionary sizes that an `.xz` file requires before its crate allocates them, because the crate has no
//! limit.
//!
//! The file is walked without unpacking anything: each block states its dictionary size, and each chunk in it its
//! length (Lasse Collin and others, "The .xz File Format", version 1.2.1; chunks as the readers of 7-Zip and XZ
//! Embedded take them). Unpacking follows the same path, so where the walk ends at an error, unpacking ends too.

use std::io::{self, BufRead, ErrorKind, Read, Seek};

use super::dictionary;

const MAGIC: &[u8] = b"\xfd7zXZ\0";

/// The ID of the LZMA2 filter, the one with a dictionary.
const LZMA2: u64 = 0x21;

/// The size in bytes of a block's checksum, by its type in the stream header.
const CHECKS: [i64; 16] = [0, 4, 4, 4, 8, 8, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64];

/// Fails if the file requires too large a dictionary, and rewinds the file. A pipe is not checked.
pub(super) fn check(file: &mut (impl BufRead + Seek)) -> io::Result<()> {
    if file.stream_position().is_err() {
        return Ok(());
    }
    let found = loop {
        match stream(file) {
            Ok(true) => {}
            Ok(false) => break Ok(()),
            Err(error) if matches!(error.kind(), ErrorKind::UnexpectedEof | ErrorKind::InvalidData) => break Ok(()),
            Err(error) => break Err(error),
        }
    };
    file.rewind()?;
    found
}

fn bytes<const N: usize>(file: &mut impl Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    file.read_exact(&mut bytes)?;
    Ok(bytes)
}

/// Walks a stream. Returns whether there was one.
fn stream(file: &mut (impl BufRead + Seek)) -> io::Result<bool> {
    // streams may be separated by zeros
    while file.fill_buf()?.first() == Some(&0) {
        file.consume(1);
    }
    let header: [u8; 12] = bytes(file)?;
    if !header.starts_with(MAGIC) {
        return Ok(false);
    }
    while block(file, CHECKS[usize::from(header[7] & 15)])? {}
    // only the length of the index matters; it begins with the zero that ended the blocks
    let mut length = 1;
    let records = number(file, &mut length)?;
    for _ in 0..records.saturating_mul(2) {
        number(file, &mut length)?;
    }
    let (checksum, footer) = (4, 12);
    file.seek_relative(padding(length) + checksum + footer)?;
    Ok(true)
}

/// Walks a block and its checksum. Returns whether there was one.
fn block(file: &mut (impl BufRead + Seek), checksum: i64) -> io::Result<bool> {
    let [size] = bytes(file)?;
    if size == 0 {
        return Ok(false);
    }
    let mut header = vec![0; usize::from(size) * 4 + 3];
    file.read_exact(&mut header)?;
    dictionary::check(largest_dictionary(&header)?)?;
    let mut length = 1;
    loop {
        let [control] = bytes(file)?;
        let (sizes, properties, content) = match control {
            0 => break,
            1 | 2 => (2, 0, u16::from_be_bytes(bytes(file)?)),
            0x80.. => {
                let [_, _, high, low] = bytes(file)?;
                (4, i64::from(control >= 0xc0), u16::from_be_bytes([high, low]))
            }
            _ => return Err(ErrorKind::InvalidData.into()),
        };
        let rest = properties + i64::from(content) + 1;
        file.seek_relative(rest)?;
        length += 1 + sizes + rest;
    }
    file.seek_relative(padding(length) + checksum)?;
    Ok(true)
}

/// Returns the distance to the next multiple of four.
const fn padding(length: i64) -> i64 {
    -length & 3
}

/// Returns the largest dictionary size that a block header requires; the fields before its filters are ignored.
fn largest_dictionary(mut header: &[u8]) -> io::Result<u64> {
    let [flags] = bytes(&mut header)?;
    for size in [0x40, 0x80] {
        if flags & size != 0 {
            number(&mut header, &mut 0)?;
        }
    }
    let mut largest = 0;
    for _ in 0..=flags & 3 {
        let (filter, size) = (number(&mut header, &mut 0)?, number(&mut header, &mut 0)?);
        let size = usize::try_from(size).ok().filter(|&size| size <= header.len()).ok_or(ErrorKind::InvalidData)?;
        let (properties, rest) = header.split_at(size);
        if let (LZMA2, [bits]) = (filter, properties) {
            largest = largest.max(dictionary::lzma2(*bits));
        }
        header = rest;
    }
    Ok(largest)
}

/// Reads a number of one to nine bytes, seven bits each, the lowest first; adds its size in bytes to `length`.
fn number(file: &mut impl Read, length: &mut i64) -> io::Result<u64> {
    let mut number = 0;
    for place in 0..9 {
        let [byte] = bytes(file)?;
        *length += 1;
        number |= u64::from(byte & 0x7f) << (7 * place);
        if byte & 0x80 == 0 {
            return Ok(number);
        }
    }
    Err(ErrorKind::InvalidData.into())
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write};

    use super::*;

    /// Packs `content`. The bytes between a block's header and the next one may be arbitrary.
    fn packed(content: &[u8], block_size: Option<u64>) -> Vec<u8> {
        let mut options = lzma_rust2::XzOptions::with_preset(1);
        options.block_size = block_size.and_then(std::num::NonZeroU64::new);
        let mut writer = lzma_rust2::XzWriter::new(Vec::new(), options).unwrap();
        writer.write_all(content).unwrap();
        writer.finish().unwrap()
    }

    fn is_fine(bytes: &[u8]) -> bool {
        let mut file = Cursor::new(bytes);
        let fine = check(&mut file).is_ok();
        assert_eq!(file.position(), 0);
        fine
    }

    #[test]
    fn every_block_of_every_stream_is_looked_at() {
        let mut content: Vec<u8> =
            (0..200_000_u32).flat_map(|number| (number.wrapping_mul(2_654_435_761) >> 7).to_le_bytes()).collect();
        content.extend(vec![7; 300_000]);
        let one = packed(&content, Some(1 << 18));
        let two = [one.clone(), vec![0; 8], packed(b"", None), packed(b"short", None), one].concat();
        assert!(is_fine(&two));
        // the offsets of block headers with a dictionary and no sizes: 8, 12 or more bytes, one filter with one byte of
        // properties
        let headers: Vec<usize> = (0..two.len() - 5)
            .filter(|&at| at % 4 == 0 && two[at..].starts_with(&[2, 0, 0x21, 1]) && two[at + 5..at + 8] == [0; 3])
            .collect();
        assert_eq!(headers.len(), 2 + 1 + 2, "{headers:?}");
        for at in headers {
            let mut asks = two.clone();
            asks[at + 4] = 40;
            assert!(!is_fine(&asks), "at {at}");
            asks[at + 4] = 41;
            is_fine(&asks);
        }
    }

    #[test]
    fn what_is_no_such_file_is_left_to_its_reader() {
        for bytes in [b"".as_slice(), b"no", MAGIC, &packed(b"short", None)[..30], &[0; 100], &[0xff; 100]] {
            assert!(is_fine(bytes), "{bytes:?}");
        }
    }
}
