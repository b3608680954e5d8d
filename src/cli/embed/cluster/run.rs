//! Writes a run from the rows of all workers.

use std::cmp::Ordering;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::SystemTime;

use anyhow::{Context, anyhow};
use serde::Deserialize;

use super::{ClusterRow, LabelFiles, Note};
use crate::cli::embed::EvalCommand;
use crate::cli::eval::failed;
use crate::cli::exit::Failure;
use crate::cli::observer::Observer;
use crate::cli::warnings::warn_of_labels;
use crate::input::{INSIDE, Labels};
use crate::pipeline::Figures;
use crate::report::{FormattedGame, RunWriter};

/// Writes a run from the rows of all workers.
pub struct ClusterRun {
    command: EvalCommand,
    labels: Labels,
    notes: Note,
    writer: RunWriter,
    started: SystemTime,
    /// The key and the part of the last row.
    last: Option<(Vec<u8>, i64)>,
    /// The key of the last archive.
    archive: Option<Vec<u8>>,
}

impl ClusterRun {
    /// Creates the files of a run that began at `started`. `notes` has the notes of all workers.
    ///
    /// # Errors
    /// If the folder of the run, or a temporary folder next to it, can't be written, or if a note comes from another version of
    /// the program.
    pub fn new<'n>(
        command: EvalCommand,
        labels: &LabelFiles,
        notes: impl IntoIterator<Item = &'n str>,
        started: SystemTime,
    ) -> Result<Self, Failure> {
        let mut all = Note::default();
        for note in notes {
            let note: Note = parsed(note)?;
            all.skipped.extend(note.skipped);
            all.survey.extend(note.survey);
            all.bytes += note.bytes;
            all.timings.add(&note.timings);
        }
        all.skipped.sort_by(|a, b| a.0.cmp(&b.0));
        let labels = labels.parse(&command.args.run.games)?;
        let evaluation = command.evaluation();
        let options = evaluation.options(&AtomicBool::new(false))?;
        let writer = evaluation.writer(std::mem::take(&mut all.skipped), &options, &labels)?;
        Ok(Self { command, labels, notes: all, writer, started, last: None, archive: None })
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
    /// If two files have or may have the same name, the rows are not sorted, or a file can't be written.
    pub fn add(&mut self, row: ClusterRow) -> Result<bool, Failure> {
        let ClusterRow { key, part, json } = row;
        let (name, games): (String, Vec<FormattedGame>) = parsed(&json)?;
        let place = (key.unwrap_or_default(), part);
        match self.last.as_ref().map(|last| last.cmp(&place)) {
            Some(Ordering::Equal) => return Err(anyhow!("two files have the name {name:?}").into()),
            Some(Ordering::Greater) => return Err(anyhow!("the rows are not sorted: see {name:?}").into()),
            _ => {}
        }
        let key = &place.0;
        if self.archive.as_ref().is_some_and(|archive| key != archive && key.starts_with(archive)) {
            return Err(anyhow!("{name:?} may have the name of a member of the archive next to it: move one").into());
        }
        if key.ends_with(INSIDE.as_bytes()) {
            self.archive = Some(key.clone());
        }
        self.last = Some(place);
        let left_out = |game: FormattedGame| match self.notes.survey.skip(&game.name, game.rules) {
            Some(skip) => FormattedGame::skipped(game.name, game.rules, skip),
            None => game,
        };
        let games = games.into_iter().map(left_out).collect();
        let out = self.command.out();
        Ok(self.writer.file(&name, games).with_context(|| failed(out))?)
    }

    /// Writes the remaining files of the run and puts it in its folder.
    ///
    /// # Errors
    /// If a file of the run cannot be written, or the run fails one of its checks.
    pub fn finish(self, observer: &mut dyn Observer) -> Result<Figures, Failure> {
        warn_of_labels(&self.labels, self.writer.names(), observer);
        let evaluation = self.command.evaluation();
        let run = evaluation.finish(self.writer, self.started, self.notes.timings)?;
        evaluation.check(&run.figures)?;
        Ok(run.figures)
    }
}

fn parsed<'t, T: Deserialize<'t>>(json: &'t str) -> anyhow::Result<T> {
    serde_json::from_str(json).context("a worker has another version of seichi")
}
