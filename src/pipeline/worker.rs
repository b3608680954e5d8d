//! The work of one thread: the way of a batch of files, from their bytes to their rows.

use std::borrow::Cow;
use std::sync::Arc;

use super::guard::guarded;
use super::producer::{MemberBatch, Task};
use super::stop::Stop;
use super::turns::{Turn, Turns};
use super::{GameEvaluator, GameOutcome, OutcomeFormatter, Pipeline, Timings};
use crate::input::{Entry, PackedMember, Piece, Unpacker};
use crate::skip::Skip;

/// Files, each with its rows.
pub(super) type Batch<'a, R> = Vec<(Cow<'a, Entry>, R)>;

/// The result of a task.
pub(super) enum Finished<'a, R> {
    /// The rows of files that are no archives.
    Files(Batch<'a, R>),
    /// An archive, the rows of some of its members, and a name after which those of all later members come, if known.
    Members(&'a Entry, Batch<'a, R>, Option<String>),
    /// The end of an archive: the archive, and its rows, if it could not be read.
    ArchiveEnd(&'a Entry, Batch<'a, R>),
}

/// A thread that evaluates files and formats their rows.
pub(super) struct Worker<'p, 'a, F> {
    pipeline: &'p Pipeline<'a>,
    formatter: &'p F,
    stop: &'p Stop<'a>,
    turns: Arc<Turns>,
    evaluator: GameEvaluator,
}

impl<'p, 'a, F: OutcomeFormatter> Worker<'p, 'a, F> {
    /// Creates a worker, whose evaluator keeps its memory from task to task.
    pub(super) fn new(pipeline: &'p Pipeline<'a>, formatter: &'p F, stop: &'p Stop<'a>, turns: Arc<Turns>) -> Self {
        Self { pipeline, formatter, stop, turns, evaluator: GameEvaluator::new(pipeline.options) }
    }

    /// Does the task with this number among those of the run. Its result is empty once the run is over.
    pub(super) fn work(&mut self, (number, task): (u64, Task<'a>)) -> Finished<'a, F::Output> {
        self.evaluator.begin(Turn { turns: Arc::clone(&self.turns), task: number });
        let finished = self.do_task(task);
        self.turns.finish(number);
        finished
    }

    /// Does a task, and returns its result.
    fn do_task(&mut self, task: Task<'a>) -> Finished<'a, F::Output> {
        match task {
            Task::Files(files) => Finished::Files(self.batch(files, Self::file)),
            Task::Piece(record, piece) => {
                Finished::Files(self.batch([piece], |worker, piece| worker.piece(record, piece)))
            }
            Task::Members(archive, MemberBatch { members, floor }) => {
                let mut unpacker = Unpacker::new(archive, self.pipeline.options.files);
                let rows = self.batch(members, |worker, member| worker.member(archive, member, &mut unpacker));
                Finished::Members(archive, rows, floor)
            }
            Task::ArchiveEnd(archive, read) => Finished::ArchiveEnd(archive, self.unreadable(archive, read)),
        }
    }

    /// Evaluates the games of a batch of files, lets external scorers score them, and formats their rows.
    fn batch<I>(
        &mut self,
        files: impl IntoIterator<Item = I>,
        mut evaluate: impl FnMut(&mut Self, I) -> (Cow<'a, Entry>, Vec<GameOutcome>),
    ) -> Batch<'a, F::Output> {
        if self.stop.is_set() || self.formatter.has_failed() {
            return Vec::new();
        }
        let mut files: Vec<_> = files.into_iter().map(|file| evaluate(self, file)).collect();
        self.score_externally(&mut files);
        files.into_iter().map(|(entry, outcomes)| self.rows(entry, outcomes)).collect()
    }

    /// Evaluates the games of a file, unless an earlier run has done so.
    fn file(&mut self, entry: &'a Entry) -> (Cow<'a, Entry>, Vec<GameOutcome>) {
        let Pipeline { labels, options, stop, .. } = *self.pipeline;
        self.formatter.begin(entry);
        let is_known = self.formatter.is_known(entry);
        let outcomes = if is_known { Vec::new() } else { self.evaluator.evaluate_file(entry, labels, options, stop) };
        (Cow::Borrowed(entry), outcomes)
    }

    /// Evaluates the games of a member of an archive, unless an earlier run has done so.
    fn member(
        &mut self,
        archive: &Entry,
        member: PackedMember,
        unpacker: &mut Unpacker<'_>,
    ) -> (Cow<'a, Entry>, Vec<GameOutcome>) {
        self.part(archive.member(&member.name), || unpacker.unpack(member))
    }

    /// Evaluates the games of a piece of a record, unless an earlier run has done so.
    fn piece(&mut self, record: &Entry, piece: Piece) -> (Cow<'a, Entry>, Vec<GameOutcome>) {
        let Piece { games_before, bytes_before, bytes } = piece;
        let (part, mut outcomes) = self.part(record.part(games_before), || bytes);
        for skip in outcomes.iter_mut().filter_map(|outcome| outcome.result.as_mut().err()) {
            skip.byte = skip.byte.map(|byte| byte + bytes_before);
        }
        (part, outcomes)
    }

    /// Evaluates the games of a part of a file, whose bytes `read` returns, unless an earlier run has done so.
    fn part(
        &mut self,
        entry: Entry,
        read: impl FnOnce() -> Result<Vec<u8>, Skip>,
    ) -> (Cow<'a, Entry>, Vec<GameOutcome>) {
        let Pipeline { labels, options, stop, .. } = *self.pipeline;
        if self.formatter.is_known(&entry) {
            return (Cow::Owned(entry), Vec::new());
        }
        let bytes = read();
        let bytes = bytes.as_deref().map_err(Skip::clone);
        let outcomes = self.evaluator.evaluate_bytes(&entry, bytes, labels, options, stop);
        (Cow::Owned(entry), outcomes)
    }

    /// Adds the answers of the external scorers to the evaluated games of `files`.
    fn score_externally(&mut self, files: &mut [(Cow<'a, Entry>, Vec<GameOutcome>)]) {
        let games = files.iter_mut().flat_map(|(_, outcomes)| outcomes);
        let games = games.filter_map(|outcome| outcome.result.as_deref_mut().ok()).collect();
        let scored = guarded(|| {
            self.evaluator.score_externally(games, self.pipeline.options, self.pipeline.stop);
            Ok(())
        });
        if let Err(skip) = scored {
            files.iter_mut().flat_map(|(_, outcomes)| outcomes).for_each(|outcome| outcome.fail(&skip));
        }
    }

    /// Returns an archive that could not be read, with the reason as its only outcome.
    fn unreadable(&self, archive: &'a Entry, read: Result<(), Skip>) -> Batch<'a, F::Output> {
        match read {
            Err(skip) if archive.speaks_for_itself() => {
                vec![self.rows(Cow::Borrowed(archive), vec![GameOutcome::without_game(archive, skip)])]
            }
            _ => Vec::new(),
        }
    }

    /// Formats the rows of a file.
    fn rows(&self, entry: Cow<'a, Entry>, outcomes: Vec<GameOutcome>) -> (Cow<'a, Entry>, F::Output) {
        let rows = self.formatter.rows(&entry, outcomes);
        (entry, rows)
    }

    /// Returns the time that each stage took on this thread.
    pub(super) fn timings(&self) -> Timings {
        self.evaluator.timings
    }
}
