//! Tests archives that are damaged, or that ask for too much memory.

use std::io::{Cursor, Write};

use super::Format;
use crate::input::{Content, Entry, FileLimits};

const GAME: &[u8] = b"(;SZ[9])";

/// The name of a member, and its size or the reason why it can't be read.
type Found = (String, Result<usize, String>);

/// Returns the members of an archive, and the error at which reading ends. Checks that an archive
/// on disk and the same archive in memory give equal results.
fn read(name: &str, bytes: &[u8]) -> (Vec<Found>, Option<String>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).unwrap();
    let on_disk = read_entry(name, &Entry::new(name.to_owned(), path));
    let in_memory =
        Entry::new(name.to_owned(), "no path".into()).with_content(Content::new(bytes.to_owned()));
    assert_eq!(on_disk, read_entry(name, &in_memory));
    on_disk
}

fn read_entry(name: &str, entry: &Entry) -> (Vec<Found>, Option<String>) {
    let mut members = Vec::new();
    let end = Format::of(name)
        .unwrap()
        .read(entry, FileLimits::default(), &mut |member| {
            members.push((
                member.name,
                member
                    .bytes
                    .map(|bytes| bytes.len())
                    .map_err(|skip| skip.detail),
            ));
            true
        });
    (members, end.err().map(|skip| skip.detail))
}

fn crc(bytes: &[u8]) -> [u8; 4] {
    let mut crc = flate2::Crc::new();
    crc.update(bytes);
    crc.sum().to_le_bytes()
}

/// Returns a 7z archive of packed bytes and a header, `offset` bytes after the start of the packed
/// bytes.
fn seven_zip(packed: &[u8], header: &[u8], offset: u64, size: u64) -> Vec<u8> {
    let start = [&offset.to_le_bytes()[..], &size.to_le_bytes(), &crc(header)].concat();
    [
        b"7z\xbc\xaf\x27\x1c\0\x04",
        &crc(&start)[..],
        &start,
        packed,
        header,
    ]
    .concat()
}

/// Returns a 7z archive of one member in LZMA2. `dictionary` is the code of the dictionary's size.
fn lzma2(dictionary: u8) -> Vec<u8> {
    let packed = [&[1, 0, 7], GAME, &[0]].concat();
    let name: Vec<u8> = "a.sgf\0"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let streams = [
        1, 4, 6, 0, 1, 9, 12, 0, 7, 11, 1, 0, 1, 0x21, 0x21, 1, dictionary, 12, 8, 0, 8, 0, 0,
    ];
    let header = [&streams[..], &[5, 1, 0x11, 13, 0], &name, &[0, 0]].concat();
    seven_zip(&packed, &header, packed.len() as u64, header.len() as u64)
}

#[test]
fn too_large_dictionary_is_not_allocated() {
    assert_eq!(
        read("x.7z", &lzma2(36)),
        (vec![("a.sgf".to_owned(), Ok(8))], None),
        "1 GiB"
    );
    let (members, end) = read("x.7z", &lzma2(37));
    assert!(
        members.is_empty()
            && end
                .as_ref()
                .is_some_and(|end| end.contains("a dictionary of more than")),
        "{end:?}"
    );
    let mut xz =
        lzma_rust2::XzWriter::new(Vec::new(), lzma_rust2::XzOptions::with_preset(1)).unwrap();
    xz.write_all(&[0; 1024]).unwrap();
    let mut bytes = xz.finish().unwrap();
    assert_eq!(read("x.tar.xz", &bytes).1, None);
    // the header of the block: its size, flags, the filter, the size of its properties, and the
    // dictionary
    assert_eq!(bytes[12..16], [2, 0, 0x21, 1]);
    bytes[16] = 37;
    let checksum = crc(&bytes[12..20]);
    bytes[20..24].copy_from_slice(&checksum);
    let (members, end) = read("x.tar.xz", &bytes);
    assert!(
        members.is_empty() && end.as_ref().is_some_and(|end| end.contains("memory")),
        "{end:?}"
    );
}

#[test]
fn header_that_does_not_fit_its_file_is_an_error() {
    for (offset, size) in [
        (u64::MAX, 1),
        (1 << 40, 1),
        (0, u64::MAX),
        (0, 1 << 53),
        (0, 1 << 16),
    ] {
        let (members, end) = read("x.7z", &seven_zip(b"", &[1, 0], offset, size));
        assert!(members.is_empty() && end.is_some(), "{offset} {size}");
    }
    // lists of as many items as nine bytes can declare, and an archive property whose size leads
    // back to its own start
    let lists: [&[u8]; 3] = [&[1, 4, 6, 0], &[1, 5], &[1, 2, 0x16]];
    for list in lists {
        for count in [
            [0xff; 9],
            [0xff, 0xf5, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
        ] {
            let header = [list, &count, &[0, 0]].concat();
            let (members, end) = read("x.7z", &seven_zip(b"", &header, 0, header.len() as u64));
            assert!(members.is_empty() && end.is_some(), "{header:?}");
        }
    }
}

#[test]
fn header_that_unpacks_too_large_is_not_read() {
    let number =
        |number: usize| [&[0xf0][..], &u32::try_from(number).unwrap().to_le_bytes()].concat();
    // a list of so many members takes gigabytes; its names are missing
    let members = 64 << 20;
    let plain = [&[1, 5][..], &number(members), &vec![0; members]].concat();
    let options = lzma_rust2::LzmaOptions::with_preset(1);
    let mut lzma = lzma_rust2::LzmaWriter::new_no_header(Vec::new(), &options, false).unwrap();
    lzma.write_all(&plain).unwrap();
    let packed = lzma.finish().unwrap();
    assert!(packed.len() < 100_000);
    let methods = [0, 7, 11, 1, 0, 1, 0x23, 3, 1, 1, 5, 0x5d, 0, 0, 0x10, 0, 12];
    let header = [
        &[0x17, 6, 0, 1, 9][..],
        &number(packed.len()),
        &methods,
        &number(plain.len()),
        &[0, 0],
    ]
    .concat();
    let (members, end) = read(
        "x.7z",
        &seven_zip(&packed, &header, packed.len() as u64, header.len() as u64),
    );
    assert!(
        members.is_empty()
            && end
                .as_ref()
                .is_some_and(|end| end.contains("its header is too large")),
        "{end:?}"
    );
}

#[test]
fn damaged_block_ends_a_seven_zip() {
    let text: Vec<u8> = (0..2000_u32)
        .flat_map(|n| (n.wrapping_mul(2_654_435_761) >> 5).to_le_bytes())
        .collect();
    let entry = |name: &str| sevenz_rust2::ArchiveEntry::new_file(name);
    let mut writer = sevenz_rust2::ArchiveWriter::new(Cursor::new(Vec::new())).unwrap();
    writer
        .push_archive_entry(entry("0.sgf"), Some(GAME))
        .unwrap();
    let names = ["a.sgf", "b.sgf", "c.sgf"];
    let contents = names
        .map(|_| sevenz_rust2::SourceReader::new(&text[..]))
        .into();
    writer
        .push_archive_entries(names.map(entry).to_vec(), contents)
        .unwrap();
    writer
        .push_archive_entry(entry("d.sgf"), Some(GAME))
        .unwrap();
    let mut bytes = writer.finish().unwrap().into_inner();
    bytes[200] ^= 0xff;
    let (members, end) = read("x.7z", &bytes);
    let found: Vec<(&str, bool)> = members
        .iter()
        .map(|(name, bytes)| (name.as_str(), bytes.is_ok()))
        .collect();
    assert_eq!(found, [("0.sgf", true), ("a.sgf", false)], "{members:?}");
    assert!(end.is_some_and(|end| end.contains("failed to read the archive")));
}
