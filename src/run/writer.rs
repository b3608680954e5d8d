//! Writes the files of a run, game by game, and its figures at the end.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::iter::Peekable;
use std::vec::IntoIter;

use super::figures::{dead_csv, pairwise_csv, summary_csv};
use super::folder::RunFolder;
use super::formatter::{FormattedGame, GameRows};
use super::games::skipped_row;
use super::json::{RunFacts, run_json};
use super::saved::SavedRun;
use super::tables::header;
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
    /// Must be the last field: the files have to be closed before an unfinished folder is removed.
    folder: RunFolder,
}

impl RunWriter {
    /// Creates the files of a run in `folder`, `boards.ndjson` only if `has_boards`.
    /// `not_walked` has the paths that the walk had to skip, sorted by name; at most `limit` games are written.
    ///
    /// # Errors
    /// If a file can't be written.
    pub fn create(
        folder: RunFolder,
        has_boards: bool,
        summary: Summary,
        not_walked: Vec<(String, Skip)>,
        limit: Option<u64>,
    ) -> io::Result<Self> {
        let files = RowFiles::create(&folder, has_boards)?;
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

    /// Returns whether `--limit` allows no more games.
    #[must_use]
    pub const fn is_full(&self) -> bool {
        self.left == 0
    }

    /// Adds the games of the next file of the walk.
    ///
    /// # Errors
    /// If a file can't be written.
    pub fn file(&mut self, name: &str, games: Vec<FormattedGame>) -> io::Result<()> {
        while let Some((name, skip)) = self.not_walked.next_if(|(skipped, _)| skipped.as_str() < name) {
            self.skip(&name, &skip)?;
        }
        for game in games {
            self.game(game)?;
        }
        Ok(())
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
const ROW_FILES: [&str; 4] = ["games.csv", "mismatches.csv", "boards.ndjson", "skipped.csv"];

/// The open [`ROW_FILES`]; `None` for a file that is not written.
struct RowFiles([Option<BufWriter<File>>; ROW_FILES.len()]);

impl RowFiles {
    /// Creates the files in `folder`, with their headers.
    fn create(folder: &RunFolder, has_boards: bool) -> io::Result<Self> {
        let mut files = [const { None }; ROW_FILES.len()];
        for (name, slot) in ROW_FILES.into_iter().zip(&mut files) {
            let is_boards = name == "boards.ndjson";
            if is_boards && !has_boards {
                continue;
            }
            // a large buffer, because the files are large
            let mut file = BufWriter::with_capacity(1 << 16, folder.create_file(name)?);
            if !is_boards {
                file.write_all(header(name).as_bytes())?;
            }
            *slot = Some(file);
        }
        Ok(Self(files))
    }

    /// Adds the rows of a game.
    fn write(&mut self, name: &str, rows: &GameRows, skip: Option<&Skip>) -> io::Result<()> {
        let skipped = skip.map(|skip| skipped_row(name, skip)).unwrap_or_default();
        let rows = [&rows.games, &rows.mismatches, &rows.board, &skipped];
        for (file, rows) in self.0.iter_mut().zip(rows) {
            if let Some(file) = file {
                file.write_all(rows.as_bytes())?;
            }
        }
        Ok(())
    }

    fn finish(self) -> io::Result<()> {
        self.0.into_iter().flatten().try_for_each(|mut file| file.flush())
    }
}
