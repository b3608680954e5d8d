//! Evaluates files in parallel and returns their rows in the order of the walk.

use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, Ordering};

use super::pool::WorkerPool;
use super::worker::Finished;
use super::{GameOutcome, Interrupted, Options, OutcomeFormatter, Pipeline, Timings};
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

impl<'a> Pipeline<'a> {
    /// Evaluates the games, formats the outcomes of each file on the same threads, and calls `sink` with each file and
    /// its rows on the calling thread, in the order of [`Self::entries`]; members of an archive come in the order of
    /// their names. The rows do not depend on [`Self::jobs`].
    ///
    /// Ends early when [`Self::stop`] is set, when `sink` returns an error, or when it returns `false`. Returns the
    /// time that each stage took, over all threads.
    ///
    /// # Errors
    /// The error of `sink`, or [`Interrupted`].
    pub fn run<F: OutcomeFormatter, E: From<Interrupted>>(
        &self,
        formatter: &F,
        sink: impl FnMut(&Entry, F::Output) -> Result<bool, E>,
    ) -> Result<Timings, E> {
        let mut archive = ArchiveBuffer { members: Vec::new(), floor: String::new() };
        self.run_with(formatter, |finished| archive.in_order(finished), sink)
    }

    /// Evaluates the games as [`Self::run`] does, but members of an archive come in the order of the archive: their rows
    /// do not wait in memory for its end.
    ///
    /// # Errors
    /// The error of `sink`, or [`Interrupted`].
    pub fn run_as_read<F: OutcomeFormatter, E: From<Interrupted>>(
        &self,
        formatter: &F,
        sink: impl FnMut(&Entry, F::Output) -> Result<bool, E>,
    ) -> Result<Timings, E> {
        let as_read = |finished| match finished {
            Finished::Files(files) | Finished::Members(_, files, _) | Finished::ArchiveEnd(_, files) => files,
        };
        self.run_with(formatter, as_read, sink)
    }

    fn run_with<F: OutcomeFormatter, E: From<Interrupted>, I>(
        &self,
        formatter: &F,
        mut files: impl FnMut(Finished<'a, F::Output>) -> I,
        mut sink: impl FnMut(&Entry, F::Output) -> Result<bool, E>,
    ) -> Result<Timings, E>
    where
        I: IntoIterator<Item = (Cow<'a, Entry>, F::Output)>,
    {
        let failures = too_many_open();
        let go_on = || {
            if self.stop.load(Ordering::Relaxed) {
                return Err(Interrupted::ByUser);
            }
            if too_many_open() > failures { Err(Interrupted::TooManyOpen) } else { Ok(()) }
        };
        WorkerPool::new(self, formatter).run(|finished| {
            go_on()?;
            for (entry, rows) in files(finished) {
                go_on()?;
                if !sink(&entry, rows)? {
                    return Ok(false);
                }
            }
            Ok(true)
        })
    }
}

/// The rows of those members of an archive that wait, because other members may come before them in the order of names:
/// each with the member's name, which takes less memory than its entry.
///
/// The rows of most archives wait for the end. A formatter can keep large rows elsewhere than in memory.
struct ArchiveBuffer<R> {
    members: Vec<(Box<str>, R)>,
    /// A name after which the names of all members come that are still to be added.
    floor: String,
}

impl<R> ArchiveBuffer<R> {
    /// Returns the files whose turn it is once a task is finished.
    fn in_order<'a>(&mut self, finished: Finished<'a, R>) -> impl Iterator<Item = (Cow<'a, Entry>, R)> + use<'a, R> {
        let (archive, members, files) = match finished {
            Finished::Files(files) => (None, Vec::new(), files),
            Finished::Members(archive, members, floor) => {
                let members = members.into_iter();
                self.members.extend(members.map(|(entry, rows)| (entry.name_in(archive).into(), rows)));
                (Some(archive), floor.map_or_else(Vec::new, |floor| self.before(floor)), Vec::new())
            }
            Finished::ArchiveEnd(archive, files) => {
                self.members.sort_by(|(a, _), (b, _)| a.cmp(b));
                self.floor.clear();
                (Some(archive), std::mem::take(&mut self.members), files)
            }
        };
        let member = move |(name, rows): (Box<str>, R)| Some((Cow::Owned(archive?.member(&name)), rows));
        members.into_iter().filter_map(member).chain(files)
    }

    /// Returns the members whose names come before `floor`, sorted.
    fn before(&mut self, floor: String) -> Vec<(Box<str>, R)> {
        // the members of an archive in the archive have the same floor: sorting them each time would take long
        if floor == self.floor {
            return Vec::new();
        }
        self.members.sort_by(|(a, _), (b, _)| a.cmp(b));
        let waiting = self.members.split_off(self.members.partition_point(|(name, _)| **name < *floor));
        self.floor = floor;
        std::mem::replace(&mut self.members, waiting)
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

    /// Returns an archive in memory, which holds 2000 empty members in no order.
    #[cfg(feature = "archives")]
    fn archive(name: &str) -> Entry {
        use crate::input::{Content, Format};
        use std::io::Cursor;
        let names: Vec<String> = (0..2000).map(|number| format!("{:04}.sgf", number * 7 % 2000)).collect();
        let bytes = if Format::of(name) == Some(Format::Zip) {
            let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
            for name in names {
                zip.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
            }
            zip.finish().unwrap().into_inner()
        } else {
            let mut tar = tar::Builder::new(Vec::new());
            for name in names {
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
    fn members_of_a_zip_come_before_its_end_and_those_of_a_tar_sorted_after_it() {
        let (labels, options, stop) = (Labels::default(), Options::default(), AtomicBool::new(false));
        for (name, jobs, most) in
            [("x.zip", 1, 2 * FILES_AT_ONCE), ("x.zip", 2, 3 * FILES_IN_FLIGHT), ("x.tar", 2, 2000)]
        {
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
            assert!(came.is_sorted() && came.len() == 2000, "{name}, {jobs} jobs: {}", came.len());
        }
    }
}
