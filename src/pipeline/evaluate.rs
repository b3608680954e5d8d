//! Evaluates the games of many files, from their bytes to their rows.

use std::borrow::Cow;

use super::run::{Interrupted, run_all};
use super::survey::MixedFolders;
use super::tasks::Task;
use super::turns::{Turn, Turns};
use super::{Context, GameEvaluator, GameOutcome, Survey, Timings};
use crate::external::process::NoAnswer;
use crate::input::Entry;
use crate::skip::Reason;

/// Evaluates the games of `entries` on `jobs` threads (0: one per core). Calls `format` with the outcomes of each
/// file on these threads, and `sink` with each file and its rows on the calling thread, in the order of `entries` and
/// inside an archive in its order. The rows do not depend on `jobs`.
///
/// Ends early when [`Context::stop`] is set, when `sink` returns an error, or when it returns `false`. Returns the
/// time of each stage, summed over all threads.
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
    let (turns, mut timings) = (Turns::new(context.options.scorer_failures), Timings::default());
    let worker = || {
        let (mut evaluator, mut buffer) = (GameEvaluator::new(*context), Vec::new());
        let (turns, format) = (&turns, &format);
        move |number, task| {
            let files = evaluate_task(&mut evaluator, &mut buffer, Turn { turns, task: number }, task);
            turns.finish(number);
            if files.iter().flat_map(|(_, outcomes)| outcomes).any(has_too_many_open) {
                return Err(Interrupted::TooManyOpen);
            }
            let rows = files.into_iter().map(|(entry, outcomes)| (format(&entry, outcomes), entry));
            let rows: Vec<_> = rows.collect();
            Ok((rows, std::mem::take(&mut evaluator.timings)))
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

/// Evaluates the games of `entries` like [`evaluate_all`], but first surveys all records if their games depend on each
/// other. Calls `begin` before each pass, and passes the rows to `sink` with the state that it returned. Returns the
/// state of the last pass.
///
/// [`Options::unique`](super::Options::unique) needs a survey, and so does a share of the games: each has the same rules as
/// if all were evaluated. If labels are needed, games without rules are left out of
/// folders with area games, too. Such folders are rare, so a pass begins without a survey. If it finds such a folder, or
/// if `sink` ends it before it has seen all records of a folder that may be one, all records are surveyed, and a second
/// pass begins.
///
/// # Errors
/// The error of `begin` or `sink`, or [`Interrupted`].
pub fn evaluate_surveyed<S, T: Send, E: From<Interrupted>>(
    entries: &[Entry],
    jobs: usize,
    context: &Context<'_>,
    format: impl Fn(&Entry, Vec<GameOutcome>) -> T + Sync,
    mut begin: impl FnMut() -> Result<S, E>,
    mut sink: impl FnMut(&mut S, &Entry, T) -> Result<bool, E>,
) -> Result<(S, Timings), E> {
    let format = |entry: &Entry, outcomes: Vec<GameOutcome>| {
        let rules: Vec<_> = outcomes.iter().map(|game| game.facts.named_rules()).collect();
        (rules, format(entry, outcomes))
    };
    let survey = || Survey::read(entries, jobs, context);
    let needs_survey = context.options.unique || context.options.share < 1.0;
    let mut surveyed = if needs_survey { Some(survey()?) } else { None };
    loop {
        let (mut state, mut mixed, mut is_cut) = (begin()?, MixedFolders::default(), false);
        let is_watched = context.options.needs_label && surveyed.is_none();
        let context = Context { survey: surveyed.as_ref(), ..*context };
        let timings = evaluate_all(entries, jobs, &context, format, |entry, (rules, rows)| {
            if is_watched {
                for rules in rules {
                    mixed.add(&entry.name, rules);
                }
            }
            if !mixed.needs_survey(false) {
                is_cut = !sink(&mut state, entry, rows)?;
            }
            Ok::<_, E>(!is_cut && !mixed.needs_survey(false))
        })?;
        if !mixed.needs_survey(is_cut) {
            return Ok((state, timings));
        }
        surveyed = Some(survey()?);
    }
}

/// Returns the files of a task, each with the outcomes of its games. All games get their labels before the first is
/// scored, because external scorers are asked about all of them at once. `buffer` holds the bytes of a file.
fn evaluate_task<'e>(
    evaluator: &mut GameEvaluator<'_>,
    buffer: &mut Vec<u8>,
    turn: Turn<'_>,
    task: Task<'e>,
) -> Vec<(Cow<'e, Entry>, Vec<GameOutcome>)> {
    let (mut entries, mut games) = (Vec::new(), Vec::new());
    let source = task.for_each_file(evaluator.context.options.files, buffer, |entry, bytes, offset| {
        let mut labelled = evaluator.label_bytes(&entry, bytes, Some(turn));
        for outcome in &mut labelled {
            outcome.facts.byte += offset;
            if let Err(skip) = &mut outcome.result {
                skip.byte = skip.byte.map(|byte| byte + offset);
            }
        }
        entries.push((entry, labelled.len()));
        games.append(&mut labelled);
    });
    evaluator.timings.source += source;
    let mut outcomes = evaluator.score_all(games, Some(turn)).into_iter();
    entries.into_iter().map(|(entry, count)| (entry, outcomes.by_ref().take(count).collect())).collect()
}

/// Returns whether too many open files left a game without a result, or a scorer without an answer.
fn has_too_many_open(outcome: &GameOutcome) -> bool {
    match &outcome.result {
        Err(skip) => skip.reason == Reason::TooManyOpen,
        Ok(game) => game.external.iter().any(|answer| matches!(answer, Err(NoAnswer::TooManyOpen))),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

    use super::super::Options;
    use super::super::run::FILES_IN_FLIGHT;
    use super::super::tasks::FILES_AT_ONCE;
    use super::*;
    use crate::input::Labels;

    /// Returns entries of files that do not exist, to make evaluation fast.
    fn entries() -> Vec<Entry> {
        let entry = |number| {
            let mut entry = Entry::default();
            entry.name = format!("{number}");
            entry
        };
        (0..20 * FILES_AT_ONCE).map(entry).collect()
    }

    /// Runs a pipeline that passes names to `sink`. Returns its result and the number of evaluated files.
    fn names(jobs: usize, stop: &AtomicBool, mut sink: impl FnMut(&str) -> bool) -> (Result<(), Interrupted>, usize) {
        let evaluated = AtomicUsize::new(0);
        let prepare = |_: &Entry, _| evaluated.fetch_add(1, Ordering::Relaxed);
        let (entries, labels, options) = (entries(), Labels::default(), Options::default());
        let context = Context { options: &options, labels: &labels, survey: None, stop };
        let end = evaluate_all(&entries, jobs, &context, prepare, |entry, _| Ok(sink(&entry.name))).map(drop);
        (end, evaluated.into_inner())
    }

    #[test]
    fn files_arrive_in_walk_order_for_any_jobs() {
        let all: Vec<_> = entries().into_iter().map(|entry| entry.name).collect();
        for jobs in [1, 2, 5] {
            let mut came = Vec::new();
            let end = names(jobs, &AtomicBool::new(false), |name| {
                came.push(name.to_owned());
                true
            });
            assert_eq!((end, &came), ((Ok(()), all.len()), &all), "{jobs} jobs");
        }
    }

    #[test]
    fn stop_or_refusal_ends_the_run_early() {
        for (jobs, most) in [(1, FILES_AT_ONCE), (2, 2 * FILES_IN_FLIGHT), (3, 3 * FILES_IN_FLIGHT)] {
            let (end, evaluated) = names(jobs, &AtomicBool::new(false), |_| false);
            assert!(end == Ok(()) && (1..=most).contains(&evaluated), "{jobs} jobs: {end:?}, {evaluated}");
            let stop = AtomicBool::new(false);
            let (end, evaluated) = names(jobs, &stop, |_| {
                stop.store(true, Ordering::Relaxed);
                true
            });
            assert!(end == Err(Interrupted::ByUser) && evaluated <= most, "{jobs} jobs: {end:?}, {evaluated}");
        }
    }

    /// Returns the names of 2000 members, not sorted.
    #[cfg(feature = "archives")]
    fn member_names() -> impl Iterator<Item = String> {
        (0..2000).map(|number| format!("{:04}.sgf", number * 7 % 2000))
    }

    /// Returns an archive in memory with 2000 empty members.
    #[cfg(feature = "archives")]
    fn archive(name: &str) -> Entry {
        use crate::input::{Content, Format};
        use std::io::Cursor;
        let bytes = if Format::of(name) == Some(Format::Zip) {
            let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
            for name in member_names() {
                zip.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
            }
            zip.finish().unwrap().into_inner()
        } else {
            let mut tar = tar::Builder::new(Vec::new());
            for name in member_names() {
                let mut header = tar::Header::new_gnu();
                header.set_size(0);
                tar.append_data(&mut header, name, std::io::empty()).unwrap();
            }
            tar.into_inner().unwrap()
        };
        Entry::new(name.to_owned(), name.into()).with_content(Content::new(bytes))
    }

    #[cfg(feature = "archives")]
    #[test]
    fn members_arrive_in_archive_order_before_its_end() {
        let (labels, options, stop) = (Labels::default(), Options::default(), AtomicBool::new(false));
        for (name, jobs, most) in [
            ("x.zip", 1, 2 * FILES_AT_ONCE),
            ("x.zip", 2, 3 * FILES_IN_FLIGHT),
            ("x.tar", 1, 2 * FILES_AT_ONCE),
            ("x.tar", 2, 3 * FILES_IN_FLIGHT),
        ] {
            let evaluated = AtomicUsize::new(0);
            let entries = [archive(name)];
            let prepare = |_: &Entry, _| evaluated.fetch_add(1, Ordering::Relaxed);
            let mut came = Vec::new();
            let take = |entry: &Entry, _| {
                if came.is_empty() {
                    assert!(evaluated.load(Ordering::Relaxed) <= most, "{name}, {jobs} jobs: {evaluated:?}");
                }
                came.push(entry.name.clone());
                Ok::<_, Interrupted>(true)
            };
            let context = Context { options: &options, labels: &labels, survey: None, stop: &stop };
            evaluate_all(&entries, jobs, &context, prepare, take).unwrap();
            let expected: Vec<String> = member_names().map(|member| format!("{name}!/{member}")).collect();
            assert_eq!(came, expected, "{name}, {jobs} jobs");
        }
    }
}
