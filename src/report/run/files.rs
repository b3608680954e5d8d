//! The files of a run.

use std::fs::File;
use std::io::{self, BufWriter, Write};

use csv::Writer;

use super::FormattedGame;
use super::output_file::{FileForm, OutputFile, create};
use crate::report::folder::RunFolder;
use crate::report::games::{GAMES_HEADER, mismatches_header};
use crate::report::readings::READINGS_HEADER;
use crate::report::skipped::{SKIPPED_HEADER, write_skipped};
use crate::skip::Skip;

/// The open files of a run to which rows are added game by game.
pub(super) struct RunFiles {
    games: OutputFile,
    mismatches: BufWriter<File>,
    boards: OutputFile,
    skipped: Writer<File>,
    readings: Writer<File>,
}

impl RunFiles {
    /// Creates the files in `folder`, with their headers.
    pub(super) fn create(folder: &RunFolder, games: FileForm, boards: FileForm) -> io::Result<Self> {
        let mut files = Self {
            games: OutputFile::create(folder, "games.csv", games)?,
            mismatches: create(folder, "mismatches.csv")?,
            boards: OutputFile::create(folder, "boards.ndjson", boards)?,
            skipped: Writer::from_path(folder.path("skipped.csv"))?,
            readings: Writer::from_path(folder.path("readings.csv"))?,
        };
        files.games.write(format!("{}\n", GAMES_HEADER.join(",")).as_bytes())?;
        writeln!(files.mismatches, "{}", mismatches_header().join(","))?;
        files.skipped.write_record(SKIPPED_HEADER)?;
        files.readings.write_record(READINGS_HEADER)?;
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
        for row in &game.readings {
            self.readings.write_record(row)?;
        }
        Ok(())
    }

    /// Adds the row of a skipped game.
    pub(super) fn skip(&mut self, name: &str, skip: &Skip) -> io::Result<()> {
        Ok(write_skipped(&mut self.skipped, name, skip)?)
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
