//! The files of a run.

use std::fs::File;
use std::io::{self, BufWriter, Write};

use super::FormattedGame;
use super::output_file::{FileForm, OutputFile, create};
use crate::report::columns::header;
use crate::report::folder::RunFolder;
use crate::report::games::skipped_row;
use crate::skip::Skip;

/// The open files of a run to which rows are added game by game.
pub(super) struct RunFiles {
    games: OutputFile,
    mismatches: BufWriter<File>,
    boards: OutputFile,
    skipped: BufWriter<File>,
    readings: BufWriter<File>,
}

impl RunFiles {
    /// Creates the files in `folder`, with their headers.
    pub(super) fn create(folder: &RunFolder, games: FileForm, boards: FileForm) -> io::Result<Self> {
        let mut files = Self {
            games: OutputFile::create(folder, "games.csv", games)?,
            mismatches: create(folder, "mismatches.csv")?,
            boards: OutputFile::create(folder, "boards.ndjson", boards)?,
            skipped: create(folder, "skipped.csv")?,
            readings: create(folder, "readings.csv")?,
        };
        files.games.write(header("games.csv").as_bytes())?;
        files.mismatches.write_all(header("mismatches.csv").as_bytes())?;
        files.skipped.write_all(header("skipped.csv").as_bytes())?;
        files.readings.write_all(header("readings.csv").as_bytes())?;
        Ok(files)
    }

    /// Adds the rows of a game.
    pub(super) fn game(&mut self, game: &FormattedGame) -> io::Result<()> {
        self.games.write(&game.rows.games)?;
        self.mismatches.write_all(&game.rows.mismatches)?;
        self.boards.write(&game.board)?;
        if let Some(skip) = &game.skip {
            self.skip(&game.name, skip)?;
        }
        self.readings.write_all(&game.readings)
    }

    /// Adds the row of a skipped game.
    pub(super) fn skip(&mut self, name: &str, skip: &Skip) -> io::Result<()> {
        self.skipped.write_all(&skipped_row(name, skip))
    }

    /// Ends all files.
    pub(super) fn finish(mut self) -> io::Result<()> {
        self.games.finish()?;
        self.mismatches.flush()?;
        self.boards.finish()?;
        self.skipped.flush()?;
        self.readings.flush()
    }
}
