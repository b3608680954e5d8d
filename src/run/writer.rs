//! Writes the files of a run, game by game, and its figures at the end.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::iter::Peekable;
use std::path::{Path, PathBuf};
use std::vec::IntoIter;

use super::figures::{dead_csv, pairwise_csv, summary_csv};
use super::folder::RunFolder;
use super::games::{FormattedGame, GameRows};
use super::json::{RunFacts, run_json};
use super::saved::SavedRun;
use super::tables::header;
use crate::pipeline::{Figures, Maps, NamedRules, Options, Summary};
use crate::skip::Skip;
use crate::stats::Bootstrap;

/// Writes the files of a run while its games are evaluated.
pub struct RunWriter {
    files: RowFiles,
    summary: Summary,
    /// The paths that the walk had to skip and that are not yet written, sorted by name.
    not_walked: Peekable<IntoIter<(String, Skip)>>,
    /// Must be the last field: the files have to be closed before an unfinished folder is removed.
    folder: RunFolder,
}

impl RunWriter {
    /// Creates the files of a run that will replace the folder `out`. `games` has the paths of the games, which must be
    /// outside it, and `not_walked` the paths that the walk had to skip, sorted by name.
    ///
    /// # Errors
    /// If a file can't be written, or `out` is anything other than an earlier run.
    pub fn create(
        out: &Path,
        games: &[PathBuf],
        options: &Options,
        not_walked: Vec<(String, Skip)>,
    ) -> io::Result<Self> {
        let folder = RunFolder::create(out, games)?;
        let files = create_row_files(&folder, options.maps != Maps::None)?;
        let not_walked = not_walked.into_iter().peekable();
        Ok(Self { files, summary: Summary::new(options), not_walked, folder })
    }

    /// Adds the games of the next file of the walk.
    ///
    /// # Errors
    /// If a file can't be written.
    pub fn file(&mut self, name: &str, games: &[FormattedGame]) -> io::Result<()> {
        while let Some((name, skip)) = self.not_walked.next_if(|(skipped, _)| skipped.as_str() < name) {
            self.game(&FormattedGame::skipped(name, NamedRules::Other, skip))?;
        }
        games.iter().try_for_each(|game| self.game(game))
    }

    /// Returns the figures of the run, after all files are added; computes them on `jobs` threads (0: one per core).
    ///
    /// # Errors
    /// If a file can't be written.
    pub fn figures(&mut self, seed: u64, jobs: usize) -> io::Result<Figures> {
        while let Some((name, skip)) = self.not_walked.next() {
            self.game(&FormattedGame::skipped(name, NamedRules::Other, skip))?;
        }
        Ok(self.summary.figures(&Bootstrap { seed, ..Bootstrap::default() }, jobs))
    }

    /// Writes the remaining files, moves the run folder to its final path, and returns the run.
    ///
    /// # Errors
    /// If a file can't be written, or the folder can't be moved.
    pub fn finish(self, figures: Figures, facts: RunFacts) -> io::Result<SavedRun> {
        self.files.into_iter().flatten().try_for_each(|mut file| file.flush())?;
        let folder = self.folder;
        folder.write("summary.csv", &summary_csv(&figures))?;
        folder.write("pairwise.csv", &pairwise_csv(&figures))?;
        folder.write("dead.csv", &dead_csv(&figures))?;
        let files = folder.digests()?;
        folder.write("run.json", &run_json(&figures, &facts, &files))?;
        Ok(SavedRun::new(folder.finish()?, figures, facts.arguments, facts.started, files))
    }

    /// Adds a game to the figures, and its rows to the files.
    fn game(&mut self, game: &FormattedGame) -> io::Result<()> {
        self.summary.add(&game.sample);
        let GameRows { games, mismatches, board, skipped } = &game.rows;
        for (file, rows) in self.files.iter_mut().zip([games, mismatches, board, skipped]) {
            if let Some(file) = file {
                file.write_all(rows.as_bytes())?;
            }
        }
        Ok(())
    }
}

/// The files of a run that are written game by game.
const ROW_FILES: [&str; 4] = ["games.csv", "mismatches.csv", "boards.ndjson", "skipped.csv"];

/// The open [`ROW_FILES`]; `None` for a file that is not written.
type RowFiles = [Option<BufWriter<File>>; ROW_FILES.len()];

/// Creates the files in `folder`, with their headers.
fn create_row_files(folder: &RunFolder, has_boards: bool) -> io::Result<RowFiles> {
    let mut files = [const { None }; ROW_FILES.len()];
    for (name, slot) in ROW_FILES.into_iter().zip(&mut files) {
        let is_boards = name == "boards.ndjson";
        if is_boards && !has_boards {
            continue;
        }
        // a large buffer, because the files are large
        let file = slot.insert(BufWriter::with_capacity(1 << 16, folder.create_file(name)?));
        if !is_boards {
            file.write_all(header(name).as_bytes())?;
        }
    }
    Ok(files)
}
