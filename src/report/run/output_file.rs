//! A file of a run whose form the user can choose: plain, compressed or not written.

use std::fs::File;
use std::io::{self, BufWriter, Write};

#[cfg(feature = "cli")]
use flate2::{Compression, write::GzEncoder};

use crate::report::folder::RunFolder;

/// The form in which a file of a run is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileForm {
    /// As it is.
    Plain,
    /// Compressed, with `.gz` behind its name.
    #[cfg(feature = "cli")]
    Gzip,
    /// Not at all.
    LeftOut,
}

/// An open file of a run.
pub(super) enum OutputFile {
    Plain(BufWriter<File>),
    #[cfg(feature = "cli")]
    Gzip(Box<GzEncoder<BufWriter<File>>>),
    LeftOut,
}

impl OutputFile {
    /// Creates the file `name`, unless it is left out.
    pub(super) fn create(folder: &RunFolder, name: &str, form: FileForm) -> io::Result<Self> {
        Ok(match form {
            FileForm::Plain => Self::Plain(create(folder, name)?),
            #[cfg(feature = "cli")]
            FileForm::Gzip => {
                // the fastest level: rows of one game are so similar that every level compresses them well
                let file = create(folder, &format!("{name}.gz"))?;
                Self::Gzip(Box::new(GzEncoder::new(file, Compression::fast())))
            }
            FileForm::LeftOut => Self::LeftOut,
        })
    }

    pub(super) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Self::Plain(file) => file.write_all(bytes),
            #[cfg(feature = "cli")]
            Self::Gzip(file) => file.write_all(bytes),
            Self::LeftOut => Ok(()),
        }
    }

    /// Flushes all buffered bytes and ends the compressed stream.
    pub(super) fn finish(self) -> io::Result<()> {
        match self {
            Self::Plain(mut file) => file.flush(),
            #[cfg(feature = "cli")]
            Self::Gzip(file) => file.finish()?.flush(),
            Self::LeftOut => Ok(()),
        }
    }
}

/// Creates a file of a run, with a large buffer because much is written to it.
pub(super) fn create(folder: &RunFolder, name: &str) -> io::Result<BufWriter<File>> {
    Ok(BufWriter::with_capacity(1 << 16, File::create(folder.path(name))?))
}
