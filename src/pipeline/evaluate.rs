//! Evaluates the games of many files: the way of a batch of files, from their bytes to their rows.

use std::borrow::Cow;

use super::run::{Interrupted, run_all};
use super::tasks::Task;
use super::turns::{Turn, Turns};
use super::{Context, GameEvaluator, GameOutcome, Timings};
use crate::external::process::NoAnswer;
use crate::input::Entry;
use crate::skip::Reason;

/// Evaluates the games of `entries` on `jobs` threads (0: one per core). Calls `format` with the outcomes of each file on the
/// same threads, and `sink` with each file and its rows on the calling thread: in the order of `entries` and, inside an archive,
/// in the order of the archive. The rows do not depend on `jobs`.
///
/// Ends early when [`Context::stop`] is set, when `sink` returns an error, or when it returns `false`. Returns the time that
/// each stage took, over all threads.
///
/// # Errors
/// The error of `sink`, or [`Interrupted`].
pub fn evaluate_all<T: Send, E: From<Interrupted>>(
    entries: &[Entry],
    jobs: usize,
    context: &Context<'_>,
    format: impl Fn(&Entry, Vec<GameOutcome>) -> T + Sync,
    mut sink: impl FnMut(&Entry, T) -> Result<bool, E>,
) -> Result<Timings, E> {
    let (turns, mut timings) = (Turns::default(), Timings::default());
    let worker = || {
        let mut worker = Worker { evaluator: GameEvaluator::new(*context), buffer: Vec::new() };
        let (turns, format) = (&turns, &format);
        move |number, task| {
            let files = worker.evaluate(Turn { turns, task: number }, task);
            turns.finish(number);
            if files.iter().flat_map(|(_, outcomes)| outcomes).any(has_too_many_open) {
                return Err(Interrupted::TooManyOpen);
            }
            let rows = files.into_iter().map(|(entry, outcomes)| (format(&entry, outcomes), entry));
            let rows: Vec<_> = rows.collect();
            Ok((rows, std::mem::take(&mut worker.evaluator.timings)))
        }
    };
    run_all(entries, jobs, context, worker, |done: Result<_, Interrupted>| {
        let (rows, spent) = done?;
        timings.add(&spent);
        for (rows, entry) in rows {
            if !sink(&entry, rows)? {
                return Ok::<_, E>(false);
            }
        }
        Ok(true)
    })?;
    Ok(timings)
}

/// Files, each with its games.
type Files<'a, G> = Vec<(Cow<'a, Entry>, Vec<G>)>;

/// A thread that evaluates files. It keeps its memory from task to task.
struct Worker<'a> {
    evaluator: GameEvaluator<'a>,
    buffer: Vec<u8>,
}

impl Worker<'_> {
    /// Returns the outcomes of the games of a task. All games have their labels before the first is scored: external scorers
    /// are asked about all of them at once.
    fn evaluate<'e>(&mut self, turn: Turn<'_>, task: Task<'e>) -> Files<'e, GameOutcome> {
        let (mut entries, mut games) = (Vec::new(), Vec::new());
        let Self { evaluator, buffer } = self;
        let source = task.for_each_file(evaluator.context.options.files, buffer, |entry, bytes, bytes_before| {
            let mut labelled = evaluator.label_bytes(&entry, bytes, Some(turn));
            for outcome in &mut labelled {
                outcome.facts.byte += bytes_before;
                if let Err(skip) = &mut outcome.result {
                    skip.byte = skip.byte.map(|byte| byte + bytes_before);
                }
            }
            entries.push((entry, labelled.len()));
            games.append(&mut labelled);
        });
        evaluator.timings.source += source;
        let mut outcomes = evaluator.score_all(games, Some(turn)).into_iter();
        entries.into_iter().map(|(entry, count)| (entry, outcomes.by_ref().take(count).collect())).collect()
    }
}

/// Returns whether a game has no result, or a scorer no answer, because too many files were open.
fn has_too_many_open(outcome: &GameOutcome) -> bool {
    match &outcome.result {
        Err(skip) => skip.reason == Reason::TooManyOpen,
        Ok(game) => game.external.iter().any(|answer| matches!(answer, Err(NoAnswer::TooManyOpen))),
    }
}
