//! The work of one thread: the way of a batch of files, from their bytes to their rows.

use std::borrow::Cow;
use std::sync::Arc;

use super::guard::guarded;
use super::producer::Task;
use super::stop::Stop;
use super::turns::{Turn, Turns};
use super::{GameEvaluator, GameOutcome, Pipeline, Timings};
use crate::input::{Entry, PackedMember, Piece, Unpacker};
use crate::skip::Skip;

/// Files, each with its rows.
pub(super) type Batch<'a, R> = Vec<(Cow<'a, Entry>, R)>;

/// A thread that evaluates files and formats their rows.
pub(super) struct Worker<'p, 'a, F> {
    pipeline: &'p Pipeline<'a>,
    format: &'p F,
    stop: &'p Stop<'a>,
    turns: Arc<Turns>,
    evaluator: GameEvaluator,
}

impl<'p, 'a, T, F: Fn(&Entry, Vec<GameOutcome>) -> T> Worker<'p, 'a, F> {
    /// Creates a worker, whose evaluator keeps its memory from task to task.
    pub(super) fn new(pipeline: &'p Pipeline<'a>, format: &'p F, stop: &'p Stop<'a>, turns: Arc<Turns>) -> Self {
        Self { pipeline, format, stop, turns, evaluator: GameEvaluator::new(pipeline.options) }
    }

    /// Does the task with this number among those of the run. Its result is empty once the run is over.
    pub(super) fn work(&mut self, (number, task): (u64, Task<'a>)) -> Batch<'a, T> {
        self.evaluator.begin(Turn { turns: Arc::clone(&self.turns), task: number });
        let finished = self.do_task(task);
        self.turns.finish(number);
        finished
    }

    /// Does a task and returns its rows.
    fn do_task(&mut self, task: Task<'a>) -> Batch<'a, T> {
        match task {
            Task::Files(files) => self.batch(files, Self::file),
            Task::Piece(record, piece) => self.batch([piece], |worker, piece| worker.piece(record, piece)),
            Task::Members(archive, members) => {
                let mut unpacker = Unpacker::new(archive, self.pipeline.options.files);
                self.batch(members, |worker, member| worker.member(archive, member, &mut unpacker))
            }
            Task::ArchiveEnd(_, Ok(())) => Vec::new(),
            Task::ArchiveEnd(archive, Err(skip)) => {
                vec![self.rows(Cow::Borrowed(archive), vec![GameOutcome::without_game(archive, skip)])]
            }
        }
    }

    /// Evaluates the games of a batch of files, lets external scorers score them, and formats their rows.
    fn batch<I>(
        &mut self,
        files: impl IntoIterator<Item = I>,
        mut evaluate: impl FnMut(&mut Self, I) -> (Cow<'a, Entry>, Vec<GameOutcome>),
    ) -> Batch<'a, T> {
        if self.stop.is_set() {
            return Vec::new();
        }
        let mut files: Vec<_> = files.into_iter().map(|file| evaluate(self, file)).collect();
        self.score_externally(&mut files);
        files.into_iter().map(|(entry, outcomes)| self.rows(entry, outcomes)).collect()
    }

    /// Evaluates the games of a file.
    fn file(&mut self, entry: &'a Entry) -> (Cow<'a, Entry>, Vec<GameOutcome>) {
        let Pipeline { labels, options, stop, .. } = *self.pipeline;
        (Cow::Borrowed(entry), self.evaluator.evaluate_file(entry, labels, options, stop))
    }

    /// Evaluates the games of a member of an archive.
    fn member(
        &mut self,
        archive: &Entry,
        member: PackedMember,
        unpacker: &mut Unpacker<'_>,
    ) -> (Cow<'a, Entry>, Vec<GameOutcome>) {
        let entry = archive.member(&member.name);
        let bytes = unpacker.unpack(member);
        self.part(entry, bytes.as_deref())
    }

    /// Evaluates the games of a piece of a record.
    fn piece(&mut self, record: &Entry, piece: Piece) -> (Cow<'a, Entry>, Vec<GameOutcome>) {
        let Piece { games_before, bytes_before, bytes } = piece;
        let (part, mut outcomes) = self.part(record.part(games_before), bytes.as_deref());
        for skip in outcomes.iter_mut().filter_map(|outcome| outcome.result.as_mut().err()) {
            skip.byte = skip.byte.map(|byte| byte + bytes_before);
        }
        (part, outcomes)
    }

    /// Evaluates the games in the bytes of a part of a file.
    fn part(&mut self, entry: Entry, bytes: Result<&[u8], &Skip>) -> (Cow<'a, Entry>, Vec<GameOutcome>) {
        let Pipeline { labels, options, stop, .. } = *self.pipeline;
        let outcomes = self.evaluator.evaluate_bytes(&entry, bytes.map_err(Skip::clone), labels, options, stop);
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

    /// Formats the rows of a file.
    fn rows(&self, entry: Cow<'a, Entry>, outcomes: Vec<GameOutcome>) -> (Cow<'a, Entry>, T) {
        let rows = (self.format)(&entry, outcomes);
        (entry, rows)
    }

    /// Returns the time that each stage took on this thread.
    pub(super) fn timings(&self) -> Timings {
        self.evaluator.timings
    }
}
