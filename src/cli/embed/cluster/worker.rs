//! Evaluates files on one of several machines.

use std::sync::atomic::AtomicBool;

use super::{ClusterRow, LabelFiles, Note};
use crate::cli::embed::EvalCommand;
use crate::cli::exit::Failure;
use crate::input::{Entry, FoundFile, Labels, Walk};
use crate::pipeline::{Context, GameOutcome, Options, evaluate_all};
use crate::report::RowFormatter;

/// The largest number of games in a row.
const GAMES_AT_ONCE: usize = 64;

/// Evaluates files on one of several machines.
pub struct ClusterWorker {
    command: EvalCommand,
    labels: Labels,
    options: Options,
    /// Whether the files come from a folder, where a walk skips files with other endings; if not, every file is treated
    /// as a record or an archive.
    is_folder: bool,
}

impl ClusterWorker {
    /// Creates a worker.
    ///
    /// # Errors
    /// If labels do not parse, or a scorer or the engine can't be started.
    pub fn new(command: EvalCommand, labels: &LabelFiles, is_folder: bool) -> Result<Self, Failure> {
        let labels = labels.parse(&command.args.run.games)?;
        let options = command.evaluation().options(&AtomicBool::new(false))?;
        Ok(Self { command, labels, options, is_folder })
    }

    /// Evaluates files on this thread and passes their rows to `sink` until it returns false. The last row is a note.
    ///
    /// # Errors
    /// If a glob is invalid, or `stop` is set.
    pub fn evaluate(
        &self,
        files: Vec<FoundFile>,
        stop: &AtomicBool,
        sink: &mut dyn FnMut(ClusterRow) -> bool,
    ) -> Result<(), Failure> {
        let walk_options = self.command.args.run.games.walk_options();
        let walk = if self.is_folder { Walk::of_folder } else { Walk::of_records };
        let Walk { entries, skipped, .. } = walk(files, &walk_options).map_err(anyhow::Error::new)?;
        let ClusterWorker { command, labels, options, .. } = self;
        let (names, explain_options) = (&options.names(), &command.line.game_flags);
        let mismatches_only = command.evaluation().mismatches_only();
        let formatter = RowFormatter { names, mismatches_only, explain_options, labels };
        let format = |entry: &Entry, outcomes: Vec<GameOutcome>| formatter.games(entry, outcomes);
        let context = Context { options, labels, survey: None, stop };
        let mut note = Note { skipped, ..Note::default() };
        // the number of games in earlier rows with the same key
        let (mut last, mut before) = (Vec::new(), 0);
        note.timings = evaluate_all(&entries, 1, &context, format, |entry, games| {
            let key: Vec<u8> = entry.sort_key().collect();
            if last != key {
                (last, before) = (key, 0);
            }
            for game in &games {
                note.survey.add(&game.name, game.rules);
            }
            for games in games.chunks(GAMES_AT_ONCE) {
                let json = serde_json::to_string(&(&entry.name, games)).expect("keys are strings");
                note.bytes += json.len() as u64;
                if !sink(ClusterRow { key: Some(last.clone()), part: before, json }) {
                    return Ok(false);
                }
                before += i64::try_from(games.len()).expect("a small number");
            }
            Ok::<_, Failure>(true)
        })?;
        let json = serde_json::to_string(&note).expect("keys are strings");
        sink(ClusterRow { key: None, part: 0, json });
        Ok(())
    }
}
