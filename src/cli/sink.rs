//! The files of a run whose form the user can choose: plain, compressed or not written.

use std::fs::File;
use std::io::{self, BufWriter, Write};

use flate2::Compression;
use flate2::write::GzEncoder;

use super::args::{BoardsNdjson, GamesCsv};
use crate::report::RunFolder;

/// The destination of the rows of a file.
pub(super) enum Sink {
    Plain(BufWriter<File>),
    Gzip(Box<GzEncoder<BufWriter<File>>>),
    Nowhere(io::Sink),
}

impl Sink {
    /// Creates the sink of `games.csv`.
    pub(super) fn games(folder: &RunFolder, how: GamesCsv) -> io::Result<Self> {
        Ok(match how {
            GamesCsv::Plain => Self::Plain(create(folder, "games.csv")?),
            // the fastest level: rows of one game are so similar that every level compresses them well
            GamesCsv::Gzip => {
                Self::Gzip(Box::new(GzEncoder::new(create(folder, "games.csv.gz")?, Compression::fast())))
            }
            GamesCsv::None => Self::Nowhere(io::sink()),
        })
    }

    /// Creates the sink of `boards.ndjson`.
    pub(super) fn boards(folder: &RunFolder, how: BoardsNdjson) -> io::Result<Self> {
        Ok(match how {
            BoardsNdjson::Plain | BoardsNdjson::All => Self::Plain(create(folder, "boards.ndjson")?),
            BoardsNdjson::None => Self::Nowhere(io::sink()),
        })
    }

    pub(super) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Self::Plain(file) => file.write_all(bytes),
            Self::Gzip(file) => file.write_all(bytes),
            Self::Nowhere(sink) => sink.write_all(bytes),
        }
    }

    /// Flushes all buffered bytes and ends the compressed stream.
    pub(super) fn finish(self) -> io::Result<()> {
        match self {
            Self::Plain(mut file) => file.flush(),
            Self::Gzip(file) => file.finish()?.flush(),
            Self::Nowhere(_) => Ok(()),
        }
    }
}

/// Creates a file of a run, with a large buffer because much is written to it.
pub(super) fn create(folder: &RunFolder, name: &str) -> io::Result<BufWriter<File>> {
    Ok(BufWriter::with_capacity(1 << 16, File::create(folder.path(name))?))
}
