//! Evaluates files on one of several machines.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use super::{ClusterRow, Games, LabelFiles, Note};
use crate::cli::embed::{Error, EvalCommand};
use crate::cli::exit::Failure;
use crate::input::{Entry, FoundFile, Labels, Walk};
use crate::pipeline::{GameOutcome, Options, OtherRecords, Pipeline, folder_of};
use crate::report::{FormattedGame, RowFormatter};
use crate::skip::Skip;

/// The largest number of games in a row.
const GAMES_AT_ONCE: usize = 64;

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
        let (names, explain_options) = (&options.names(), &command.explain_options());
        let mismatches_only = command.mismatches_only();
        let formatter = RowFormatter { names, mismatches_only, explain_options, labels };
        let rows = |entry: &Entry, outcomes: Vec<GameOutcome>| {
            (outcomes.iter().any(|outcome| outcome.facts.counts_area()), formatter.games(entry, outcomes))
        };
        let mut before = (Vec::new(), 0);
        let timings =
            Pipeline { entries, labels, options, jobs: 1, stop: self.stop }.run(&rows, |entry, (is_area, games)| {
                if is_area && asked.is_none() {
                    self.note.area_folders.insert(folder_of(&entry.name).to_owned());
                }
                let key: Vec<u8> = entry.sort_key().collect();
                if before.0 != key {
                    before = (key, 0);
                }
                let asking = records.asked.lock().expect("nothing panics while it is held");
                let asks = |game: &FormattedGame| asked.unwrap_or(&asking).contains(&game.name);
                Ok::<_, Failure>(self.rows(entry, &games, asks, asked.is_some(), &mut before.1))
            })?;
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
                if !(self.sink)(ClusterRow { key: Some(entry.sort_key().collect()), part, if_area, json }) {
                    return false;
                }
            }
        }
        true
    }
}
