//! Writes the files of a run, game by game, and its figures at the end.

use std::io;
use std::iter::Peekable;
use std::vec::IntoIter;

use super::FormattedGame;
use super::files::RunFiles;
use super::output_file::FileForm;
use crate::pipeline::{Figures, Sample, Summary};
use crate::report::figures::dead_csv;
use crate::report::figures::pairwise_csv;
use crate::report::figures::summary_csv;
use crate::report::folder::RunFolder;
use crate::report::json::{RunFacts, run_json};
use crate::report::saved::SavedRun;
use crate::skip::Skip;
use crate::stats::Bootstrap;

/// Writes the files of a run while its games are evaluated.
pub struct RunWriter {
    files: RunFiles,
    summary: Summary,
    /// Paths that the walk had to skip and that are not written yet, sorted by name.
    not_walked: Peekable<IntoIter<(String, Skip)>>,
    /// The names of all games; kept only if [`Self::keep_names`] asks for them.
    names: Option<Vec<String>>,
    /// The number of games that `--limit` still allows.
    left: u64,
    /// The last field, so that the files are closed before an unfinished folder is removed.
    folder: RunFolder,
}

impl RunWriter {
    /// Creates the files of a run in `folder`: `games.csv` and `boards.ndjson` in the forms `games` and `boards`.
    /// `not_walked` are the paths that the walk had to skip, sorted by name; at most `limit` games are written.
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
        let files = RunFiles::create(&folder, games, boards)?;
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

    /// Returns the figures of the run, after all files are added.
    ///
    /// # Errors
    /// If a file can't be written.
    pub fn figures(&mut self, seed: u64) -> io::Result<Figures> {
        while let Some((name, skip)) = self.not_walked.next() {
            self.skip(&name, &skip)?;
        }
        Ok(self.summary.figures(&Bootstrap { seed, ..Bootstrap::default() }))
    }

    /// Writes the remaining files, moves the run folder to its final path, and returns the run.
    ///
    /// # Errors
    /// If a file can't be written, or the folder not be moved.
    pub fn finish(self, figures: Figures, facts: RunFacts) -> io::Result<SavedRun> {
        self.files.finish()?;
        let folder = self.folder;
        std::fs::write(folder.path("summary.csv"), summary_csv(&figures))?;
        std::fs::write(folder.path("pairwise.csv"), pairwise_csv(&figures))?;
        std::fs::write(folder.path("dead.csv"), dead_csv(&figures))?;
        let files = folder.digests()?;
        std::fs::write(folder.path("run.json"), run_json(&figures, &facts, &files))?;
        Ok(SavedRun::new(folder.finish()?, figures, facts.arguments, facts.started, files))
    }

    fn game(&mut self, game: FormattedGame) -> io::Result<()> {
        if self.left == 0 {
            return Ok(());
        }
        self.left -= 1;
        self.summary.add(&game.sample);
        self.files.game(&game)?;
        if let Some(names) = &mut self.names {
            names.push(game.name);
        }
        Ok(())
    }

    fn skip(&mut self, name: &str, skip: &Skip) -> io::Result<()> {
        self.summary.add(&Sample::skipped(skip.reason));
        self.files.skip(name, skip)
    }
}
