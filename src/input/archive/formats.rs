//! The archive formats, each read by its crate.

use std::cell::Cell;
use std::io::{self, BufRead, Read, Seek, SeekFrom};

use super::meter::{Meter, Metered};
use super::{Format, Intake};

/// Passes the members of an archive to `intake` until it wants no more. Returns whether it wants more.
pub(super) fn open(
    format: Format,
    mut archive: impl BufRead + Seek,
    meter: &Meter<'_>,
    intake: &mut Intake<'_>,
) -> io::Result<bool> {
    match format {
        Format::Zip => zip(archive, meter, intake),
        Format::SevenZip => seven_zip(archive, meter, intake),
        Format::Tar => tar(archive, meter, intake),
        Format::TarGz => tar(flate2::read::MultiGzDecoder::new(archive), meter, intake),
        Format::TarBz2 => tar(bzip2::read::MultiBzDecoder::new(archive), meter, intake),
        Format::TarXz => {
            super::xz::check(&mut archive)?;
            tar(lzma_rust2::XzReader::new(archive, true), meter, intake)
        }
        Format::TarZst => tar(zstd::Decoder::with_buffer(archive)?, meter, intake),
    }
}

fn tar(content: impl Read, meter: &Meter<'_>, intake: &mut Intake<'_>) -> io::Result<bool> {
    let zeros = Cell::new(0);
    let mut archive = tar::Archive::new(Tail { content: Metered { content, meter }, position: 0, zeros: &zeros });
    meter.expect_headers(0);
    for entry in archive.entries_with_seek()? {
        let mut entry = entry?;
        let mut left = entry.size();
        if entry.header().entry_type().is_file() {
            meter.expect_content();
            let name = entry.path_bytes().into_owned();
            let mut content = Whole { left, content: &mut entry };
            if !intake.member(&name, left, &mut content, meter)? {
                return Ok(false);
            }
            left = content.left;
        }
        meter.expect_headers(left);
    }
    // a tar ends in zero blocks, the only sign that it was not cut off between two members
    if zeros.get() < TAR_BLOCK {
        return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "it has no end mark, and is most likely cut off"));
    }
    Ok(true)
}

/// The size in bytes of a tar block.
const TAR_BLOCK: usize = 512;

/// Counts the zeros at the end of the bytes read so far.
struct Tail<'a, R> {
    content: R,
    position: u64,
    zeros: &'a Cell<usize>,
}

impl<R: Read> Read for Tail<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.content.read(buffer)?;
        let zeros = buffer[..read].iter().rev().take_while(|&&byte| byte == 0).count();
        self.zeros.set(if zeros == read { self.zeros.get() + read } else { zeros });
        self.position += read as u64;
        Ok(read)
    }
}

/// Seeks forward only, by reading. For a reader that can't seek, the crate zeroes a buffer of 32 KB before each member
/// to read the few remaining bytes of the previous member into: in total, more bytes than all members have.
impl<R: Read> Seek for Tail<'_, R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let ahead = match to {
            SeekFrom::Current(ahead) => u64::try_from(ahead).map_err(io::Error::other)?,
            _ => return Err(io::ErrorKind::Unsupported.into()),
        };
        if io::copy(&mut self.by_ref().take(ahead), &mut io::sink())? < ahead {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(self.position)
    }
}

/// Reads the members of a zip in the order of their names, which is possible because a zip has a directory.
fn zip(archive: impl Read + Seek, meter: &Meter<'_>, intake: &mut Intake<'_>) -> io::Result<bool> {
    let mut archive = zip::ZipArchive::new(archive)?;
    let mut order: Vec<(Vec<u8>, usize)> = Vec::with_capacity(archive.len());
    for index in 0..archive.len() {
        let member = archive.by_index_raw(index)?;
        if member.is_file() {
            order.push((member.name_raw().to_vec(), index));
        }
    }
    order.sort_unstable();
    for (name, index) in order {
        meter.expect_other();
        let go_on = match archive.by_index(index) {
            Ok(mut member) => {
                let size = member.size();
                intake.member(&name, size, &mut Metered { content: &mut member, meter }, meter)?
            }
            Err(error) => intake.member(&name, 0, &mut Broken(Some(error.into())), meter)?,
        };
        if !go_on {
            return Ok(false);
        }
    }
    Ok(true)
}

fn seven_zip(mut file: impl Read + Seek, meter: &Meter<'_>, intake: &mut Intake<'_>) -> io::Result<bool> {
    super::seven_zip::check(&mut file)?;
    file.rewind()?;
    let password = sevenz_rust2::Password::empty();
    let archive = sevenz_rust2::Archive::read(&mut file, &password).map_err(io::Error::other)?;
    for block in 0..archive.blocks.len() {
        meter.expect_other();
        let mut failure = None;
        // with more threads, the crate waits forever on data that it can't unpack (lzma-rust2 0.16.5), and reads ahead
        // without limit
        let block = sevenz_rust2::BlockDecoder::new(1, block, &archive, &password, &mut file);
        let read = block.for_each_entries(&mut |entry, content| {
            if entry.is_directory() {
                return Ok(true);
            }
            let mut content = Metered { content, meter };
            let taken = intake.member(entry.name().as_bytes(), entry.size(), &mut content, meter).and_then(|more| {
                // the next member begins where this one ends, so the rest of this one must be read even if unwanted
                match if more { io::copy(&mut content, &mut io::sink()) } else { Ok(0) } {
                    Err(error) if meter.is_tripped() => Err(error),
                    _ => Ok(more),
                }
            });
            Ok(taken.unwrap_or_else(|error| {
                failure = Some(error);
                false
            }))
        });
        match (failure, read) {
            (Some(error), _) => return Err(error),
            (None, Err(error)) => return Err(io::Error::other(error)),
            (None, Ok(false)) => return Ok(false),
            (None, Ok(true)) => {}
        }
    }
    let is_empty =
        |(entry, block): &(&sevenz_rust2::ArchiveEntry, &Option<usize>)| block.is_none() && !entry.is_directory();
    for (entry, _) in archive.files.iter().zip(&archive.stream_map.file_block_index).filter(is_empty) {
        if !intake.member(entry.name().as_bytes(), 0, &mut io::empty(), meter)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// A member of a known size, because the reader reports no error for a tar that is cut off inside a member.
struct Whole<R> {
    left: u64,
    content: R,
}

impl<R: Read> Read for Whole<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.content.read(buffer)?;
        self.left = self.left.saturating_sub(u64::try_from(read).unwrap_or(u64::MAX));
        if read == 0 && !buffer.is_empty() && self.left > 0 {
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "the archive ends inside it"));
        }
        Ok(read)
    }
}

/// A member that can't be read.
struct Broken(Option<io::Error>);

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}
