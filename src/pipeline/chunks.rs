//! Divides the files of a walk into chunks, and reads archives.

use std::borrow::Cow;
use std::collections::HashSet;
use std::iter;
use std::sync::mpsc::sync_channel;
use std::thread::{Builder, Scope};
use std::time::Duration;

use super::Options;
use super::context::guarded;
use super::timings::timed;
use crate::input::{Compression, Entry, FileLimits, Format, Member, Piece, PieceOptions, fetch};
use crate::skip::{Reason, Skip};

/// The largest number of files, or of an archive's members, in a chunk. A chunk spreads the cost of a channel over its
/// files; a small one keeps its rows in the processor's cache until they are written.
pub(super) const FILES_AT_ONCE: usize = 32;

/// The number of bytes at which a chunk of an archive's members ends, even if it has few members.
const BYTES_AT_ONCE: usize = 1 << 17;

/// The number of chunks of an archive that are read before a thread is free for them.
const CHUNKS_READ_AHEAD: usize = 4;

/// Files that one thread works on together.
#[derive(Clone)]
pub(super) enum Chunk<'a> {
    /// Plain records, which the thread reads.
    Files(&'a [Entry]),
    /// Records with their bytes, from an archive or a large file.
    Read(Vec<ReadFile<'a>>),
}

/// A record with its bytes: a member of an archive, or a part of a record that is read in pieces.
#[derive(Clone)]
pub(super) struct ReadFile<'a> {
    pub(super) entry: Cow<'a, Entry>,
    /// The bytes, or the reason why there are none.
    pub(super) bytes: Result<Vec<u8>, Skip>,
    /// The offset of the bytes in the file.
    pub(super) offset: usize,
}

impl<'a> Chunk<'a> {
    /// Passes each file to `visit`, with its bytes or the reason why there are none, and their offset in the file. Reads
    /// plain records into `buffer`. Returns the time spent reading.
    pub(super) fn for_each_file(
        self,
        limits: FileLimits,
        buffer: &mut Vec<u8>,
        mut visit: impl FnMut(Cow<'a, Entry>, Result<&[u8], Skip>, usize),
    ) -> Duration {
        let mut spent = Duration::ZERO;
        match self {
            Self::Files(files) => {
                for entry in files {
                    let fetched = timed(&mut spent, || fetch(entry, &limits, buffer));
                    visit(Cow::Borrowed(entry), fetched.map(|()| buffer.as_slice()), 0);
                }
            }
            Self::Read(files) => {
                for ReadFile { entry, bytes, offset } in files {
                    visit(entry, bytes.as_deref().map_err(Skip::clone), offset);
                }
            }
        }
        spent
    }

    /// Returns the chunk of a file that could not be read to its end.
    fn broken(entry: &'a Entry, skip: Skip) -> Self {
        Self::Read(vec![ReadFile { entry: Cow::Borrowed(entry), bytes: Err(skip), offset: 0 }])
    }
}

/// Passes on the chunks of an archive. Returns whether more are wanted.
type Send<'s, 'a> = &'s mut dyn FnMut(Chunk<'a>) -> bool;

/// The chunks of a walk, in its order. Archives are read on separate threads.
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
    /// Divides `entries` into chunks for a number of threads. Archives are no longer read once `goes_on` returns `false`.
    pub(super) fn new(
        entries: &'a [Entry],
        threads: usize,
        options: &'scope Options,
        scope: &'scope Scope<'scope, 'env>,
        goes_on: &'scope (dyn Fn() -> bool + Sync),
    ) -> Self {
        // an engine takes long for each file
        let most = if options.engine.is_some() && options.scorers.is_empty() { 1 } else { FILES_AT_ONCE };
        let reader = Reader { options, most, goes_on, rest: entries };
        Self { rest: entries, archive: Box::new(iter::empty()), reader, threads, scope }
    }

    /// Returns the next plain records. Chunks become smaller towards the end, so no thread waits long for another.
    fn files(&mut self) -> Chunk<'a> {
        // external scorers get full chunks: their questions must not depend on the number of threads
        let least = if self.reader.options.scorers.is_empty() { 1 } else { self.reader.most };
        let most = (self.rest.len() / (8 * self.threads)).clamp(least, self.reader.most);
        let count = self.rest.iter().take(most).take_while(|entry| entry.format.is_none()).count();
        let (files, rest) = self.rest.split_at(count);
        self.rest = rest;
        Chunk::Files(files)
    }

    /// Starts to read an archive or a large record on a separate thread. If the system can't start a thread, reads it
    /// on this one.
    fn read(&self, entry: &'a Entry, format: Format) -> Box<dyn Iterator<Item = Chunk<'a>> + 'scope> {
        let (sender, chunks) = sync_channel(CHUNKS_READ_AHEAD);
        let reader = Reader { rest: self.rest, ..self.reader };
        let started = Builder::new()
            .spawn_scoped(self.scope, move || reader.read(entry, format, &mut |chunk| sender.send(chunk).is_ok()));
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
            let Some(format) = first.format else { return Some(self.files()) };
            self.rest = rest;
            self.archive = self.read(first, format);
        }
    }
}

/// Reads an archive, or a record in pieces.
#[derive(Clone, Copy)]
struct Reader<'r, 'a> {
    options: &'r Options,
    /// The largest number of files in a chunk.
    most: usize,
    /// Returns whether more chunks are wanted.
    goes_on: &'r (dyn Fn() -> bool + Sync),
    /// The entries of the walk after the archive.
    rest: &'a [Entry],
}

impl<'a> Reader<'_, 'a> {
    /// Passes the chunks of a file to `send`, and the reason if the file can't be read to its end.
    fn read(self, entry: &'a Entry, format: Format, send: Send<'_, 'a>) {
        let read = guarded(|| match format {
            Format::Record(compression) => {
                self.pieces(entry, compression, send);
                Ok(())
            }
            _ => self.members(entry, format, send),
        });
        if let Err(skip) = read {
            send(Chunk::broken(entry, skip));
        }
    }

    /// Reads a record and sends its games in pieces.
    fn pieces(self, record: &'a Entry, compression: Compression, send: Send<'_, 'a>) {
        let Options { files: limits, encoding, .. } = *self.options;
        let options = PieceOptions { limits, encoding, games: self.most };
        compression.read_pieces(record, &options, &mut |Piece { games_before, bytes_before: offset, bytes }| {
            let entry = Cow::Owned(record.part(games_before));
            send(Chunk::Read(vec![ReadFile { entry, bytes, offset }])) && (self.goes_on)()
        });
    }

    /// Reads an archive and sends its members.
    fn members(self, archive: &'a Entry, format: Format, send: Send<'_, 'a>) -> Result<(), Skip> {
        // a file in a folder `a.zip!` has the name of a member of `a.zip`, and counts instead
        let others = self.rest.iter().map(|entry| entry.name.as_str()).take_while(|name| archive.is_around(name));
        let others: HashSet<&str> = others.collect();
        let mut files = Vec::new();
        let mut size = 0;
        let read = format.read(archive, self.options.files, &mut |member: Member| {
            if archive.wants_member(&member.name) {
                let entry = archive.member(&member.name);
                let bytes = if others.contains(&*entry.name) { Err(same_name()) } else { member.bytes };
                size += bytes.as_ref().map_or(0, Vec::len);
                files.push(ReadFile { entry: Cow::Owned(entry), bytes, offset: 0 });
            }
            let is_full = files.len() == self.most || size >= BYTES_AT_ONCE;
            if is_full {
                size = 0;
            }
            (!is_full || send(Chunk::Read(std::mem::take(&mut files)))) && (self.goes_on)()
        });
        send(Chunk::Read(files));
        read
    }
}

fn same_name() -> Skip {
    Skip::new(Reason::DuplicateName, "a file in a folder next to the archive has the same name")
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
            chunks.map(|chunk| if let Chunk::Files(files) = chunk { files.len() } else { 0 }).collect()
        });
        assert_eq!((sizes.iter().sum(), sizes[0]), (entries.len(), FILES_AT_ONCE));
        assert!(sizes.is_sorted_by(|a, b| a >= b) && sizes.ends_with(&[1; 16]), "{sizes:?}");
    }
}
