//! `seichi eval` on several machines, by an engine such as Spark: its workers evaluate files, and its driver writes the
//! run from their rows.
//!
//! A row has the formatted games of a file, or a part of them. The rows of all workers are sorted by [`ClusterRow::key`]
//! and [`ClusterRow::part`] before the driver takes them, since that is the order of a walk. A worker does not know the
//! records of the others: see [`ClusterRow::if_area`].

use std::collections::{BTreeSet, HashSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::SystemTime;

use anyhow::{Context, anyhow};
use clap::Parser;
use serde::{Deserialize, Serialize};

use super::{Error, EvalCommand};
use crate::cli::args::{Arguments, Command};
use crate::cli::config::CommandLine;
use crate::cli::eval::failed;
use crate::cli::exit::Failure;
use crate::cli::observer::Observer;
use crate::cli::warnings::warn_of_labels;
use crate::external::scorer::Spec;
use crate::input::{Content, Entry, FoundFile, Labels, Walk, WalkOptions};
use crate::pipeline::{Figures, GameOutcome, Options, OtherRecords, OutcomeFormatter, Pipeline, Timings};
use crate::report::{FormattedGame, RowFormatter, RunCheckpoint, RunWriter};
use crate::rules::{Method, Rules};
use crate::skip::Skip;

/// The largest number of games in a row.
const GAMES_AT_ONCE: usize = 64;

/// A row of a worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClusterRow {
    /// The sort key of the file: see [`crate::input::Order::to_bytes`]. A row without a key is a note for the driver.
    pub key: Option<Vec<u8>>,
    /// The number of games before those of this row in the file, or in the archive as it was read.
    pub part: i64,
    /// For games that depend on the other records of their folder, whether the row is for a folder in which some record
    /// counts area. There is a row of each kind, and the driver takes one of them.
    pub if_area: Option<bool>,
    /// The games or the note, as JSON.
    pub json: String,
}

/// The games of a row.
#[derive(Serialize, Deserialize)]
struct Games<N, G> {
    /// The name of the file.
    name: N,
    games: G,
}

/// What a driver has to know before it takes the first row.
#[derive(Default, Serialize, Deserialize)]
struct Note {
    /// The files that a walk skips.
    skipped: Vec<(String, Skip)>,
    /// The folders in which some record counts area.
    area_folders: BTreeSet<String>,
    /// The size in bytes of the rows.
    bytes: u64,
    timings: Timings,
}

/// The records of the other workers: unknown, and answered for.
struct OtherWorkers {
    has_area_games: bool,
    /// The games that asked for them.
    asked: Mutex<HashSet<String>>,
}

impl OtherRecords for OtherWorkers {
    fn has_area_games_in_folder_of(&self, game: &str, _: &AtomicBool) -> bool {
        self.asked.lock().expect("nothing panics while it is held").insert(game.to_owned());
        self.has_area_games
    }

    fn duplicate(&self, _: &str, _: &AtomicBool) -> Option<&Skip> {
        None
    }
}

/// The files of labels and descriptions of a run.
#[derive(Clone, Debug, Default)]
pub struct LabelFiles {
    /// Those among the files of the run.
    pub found: Vec<FoundFile>,
    /// Those of `--labels`.
    pub labels: Vec<FoundFile>,
    /// Those of `--corpus`.
    pub descriptions: Vec<FoundFile>,
}

impl EvalCommand {
    /// Parses complete words, as [`Self::words`] returns them: neither the environment nor a configuration file counts.
    ///
    /// # Errors
    /// If the words are not those of an evaluation.
    pub fn parse_complete(words: &[OsString], functions: Vec<Spec>) -> Result<Self, Error> {
        let arguments = Arguments::try_parse_from(words).map_err(Failure::Usage)?;
        let Command::Eval(mut args) = arguments.command else { return Err(anyhow!("the command is not eval").into()) };
        args.run.scoring.scorers.extend(functions);
        let words = words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
        Ok(Self { args, line: CommandLine { words, settings: Vec::new() } })
    }

    /// Returns the words of the command, with those that the environment and a configuration file add.
    #[must_use]
    pub fn words(&self) -> &[String] {
        &self.line.words
    }

    /// Checks that the command can be divided among workers.
    ///
    /// # Errors
    /// If a flag needs all records at once, or is about files of this machine.
    pub fn check_cluster(&self) -> Result<(), Error> {
        let args = &self.args.run;
        let refused = [
            ("--unique", args.unique, "it compares every two records, and a worker has only some of them"),
            ("--resume", args.resume, "the engine itself evaluates again what a lost worker had"),
            ("--shard", self.args.shard.is_some(), "the engine itself divides the files"),
            ("--jobs", args.games.jobs() != 0, "the engine itself has a number of tasks at a time"),
            ("--files-from", args.games.is_list(), "the engine itself lists the files"),
        ];
        match refused.iter().find(|(_, is_given, _)| *is_given) {
            Some((flag, _, why)) => Err(anyhow!("{flag} has no place in a run on several machines: {why}").into()),
            None => Ok(()),
        }
    }

    /// Reads the files of `--labels` and `--corpus`; `found` are those among the files of the run.
    ///
    /// # Errors
    /// If one can't be read.
    pub fn label_files(&self, found: Vec<FoundFile>) -> Result<LabelFiles, Error> {
        let (labels, descriptions) = self.args.run.games.label_paths();
        let read = |paths: &[PathBuf]| {
            let file = |path: &PathBuf| {
                let bytes = std::fs::read(path).with_context(|| format!("failed to read {}", path.display()))?;
                Ok(FoundFile { name: path.display().to_string(), path: path.clone(), content: Content::new(bytes) })
            };
            paths.iter().map(file).collect::<anyhow::Result<Vec<_>>>()
        };
        Ok(LabelFiles { found, labels: read(labels)?, descriptions: read(descriptions)? })
    }
}

impl LabelFiles {
    fn parse(&self, options: &WalkOptions) -> Result<Labels, Error> {
        let walk = Walk::of_folder(self.found.clone(), options).map_err(anyhow::Error::new)?;
        let labels = Labels::of_found(&walk, &self.found, &self.labels, &self.descriptions);
        Ok(labels.map_err(anyhow::Error::new)?)
    }
}

/// Evaluates files on one of several machines.
pub struct ClusterWorker {
    command: EvalCommand,
    labels: Labels,
    options: Options,
    /// Whether the files are those of a folder, of which a walk leaves some out; otherwise all are records or archives.
    is_folder: bool,
}

impl ClusterWorker {
    /// Creates a worker.
    ///
    /// # Errors
    /// If labels do not parse, or a scorer or the engine can't be started.
    pub fn new(command: EvalCommand, labels: &LabelFiles, is_folder: bool) -> Result<Self, Error> {
        let labels = labels.parse(&command.args.run.games.walk_options())?;
        let options = command.options(&AtomicBool::new(false))?;
        Ok(Self { command, labels, options, is_folder })
    }

    /// Evaluates files on this thread and passes their rows to `sink` until it wants no more. The last row is a note.
    ///
    /// # Errors
    /// If a glob is invalid, or `stop` is set.
    pub fn evaluate(
        &self,
        files: Vec<FoundFile>,
        stop: &AtomicBool,
        sink: &mut dyn FnMut(ClusterRow) -> bool,
    ) -> Result<(), Error> {
        let walk_options = self.command.args.run.games.walk_options();
        let walk = if self.is_folder { Walk::of_folder } else { Walk::of_records };
        let Walk { entries, skipped, .. } = walk(files, &walk_options).map_err(anyhow::Error::new)?;
        let mut batch = Batch { worker: self, stop, sink, note: Note { skipped, ..Note::default() } };
        let asked = batch.evaluate(&entries, &self.options, None)?;
        if !asked.is_empty() {
            // without a source of dead stones every other game is skipped before its replay
            let options = Options { dead: Vec::new(), scorers: Vec::new(), engine: None, ..self.options.clone() };
            batch.evaluate(&entries, &options, Some(&asked))?;
        }
        let json = serde_json::to_string(&batch.note).expect("keys are strings");
        sink(ClusterRow { key: None, part: 0, if_area: None, json });
        Ok(())
    }
}

/// The evaluation of some files.
struct Batch<'a> {
    worker: &'a ClusterWorker,
    stop: &'a AtomicBool,
    sink: &'a mut dyn FnMut(ClusterRow) -> bool,
    note: Note,
}

impl Batch<'_> {
    /// Evaluates the games, as in folders without area games. Returns those that depend on that. If they are given as
    /// `asked`, evaluates only them, as in folders with area games.
    fn evaluate(
        &mut self,
        entries: &[Entry],
        options: &Options,
        asked: Option<&HashSet<String>>,
    ) -> Result<HashSet<String>, Failure> {
        let ClusterWorker { command, labels, .. } = self.worker;
        let records = Arc::new(OtherWorkers { has_area_games: asked.is_some(), asked: Mutex::default() });
        let options = &Options { survey: Some(Arc::<OtherWorkers>::clone(&records)), ..options.clone() };
        let checkpoint = &RunCheckpoint { file: None, shard: None, stop: self.stop };
        let (names, explain_options) = (&options.names(), &command.explain_options());
        let mismatches_only = command.mismatches_only();
        let formatter = RowFormatter { names, mismatches_only, explain_options, labels, checkpoint };
        let rows = |entry: &Entry, outcomes: Vec<GameOutcome>| {
            let is_area = |outcome: &GameOutcome| outcome.facts.rules.map(Rules::method) == Some(Method::Area);
            (outcomes.iter().any(is_area), formatter.rows(entry, outcomes))
        };
        let mut before = (None, 0);
        let timings = Pipeline { entries, labels, options, jobs: 1, stop: self.stop }.run_as_read(
            &rows,
            |entry, (is_area, games)| {
                if is_area && asked.is_none() {
                    self.note.area_folders.insert(folder(&entry.name).to_owned());
                }
                let whole = entry.order().whole().unwrap_or_else(|| entry.order());
                if before.0.as_ref() != Some(&whole) {
                    before = (Some(whole), 0);
                }
                let asking = records.asked.lock().expect("nothing panics while it is held");
                let asks = |game: &FormattedGame| asked.unwrap_or(&asking).contains(&game.name);
                Ok::<_, Failure>(self.rows(entry, &games, asks, asked.is_some(), &mut before.1))
            },
        )?;
        self.note.timings.add(&timings);
        let asked = std::mem::take(&mut *records.asked.lock().expect("nothing panics while it is held"));
        Ok(asked)
    }

    /// Passes the rows of a file on: all, or with `only_asking` those of games that ask for other records. Returns whether
    /// more rows are wanted.
    fn rows(
        &mut self,
        entry: &Entry,
        games: &[FormattedGame],
        asks: impl Fn(&FormattedGame) -> bool,
        only_asking: bool,
        before: &mut i64,
    ) -> bool {
        let name = entry.name.as_str();
        for games in games.chunk_by(|a, b| asks(a) == asks(b)).flat_map(|games| games.chunks(GAMES_AT_ONCE)) {
            let (part, asks) = (*before, asks(&games[0]));
            *before += i64::try_from(games.len()).expect("a small number");
            if asks || !only_asking {
                let json = serde_json::to_string(&Games { name, games }).expect("keys are strings");
                self.note.bytes += json.len() as u64;
                let if_area = asks.then_some(only_asking);
                if !(self.sink)(ClusterRow { key: Some(entry.order().to_bytes()), part, if_area, json }) {
                    return false;
                }
            }
        }
        true
    }
}

/// Returns the folder of a file, by its name.
fn folder(name: &str) -> &str {
    name.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Writes a run from the rows of all workers.
pub struct ClusterRun {
    command: EvalCommand,
    labels: Labels,
    notes: Note,
    writer: RunWriter,
    started: SystemTime,
    /// The key, the part and the kind of the last row.
    last: Option<(Vec<u8>, i64, Option<bool>)>,
}

impl ClusterRun {
    /// Creates the files of a run that began at `started`. `notes` are the notes of all workers.
    ///
    /// # Errors
    /// If the folder of the run can't be replaced or written beside, or a note is of another version of the program.
    pub fn new<'n>(
        command: EvalCommand,
        labels: &LabelFiles,
        notes: impl IntoIterator<Item = &'n str>,
        started: SystemTime,
    ) -> Result<Self, Error> {
        let mut all = Note::default();
        for note in notes {
            let note: Note = parsed(note)?;
            all.skipped.extend(note.skipped);
            all.area_folders.extend(note.area_folders);
            all.bytes += note.bytes;
            all.timings.add(&note.timings);
        }
        all.skipped.sort_by(|a, b| a.0.cmp(&b.0));
        let labels = labels.parse(&command.args.run.games.walk_options())?;
        let options = command.options(&AtomicBool::new(false))?;
        let mut writer = command.writer(std::mem::take(&mut all.skipped), &options)?;
        if !labels.is_empty() {
            writer.keep_names();
        }
        Ok(Self { command, labels, notes: all, writer, started, last: None })
    }

    /// Returns the size in bytes of all rows.
    #[must_use]
    pub const fn bytes(&self) -> u64 {
        self.notes.bytes
    }

    /// Returns the folder of the run.
    #[must_use]
    pub fn folder(&self) -> &Path {
        self.command.out()
    }

    /// Adds the next row. Returns whether more rows are wanted.
    ///
    /// # Errors
    /// If two files have the same name, the rows are not sorted, or a file can't be written.
    pub fn add(&mut self, row: ClusterRow) -> Result<bool, Error> {
        let ClusterRow { key, part, if_area, json } = row;
        let Games { name, games }: Games<String, Vec<FormattedGame>> = parsed(&json)?;
        let place = (key.unwrap_or_default(), part, if_area);
        match self.last.as_ref().map(|last| last.cmp(&place)) {
            Some(std::cmp::Ordering::Equal) => return Err(anyhow!("two files have the name {name:?}").into()),
            Some(std::cmp::Ordering::Greater) => return Err(anyhow!("the rows are not sorted: see {name:?}").into()),
            _ => self.last = Some(place),
        }
        if if_area.is_some_and(|if_area| if_area != self.notes.area_folders.contains(folder(&name))) {
            return Ok(true);
        }
        let out = self.command.out();
        Ok(self.writer.file(&name, games).with_context(|| failed(out))?)
    }

    /// Writes the remaining files of the run and puts it in its folder.
    ///
    /// # Errors
    /// Those of [`EvalCommand::finish`].
    pub fn finish(self, observer: &mut dyn Observer) -> Result<Figures, Error> {
        warn_of_labels(&self.labels, &self.writer, &self.command.args.run, observer);
        self.command.finish(self.writer, self.started, self.notes.timings)
    }
}

fn parsed<'t, T: Deserialize<'t>>(json: &'t str) -> anyhow::Result<T> {
    serde_json::from_str(json).context("a worker has another version of seichi")
}
