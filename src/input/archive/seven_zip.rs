//! Reads the members of a 7z archive.

use std::io::{self, Read, Seek, SeekFrom};

use sevenz_rust2::{Archive, ArchiveEntry, BlockDecoder, Password};

use super::member::VisitMember;
use super::quota::{LZMA_MEMORY, Quota, QuotaReader};

/// The bounds in bytes of the memory for unpacking a header. A header has about a hundred bytes per
/// member, so the upper bound is enough for half a million members. Packers use dictionaries of up
/// to 16 MiB.
const HEADER: [u64; 2] = [17 << 20, 64 << 20];

/// Passes the names of the members of a 7z archive to `take`.
pub(super) fn for_each_name(
    mut file: impl Read + Seek,
    take: &mut dyn FnMut(&[u8]),
) -> io::Result<()> {
    let archive = header(&mut file)?;
    let (empty, full): (Vec<_>, Vec<_>) = files(&archive).partition(|(_, block)| block.is_none());
    full.into_iter()
        .chain(empty)
        .for_each(|(entry, _)| take(entry.name().as_bytes()));
    Ok(())
}

/// Returns the files of an archive, each with its block. An empty file has no block.
fn files(archive: &Archive) -> impl Iterator<Item = (&ArchiveEntry, &Option<usize>)> {
    let all = archive
        .files
        .iter()
        .zip(&archive.stream_map.file_block_index);
    all.filter(|(entry, _)| !entry.is_directory())
}

/// Reads the header of a 7z archive, which lists its members.
fn header(file: &mut (impl Read + Seek)) -> io::Result<Archive> {
    // one byte of the header may declare a member or block, which takes more than a hundred bytes
    // of memory, and a header of zeros packs to almost nothing: so a header larger than the whole
    // archive is not read
    let [least, most] = HEADER;
    let header_limit = file.seek(SeekFrom::End(0))?.clamp(least, most) / 1024;
    let password = Password::empty();
    let header_limit = usize::try_from(header_limit).expect("it is small");
    Archive::read_with_memory_limit(file, &password, header_limit).map_err(io_error)
}

/// Passes the members of a 7z archive to `visit` until it returns `false`: first members with
/// content, then empty members. Returns whether it wants more.
pub(super) fn read(
    mut file: impl Read + Seek,
    quota: &Quota,
    visit: &mut VisitMember<'_>,
) -> io::Result<bool> {
    let archive = header(&mut file)?;
    let password = Password::empty();
    for index in 0..archive.blocks.len() {
        // one thread, because more threads would read ahead without limit
        let memory = LZMA_MEMORY as usize;
        let block =
            BlockDecoder::new_with_memory_limit(1, memory, index, &archive, &password, &mut file);
        if !read_block(block, quota, visit)? {
            return Ok(false);
        }
    }
    for (entry, _) in files(&archive).filter(|(_, block)| block.is_none()) {
        if !visit(entry.name().as_bytes(), 0, &mut io::empty())? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Passes the members of a block (files that are packed together) to `visit` until it returns
/// `false`. Returns whether it wants more.
fn read_block<R: Read + Seek>(
    block: BlockDecoder<'_, R>,
    quota: &Quota,
    visit: &mut VisitMember<'_>,
) -> io::Result<bool> {
    let mut failure = None;
    let read = block.for_each_entries(&mut |entry, content| {
        if entry.is_directory() {
            return Ok(true);
        }
        let mut content = QuotaReader { content, quota };
        let wants_more =
            visit(entry.name().as_bytes(), entry.size(), &mut content).and_then(|more| {
                // the next member begins where this member ends, so the rest must be read even if
                // unwanted
                match if more {
                    io::copy(&mut content, &mut io::sink())
                } else {
                    Ok(0)
                } {
                    Err(error) if quota.is_exceeded() => Err(error),
                    _ => Ok(more),
                }
            });
        Ok(wants_more.unwrap_or_else(|error| {
            failure = Some(error);
            false
        }))
    });
    match failure {
        Some(error) => Err(error),
        None => read.map_err(io_error),
    }
}

fn io_error(error: sevenz_rust2::Error) -> io::Error {
    match error {
        sevenz_rust2::Error::Io(error, _) => error,
        sevenz_rust2::Error::MaxMemLimited { .. } => io::Error::other(
            "its header is too large, or it needs a dictionary of more than 1073741824 bytes",
        ),
        sevenz_rust2::Error::Other(text) | sevenz_rust2::Error::Unsupported(text) => {
            io::Error::other(text)
        }
        other => io::Error::other(other),
    }
}
