//! Many files at once, their games handed on in the walk's order.

use std::borrow::Cow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::sync_channel;

use rayon::ThreadPool;
use rayon::prelude::*;

use super::evaluate::guarded;
use super::{GameOutcome, Options, Timings, Worker};
use crate::skip::{Reason, Skip};
use crate::source::{Entry, Format, Labels, Member};

/// Files that are worked on before their games are handed on: enough to keep all cores busy, few enough to hold.
const FILES_AT_ONCE: usize = 512;

/// The same of members of an archive; another lot is read meanwhile, and two may wait.
const MEMBERS_AT_ONCE: usize = 256;
const LOTS_WAITING: usize = 2;

/// Files whose games scorers from outside are asked for at once.
const FILES_ASKED: usize = 64;

/// The user wants to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("interrupted")]
pub struct Interrupted;

/// Evaluates the games of `entries` on `jobs` threads (0: one for each core), makes of each file's outcomes what
/// `prepare` does, on the same threads, and hands that to `sink` in the order of `entries`, the members of an archive in
/// the order of their names: what comes out does not depend on `jobs`.
///
/// Ends early when `stop` is set, or `sink` returns an error, or that it wants no more. Returns the time that each stage
/// took, over all threads. What was made of an archive is held until its end, for only then its order is known.
///
/// # Errors
/// What `sink` returned, or [`Interrupted`].
pub fn drive<T: Send, E: From<Interrupted>>(
    entries: &[Entry],
    labels: &Labels,
    options: &Options,
    jobs: usize,
    stop: &AtomicBool,
    prepare: impl Fn(&Entry, Vec<GameOutcome>) -> T + Sync,
    sink: impl FnMut(&Entry, T) -> Result<bool, E>,
) -> Result<Timings, E> {
    Drive { entries, labels, options, jobs, stop, is_known: &|_| false }.run(prepare, sink)
}

/// [`drive`], where some files were evaluated before.
#[derive(Clone, Copy)]
pub struct Drive<'a> {
    /// The files.
    pub entries: &'a [Entry],
    /// Labels of their games.
    pub labels: &'a Labels,
    /// How the games are evaluated.
    pub options: &'a Options,
    /// Threads; 0 is one for each core.
    pub jobs: usize,
    /// Set by a user who wants to stop.
    pub stop: &'a AtomicBool,
    /// Asked of every file, of an archive too, before it is opened: whether what is in it is known, and it is handed on
    /// as if it had no games.
    pub is_known: &'a (dyn Fn(&Entry) -> bool + Sync),
}

impl Drive<'_> {
    /// Evaluates the games.
    ///
    /// # Errors
    /// As [`drive`].
    pub fn run<T: Send, E: From<Interrupted>>(
        &self,
        prepare: impl Fn(&Entry, Vec<GameOutcome>) -> T + Sync,
        mut sink: impl FnMut(&Entry, T) -> Result<bool, E>,
    ) -> Result<Timings, E> {
        let pool = pool(self.jobs);
        let workers = (0..pool.current_num_threads()).map(|_| Mutex::default()).collect();
        let crew = Crew { pool, workers, drive: self, is_enough: AtomicBool::new(false), prepare };
        // an archive is a lot of its own
        let is_file = |entry: &Entry| entry.archive.is_none();
        let lots = self.entries.chunk_by(|a, b| is_file(a) && is_file(b)).flat_map(|lot| lot.chunks(FILES_AT_ONCE));
        crew.hand_on(lots, |outcomes| -> Result<bool, E> {
            if self.stop.load(Ordering::Relaxed) {
                return Err(Interrupted.into());
            }
            for (entry, outcomes) in outcomes {
                if !sink(&entry, outcomes)? {
                    return Ok(false);
                }
            }
            Ok(true)
        })?;
        let mut timings = Timings::default();
        for worker in crew.workers {
            timings.add(&worker.into_inner().expect("a worker is never poisoned").timings);
        }
        Ok(timings)
    }
}

/// So many threads; or as many as the system gives, which may be but the one that there is.
fn pool(jobs: usize) -> ThreadPool {
    let threads = |jobs| rayon::ThreadPoolBuilder::new().num_threads(jobs);
    let fewer = || [4, 2].into_iter().find_map(|jobs| threads(jobs).build().ok());
    let pool = threads(jobs).build().ok().or_else(fewer);
    pool.unwrap_or_else(|| threads(1).use_current_thread().build().expect("a pool that starts nothing"))
}

/// Files, and what was made of them.
type Lot<'e, T> = Vec<(Cow<'e, Entry>, T)>;

/// Threads, and what each has at hand.
struct Crew<'a, F> {
    pool: ThreadPool,
    workers: Vec<Mutex<Worker>>,
    drive: &'a Drive<'a>,
    /// Nobody wants more.
    is_enough: AtomicBool,
    prepare: F,
}

impl<T: Send, F: Fn(&Entry, Vec<GameOutcome>) -> T + Sync> Crew<'_, F> {
    /// Evaluates the lots, and has each taken while the next is evaluated, as long as more are wanted.
    fn hand_on<'e, E>(
        &self,
        lots: impl Iterator<Item = &'e [Entry]> + Send,
        mut take: impl FnMut(Lot<'e, T>) -> Result<bool, E>,
    ) -> Result<(), E> {
        let Options { scorers, engine, .. } = self.drive.options;
        // what is asked outside takes its time, and is not to be asked what nobody may want
        let asks_outside = !scorers.is_empty() || engine.is_some();
        if asks_outside || self.pool.current_num_threads() == 1 {
            for lot in lots {
                if !take(self.evaluate(lot))? {
                    break;
                }
            }
            return Ok(());
        }
        self.pool.in_place_scope(|scope| {
            let (send, receive) = sync_channel(0);
            scope.spawn(move |_| {
                for lot in lots {
                    if send.send(self.evaluate(lot)).is_err() {
                        break;
                    }
                }
            });
            let taken = receive.iter().map(take).find(|taken| !matches!(taken, Ok(true)));
            self.is_enough.store(true, Ordering::Relaxed);
            taken.unwrap_or(Ok(true)).map(drop)
        })
    }

    fn is_over(&self) -> bool {
        self.is_enough.load(Ordering::Relaxed) || self.drive.stop.load(Ordering::Relaxed)
    }

    fn evaluate<'e>(&self, lot: &'e [Entry]) -> Lot<'e, T> {
        match lot {
            [archive] if let Some(format) = archive.archive => self.archive(archive, format),
            files => self.files(files),
        }
    }

    /// How many files a thread evaluates before it prepares them: scorers from outside are asked for many games at once.
    fn at_once(&self) -> usize {
        if self.drive.options.scorers.is_empty() { 1 } else { FILES_ASKED }
    }

    /// Has files done by the worker of this thread, unless nobody wants them, and prepares what comes of them.
    fn work<'e, I>(
        &self,
        items: impl IntoIterator<Item = I>,
        evaluate: impl Fn(&mut Worker, I) -> (Cow<'e, Entry>, Vec<GameOutcome>),
    ) -> Lot<'e, T> {
        if self.is_over() {
            return Vec::new();
        }
        let thread = rayon::current_thread_index().expect("in the pool");
        // a game that panicked is caught within, so a worker is never poisoned
        let mut worker = self.workers[thread].lock().expect("a worker of this thread alone");
        let mut files: Vec<_> = items.into_iter().map(|item| evaluate(&mut worker, item)).collect();
        let games = files.iter_mut().flat_map(|(_, outcomes)| outcomes);
        let games = games.filter_map(|outcome| outcome.result.as_deref_mut().ok()).collect();
        let asked = guarded(|| {
            worker.ask_outside(games, self.drive.options, self.drive.stop);
            Ok(())
        });
        if let Err(skip) = asked {
            files.iter_mut().flat_map(|(_, outcomes)| outcomes).for_each(|outcome| outcome.fail(&skip));
        }
        let prepare = |(entry, outcomes): (Cow<'e, Entry>, _)| {
            let prepared = (self.prepare)(&entry, outcomes);
            (entry, prepared)
        };
        files.into_iter().map(prepare).collect()
    }

    fn files<'e>(&self, files: &'e [Entry]) -> Lot<'e, T> {
        let evaluate = |worker: &mut Worker, entry: &'e Entry| {
            let Drive { labels, options, stop, is_known, .. } = *self.drive;
            let outcomes = if is_known(entry) { Vec::new() } else { worker.file(entry, labels, options, stop) };
            (Cow::Borrowed(entry), outcomes)
        };
        self.pool
            .install(|| files.par_chunks(self.at_once()).flat_map_iter(|files| self.work(files, evaluate)).collect())
    }

    fn members<'e>(&self, archive: &Entry, members: &[Member]) -> Lot<'e, T> {
        let evaluate = |worker: &mut Worker, Member { name, bytes }: &Member| {
            let entry = archive.member(name);
            let Drive { labels, options, stop, is_known, .. } = *self.drive;
            let bytes = bytes.as_deref().map_err(Skip::clone);
            let outcomes =
                if is_known(&entry) { Vec::new() } else { worker.bytes(&entry, bytes, labels, options, stop) };
            (Cow::Owned(entry), outcomes)
        };
        self.pool.install(|| {
            members.par_chunks(self.at_once()).flat_map_iter(|members| self.work(members, evaluate)).collect()
        })
    }

    /// One thread reads the archive while the others work on what it has read.
    fn archive<'e>(&self, archive: &'e Entry, format: Format) -> Lot<'e, T> {
        let mut outcomes = Vec::new();
        // what is known of the archive itself does not spare reading it
        (self.drive.is_known)(archive);
        let read = std::thread::scope(|scope| {
            let (send, receive) = sync_channel::<Vec<Member>>(LOTS_WAITING);
            let reader = std::thread::Builder::new().spawn_scoped(scope, move || {
                let mut lot = Vec::with_capacity(MEMBERS_AT_ONCE);
                let read = format.read(&archive.path, self.drive.options.files, &mut |member| {
                    if archive.wants_member(&member.name) {
                        lot.push(member);
                    }
                    let full = lot.len() == MEMBERS_AT_ONCE;
                    let go_on = !full || send.send(std::mem::take(&mut lot)).is_ok();
                    go_on && !self.is_over()
                });
                // nobody listens once the run is interrupted
                let _ = send.send(lot);
                read
            });
            let reader = reader.map_err(|error| {
                Skip::new(Reason::Unreadable, format!("failed to start a thread to read the archive: {error}"))
            })?;
            for lot in receive {
                outcomes.extend(self.members(archive, &lot));
            }
            reader.join().unwrap_or_else(|panic| Err(Skip::internal(&*panic)))
        });
        outcomes.sort_by(|(a, _), (b, _)| a.name.cmp(&b.name));
        if let (Err(skip), true) = (read, archive.speaks_for_itself()) {
            let failed = (self.prepare)(archive, vec![GameOutcome::without_game(archive, skip)]);
            outcomes.push((Cow::Borrowed(archive), failed));
        }
        outcomes
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::*;

    /// Files that are not there: nothing is faster to evaluate.
    fn entries() -> Vec<Entry> {
        let entry = |number| {
            let mut entry = Entry::default();
            entry.name = format!("{number}");
            entry
        };
        (0..4 * FILES_AT_ONCE).map(entry).collect()
    }

    /// Hands names to `sink`. Returns what came of that, and how many files were evaluated.
    fn names(jobs: usize, stop: &AtomicBool, mut sink: impl FnMut(&str) -> bool) -> (Result<(), Interrupted>, usize) {
        let evaluated = AtomicUsize::new(0);
        let prepare = |_: &Entry, _| evaluated.fetch_add(1, Ordering::Relaxed);
        let (entries, labels, options) = (entries(), Labels::default(), Options::default());
        let end = drive(&entries, &labels, &options, jobs, stop, prepare, |entry, _| Ok(sink(&entry.name))).map(drop);
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
    fn of_what_nobody_wants_one_lot_is_evaluated_at_the_most() {
        for (jobs, most) in [(1, FILES_AT_ONCE), (2, 2 * FILES_AT_ONCE)] {
            let (end, evaluated) = names(jobs, &AtomicBool::new(false), |_| false);
            assert!(end == Ok(()) && (FILES_AT_ONCE..=most).contains(&evaluated), "{jobs} jobs: {end:?}, {evaluated}");
            let stop = AtomicBool::new(false);
            let (end, evaluated) = names(jobs, &stop, |_| {
                stop.store(true, Ordering::Relaxed);
                true
            });
            assert!(end == Err(Interrupted) && evaluated <= most, "{jobs} jobs: {end:?}, {evaluated}");
        }
    }
}
