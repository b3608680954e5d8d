//! Validates the header of a 7z file before its crate reads it.
//!
//! The crate allocates as many members, streams and bytes as the header declares, and seeks back as far as the header
//! says: a few wrong bytes would exhaust the memory or loop forever. So every number is checked against the bytes that
//! the header has for it.

mod header;

use std::io::{self, Read, Seek, SeekFrom};

use super::dictionary;
use header::{Header, Method, Streams, kind};

/// The maximum size in bytes of the unpacked header: enough for a few million members.
const MOST_HEADER: u64 = 256 << 20;

/// The size in bytes of the signature header at the start of the file.
const SIGNATURE: usize = 32;

fn wrong(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("its header is damaged: {what}"))
}

/// Fails if the header of the file can't be read, or is inconsistent.
pub(super) fn check(mut file: impl Read + Seek) -> io::Result<()> {
    let length = file.seek(SeekFrom::End(0))?;
    file.rewind()?;
    let mut signature = [0; SIGNATURE];
    file.read_exact(&mut signature)?;
    let number = |at: usize| u64::from_le_bytes(signature[at..at + 8].try_into().expect("eight bytes"));
    let mut bytes = part(&mut file, length, number(12), number(20))?;
    if bytes.first() == Some(&kind::ENCODED_HEADER) {
        let streams = Header::new(&bytes[1..]).streams()?;
        bytes = unpacked(&mut file, length, &streams)?;
    }
    let mut header = Header::new(&bytes);
    if header.byte()? == kind::HEADER { header.whole() } else { Err(wrong("it has no list of members")) }
}

/// Reads bytes of the file at `start`, counted from the end of its signature header.
fn part(file: &mut (impl Read + Seek), length: u64, start: u64, size: u64) -> io::Result<Vec<u8>> {
    let place = (SIGNATURE as u64).checked_add(start);
    let end = place.and_then(|place| place.checked_add(size));
    match place.zip(end) {
        Some((place, end)) if end <= length && size <= MOST_HEADER => {
            file.seek(SeekFrom::Start(place))?;
            let mut bytes = Vec::new();
            file.take(size).read_to_end(&mut bytes)?;
            Ok(bytes)
        }
        _ => Err(wrong("it is not where it should be, or too large")),
    }
}

/// Unpacks a packed header, which always uses a single method.
fn unpacked(file: &mut (impl Read + Seek), length: u64, streams: &Streams<'_>) -> io::Result<Vec<u8>> {
    let (Some(&packed), Some(&size)) = (streams.packed.first(), streams.unpacked.last()) else {
        return Err(wrong("it is packed, and empty"));
    };
    if size > MOST_HEADER {
        return Err(wrong("it is too large"));
    }
    let packed = io::Cursor::new(part(file, length, streams.place, packed)?);
    let mut bytes = Vec::new();
    match streams.methods.as_slice() {
        [Method { id: [0x03, 0x01, 0x01], properties: [properties, dictionary @ ..] }] => {
            let dictionary = dictionary.try_into().map(u32::from_le_bytes).map_err(|_| wrong("a method"))?;
            lzma_rust2::LzmaReader::new_with_props(packed, size, *properties, dictionary, None)?
                .take(size)
                .read_to_end(&mut bytes)?
        }
        [Method { id: [0x21], properties: [bits] }] => {
            let dictionary = u32::try_from(dictionary::lzma2(*bits)).map_err(|_| wrong("a method"))?;
            lzma_rust2::Lzma2Reader::new(packed, dictionary, None).take(size).read_to_end(&mut bytes)?
        }
        [Method { id: [0x00], .. }] => packed.take(size).read_to_end(&mut bytes)?,
        _ => return Err(io::Error::other("its header is encrypted, or packed in a way that is not known here")),
    };
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    /// Returns an archive of a few members.
    fn archive() -> Vec<u8> {
        let mut writer = sevenz_rust2::ArchiveWriter::new(Cursor::new(Vec::new())).unwrap();
        for number in 0..40 {
            let entry = sevenz_rust2::ArchiveEntry::new_file(&format!("a folder/game {number}.sgf"));
            writer.push_archive_entry(entry, Some(&b"(;SZ[9])"[..number % 9])).unwrap();
        }
        writer.push_archive_entry::<&[u8]>(sevenz_rust2::ArchiveEntry::new_directory("empty"), None).unwrap();
        writer.finish().unwrap().into_inner()
    }

    /// Returns the message of the error, if there is one.
    fn message(bytes: &[u8]) -> Option<String> {
        check(Cursor::new(bytes)).err().map(|error| error.to_string())
    }

    #[test]
    fn a_good_archive_is_let_through() {
        assert_eq!(message(&archive()), None);
        assert!(message(b"7z").is_some() && message(&[0; 100]).is_some());
    }

    #[test]
    fn a_header_beyond_the_end_of_the_file_is_damage() {
        for (at, value) in [(12, u64::MAX), (12, 1 << 40), (20, u64::MAX), (20, 1 << 53), (20, 1 << 16)] {
            let mut bytes = archive();
            bytes[at..at + 8].copy_from_slice(&value.to_le_bytes());
            let message = message(&bytes).expect("damage");
            assert!(message.starts_with("its header is damaged: it is not where it should be"), "{message}");
        }
    }

    #[test]
    fn lists_without_the_bytes_for_them_are_damage() {
        // a header with one pack list: offset 0, and as many sizes as nine bytes can declare
        let header = [0x01, 0x04, 0x06, 0x00, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x0f, 0x09];
        let mut bytes = vec![0; SIGNATURE];
        bytes[20..28].copy_from_slice(&(header.len() as u64).to_le_bytes());
        bytes.extend(header);
        let list = message(&bytes).expect("damage");
        assert!(list.contains("it has 1 bytes for a list of 1152921504606846975"), "{list}");
        // an archive property whose size leads back to its own start
        bytes.truncate(SIGNATURE);
        bytes.extend([0x01, 0x02, 0x16, 0xff, 0xf5, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x00, 0x00]);
        assert!(message(&bytes).expect("damage").contains("it ends too early"));
    }
}
