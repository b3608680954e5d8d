//! `games.csv`, written as the user wants it.

use std::fs::File;
use std::io::{self, BufWriter, Write};

use flate2::Compression;
use flate2::write::GzEncoder;

use super::args::GamesCsv;
use crate::report::RunFolder;

/// Where the rows go.
pub(super) enum Sink {
    Plain(BufWriter<File>),
    Gzip(Box<GzEncoder<BufWriter<File>>>),
    Nowhere(io::Sink),
}

impl Sink {
    pub(super) fn create(folder: &RunFolder, how: GamesCsv) -> io::Result<Self> {
        let file = |name: &str| File::create(folder.path(name)).map(|file| BufWriter::with_capacity(1 << 16, file));
        Ok(match how {
            GamesCsv::Plain => Self::Plain(file("games.csv")?),
            // the fastest: rows of a game are so alike that any level makes them small
            GamesCsv::Gzip => Self::Gzip(Box::new(GzEncoder::new(file("games.csv.gz")?, Compression::fast()))),
            GamesCsv::None => Self::Nowhere(io::sink()),
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
