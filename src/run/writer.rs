//! Writes the files of a run, game by game, and its figures at the end.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::iter::Peekable;
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::vec::IntoIter;

use serde::{Serialize, Serializer};

use super::columns::header;
use super::digests::{FileDigests, with_digest};
use super::figures::figures_csv;
use super::folder::RunFolder;
use super::games::{FormattedGame, GameRows};
use super::saved::SavedRun;
use crate::pipeline::{Figures, Options, Summary, Timings};
use crate::skip::Skip;

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
    /// Creates the files of a run that will replace the folder `out`. `games` has the paths of the
    /// games, which must be outside it, and `not_walked` the paths that the walk had to skip,
    /// sorted by name.
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
        let files = create_row_files(&folder)?;
        let not_walked = not_walked.into_iter().peekable();
        Ok(Self {
            files,
            summary: Summary::new(options),
            not_walked,
            folder,
        })
    }

    /// Adds the games of the next file of the walk.
    ///
    /// # Errors
    /// If a file can't be written.
    pub fn file(&mut self, name: &str, games: &[FormattedGame]) -> io::Result<()> {
        while let Some((name, skip)) = self
            .not_walked
            .next_if(|(skipped, _)| skipped.as_str() < name)
        {
            self.game(&FormattedGame::skipped(name, skip))?;
        }
        games.iter().try_for_each(|game| self.game(game))
    }

    /// Returns the figures of the run, after all files are added.
    ///
    /// # Errors
    /// If a file can't be written.
    pub fn figures(&mut self) -> io::Result<Figures> {
        while let Some((name, skip)) = self.not_walked.next() {
            self.game(&FormattedGame::skipped(name, skip))?;
        }
        Ok(self.summary.figures())
    }

    /// Writes the remaining files, moves the run folder to its final path, and returns the run.
    ///
    /// # Errors
    /// If a file can't be written, or the folder can't be moved.
    pub fn finish(self, figures: Figures, facts: RunFacts) -> io::Result<SavedRun> {
        self.files
            .into_iter()
            .try_for_each(|mut file| file.flush())?;
        let folder = self.folder;
        for (file, text) in figures_csv(&figures) {
            folder.write(file, &text)?;
        }
        let files = folder.digests()?;
        folder.write("run.json", &run_json(&figures, &facts, &files))?;
        Ok(SavedRun::new(
            folder.finish()?,
            figures,
            facts.arguments,
            facts.started,
            files,
        ))
    }

    /// Adds a game to the figures, and its rows to the files.
    fn game(&mut self, game: &FormattedGame) -> io::Result<()> {
        self.summary.add(&game.sample);
        let GameRows {
            games,
            mismatches,
            board,
            skipped,
        } = &game.rows;
        for (file, rows) in self
            .files
            .iter_mut()
            .zip([games, mismatches, board, skipped])
        {
            file.write_all(rows.as_bytes())?;
        }
        Ok(())
    }
}

/// The files of a run that are written game by game.
const ROW_FILES: [&str; 4] = [
    "games.csv",
    "mismatches.csv",
    "boards.ndjson",
    "skipped.csv",
];

/// The open [`ROW_FILES`].
type RowFiles = [BufWriter<File>; ROW_FILES.len()];

/// Creates the files in `folder`, with their headers.
fn create_row_files(folder: &RunFolder) -> io::Result<RowFiles> {
    let create = |name: &str| -> io::Result<BufWriter<File>> {
        // a large buffer, because the files are large
        let mut file = BufWriter::with_capacity(1 << 16, folder.create_file(name)?);
        if name != "boards.ndjson" {
            file.write_all(header(name).as_bytes())?;
        }
        Ok(file)
    };
    let [games, mismatches, boards, skipped] = ROW_FILES.map(create);
    Ok([games?, mismatches?, boards?, skipped?])
}

/// The facts about a run besides its figures.
#[derive(Clone, Debug, Serialize)]
pub struct RunFacts {
    /// The words of the command line.
    pub arguments: Vec<String>,
    /// The commit that the program was built from, if it is a release built in a repository.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commit: Option<&'static str>,
    /// The number of threads.
    pub jobs: usize,
    /// The start of the run, in seconds of Unix time.
    pub started: u64,
    /// The duration of the run, in seconds.
    pub seconds: f64,
    /// The time of each stage, summed over all threads.
    #[serde(rename = "stage_seconds", serialize_with = "stage_seconds")]
    pub timings: Timings,
}

fn stage_seconds<S: Serializer>(timings: &Timings, serializer: S) -> Result<S::Ok, S::Error> {
    let Timings {
        source,
        sgf,
        replay,
        dead,
        score,
        external,
    } = timings;
    let stages = [source, sgf, replay, dead, score, external].map(Duration::as_secs_f64);
    serializer.collect_map(
        ["source", "sgf", "replay", "dead", "score", "scorers"]
            .into_iter()
            .zip(stages),
    )
}

#[derive(Serialize)]
struct RunJson<'a> {
    #[serde(flatten)]
    figures: &'a Figures,
    #[serde(flatten)]
    facts: &'a RunFacts,
    files: &'a FileDigests,
}

/// Returns the text of `run.json`, the only file of a run that contains times. `files` has the
/// digests of the other files.
pub(super) fn run_json(figures: &Figures, facts: &RunFacts, files: &FileDigests) -> String {
    with_digest(&json(&RunJson {
        figures,
        facts,
        files,
    }))
}

/// Returns a value as JSON, with a newline at the end.
///
/// # Panics
/// If the value has a map whose keys are not strings; no report has such a map.
#[must_use]
pub fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string_pretty(value).expect("keys are strings") + "\n"
}
