//! Divides the files of a walk into chunks, works on them on several threads, and returns the
//! results in the order of the walk. Archives are read on separate threads.

use std::borrow::Cow;
use std::collections::{HashSet, VecDeque};
use std::iter;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread::{Builder, Scope, available_parallelism, scope};

use rayon::{ThreadPool, ThreadPoolBuilder};

use super::context::guarded;
use super::{Context, Options};
use crate::Stop;
use crate::input::{
    Compression, Entry, FileLimits, Format, Member, Piece, PieceOptions, TOO_MANY_OPEN, fetch,
};
use crate::skip::{Reason, Skip};

/// The number of chunks per thread that are being evaluated or waiting for the consumer. One game
/// may take as long as hundreds of others.
pub(super) const AHEAD: usize = 8;

/// The reason why a run ends before all results are ready.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Interrupted {
    /// The user stopped it.
    #[error("interrupted")]
    ByUser,
    /// A file could not be opened or a program could not be started, because too many files are
    /// open. Chance decides which file or program is affected, so the results would be meaningless.
    #[error("{TOO_MANY_OPEN}")]
    TooManyOpen,
}

/// Returns a pool of `jobs` threads (0: one per core), or `None` if the system can't start them.
/// (The global pool would panic.)
pub(super) fn pool(jobs: usize) -> Option<ThreadPool> {
    ThreadPoolBuilder::new().num_threads(jobs).build().ok()
}

/// Divides `entries` into chunks, calls `work` for each on `jobs` threads (0: one per core), and
/// passes the results to `consume` on the calling thread, in the order of the chunks. Threads work
/// ahead of the consumer, but only by [`AHEAD`] chunks each. The results end when [`Context::stop`]
/// is set, with [`Interrupted::ByUser`].
pub(super) fn in_parallel<'a, T: Send, R>(
    entries: &'a [Entry],
    jobs: usize,
    context: &Context<'_>,
    work: impl Fn(Chunk<'a>) -> T + Sync,
    consume: impl FnOnce(&mut dyn Iterator<Item = Result<T, Interrupted>>) -> R,
) -> R {
    let threads = NonZero::new(jobs)
        .or_else(|| available_parallelism().ok())
        .map_or(1, NonZero::get);
    // if the system can't start threads, the calling thread does the work
    let pool = if threads > 1 { pool(threads) } else { None };
    let is_over = AtomicBool::new(false);
    let goes_on = || !is_over.load(Ordering::Relaxed) && !context.stop.is_set();
    scope(|readers| {
        let mut chunks = Chunks::new(entries, threads, context.options, readers, &goes_on);
        let result = match pool {
            None => consume(&mut until_stopped(chunks.map(work), context.stop)),
            Some(pool) => pool.in_place_scope_fifo(|workers| {
                let mut ahead: VecDeque<Receiver<T>> = VecDeque::new();
                let results = iter::from_fn(|| {
                    while ahead.len() < AHEAD * threads
                        && let Some(chunk) = chunks.next()
                    {
                        let (sender, receiver) = sync_channel(1);
                        let (work, goes_on) = (&work, &goes_on);
                        workers.spawn_fifo(move |_| {
                            if goes_on() {
                                // the receiver is gone once the consumer wants no more
                                let _ = sender.send(work(chunk));
                            }
                        });
                        ahead.push_back(receiver);
                    }
                    ahead.pop_front()?.recv().ok()
                });
                let result = consume(&mut until_stopped(results, context.stop));
                is_over.store(true, Ordering::Relaxed);
                result
            }),
        };
        is_over.store(true, Ordering::Relaxed);
        result
    })
}

/// Returns the items until `stop` is set, and then an error.
fn until_stopped<T>(
    mut items: impl Iterator<Item = T>,
    stop: &Stop,
) -> impl Iterator<Item = Result<T, Interrupted>> {
    let mut is_stopped = false;
    iter::from_fn(move || {
        if is_stopped {
            return None;
        }
        let item = items.next();
        is_stopped = stop.is_set();
        if is_stopped {
            Some(Err(Interrupted::ByUser))
        } else {
            item.map(Ok)
        }
    })
}

/// The maximum number of files, or of an archive's members, in a chunk. A chunk spreads the cost of
/// a channel over its files; a small chunk keeps its rows in the processor's cache until they are
/// written.
pub(super) const FILES_AT_ONCE: usize = 32;

/// The number of bytes at which a chunk of an archive's members ends, even if it has few members.
const BYTES_AT_ONCE: usize = 1 << 17;

/// The number of chunks of an archive that are read before a thread is free for them.
const CHUNKS_READ_AHEAD: usize = 4;

/// Files that one thread works on together.
pub(super) type Chunk<'a> = Vec<ChunkFile<'a>>;

/// A file of a chunk: a record, a member of an archive, or a piece of a large record.
#[derive(Clone)]
pub(super) struct ChunkFile<'a> {
    pub(super) entry: Cow<'a, Entry>,
    /// The bytes of a member or a piece, or the reason why there are none; `None` for a plain
    /// record, which is still to be read.
    content: Option<Result<Vec<u8>, Skip>>,
    /// The offset of the bytes in the file.
    pub(super) offset: usize,
}

impl<'a> ChunkFile<'a> {
    /// Returns the bytes of the file, or the reason why there are none. Reads a plain record into
    /// `buffer`.
    pub(super) fn bytes<'b>(
        &'b self,
        limits: &FileLimits,
        buffer: &'b mut Vec<u8>,
    ) -> Result<&'b [u8], Skip> {
        match &self.content {
            Some(content) => content.as_deref().map_err(Skip::clone),
            None => fetch(&self.entry, limits, buffer).map(|()| buffer.as_slice()),
        }
    }

    fn unread(entry: &'a Entry) -> Self {
        Self {
            entry: Cow::Borrowed(entry),
            content: None,
            offset: 0,
        }
    }

    /// Returns a file that stands for an archive or a large record that could not be read to its
    /// end.
    fn broken(entry: &'a Entry, skip: Skip) -> Self {
        Self {
            content: Some(Err(skip)),
            ..Self::unread(entry)
        }
    }
}

/// Passes on the chunks of an archive. Returns whether more are wanted.
type SendChunk<'s, 'a> = &'s mut dyn FnMut(Chunk<'a>) -> bool;

/// The chunks of a walk, in the order of the walk. Archives are read on separate threads.
pub(super) struct Chunks<'scope, 'env, 'a> {
    rest: &'a [Entry],
    /// The remaining chunks of the archive that is being read.
    archive: Box<dyn Iterator<Item = Chunk<'a>> + 'scope>,
    reader: Reader<'scope, 'a>,
    /// The number of threads that the chunks are for.
    threads: usize,
    scope: &'scope Scope<'scope, 'env>,
}

impl<'scope, 'env, 'a: 'scope> Chunks<'scope, 'env, 'a> {
    /// Divides `entries` into chunks for a number of threads. Archives are no longer read once
    /// `goes_on` returns `false`.
    pub(super) fn new(
        entries: &'a [Entry],
        threads: usize,
        options: &'scope Options,
        scope: &'scope Scope<'scope, 'env>,
        goes_on: &'scope (dyn Fn() -> bool + Sync),
    ) -> Self {
        // an engine needs a long time for each file
        let most = if options.engine.is_some() && options.scorers.is_empty() {
            1
        } else {
            FILES_AT_ONCE
        };
        let reader = Reader {
            options,
            most,
            goes_on,
            rest: entries,
        };
        Self {
            rest: entries,
            archive: Box::new(iter::empty()),
            reader,
            threads,
            scope,
        }
    }

    /// Starts to read an archive or a large record on a separate thread. If the system can't start
    /// a thread, reads it on this thread.
    fn read(
        &self,
        entry: &'a Entry,
        format: Format,
    ) -> Box<dyn Iterator<Item = Chunk<'a>> + 'scope> {
        let (sender, chunks) = sync_channel(CHUNKS_READ_AHEAD);
        let reader = Reader {
            rest: self.rest,
            ..self.reader
        };
        let started = Builder::new().spawn_scoped(self.scope, move || {
            reader.read(entry, format, &mut |chunk| sender.send(chunk).is_ok())
        });
        if started.is_ok() {
            return Box::new(chunks.into_iter());
        }
        let mut all = Vec::new();
        reader.read(entry, format, &mut |chunk| {
            all.push(chunk);
            true
        });
        Box::new(all.into_iter())
    }
}

impl<'scope, 'a: 'scope> Iterator for Chunks<'scope, '_, 'a> {
    type Item = Chunk<'a>;

    fn next(&mut self) -> Option<Chunk<'a>> {
        loop {
            if let Some(chunk) = self.archive.next() {
                return Some(chunk);
            }
            let (first, rest) = self.rest.split_first()?;
            if let Some(format) = first.format {
                self.rest = rest;
                self.archive = self.read(first, format);
                continue;
            }
            // external scorers get full chunks: their questions must not depend on the number of
            // threads
            let least = if self.reader.options.scorers.is_empty() {
                1
            } else {
                self.reader.most
            };
            // chunks become smaller towards the end, so no thread waits long for another
            let most = (self.rest.len() / (8 * self.threads)).clamp(least, self.reader.most);
            let count = self
                .rest
                .iter()
                .take(most)
                .take_while(|entry| entry.format.is_none())
                .count();
            let (files, rest) = self.rest.split_at(count);
            self.rest = rest;
            return Some(files.iter().map(ChunkFile::unread).collect());
        }
    }
}

/// Reads an archive, or a record in pieces.
#[derive(Clone, Copy)]
struct Reader<'r, 'a> {
    options: &'r Options,
    /// The maximum number of files in a chunk.
    most: usize,
    /// Returns whether more chunks are wanted.
    goes_on: &'r (dyn Fn() -> bool + Sync),
    /// The entries of the walk after the archive.
    rest: &'a [Entry],
}

impl<'a> Reader<'_, 'a> {
    /// Passes the chunks of a file to `send`, and the reason if the file can't be read to its end.
    fn read(self, entry: &'a Entry, format: Format, send: SendChunk<'_, 'a>) {
        let read = guarded(|| match format {
            Format::Record(compression) => {
                self.pieces(entry, compression, send);
                Ok(())
            }
            _ => self.members(entry, format, send),
        });
        if let Err(skip) = read {
            send(vec![ChunkFile::broken(entry, skip)]);
        }
    }

    /// Reads a record and sends its games in pieces.
    fn pieces(self, record: &'a Entry, compression: Compression, send: SendChunk<'_, 'a>) {
        let Options {
            files: limits,
            encoding,
            ..
        } = *self.options;
        let options = PieceOptions {
            limits,
            encoding,
            games: self.most,
        };
        compression.read_pieces(
            record,
            &options,
            &mut |Piece {
                      games_before,
                      bytes_before: offset,
                      bytes,
                  }| {
                let entry = Cow::Owned(record.part(games_before));
                send(vec![ChunkFile {
                    entry,
                    content: Some(bytes),
                    offset,
                }]) && (self.goes_on)()
            },
        );
    }

    /// Reads an archive and sends its members.
    fn members(
        self,
        archive: &'a Entry,
        format: Format,
        send: SendChunk<'_, 'a>,
    ) -> Result<(), Skip> {
        // a file in a folder `a.zip!` has the name of a member of `a.zip`, and is used instead
        let others = self
            .rest
            .iter()
            .map(|entry| entry.name.as_str())
            .take_while(|name| archive.is_around(name));
        let others: HashSet<&str> = others.collect();
        let mut files = Vec::new();
        let mut size = 0;
        let read = format.read(archive, self.options.files, &mut |member: Member| {
            if archive.wants_member(&member.name) {
                let entry = archive.member(&member.name);
                let bytes = if others.contains(&*entry.name) {
                    Err(same_name())
                } else {
                    member.bytes
                };
                size += bytes.as_ref().map_or(0, Vec::len);
                files.push(ChunkFile {
                    entry: Cow::Owned(entry),
                    content: Some(bytes),
                    offset: 0,
                });
            }
            let is_full = files.len() == self.most || size >= BYTES_AT_ONCE;
            if is_full {
                size = 0;
            }
            (!is_full || send(std::mem::take(&mut files))) && (self.goes_on)()
        });
        send(files);
        read
    }
}

fn same_name() -> Skip {
    Skip::new(
        Reason::DuplicateName,
        "a file in a folder next to the archive has the same name",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_of_files_shrink_towards_the_end() {
        let entries = vec![Entry::default(); 20 * FILES_AT_ONCE];
        let options = Options::default();
        let sizes: Vec<usize> = std::thread::scope(|scope| {
            let chunks = Chunks::new(&entries, 2, &options, scope, &|| true);
            chunks.map(|chunk| chunk.len()).collect()
        });
        assert_eq!(
            (sizes.iter().sum(), sizes[0]),
            (entries.len(), FILES_AT_ONCE)
        );
        assert!(
            sizes.is_sorted_by(|a, b| a >= b) && sizes.ends_with(&[1; 16]),
            "{sizes:?}"
        );
    }
}
