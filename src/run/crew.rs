//! The threads of a drive: who evaluates what, and how it comes back in order.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, SyncSender, channel, sync_channel};
use std::thread::Builder;

use super::evaluate::guarded;
use super::{Drive, GameOutcome, Options, Timings, Worker};
use crate::skip::{Reason, Skip};
use crate::source::{Entry, Format, Member};

/// Files, or members of an archive, that a thread takes at once, and whose games scorers from outside are asked for at
/// once: enough to be worth the handing over, few enough for their rows to be at hand still when they are written.
pub(super) const FILES_AT_ONCE: usize = 64;

/// Bytes of an archive's members that are handed over however few they are.
const BYTES_AT_ONCE: usize = 1 << 17;

/// Files, for each thread, that may be evaluated while one before them is not: one game may take as long as hundreds of
/// others.
pub(super) const FILES_AHEAD: usize = 256;

/// Lots of an archive's members that may wait while another is read.
const LOTS_WAITING: usize = 4;

/// Files, and what was made of them.
pub(super) type Lot<'e, T> = Vec<(Cow<'e, Entry>, T)>;

/// What a thread does at once.
enum Job<'e> {
    Files(&'e [Entry]),
    /// Members of an archive.
    Members(&'e Entry, Vec<Member>),
}

/// A job, and where what comes of it goes.
type Errand<'e, T> = (Job<'e>, SyncSender<Lot<'e, T>>);

/// Threads that do jobs.
struct Hands<'e, T> {
    send: Sender<Errand<'e, T>>,
    /// How many there are; without any, whoever wants a job done does it.
    threads: usize,
}

/// Threads, and what each has at hand.
pub(super) struct Crew<'a, F> {
    /// One for each thread, used by it alone: a game that panicked is caught within, so none is ever poisoned.
    workers: Vec<Mutex<Worker>>,
    drive: &'a Drive<'a>,
    /// Nobody wants more.
    is_enough: AtomicBool,
    prepare: F,
}

impl<'a, T: Send, F: Fn(&Entry, Vec<GameOutcome>) -> T + Sync> Crew<'a, F> {
    /// So many threads, which are not started yet.
    pub(super) fn new(drive: &'a Drive<'a>, threads: usize, prepare: F) -> Self {
        let workers = (0..threads).map(|_| Mutex::default()).collect();
        Self { workers, drive, is_enough: AtomicBool::new(false), prepare }
    }

    /// The time that each stage took, over all threads.
    pub(super) fn timings(self) -> Timings {
        let mut timings = Timings::default();
        for worker in self.workers {
            timings.add(&worker.into_inner().expect("a worker is never poisoned").timings);
        }
        timings
    }

    /// Starts the threads, and has all files evaluated, and what comes of them taken, as long as more is wanted.
    pub(super) fn run<E>(&self, take: impl FnMut(Lot<'a, T>) -> Result<bool, E>) -> Result<bool, E> {
        let (send, receive) = channel::<Errand<'a, T>>();
        let receive = Mutex::new(receive);
        let serve = &|worker: &Mutex<Worker>| {
            let next = || receive.lock().expect("nobody panics here").recv();
            while let Ok((job, answer)) = next() {
                // nobody listens once nothing more is wanted
                let _ = answer.send(self.done(worker, job));
            }
        };
        std::thread::scope(|scope| {
            let start = |worker| Builder::new().spawn_scoped(scope, move || serve(worker)).ok();
            // where one thread is enough, or the system gives no more, it is this one
            let others = if let [_] = *self.workers { &[] } else { &self.workers[..] };
            let threads = others.iter().map_while(start).count();
            let hands = Hands { send, threads };
            let has_archives = self.drive.entries.iter().any(|entry| entry.archive.is_some());
            if threads == 0 || self.drive.asks_outside() || !has_archives {
                return self.all(&hands, take);
            }
            // of an archive, all is taken at once: meanwhile the next is evaluated
            let (send, receive) = sync_channel(0);
            let evaluate = move || self.all(&hands, |lot| Ok::<_, Infallible>(send.send(lot).is_ok()));
            match Builder::new().spawn_scoped(scope, evaluate) {
                Ok(_) => self.find_end(receive.into_iter(), take),
                Err(_) => self.all(&Hands { send: channel().0, threads: 0 }, take),
            }
        })
    }

    /// Has all files evaluated, and what comes of them taken, as long as more is wanted; returns whether it is.
    fn all<E>(&self, hands: &Hands<'a, T>, mut take: impl FnMut(Lot<'a, T>) -> Result<bool, E>) -> Result<bool, E> {
        let is_file = |entry: &Entry| entry.archive.is_none();
        for entries in self.drive.entries.chunk_by(|a, b| is_file(a) && is_file(b)) {
            let goes_on = match entries {
                [archive] if let Some(format) = archive.archive => take(self.archive(archive, format, hands))?,
                files => self.in_order(self.lots(files).map(Job::Files), hands, &mut take)?,
            };
            if !goes_on {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Has jobs done, and what comes of them taken, in their order and while others are done, as long as more is wanted;
    /// returns whether it is.
    fn in_order<E>(
        &self,
        jobs: impl Iterator<Item = Job<'a>>,
        hands: &Hands<'a, T>,
        take: impl FnMut(Lot<'a, T>) -> Result<bool, E>,
    ) -> Result<bool, E> {
        match hands.threads {
            0 => self.find_end(jobs.map(|job| self.done(&self.workers[0], job)), take),
            _ => self.find_end(self.ahead(jobs, hands), take),
        }
    }

    /// Has results taken, as long as more are wanted; returns whether they are.
    fn find_end<R, E>(
        &self,
        results: impl Iterator<Item = R>,
        take: impl FnMut(R) -> Result<bool, E>,
    ) -> Result<bool, E> {
        let end = results.map(take).find(|taken| !matches!(taken, Ok(true))).unwrap_or(Ok(true));
        if !matches!(end, Ok(true)) {
            self.is_enough.store(true, Ordering::Relaxed);
        }
        end
    }

    /// Has threads do jobs. What comes of them, in their order.
    ///
    /// Where scorers or an engine are asked, all that is worked on is taken before more is.
    fn ahead(&self, mut jobs: impl Iterator<Item = Job<'a>>, hands: &Hands<'a, T>) -> impl Iterator<Item = Lot<'a, T>> {
        let in_turn = self.drive.asks_outside();
        let most = hands.threads * FILES_AHEAD / self.lot();
        let mut ahead = VecDeque::new();
        std::iter::from_fn(move || {
            if !in_turn || ahead.is_empty() {
                for job in jobs.by_ref().take(most - ahead.len()) {
                    let (answer, result) = sync_channel(1);
                    hands.send.send((job, answer)).expect("the threads listen");
                    ahead.push_back(result);
                }
            }
            Some(ahead.pop_front()?.recv().expect("no thread panics"))
        })
    }

    fn done(&self, worker: &Mutex<Worker>, job: Job<'a>) -> Lot<'a, T> {
        let mut worker = worker.lock().expect("a worker is never poisoned");
        match job {
            Job::Files(files) => self.files(&mut worker, files),
            Job::Members(archive, members) => self.members(&mut worker, archive, members),
        }
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

    fn files(&self, worker: &mut Worker, files: &'a [Entry]) -> Lot<'a, T> {
        self.work(worker, files, |worker: &mut Worker, entry: &'a Entry| {
            let Drive { labels, options, stop, is_known, .. } = *self.drive;
            let outcomes = if is_known(entry) { Vec::new() } else { worker.file(entry, labels, options, stop) };
            (Cow::Borrowed(entry), outcomes)
        })
    }

    fn members(&self, worker: &mut Worker, archive: &Entry, members: Vec<Member>) -> Lot<'a, T> {
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
    fn archive(&self, archive: &'a Entry, format: Format, hands: &Hands<'a, T>) -> Lot<'a, T> {
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
            let jobs = receive.into_iter().map(|members| Job::Members(archive, members));
            let taken = self.in_order(jobs, hands, |lot| {
                outcomes.extend(lot);
                Ok::<_, Infallible>(true)
            });
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Labels;

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
        let crew = Crew::new(&drive, 2, |_: &Entry, _| ());
        let entries = vec![Entry::default(); 20 * FILES_AT_ONCE];
        let lots: Vec<usize> = crew.lots(&entries).map(<[Entry]>::len).collect();
        assert_eq!((lots.iter().sum(), lots[0]), (entries.len(), FILES_AT_ONCE));
        assert!(lots.is_sorted_by(|a, b| a >= b) && lots.ends_with(&[1; 16]), "{lots:?}");
        assert!(crew.lots(&entries[..9]).all(|lot| lot.len() == 1), "a few files may be large ones");
    }
}
