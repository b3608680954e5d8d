//! Evaluates the games of many files, from their bytes to the results that are kept.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::chunks::{Chunk, Interrupted, in_parallel};
use super::programs::Programs;
use super::timings::Stopwatch;
use super::{Context, Effects, GameEvaluator, GameOutcome, NamedRules, Options, Timings};
use crate::external::process::NoAnswer;
use crate::input::Entry;
use crate::skip::{Reason, Skip};

/// A file whose games are evaluated.
#[derive(Debug)]
#[non_exhaustive]
pub struct EvaluatedFile<'a, T> {
    /// The file, which may be a member of an archive.
    pub entry: Cow<'a, Entry>,
    /// Its games; a file without a game counts as one.
    pub games: Vec<GameNote>,
    /// The results kept for the games.
    pub kept: T,
}

/// The facts about a game that every loop over games needs, no matter what results it keeps.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct GameNote {
    /// The game's name.
    pub name: String,
    /// The rules that the record names.
    pub rules: NamedRules,
    /// The effects of settings on the game.
    pub effects: Effects,
    /// The reason why the game was skipped, if it was.
    pub skip: Option<Skip>,
}

impl GameNote {
    fn of(outcome: &GameOutcome) -> Self {
        Self {
            name: outcome.name.clone(),
            rules: outcome.facts.named_rules(),
            effects: Effects::of(outcome),
            skip: outcome.result.as_ref().err().cloned(),
        }
    }
}

/// Evaluates the games of `entries` on `jobs` threads (0: one per core), and calls `keep` on these
/// threads with the outcomes of each file. Passes the files to `consume` on the calling thread, in
/// the order of `entries`, and members of an archive in the archive's order. The results do not
/// depend on `jobs`.
///
/// ```
/// use seichi::Stop;
/// use seichi::input::{Labels, WalkOptions, walk};
/// use seichi::pipeline::{Context, Options, Sample, Summary, evaluate};
///
/// # let folder = tempfile::tempdir()?;
/// # let record = "(;SZ[5]RU[Japanese]KM[0.5]RE[W+0.5]AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de];B[];W[])";
/// # std::fs::write(folder.path().join("game.sgf"), record)?;
/// # let games = folder.path().into();
/// let walk = walk(&[games], &WalkOptions::default())?;
/// let labels = Labels::read(&walk, &[])?;
/// let (options, stop) = (Options::default(), Stop::default());
/// let context = Context { options: &options, labels: &labels, survey: None, stop: &stop };
/// let mut summary = Summary::new(&options);
/// let samples = |_: &_, games: Vec<_>| games.iter().map(Sample::of).collect::<Vec<_>>();
/// evaluate(&walk.entries, 0, &context, samples, |files| {
///     for file in files {
///         file?.kept.iter().for_each(|sample| summary.add(sample));
///     }
///     Ok::<_, seichi::pipeline::Interrupted>(())
/// })?;
/// assert_eq!(summary.figures().games, 1);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub fn evaluate<'a, T: Send, R>(
    entries: &'a [Entry],
    jobs: usize,
    context: &Context<'_>,
    keep: impl Fn(&Entry, Vec<GameOutcome>) -> T + Sync,
    consume: impl FnOnce(&mut EvaluatedFiles<'_, '_, 'a, T>) -> R,
) -> R {
    let workers = Workers {
        context: *context,
        keep: &keep,
        idle: Mutex::default(),
        programs: Mutex::new(Programs::of_run(context.options)),
    };
    let work = |chunk| workers.ahead(chunk);
    in_parallel(entries, jobs, context, work, |chunks| {
        let (files, timings) = (VecDeque::new(), Timings::default());
        consume(&mut EvaluatedFiles {
            chunks,
            workers: &workers,
            files,
            timings,
        })
    })
}

/// The evaluated files of a walk, in the order of the walk.
pub struct EvaluatedFiles<'r, 'c, 'a, T> {
    chunks: &'r mut dyn Iterator<Item = Result<EvaluatedChunk<'a, T>, Interrupted>>,
    workers: &'r Workers<'c, T>,
    /// The files of the last chunk that are not yet returned.
    files: VecDeque<EvaluatedFile<'a, T>>,
    timings: Timings,
}

impl<T> EvaluatedFiles<'_, '_, '_, T> {
    /// Returns the time of each stage so far, summed over all threads.
    #[must_use]
    pub const fn timings(&self) -> Timings {
        self.timings
    }
}

impl<'a, T> Iterator for EvaluatedFiles<'_, '_, 'a, T> {
    type Item = Result<EvaluatedFile<'a, T>, Interrupted>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.files.is_empty() {
            let mut chunk = match self.chunks.next()? {
                Ok(chunk) => chunk,
                Err(interrupted) => return Some(Err(interrupted)),
            };
            if let Some(again) = chunk.again.take() {
                chunk = self.workers.in_order(chunk, again);
            }
            if chunk.has_too_many_open {
                return Some(Err(Interrupted::TooManyOpen));
            }
            self.timings.add(&chunk.timings);
            self.files = chunk.files.into();
        }
        self.files.pop_front().map(Ok)
    }
}

/// The evaluated files of a chunk.
struct EvaluatedChunk<'a, T> {
    files: Vec<EvaluatedFile<'a, T>>,
    /// Whether too many open files left a game without a result, or a scorer without an answer.
    has_too_many_open: bool,
    timings: Timings,
    /// The programs after the chunk.
    programs: Programs,
    /// The chunk itself, if the run uses an engine or external scorers: it may have to be evaluated
    /// again.
    again: Option<Chunk<'a>>,
}

/// The evaluators of all threads, and their shared state.
struct Workers<'c, T> {
    context: Context<'c>,
    /// Returns the results kept for the games of a file.
    keep: &'c (dyn Fn(&Entry, Vec<GameOutcome>) -> T + Sync),
    /// The evaluators that no thread uses, with their buffers.
    idle: Mutex<Vec<(GameEvaluator<'c>, Vec<u8>)>>,
    /// The state of the programs after the last chunk that was counted in order.
    programs: Mutex<Programs>,
}

impl<T> Workers<'_, T> {
    /// Evaluates a chunk before all earlier chunks are counted: see [`super::programs`].
    fn ahead<'a>(&self, chunk: Chunk<'a>) -> EvaluatedChunk<'a, T> {
        let Options {
            engine, scorers, ..
        } = self.context.options;
        let again = (engine.is_some() || !scorers.is_empty()).then(|| chunk.clone());
        let programs = lock(&self.programs).ahead();
        EvaluatedChunk {
            again,
            ..self.evaluate(chunk, programs)
        }
    }

    /// Counts the answers to an evaluated chunk, after the answers to all earlier chunks. If the
    /// chunk used a program that should have been abandoned before, evaluates the chunk again.
    fn in_order<'a>(
        &self,
        chunk: EvaluatedChunk<'a, T>,
        again: Chunk<'a>,
    ) -> EvaluatedChunk<'a, T> {
        let before = lock(&self.programs).clone();
        let after = before.after(&chunk.programs);
        let chunk = if after.is_some() {
            chunk
        } else {
            self.evaluate(again, before)
        };
        *lock(&self.programs) = after.unwrap_or_else(|| chunk.programs.clone());
        chunk
    }

    /// Evaluates a chunk. All games get their labels before the first is scored, because external
    /// scorers are asked about all of them at once.
    fn evaluate<'a>(&self, chunk: Chunk<'a>, programs: Programs) -> EvaluatedChunk<'a, T> {
        let idle = lock(&self.idle).pop();
        let (mut evaluator, mut buffer) =
            idle.unwrap_or_else(|| (GameEvaluator::new(self.context), Vec::new()));
        evaluator.programs = programs;
        let mut entries = Vec::with_capacity(chunk.len());
        let mut games = Vec::new();
        for file in chunk {
            let watch = Stopwatch::start();
            let bytes = file.bytes(&self.context.options.files, &mut buffer);
            evaluator.timings.source += watch.elapsed();
            let before = games.len();
            evaluator.label_bytes(&file.entry, bytes, file.offset, &mut games);
            entries.push((file.entry, games.len() - before));
        }
        let mut outcomes = evaluator.score_all(games).into_iter();
        let mut has_too_many_open = false;
        let mut files = Vec::with_capacity(entries.len());
        for (entry, count) in entries {
            let outcomes: Vec<GameOutcome> = outcomes.by_ref().take(count).collect();
            has_too_many_open |= outcomes.iter().any(self::has_too_many_open);
            let games = outcomes.iter().map(GameNote::of).collect();
            let kept = (self.keep)(&entry, outcomes);
            files.push(EvaluatedFile { entry, games, kept });
        }
        let timings = std::mem::take(&mut evaluator.timings);
        let programs = std::mem::take(&mut evaluator.programs);
        lock(&self.idle).push((evaluator, buffer));
        EvaluatedChunk {
            files,
            has_too_many_open,
            timings,
            programs,
            again: None,
        }
    }
}

/// Locks a mutex. A panic while it was held did no harm: the panic itself ends the run.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns whether too many open files left a game without a result, or a scorer without an answer.
fn has_too_many_open(outcome: &GameOutcome) -> bool {
    match &outcome.result {
        Err(skip) => skip.reason == Reason::TooManyOpen,
        Ok(game) => game
            .external
            .iter()
            .any(|answer| matches!(answer, Err(NoAnswer::TooManyOpen))),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::super::Options;
    use super::super::chunks::{AHEAD, FILES_AT_ONCE};
    use super::*;
    use crate::Stop;
    use crate::input::Labels;

    /// Returns entries of files that do not exist, to make evaluation fast.
    fn entries() -> Vec<Entry> {
        let entry = |number| {
            let mut entry = Entry::default();
            entry.name = format!("{number}");
            entry
        };
        (0..40 * FILES_AT_ONCE).map(entry).collect()
    }

    /// Evaluates `entries`, and passes the names of the files to `take` until it returns `false`.
    /// Returns the result of [`evaluate`], and the number of evaluated files.
    fn names(
        entries: &[Entry],
        jobs: usize,
        stop: &Stop,
        mut take: impl FnMut(&str, usize) -> bool,
    ) -> (Result<(), Interrupted>, usize) {
        let evaluated = AtomicUsize::new(0);
        let count = |_: &Entry, _| evaluated.fetch_add(1, Ordering::Relaxed);
        let (labels, options) = (Labels::default(), Options::default());
        let context = Context {
            options: &options,
            labels: &labels,
            survey: None,
            stop,
        };
        let end = evaluate(entries, jobs, &context, count, |files| {
            for file in files {
                if !take(&file?.entry.name, evaluated.load(Ordering::Relaxed)) {
                    break;
                }
            }
            Ok(())
        });
        (end, evaluated.into_inner())
    }

    #[test]
    fn files_arrive_in_walk_order_for_any_jobs() {
        let entries = entries();
        let all: Vec<&str> = entries.iter().map(|entry| entry.name.as_str()).collect();
        for jobs in [1, 2, 5] {
            let mut came = Vec::new();
            let end = names(&entries, jobs, &Stop::default(), |name, _| {
                came.push(name.to_owned());
                true
            });
            assert!(end == (Ok(()), all.len()) && came == all, "{jobs} jobs");
        }
    }

    #[test]
    fn stop_or_break_ends_the_run_early() {
        for (jobs, most) in [
            (1, FILES_AT_ONCE),
            (2, 2 * AHEAD * FILES_AT_ONCE),
            (3, 3 * AHEAD * FILES_AT_ONCE),
        ] {
            let (end, evaluated) = names(&entries(), jobs, &Stop::default(), |_, _| false);
            assert!(
                end == Ok(()) && (1..=most).contains(&evaluated),
                "{jobs} jobs: {end:?}, {evaluated}"
            );
            let stop = Stop::default();
            let (end, evaluated) = names(&entries(), jobs, &stop, |_, _| {
                stop.set();
                true
            });
            let most = most + FILES_AT_ONCE;
            assert!(
                end == Err(Interrupted::ByUser) && evaluated <= most,
                "{jobs} jobs: {end:?}, {evaluated}"
            );
        }
    }

    /// Returns the names of 4000 members, not sorted.
    #[cfg(feature = "archives")]
    fn member_names() -> impl Iterator<Item = String> {
        (0..4000).map(|number| format!("{:04}.sgf", number * 7 % 4000))
    }

    /// Returns an archive in memory with 4000 empty members.
    #[cfg(feature = "archives")]
    fn archive(name: &str) -> Entry {
        use crate::input::{Content, Format};
        use std::io::Cursor;
        let bytes = if Format::of(name) == Some(Format::Zip) {
            let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
            for name in member_names() {
                zip.start_file(name, zip::write::SimpleFileOptions::default())
                    .unwrap();
            }
            zip.finish().unwrap().into_inner()
        } else {
            let mut tar = tar::Builder::new(Vec::new());
            for name in member_names() {
                let mut header = tar::Header::new_gnu();
                header.set_size(0);
                tar.append_data(&mut header, name, std::io::empty())
                    .unwrap();
            }
            tar.into_inner().unwrap()
        };
        Entry::new(name.to_owned(), name.into()).with_content(Content::new(bytes))
    }

    #[cfg(feature = "archives")]
    #[test]
    fn members_arrive_in_archive_order_before_its_end() {
        for name in ["x.zip", "x.tar"] {
            let expected: Vec<String> = member_names()
                .map(|member| format!("{name}!/{member}"))
                .collect();
            for (jobs, most) in [(1, 2 * FILES_AT_ONCE), (2, 2 * (AHEAD + 1) * FILES_AT_ONCE)] {
                let mut came = Vec::new();
                let (end, _) = names(
                    &[archive(name)],
                    jobs,
                    &Stop::default(),
                    |member, evaluated| {
                        assert!(
                            !came.is_empty() || evaluated <= most,
                            "{name}, {jobs} jobs: {evaluated}"
                        );
                        came.push(member.to_owned());
                        true
                    },
                );
                assert!(end == Ok(()) && came == expected, "{name}, {jobs} jobs");
            }
        }
    }
}
