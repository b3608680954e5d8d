//! Writes the files of a run, game by game, and its figures at the end.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::iter::Peekable;
use std::vec::IntoIter;

#[cfg(feature = "cli")]
use flate2::{Compression, write::GzEncoder};

use super::figures::{dead_csv, pairwise_csv, summary_csv};
use super::folder::RunFolder;
use super::formatter::{FormattedGame, GameRows};
use super::games::skipped_row;
use super::json::{RunFacts, run_json};
use super::saved::SavedRun;
use super::tables::header;
use crate::input::system::Checked;
use crate::pipeline::{Figures, Sample, Summary};
use crate::skip::Skip;
use crate::stats::Bootstrap;

/// Writes the files of a run while its games are evaluated.
pub struct RunWriter {
    files: RowFiles,
    summary: Summary,
    /// The paths that the walk had to skip and that are not yet written, sorted by name.
    not_walked: Peekable<IntoIter<(String, Skip)>>,
    /// The names of all games; kept only after [`Self::keep_names`].
    names: Option<Vec<String>>,
    /// The number of games that `--limit` still allows.
    left: u64,
    /// The last field: the files have to be closed before an unfinished folder is removed.
    folder: RunFolder,
}

impl RunWriter {
    /// Creates the files of a run in `folder`: `games.csv` and `boards.ndjson` in the forms `games` and `boards`.
    /// `not_walked` has the paths that the walk had to skip, sorted by name; at most `limit` games are written.
    ///
    /// # Errors
    /// If a file can't be written.
    pub fn create(
        folder: RunFolder,
        games: FileForm,
        boards: FileForm,
        summary: Summary,
        not_walked: Vec<(String, Skip)>,
        limit: Option<u64>,
    ) -> io::Result<Self> {
        let files = RowFiles::create(&folder, games, boards)?;
        let (not_walked, left) = (not_walked.into_iter().peekable(), limit.unwrap_or(u64::MAX));
        Ok(Self { files, summary, not_walked, names: None, left, folder })
    }

    /// Keeps the names of all games from now on.
    pub fn keep_names(&mut self) {
        self.names.get_or_insert_default();
    }

    /// Returns the names of all games, if they are kept.
    #[must_use]
    pub fn names(&self) -> Option<&[String]> {
        self.names.as_deref()
    }

    /// Adds the games of the next file of the walk. Returns whether more files are wanted.
    ///
    /// # Errors
    /// If a file can't be written.
    pub fn file(&mut self, name: &str, games: Vec<FormattedGame>) -> io::Result<bool> {
        while let Some((name, skip)) = self.not_walked.next_if(|(skipped, _)| skipped.as_str() < name) {
            self.skip(&name, &skip)?;
        }
        for game in games {
            self.game(game)?;
        }
        Ok(self.left > 0)
    }

    /// Returns the figures of the run, after all files are added; computes them on `jobs` threads (0: one per core).
    ///
    /// # Errors
    /// If a file can't be written.
    pub fn figures(&mut self, seed: u64, jobs: usize) -> io::Result<Figures> {
        while let Some((name, skip)) = self.not_walked.next() {
            self.skip(&name, &skip)?;
        }
        Ok(self.summary.figures(&Bootstrap { seed, ..Bootstrap::default() }, jobs))
    }

    /// Writes the remaining files, moves the run folder to its final path, and returns the run.
    ///
    /// # Errors
    /// If a file can't be written, or the folder can't be moved.
    pub fn finish(self, figures: Figures, facts: RunFacts) -> io::Result<SavedRun> {
        self.files.finish()?;
        let folder = self.folder;
        folder.write("summary.csv", &summary_csv(&figures))?;
        folder.write("pairwise.csv", &pairwise_csv(&figures))?;
        folder.write("dead.csv", &dead_csv(&figures))?;
        let files = folder.digests()?;
        folder.write("run.json", &run_json(&figures, &facts, &files))?;
        Ok(SavedRun::new(folder.finish()?, figures, facts.arguments, facts.started, files))
    }

    fn game(&mut self, game: FormattedGame) -> io::Result<()> {
        if self.left == 0 {
            return Ok(());
        }
        self.left -= 1;
        self.summary.add(&game.sample);
        self.files.write(&game.name, &game.rows, game.skip.as_ref())?;
        if let Some(names) = &mut self.names {
            names.push(game.name);
        }
        Ok(())
    }

    fn skip(&mut self, name: &str, skip: &Skip) -> io::Result<()> {
        self.summary.add(&Sample::skipped(skip.reason));
        self.files.write(name, &GameRows::default(), Some(skip))
    }
}

/// The files of a run that are written game by game.
const ROW_FILES: [&str; 5] = ["games.csv", "mismatches.csv", "boards.ndjson", "readings.csv", "skipped.csv"];

/// The open [`ROW_FILES`].
struct RowFiles(Vec<OutputFile>);

impl RowFiles {
    /// Creates the files in `folder`, with their headers.
    fn create(folder: &RunFolder, games: FileForm, boards: FileForm) -> io::Result<Self> {
        let forms = [games, FileForm::Plain, boards, FileForm::Plain, FileForm::Plain];
        let create = |(name, form): (&str, FileForm)| {
            let mut file = OutputFile::create(folder, name, form)?;
            if name != "boards.ndjson" {
                file.write(&header(name))?;
            }
            Ok(file)
        };
        ROW_FILES.into_iter().zip(forms).map(create).collect::<io::Result<_>>().map(Self)
    }

    /// Adds the rows of a game.
    fn write(&mut self, name: &str, rows: &GameRows, skip: Option<&Skip>) -> io::Result<()> {
        let skipped = skip.map(|skip| skipped_row(name, skip)).unwrap_or_default();
        let rows = [&rows.games, &rows.mismatches, &rows.board, &rows.readings, &skipped];
        self.0.iter_mut().zip(rows).try_for_each(|(file, rows)| file.write(rows))
    }

    fn finish(self) -> io::Result<()> {
        self.0.into_iter().try_for_each(OutputFile::finish)
    }
}

/// The form of a file of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileForm {
    /// Plain text.
    Plain,
    /// Compressed, with `.gz` after its name.
    #[cfg(feature = "cli")]
    Gzip,
    /// Not written.
    LeftOut,
}

/// An open file of a run.
enum OutputFile {
    Plain(BufWriter<Checked<File>>),
    #[cfg(feature = "cli")]
    Gzip(Box<GzEncoder<BufWriter<Checked<File>>>>),
    LeftOut,
}

impl OutputFile {
    /// Creates the file `name`, unless it is left out.
    fn create(folder: &RunFolder, name: &str, form: FileForm) -> io::Result<Self> {
        // a large buffer, because the files are large
        let create = |name: &str| Ok::<_, io::Error>(BufWriter::with_capacity(1 << 16, folder.create_file(name)?));
        Ok(match form {
            FileForm::Plain => Self::Plain(create(name)?),
            // the fastest level: rows of one game are similar, so every level compresses them well
            #[cfg(feature = "cli")]
            FileForm::Gzip => Self::Gzip(Box::new(GzEncoder::new(create(&format!("{name}.gz"))?, Compression::fast()))),
            FileForm::LeftOut => Self::LeftOut,
        })
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        match self {
            Self::Plain(file) => file.write_all(text.as_bytes()),
            #[cfg(feature = "cli")]
            Self::Gzip(file) => file.write_all(text.as_bytes()),
            Self::LeftOut => Ok(()),
        }
    }

    /// Flushes all buffered bytes and ends the compressed stream.
    fn finish(self) -> io::Result<()> {
        match self {
            Self::Plain(mut file) => file.flush(),
            #[cfg(feature = "cli")]
            Self::Gzip(file) => file.finish()?.flush(),
            Self::LeftOut => Ok(()),
        }
    }
}
