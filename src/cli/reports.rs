//! The reports of a run while its games are evaluated.

use std::cell::LazyCell;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::iter::Peekable;
use std::path::PathBuf;
use std::vec::IntoIter;

use csv::Writer;

use super::args::{BoardsNdjson, GamesCsv};
use super::sink::{Sink, create};
use crate::input::{Entry, Labels};
use crate::pipeline::{Evaluated, Figures, GameOutcome, Sample, Summary, guarded};
use crate::report::{
    CHECKPOINT, GAMES_HEADER, GameRows, Prepared, READINGS_HEADER, RunFacts, RunFolder, SKIPPED_HEADER, board_line,
    explain_command, mismatches_header, readings_rows, run_json, write_dead, write_pairwise, write_skipped,
    write_summary,
};
use crate::skip::Skip;
use crate::stats::Bootstrap;

/// The files that a run replaces in its folder.
///
/// A run does not write `report.html`, but a page made from the earlier run has to be removed with that run.
const FILES: [&str; 12] = [
    "games.csv",
    "games.csv.gz",
    "mismatches.csv",
    "summary.csv",
    "pairwise.csv",
    "dead.csv",
    "skipped.csv",
    "readings.csv",
    "boards.ndjson",
    "run.json",
    "report.html",
    CHECKPOINT,
];

/// Formats the rows of the games of a file.
pub(super) fn prepare(
    entry: &Entry,
    outcomes: Vec<GameOutcome>,
    names: &[String],
    mismatches_only: bool,
    explain_options: &[String],
    labels: &Labels,
) -> Vec<Prepared> {
    let formatted = |outcome: &GameOutcome| {
        let mut rows = GameRows { mismatches_only, ..GameRows::default() };
        let mut board = Vec::new();
        let mut readings = Vec::new();
        if let Ok(game) = &outcome.result {
            let command = LazyCell::new(|| explain(explain_options, entry, outcome, game, labels));
            rows.add(outcome, game, names, || command.clone());
            readings = readings_rows(&outcome.name, game);
            board = board_line(outcome, game, names, || command.clone()).unwrap_or_default();
        }
        let sample = Sample::of(outcome);
        let no_answers = outcome.result.as_ref().map_or_else(|_| Vec::new(), |game| game.no_answers());
        Prepared { sample, rows, board, readings, name: String::new(), skip: None, no_answers }
    };
    let game = |mut outcome: GameOutcome| {
        // as in the evaluation, a panic in one game must not lose the others
        let prepared = guarded(|| Ok(formatted(&outcome))).unwrap_or_else(|skip| {
            outcome.result = Err(skip);
            formatted(&outcome)
        });
        Prepared { name: outcome.name, skip: outcome.result.err(), ..prepared }
    };
    outcomes.into_iter().map(game).collect()
}

/// Returns the command that shows a game, with the labels file that names it and the settings that its folder's
/// description gives.
fn explain(options: &[String], entry: &Entry, outcome: &GameOutcome, game: &Evaluated, labels: &Labels) -> String {
    let mut options = options.to_vec();
    let mut add = |flag: &str, value: String| {
        if !options.iter().any(|option| option == flag) {
            options.extend([flag.to_owned(), value]);
        }
    };
    if let Some(file) = labels.file_of(&outcome.name) {
        add("--labels", file.display().to_string());
    }
    let description = labels.description(&outcome.name);
    if description.rules.is_some() && outcome.facts.rules_guessed == Some("corpus") {
        add("--rules", game.count.rules.name().to_owned());
    }
    if game.flags.iter().any(|flag| flag == "komi_given") {
        add("--komi", game.count.komi.to_string());
    }
    if description.origin.as_ref() == Some(&outcome.facts.origin) {
        add("--origin", outcome.facts.origin.clone());
    }
    explain_command(&options, &entry.path, &outcome.name)
}

/// The reports of a run while its games are evaluated.
pub(super) struct Reports {
    files: Files,
    summary: Summary,
    /// Paths that the walk had to skip and that are not written yet, sorted by name.
    not_walked: Peekable<IntoIter<(String, Skip)>>,
    /// The names of all games, to find labels that name none; kept only if there are labels.
    pub(super) names: Option<Vec<String>>,
    /// The number of games that `--limit` still allows.
    left: u64,
    /// The number of files that had games, or one skip instead of games.
    pub(super) read: u64,
}

pub(super) struct Files {
    games: Sink,
    mismatches: BufWriter<File>,
    boards: Sink,
    skipped: Writer<File>,
    readings: Writer<File>,
}

impl Files {
    pub(super) fn create(folder: &RunFolder, games: GamesCsv, boards: BoardsNdjson) -> anyhow::Result<Self> {
        let mut files = Self {
            games: Sink::games(folder, games)?,
            mismatches: create(folder, "mismatches.csv")?,
            boards: Sink::boards(folder, boards)?,
            skipped: Writer::from_path(folder.path("skipped.csv"))?,
            readings: Writer::from_path(folder.path("readings.csv"))?,
        };
        files.games.write(format!("{}\n", GAMES_HEADER.join(",")).as_bytes())?;
        writeln!(files.mismatches, "{}", mismatches_header().join(","))?;
        files.skipped.write_record(SKIPPED_HEADER)?;
        files.readings.write_record(READINGS_HEADER)?;
        Ok(files)
    }
}

impl Reports {
    pub(super) fn new(files: Files, summary: Summary, not_walked: Vec<(String, Skip)>, limit: Option<u64>) -> Self {
        let not_walked = not_walked.into_iter().peekable();
        Self { files, summary, not_walked, names: None, left: limit.unwrap_or(u64::MAX), read: 0 }
    }

    /// Adds the games of the next file of the walk. Returns whether more files are wanted.
    pub(super) fn file(&mut self, name: &str, games: Vec<Prepared>) -> anyhow::Result<bool> {
        while let Some((name, skip)) = self.not_walked.next_if(|(skipped, _)| skipped.as_str() < name) {
            self.skip(&name, &skip)?;
        }
        self.read += u64::from(!games.is_empty());
        for game in games {
            self.game(game)?;
        }
        Ok(self.left > 0)
    }

    /// Returns the figures of the run, after all files are added.
    pub(super) fn figures(&mut self, seed: u64) -> anyhow::Result<Figures> {
        while let Some((name, skip)) = self.not_walked.next() {
            self.skip(&name, &skip)?;
        }
        Ok(self.summary.figures(&Bootstrap { seed, ..Bootstrap::default() }))
    }

    fn game(&mut self, game: Prepared) -> anyhow::Result<()> {
        if self.left == 0 {
            return Ok(());
        }
        self.left -= 1;
        self.summary.add(&game.sample);
        self.files.games.write(&game.rows.games)?;
        self.files.mismatches.write_all(&game.rows.mismatches)?;
        self.files.boards.write(&game.board)?;
        if let Some(skip) = &game.skip {
            write_skipped(&mut self.files.skipped, &game.name, skip)?;
        }
        for row in &game.readings {
            self.files.readings.write_record(row)?;
        }
        if let Some(names) = &mut self.names {
            names.push(game.name);
        }
        Ok(())
    }

    /// Writes the remaining files, moves the run folder to its final path, and returns that path.
    pub(super) fn finish(mut self, folder: RunFolder, figures: &Figures, facts: &RunFacts) -> anyhow::Result<PathBuf> {
        self.files.games.finish()?;
        self.files.mismatches.flush()?;
        self.files.boards.finish()?;
        self.files.skipped.flush()?;
        self.files.readings.flush()?;
        let table = |name: &str, write: fn(&mut Writer<File>, &Figures) -> csv::Result<()>| -> anyhow::Result<()> {
            let mut file = Writer::from_path(folder.path(name))?;
            write(&mut file, figures)?;
            Ok(file.flush()?)
        };
        table("summary.csv", write_summary)?;
        table("pairwise.csv", write_pairwise)?;
        table("dead.csv", write_dead)?;
        std::fs::write(folder.path("run.json"), run_json(figures, facts))?;
        Ok(folder.finish(&FILES)?)
    }

    fn skip(&mut self, name: &str, skip: &Skip) -> anyhow::Result<()> {
        self.summary.add(&Sample::skipped(skip.reason));
        Ok(write_skipped(&mut self.files.skipped, name, skip)?)
    }
}
