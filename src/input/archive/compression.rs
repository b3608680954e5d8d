//! The compression formats of tars and of single records.

use std::io::{self, BufRead, Read};

#[cfg(feature = "archives")]
use super::quota::LZMA_MEMORY;

/// The compression of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compression {
    /// The file is not compressed.
    None,
    /// `.gz`
    Gzip,
    /// `.bz2`
    Bzip2,
    /// `.xz`
    Xz,
    /// `.zst`
    Zstd,
}

/// The compressions, each with its file name ending and the first bytes of its files (RFC 1952, the
/// bzip2 and xz file formats, RFC 8878).
const KINDS: [(Compression, &str, &[u8]); 4] = [
    (Compression::Gzip, ".gz", b"\x1f\x8b"),
    (Compression::Bzip2, ".bz2", b"BZh"),
    (Compression::Xz, ".xz", b"\xfd7zXZ\0"),
    (Compression::Zstd, ".zst", b"\x28\xb5\x2f\xfd"),
];

impl Compression {
    /// Splits the extension of a compression format, if there is one, off a file name.
    pub(in crate::input) fn split(name: &str) -> (&str, Self) {
        let stem = |ending: &str| {
            let (stem, end) = name.split_at_checked(name.len().checked_sub(ending.len())?)?;
            end.eq_ignore_ascii_case(ending).then_some(stem)
        };
        KINDS
            .iter()
            .find_map(|&(kind, ending, _)| Some((stem(ending)?, kind)))
            .unwrap_or((name, Self::None))
    }

    /// Returns the compression of a file that begins with `start`.
    pub(super) fn of_start(start: &[u8]) -> Self {
        KINDS
            .iter()
            .find(|(.., magic)| start.starts_with(magic))
            .map_or(Self::None, |&(kind, ..)| kind)
    }

    /// Returns a reader of the unpacked bytes.
    ///
    /// # Errors
    /// If the decoder does not start.
    #[cfg(feature = "archives")]
    pub(super) fn unpack<'a>(self, packed: impl BufRead + 'a) -> io::Result<Box<dyn Read + 'a>> {
        Ok(match self {
            Self::None => Box::new(packed),
            Self::Gzip => Box::new(flate2::bufread::MultiGzDecoder::new(packed)),
            Self::Bzip2 => Box::new(bzip2::bufread::MultiBzDecoder::new(packed)),
            Self::Xz => Box::new(lzma_rust2::XzReader::new_mem_limit(
                packed,
                true,
                LZMA_MEMORY,
            )),
            #[cfg(not(target_family = "wasm"))]
            Self::Zstd => Box::new(zstd::Decoder::with_buffer(packed)?),
            #[cfg(target_family = "wasm")]
            Self::Zstd => {
                return Err(io::Error::other(
                    "this build does not support zstd: unpack the file first",
                ));
            }
        })
    }

    /// Returns an error for a compressed file, because this build can't read it.
    #[cfg(not(feature = "archives"))]
    pub(super) fn unpack<'a>(self, packed: impl BufRead + 'a) -> io::Result<Box<dyn Read + 'a>> {
        match self {
            Self::None => Ok(Box::new(packed)),
            _ => Err(io::Error::other(
                "this build does not support compressed files: its feature `archives` is off",
            )),
        }
    }
}
