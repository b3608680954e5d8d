//! Many files at once, their games handed on in the walk's order.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::convert::Infallible;
use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, SyncSender, channel, sync_channel};
use std::thread::{Builder, available_parallelism};

use super::evaluate::guarded;
use super::{GameOutcome, Options, Timings, Worker};
use crate::skip::{Reason, Skip};
use crate::source::{Entry, Format, Labels, Member};

/// Files, or members of an archive, that a thread takes at once, and whose games scorers from outside are asked for at
/// once: enough to be worth the handing over, few enough for their rows to be at hand still when they are written.
const FILES_AT_ONCE: usize = 64;

/// Bytes of an archive's members that are handed over however few they are.
const BYTES_AT_ONCE: usize = 1 << 17;

/// Files, for each thread, that may be evaluated while one before them is not: one game may take as long as hundreds of
/// others.
const FILES_AHEAD: usize = 256;

/// Lots of an archive's members that may wait while another is read.
const LOTS_WAITING: usize = 4;

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
        let threads = NonZero::new(self.jobs).or_else(|| available_parallelism().ok()).map_or(1, NonZero::get);
        let workers = (0..threads).map(|_| Mutex::default()).collect();
        let crew = Crew { workers, drive: self, is_enough: AtomicBool::new(false), prepare };
        let mut take = |lot: Lot<'_, T>| -> Result<bool, E> {
            if self.stop.load(Ordering::Relaxed) {
                return Err(Interrupted.into());
            }
            for (entry, outcomes) in lot {
                if !sink(&entry, outcomes)? {
                    return Ok(false);
                }
            }
            Ok(true)
        };
        let is_file = |entry: &Entry| entry.archive.is_none();
        for entries in self.entries.chunk_by(|a, b| is_file(a) && is_file(b)) {
            let goes_on = match entries {
                [archive] if let Some(format) = archive.archive => take(crew.archive(archive, format))?,
                files => crew.in_order(crew.lots(files), |worker, files| crew.files(worker, files), &mut take)?,
            };
            if !goes_on {
                break;
            }
        }
        let mut timings = Timings::default();
        for worker in crew.workers {
            timings.add(&worker.into_inner().expect("a worker is never poisoned").timings);
        }
        Ok(timings)
    }
}

/// Files, and what was made of them.
type Lot<'e, T> = Vec<(Cow<'e, Entry>, T)>;

/// Threads, and what each has at hand.
struct Crew<'a, F> {
    /// One for each thread, used by it alone: a game that panicked is caught within, so none is ever poisoned.
    workers: Vec<Mutex<Worker>>,
    drive: &'a Drive<'a>,
    /// Nobody wants more.
    is_enough: AtomicBool,
    prepare: F,
}

impl<T: Send, F: Fn(&Entry, Vec<GameOutcome>) -> T + Sync> Crew<'_, F> {
    /// Does `work` on the threads, and has what comes of it taken, in the order of the lots and while others are worked on,
    /// as long as more is wanted; returns whether it is.
    ///
    /// Where scorers or an engine are asked, all that is worked on is taken before more is: that takes its time, and they
    /// are not to be asked what nobody may want.
    fn in_order<L: Send, R: Send, E>(
        &self,
        lots: impl Iterator<Item = L>,
        work: impl Fn(&mut Worker, L) -> R + Sync,
        take: impl FnMut(R) -> Result<bool, E>,
    ) -> Result<bool, E> {
        let done = |worker: &Mutex<Worker>, lot| work(&mut worker.lock().expect("a worker is never poisoned"), lot);
        let (send, receive) = channel::<(L, SyncSender<R>)>();
        let receive = Mutex::new(receive);
        let serve = &|worker| {
            let next = || receive.lock().expect("nobody panics here").recv();
            while let Ok((lot, answer)) = next() {
                // nobody listens once nothing more is wanted
                let _ = answer.send(done(worker, lot));
            }
        };
        std::thread::scope(|scope| {
            let start = |worker| Builder::new().spawn_scoped(scope, move || serve(worker)).ok();
            // where one thread is enough, or the system gives no more, it is this one
            let others = if let [_] = *self.workers { &[] } else { &self.workers[..] };
            let end = match others.iter().map_while(start).count() {
                0 => find_end(lots.map(|lot| done(&self.workers[0], lot)), take),
                threads => find_end(self.ahead(threads, lots, send), take),
            };
            self.is_enough.store(!matches!(end, Ok(true)), Ordering::Relaxed);
            end
        })
    }

    /// Sends lots to threads. What comes of them, in the order of the lots.
    fn ahead<L, R>(
        &self,
        threads: usize,
        mut lots: impl Iterator<Item = L>,
        send: Sender<(L, SyncSender<R>)>,
    ) -> impl Iterator<Item = R> {
        let Options { scorers, engine, .. } = self.drive.options;
        let in_turn = !scorers.is_empty() || engine.is_some();
        let most = threads * FILES_AHEAD / self.lot();
        let mut ahead = VecDeque::new();
        std::iter::from_fn(move || {
            if !in_turn || ahead.is_empty() {
                for lot in lots.by_ref().take(most - ahead.len()) {
                    let (answer, result) = sync_channel(1);
                    send.send((lot, answer)).expect("the threads listen");
                    ahead.push_back(result);
                }
            }
            // a thread that panicked has no answer; the scope panics then
            ahead.pop_front()?.recv().ok()
        })
    }

    fn is_over(&self) -> bool {
        self.is_enough.load(Ordering::Relaxed) || self.drive.stop.load(Ordering::Relaxed)
    }

    /// How many files a thread takes at once, if there are many. An engine takes its time for each.
    fn lot(&self) -> usize {
        let Options { scorers, engine, .. } = self.drive.options;
        if scorers.is_empty() && engine.is_some() { 1 } else { FILES_AT_ONCE }
    }

    /// Files as threads take them: fewer at once towards the end, so that no thread waits long for another.
    fn lots<'e>(&self, mut files: &'e [Entry]) -> impl Iterator<Item = &'e [Entry]> {
        let least = if self.drive.options.scorers.is_empty() { 1 } else { FILES_AT_ONCE };
        let (most, turns) = (self.lot(), 8 * self.workers.len());
        std::iter::from_fn(move || {
            let lot = files.split_off(..(files.len() / turns).clamp(least, most).min(files.len()))?;
            (!lot.is_empty()).then_some(lot)
        })
    }

    /// Has files done, unless nobody wants them, and prepares what comes of them.
    fn work<'e, I>(
        &self,
        worker: &mut Worker,
        items: impl IntoIterator<Item = I>,
        evaluate: impl Fn(&mut Worker, I) -> (Cow<'e, Entry>, Vec<GameOutcome>),
    ) -> Lot<'e, T> {
        if self.is_over() {
            return Vec::new();
        }
        let mut files: Vec<_> = items.into_iter().map(|item| evaluate(worker, item)).collect();
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

    fn files<'e>(&self, worker: &mut Worker, files: &'e [Entry]) -> Lot<'e, T> {
        self.work(worker, files, |worker: &mut Worker, entry: &'e Entry| {
            let Drive { labels, options, stop, is_known, .. } = *self.drive;
            let outcomes = if is_known(entry) { Vec::new() } else { worker.file(entry, labels, options, stop) };
            (Cow::Borrowed(entry), outcomes)
        })
    }

    fn members<'e>(&self, worker: &mut Worker, archive: &Entry, members: Vec<Member>) -> Lot<'e, T> {
        self.work(worker, members, |worker: &mut Worker, Member { name, bytes }: Member| {
            let entry = archive.member(&name);
            let Drive { labels, options, stop, is_known, .. } = *self.drive;
            let bytes = bytes.as_deref().map_err(Skip::clone);
            let outcomes =
                if is_known(&entry) { Vec::new() } else { worker.bytes(&entry, bytes, labels, options, stop) };
            (Cow::Owned(entry), outcomes)
        })
    }

    /// One thread reads the archive while the others work on what it has read.
    fn archive<'e>(&self, archive: &'e Entry, format: Format) -> Lot<'e, T> {
        let mut outcomes = Vec::new();
        // what is known of the archive itself does not spare reading it
        (self.drive.is_known)(archive);
        let read = std::thread::scope(|scope| {
            let (send, receive) = sync_channel::<Vec<Member>>(LOTS_WAITING);
            let reader = Builder::new().spawn_scoped(scope, move || {
                let (mut lot, mut bytes) = (Vec::new(), 0);
                let read = format.read(&archive.path, self.drive.options.files, &mut |member| {
                    if archive.wants_member(&member.name) {
                        bytes += member.bytes.as_ref().map_or(0, Vec::len);
                        lot.push(member);
                    }
                    let is_full = lot.len() == self.lot() || bytes >= BYTES_AT_ONCE;
                    bytes *= usize::from(!is_full);
                    let goes_on = !is_full || send.send(std::mem::take(&mut lot)).is_ok();
                    goes_on && !self.is_over()
                });
                // nobody listens once the run is interrupted
                let _ = send.send(lot);
                read
            });
            let reader = reader.map_err(|error| {
                Skip::new(Reason::Unreadable, format!("failed to start a thread to read the archive: {error}"))
            })?;
            let taken = self.in_order(
                receive.into_iter(),
                |worker, lot| self.members(worker, archive, lot),
                |lot| {
                    outcomes.extend(lot);
                    Ok::<_, Infallible>(true)
                },
            );
            taken.map_err(|never| match never {})?;
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

/// Has results taken, as long as more are wanted; returns whether they are.
fn find_end<R, E>(results: impl Iterator<Item = R>, take: impl FnMut(R) -> Result<bool, E>) -> Result<bool, E> {
    results.map(take).find(|taken| !matches!(taken, Ok(true))).unwrap_or(Ok(true))
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
        (0..20 * FILES_AT_ONCE).map(entry).collect()
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
    fn of_what_nobody_wants_little_is_evaluated() {
        for (jobs, most) in [(1, FILES_AT_ONCE), (2, 2 * FILES_AHEAD), (3, 3 * FILES_AHEAD)] {
            let (end, evaluated) = names(jobs, &AtomicBool::new(false), |_| false);
            assert!(end == Ok(()) && (1..=most).contains(&evaluated), "{jobs} jobs: {end:?}, {evaluated}");
            let stop = AtomicBool::new(false);
            let (end, evaluated) = names(jobs, &stop, |_| {
                stop.store(true, Ordering::Relaxed);
                true
            });
            assert!(end == Err(Interrupted) && evaluated <= most, "{jobs} jobs: {end:?}, {evaluated}");
        }
    }

    #[test]
    fn threads_share_the_last_files() {
        let (labels, options) = (Labels::default(), Options::default());
        let drive = Drive {
            entries: &[],
            labels: &labels,
            options: &options,
            jobs: 2,
            stop: &AtomicBool::new(false),
            is_known: &|_| false,
        };
        let workers = vec![Mutex::default(), Mutex::default()];
        let crew = Crew { workers, drive: &drive, is_enough: AtomicBool::new(false), prepare: |_: &Entry, _| () };
        let entries = entries();
        let lots: Vec<usize> = crew.lots(&entries).map(<[Entry]>::len).collect();
        assert_eq!((lots.iter().sum(), lots[0]), (entries.len(), FILES_AT_ONCE));
        assert!(lots.is_sorted_by(|a, b| a >= b) && lots.ends_with(&[1; 16]), "{lots:?}");
        assert!(crew.lots(&entries[..9]).all(|lot| lot.len() == 1), "a few files may be large ones");
    }
}
