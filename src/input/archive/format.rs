//! The kinds of archives and compressed records, recognised by the endings of file names or by the
//! first bytes.

use std::io::{self, BufRead, BufReader, Read, Seek};

use flate2::bufread::GzDecoder;

use crate::input::file_names::strip_ending;

/// The compression of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compression {
    /// The file is not compressed.
    None,
    /// `.gz`
    Gzip,
    /// `.bz2`
    Bzip2,
    /// `.zst`
    Zstd,
}

/// The format of a file, unless it is a plain record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// `.zip`
    Zip,
    /// `.tar`, `.tar.gz`, `.tgz`, and so on.
    Tar(Compression),
    /// A record that is read game by game, because it may have any number of games: a compressed
    /// record such as `.sgf.gz`, or standard input.
    Record(Compression),
}

/// The compressions, each with its file name ending and the first bytes of its files (RFC 1952, the
/// bzip2 file format, RFC 8878).
const COMPRESSIONS: [(Compression, &str, &[u8]); 3] = [
    (Compression::Gzip, ".gz", b"\x1f\x8b"),
    (Compression::Bzip2, ".bz2", b"BZh"),
    (Compression::Zstd, ".zst", b"\x28\xb5\x2f\xfd"),
];

/// The file name endings of game records in a folder.
const RECORDS: [&str; 4] = [".sgf", ".sgfs", ".mgt", ".gib"];

/// The file name endings of archives.
const ARCHIVES: [(&str, Format); 5] = [
    (".zip", Format::Zip),
    (".tar", Format::Tar(Compression::None)),
    (".tgz", Format::Tar(Compression::Gzip)),
    (".tbz2", Format::Tar(Compression::Bzip2)),
    (".tzst", Format::Tar(Compression::Zstd)),
];

/// The first bytes of zips (PKWARE's APPNOTE.TXT).
const ZIP: [&[u8]; 2] = [b"PK\x03\x04", b"PK\x05\x06"];

/// The first bytes of files that are not opened: 7z, rar and xz.
const NOT_OPENED: [&[u8]; 3] = [b"7z\xbc\xaf\x27\x1c", b"Rar!\x1a\x07", b"\xfd7zXZ\0"];

/// The word in the header of a tar's first member, and its offset in bytes (POSIX.1-1988, ustar).
const USTAR: (usize, &[u8]) = (257, b"ustar");

/// Returns whether a file with this name is a game record.
pub(in crate::input) fn is_record(name: &str) -> bool {
    let (name, _) = Compression::split(name);
    RECORDS
        .iter()
        .any(|ending| strip_ending(name, ending).is_some())
}

impl Compression {
    /// Splits a file name into its stem and its compression. If the name does not have the ending
    /// of a compressed file, the stem is the whole name.
    pub(crate) fn split(name: &str) -> (&str, Self) {
        for (compression, ending, _) in COMPRESSIONS {
            if let Some(stem) = strip_ending(name, ending) {
                return (stem, compression);
            }
        }
        (name, Self::None)
    }

    /// Returns a reader of the unpacked bytes.
    ///
    /// # Errors
    /// If the decoder can't be started, or this build can't read the compression.
    pub(in crate::input) fn unpack<'a>(
        self,
        packed: impl BufRead + 'a,
    ) -> io::Result<Box<dyn Read + 'a>> {
        Ok(match self {
            Self::None => Box::new(packed),
            Self::Gzip => Box::new(GzipMembers(Some(GzDecoder::new(packed)))),
            #[cfg(feature = "archives")]
            Self::Bzip2 => Box::new(bzip2::bufread::MultiBzDecoder::new(packed)),
            #[cfg(not(feature = "archives"))]
            Self::Bzip2 => return unsupported("bzip2"),
            #[cfg(all(feature = "archives", not(target_family = "wasm")))]
            Self::Zstd => Box::new(zstd::Decoder::with_buffer(packed)?),
            #[cfg(any(not(feature = "archives"), target_family = "wasm"))]
            Self::Zstd => return unsupported("zstd"),
        })
    }
}

#[cfg(any(not(feature = "archives"), target_family = "wasm"))]
fn unsupported<T>(compression: &str) -> io::Result<T> {
    let why = format!("this build does not support {compression}: unpack the file first");
    Err(io::Error::other(why))
}

/// Reads all members of a gzip file. Zeros after a member are padding, as on tapes.
struct GzipMembers<R>(Option<GzDecoder<R>>);

impl<R: BufRead> Read for GzipMembers<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(mut member) = self.0.take() {
            let read = member.read(buffer)?;
            if read > 0 || buffer.is_empty() {
                self.0 = Some(member);
                return Ok(read);
            }
            let mut packed = member.into_inner();
            while packed.fill_buf()?.first() == Some(&0) {
                packed.consume(1);
            }
            if !packed.fill_buf()?.is_empty() {
                self.0 = Some(GzDecoder::new(packed));
            }
        }
        Ok(0)
    }
}

impl Format {
    /// Returns the format of a file with this name, or `None` for a plain record or any other file.
    pub fn of(name: &str) -> Option<Self> {
        let (stem, compression) = Compression::split(name);
        let archive = ARCHIVES
            .iter()
            .find(|(ending, _)| strip_ending(stem, ending).is_some());
        match archive {
            Some((_, Self::Tar(Compression::None))) => Some(Self::Tar(compression)),
            Some((_, format)) if compression == Compression::None => Some(*format),
            None if compression == Compression::None => None,
            _ => is_record(stem).then_some(Self::Record(compression)),
        }
    }

    /// Returns the format of a file, judging by its first bytes, or `None` for an archive that
    /// seichi does not open. A file with unknown first bytes is treated as a record.
    ///
    /// # Errors
    /// If the file can't be read.
    pub(crate) fn of_content(file: &mut (impl Read + Seek)) -> io::Result<Option<Self>> {
        let start = start_of(&mut *file)?;
        file.rewind()?;
        if NOT_OPENED.iter().any(|magic| start.starts_with(magic)) {
            return Ok(None);
        }
        if ZIP.iter().any(|magic| start.starts_with(magic)) {
            return Ok(Some(Self::Zip));
        }
        let compression = COMPRESSIONS
            .iter()
            .find(|(.., magic)| start.starts_with(magic))
            .map_or(Compression::None, |&(compression, ..)| compression);
        let unpacked = compression
            .unpack(BufReader::new(&mut *file))
            .and_then(start_of)
            .unwrap_or_default();
        file.rewind()?;
        let (at, word) = USTAR;
        let is_tar = unpacked
            .get(at..)
            .is_some_and(|rest| rest.starts_with(word));
        Ok(Some(if is_tar {
            Self::Tar(compression)
        } else {
            Self::Record(compression)
        }))
    }

    /// Returns whether the file is an archive, whose members have names.
    pub const fn is_archive(self) -> bool {
        !matches!(self, Self::Record(_))
    }
}

/// Returns enough of the first bytes to recognise the format.
fn start_of(content: impl Read) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    content.take(512).read_to_end(&mut start)?;
    Ok(start)
}
