//! The formats of archives and compressed records, recognized by the endings of file names or by
//! the first bytes.

use std::io::{self, BufReader, Read, Seek};

use super::compression::Compression;
use crate::input::names::is_record;

/// The format of a file, unless it is a plain record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// `.zip`
    Zip,
    /// `.tar`, `.tar.gz`, `.tgz`, and so on.
    Tar(Compression),
    /// `.7z`
    SevenZip,
    /// A record that is read game by game, because it may have any number of games: `.sgf.gz` and
    /// the like, or standard input.
    Record(Compression),
}

/// The file name endings of archives, without the ending of a compression.
const ENDINGS: [(&str, Format); 7] = [
    (".zip", Format::Zip),
    (".tar", Format::Tar(Compression::None)),
    (".tgz", Format::Tar(Compression::Gzip)),
    (".tbz2", Format::Tar(Compression::Bzip2)),
    (".txz", Format::Tar(Compression::Xz)),
    (".tzst", Format::Tar(Compression::Zstd)),
    (".7z", Format::SevenZip),
];

/// The first bytes of zip and 7z archives (PKWARE's APPNOTE.TXT, 7-Zip's 7zFormat.txt).
const MAGIC: [(&[u8], Format); 3] = [
    (b"PK\x03\x04", Format::Zip),
    (b"PK\x05\x06", Format::Zip),
    (b"7z\xbc\xaf\x27\x1c", Format::SevenZip),
];

/// The word in the header of a tar's first member, and its offset in bytes (POSIX.1-1988, ustar).
const USTAR: (usize, &[u8]) = (257, b"ustar");

impl Format {
    /// Returns the format of a file with this name, or `None` for a plain record and any other
    /// file.
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        let (stem, compression) = Compression::split(name);
        let ends = |ending: &str| {
            let at = stem.len().checked_sub(ending.len());
            at.is_some_and(|at| stem.as_bytes()[at..].eq_ignore_ascii_case(ending.as_bytes()))
        };
        match ENDINGS
            .iter()
            .find(|(ending, _)| ends(ending))
            .map(|&(_, format)| format)
        {
            Some(Self::Tar(Compression::None)) => Some(Self::Tar(compression)),
            found if compression == Compression::None => found,
            _ => is_record(stem).then_some(Self::Record(compression)),
        }
    }

    /// Returns the format of a file by its first bytes. A file with unknown first bytes is treated
    /// as a record.
    ///
    /// # Errors
    /// If the file can't be read.
    pub fn of_content(file: &mut (impl Read + Seek)) -> io::Result<Self> {
        let start = start_of(&mut *file)?;
        file.rewind()?;
        if let Some(&(_, format)) = MAGIC.iter().find(|(magic, _)| start.starts_with(magic)) {
            return Ok(format);
        }
        let compression = Compression::of_start(&start);
        let unpacked = compression
            .unpack(BufReader::new(&mut *file))
            .and_then(start_of)
            .unwrap_or_default();
        file.rewind()?;
        let (at, word) = USTAR;
        let is_tar = unpacked
            .get(at..)
            .is_some_and(|rest| rest.starts_with(word));
        Ok(if is_tar {
            Self::Tar(compression)
        } else {
            Self::Record(compression)
        })
    }

    /// Returns whether the file is an archive, whose members have names.
    #[must_use]
    pub const fn is_archive(self) -> bool {
        !matches!(self, Self::Record(_))
    }

    /// Returns whether this build can read the format.
    pub(in crate::input) fn is_supported(self) -> bool {
        cfg!(feature = "archives") || self == Self::Record(Compression::None)
    }
}

/// Returns enough of the first bytes to recognise the format.
fn start_of(content: impl Read) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    content.take(512).read_to_end(&mut start)?;
    Ok(start)
}
