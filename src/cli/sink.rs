//! The files of a run that are written as the user wants them, or not at all.

use std::fs::File;
use std::io::{self, BufWriter, Write};

use flate2::Compression;
use flate2::write::GzEncoder;

use super::args::{BoardsNdjson, GamesCsv};
use crate::report::RunFolder;

/// Where the rows go.
pub(super) enum Sink {
    Plain(BufWriter<File>),
    Gzip(Box<GzEncoder<BufWriter<File>>>),
    Nowhere(io::Sink),
}

impl Sink {
    /// Of `games.csv`.
    pub(super) fn games(folder: &RunFolder, how: GamesCsv) -> io::Result<Self> {
        Ok(match how {
            GamesCsv::Plain => Self::Plain(create(folder, "games.csv")?),
            // the fastest: rows of a game are so alike that any level makes them small
            GamesCsv::Gzip => {
                Self::Gzip(Box::new(GzEncoder::new(create(folder, "games.csv.gz")?, Compression::fast())))
            }
            GamesCsv::None => Self::Nowhere(io::sink()),
        })
    }

    /// Of `boards.ndjson`.
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

    /// Writes what is not yet written.
    pub(super) fn finish(self) -> io::Result<()> {
        match self {
            Self::Plain(mut file) => file.flush(),
            Self::Gzip(file) => file.finish()?.flush(),
            Self::Nowhere(_) => Ok(()),
        }
    }
}

/// A file of a run, one of those to which much is written.
pub(super) fn create(folder: &RunFolder, name: &str) -> io::Result<BufWriter<File>> {
    Ok(BufWriter::with_capacity(1 << 16, File::create(folder.path(name))?))
}
