//! Evaluates files in parallel and returns their rows in the order of the walk.

use std::sync::atomic::{AtomicBool, Ordering};

use super::pool::WorkerPool;
use super::{GameOutcome, Interrupted, Options, Pipeline, Timings};
use crate::input::{Entry, Labels, too_many_open};

/// Evaluates the games of `entries` on `jobs` threads (0: one per core). Calls `prepare` with the outcomes of each file
/// on the same threads, and `sink` with its results on the calling thread: see [`Pipeline::run`].
///
/// # Errors
/// The error of `sink`, or [`Interrupted`].
pub fn evaluate_all<T: Send, E: From<Interrupted>>(
    entries: &[Entry],
    labels: &Labels,
    options: &Options,
    jobs: usize,
    stop: &AtomicBool,
    prepare: impl Fn(&Entry, Vec<GameOutcome>) -> T + Sync,
    sink: impl FnMut(&Entry, T) -> Result<bool, E>,
) -> Result<Timings, E> {
    Pipeline { entries, labels, options, jobs, stop }.run(&prepare, sink)
}

impl Pipeline<'_> {
    /// Evaluates the games, formats the outcomes of each file with `format` on the same threads, and calls `sink` with each
    /// file and its rows on the calling thread: in the order of [`Self::entries`] and, inside an archive, in the order of
    /// the archive. The rows do not depend on [`Self::jobs`].
    ///
    /// Ends early when [`Self::stop`] is set, when `sink` returns an error, or when it returns `false`. Returns the
    /// time that each stage took, over all threads.
    ///
    /// # Errors
    /// The error of `sink`, or [`Interrupted`].
    pub fn run<T: Send, E: From<Interrupted>>(
        &self,
        format: &(impl Fn(&Entry, Vec<GameOutcome>) -> T + Sync),
        mut sink: impl FnMut(&Entry, T) -> Result<bool, E>,
    ) -> Result<Timings, E> {
        let failures = too_many_open();
        let go_on = || {
            if self.stop.load(Ordering::Relaxed) {
                return Err(Interrupted::ByUser);
            }
            if too_many_open() > failures { Err(Interrupted::TooManyOpen) } else { Ok(()) }
        };
        WorkerPool::new(self, format).run(|files| {
            go_on()?;
            for (entry, rows) in files {
                go_on()?;
                if !sink(&entry, rows)? {
                    return Ok(false);
                }
            }
            Ok(true)
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::super::plan::{FILES_AT_ONCE, FILES_IN_FLIGHT};
    use super::*;

    /// Returns entries of files that do not exist, which are evaluated fastest.
    fn entries() -> Vec<Entry> {
        let entry = |number| {
            let mut entry = Entry::default();
            entry.name = format!("{number}");
            entry
        };
        (0..20 * FILES_AT_ONCE).map(entry).collect()
    }

    /// Runs a pipeline that passes names to `sink`. Returns its result and the number of files that were evaluated.
    fn names(jobs: usize, stop: &AtomicBool, mut sink: impl FnMut(&str) -> bool) -> (Result<(), Interrupted>, usize) {
        let evaluated = AtomicUsize::new(0);
        let prepare = |_: &Entry, _| evaluated.fetch_add(1, Ordering::Relaxed);
        let (entries, labels, options) = (entries(), Labels::default(), Options::default());
        let end =
            evaluate_all(&entries, &labels, &options, jobs, stop, prepare, |entry, _| Ok(sink(&entry.name))).map(drop);
        (end, evaluated.into_inner())
    }

    #[test]
    fn files_come_in_their_order() {
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
    fn of_what_nobody_wants_little_is_evaluated() {
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
            evaluate_all(&entries, &labels, &options, jobs, &stop, prepare, take).unwrap();
            let expected: Vec<String> = member_names().map(|member| format!("{name}!/{member}")).collect();
            assert_eq!(came, expected, "{name}, {jobs} jobs");
        }
    }
}
