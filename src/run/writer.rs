//! Writes the files of a run, game by game, and its figures at the end.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::Figures;
use super::digests::with_digest;
use super::folder::RunFolder;
use super::saved::{RunFacts, SavedRun};
use super::saved_game::SavedGame;
use super::summary::{Summary, SummaryOptions};
use super::tables::{figures_csv, header};

/// Writes the files of a run while its games are evaluated.
pub(crate) struct RunWriter {
    games: RowFile,
    mismatches: RowFile,
    skipped: RowFile,
    boards: BufWriter<File>,
    summary: Summary,
    /// This must be the last field, because the files have to be closed before an unfinished folder
    /// is removed.
    folder: RunFolder,
}

/// A CSV file of a run.
type RowFile = csv::Writer<BufWriter<File>>;

impl RunWriter {
    /// Creates the files of a run that will replace the folder `out`. `sources` are the paths of
    /// the games or runs from which the run is made. They must be outside `out`.
    ///
    /// # Errors
    /// If a file can't be written, or `out` exists and is neither empty nor an earlier run.
    pub(crate) fn create(
        out: &Path,
        sources: &[PathBuf],
        options: SummaryOptions,
    ) -> io::Result<Self> {
        let folder = RunFolder::create(out, sources)?;
        Ok(Self {
            games: create_row_file(&folder, "games.csv")?,
            mismatches: create_row_file(&folder, "mismatches.csv")?,
            skipped: create_row_file(&folder, "skipped.csv")?,
            boards: create_file(&folder, "boards.ndjson")?,
            summary: Summary::new(options),
            folder,
        })
    }

    /// Adds the next game in the walk to the files and to the figures.
    ///
    /// # Errors
    /// If a file can't be written.
    pub(crate) fn write(&mut self, game: SavedGame) -> io::Result<()> {
        self.summary.add(&game);
        for row in game.rows {
            if row.category.is_some() {
                self.mismatches.serialize(&row)?;
            }
            self.games.serialize(row.without_category())?;
        }
        if let Some(board) = &game.board {
            self.boards.write_all(board.line().as_bytes())?;
        }
        if let Some(skipped) = &game.skipped {
            self.skipped.serialize(skipped)?;
        }
        Ok(())
    }

    /// Returns the figures of the games so far.
    pub(crate) fn figures(&self) -> Figures {
        self.summary.figures()
    }

    /// Writes the remaining files, moves the run folder to its final path, and returns the run.
    ///
    /// # Errors
    /// If a file can't be written, or the folder can't be moved.
    pub(crate) fn finish(self, figures: Figures, facts: RunFacts) -> io::Result<SavedRun> {
        let Self {
            games,
            mismatches,
            skipped,
            mut boards,
            summary,
            folder,
        } = self;
        // closes the files, because Windows cannot rename a folder that contains an open file
        for mut file in [games, mismatches, skipped] {
            file.flush()?;
        }
        boards.flush()?;
        drop(boards);
        for (file, text) in figures_csv(&figures) {
            folder.write(file, &text)?;
        }
        let mut run = SavedRun {
            folder: PathBuf::new(),
            figures,
            facts,
            files: folder.digests()?,
            options: summary.options,
        };
        folder.write("run.json", &with_digest(&json(&run)))?;
        run.folder = folder.finish()?;
        Ok(run)
    }
}

/// Creates a file of a run. Its buffer is large, because the files are large.
fn create_file(folder: &RunFolder, name: &str) -> io::Result<BufWriter<File>> {
    Ok(BufWriter::with_capacity(1 << 16, folder.create_file(name)?))
}

/// Creates a CSV file of a run, with its header.
fn create_row_file(folder: &RunFolder, name: &str) -> io::Result<RowFile> {
    let mut file = create_file(folder, name)?;
    file.write_all(header(name).as_bytes())?;
    let mut rows = csv::WriterBuilder::new();
    Ok(rows.has_headers(false).from_writer(file))
}

/// Returns a value as JSON, with a newline at the end.
///
/// # Panics
/// If the value has a map whose keys are not strings; no report has such a map.
pub fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string_pretty(value).expect("keys are strings") + "\n"
}
