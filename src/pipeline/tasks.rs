//! Divides the files of a run into tasks, in the order of the walk, and reads archives.

use std::borrow::Cow;
use std::collections::HashSet;
use std::time::Duration;

use super::Options;
use super::context::guarded;
use super::timings::timed;
use crate::input::{Compression, Entry, FileLimits, Format, INSIDE, Member, Piece, PieceOptions, fetch};
use crate::skip::{Reason, Skip};

/// The largest number of files, or of an archive's members, in a batch. A batch amortises the cost of a channel; a
/// small one keeps its rows in the processor's cache until they are written.
pub(super) const FILES_AT_ONCE: usize = 64;

/// The number of bytes at which a batch of an archive's members is sent, even if it has few members.
const BYTES_AT_ONCE: usize = 1 << 17;

impl Options {
    /// Returns the largest number of files in a batch: one if an engine finds dead stones, because each file takes
    /// long.
    pub(super) fn batch_size(&self) -> usize {
        let has_engine = self.engine.is_some() || self.ownership.as_ref().is_some_and(|source| source.engine.is_some());
        if self.scorers.is_empty() && has_engine { 1 } else { FILES_AT_ONCE }
    }
}

/// A unit of work for a thread.
pub(super) enum Task<'a> {
    /// Plain records, which the worker reads.
    Files(&'a [Entry]),
    /// Records that the producer has read.
    Read(Vec<ReadFile<'a>>),
}

/// A record with its bytes: a member of an archive, or a part of a record that is read in pieces.
pub(super) struct ReadFile<'a> {
    pub(super) entry: Cow<'a, Entry>,
    /// The bytes, or the reason why there are none.
    pub(super) bytes: Result<Vec<u8>, Skip>,
    /// The offset of the bytes in the file.
    pub(super) offset: usize,
}

impl<'a> Task<'a> {
    /// Passes each file of the task to `visit`, with its bytes or the reason why there are none, and their offset in
    /// the file. Reads plain records into `buffer`. Returns the time of reading.
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
}

/// The producer of a run's tasks.
#[derive(Clone, Copy)]
pub(super) struct Producer<'a, 'r> {
    pub(super) entries: &'a [Entry],
    /// The number of threads that do the tasks.
    pub(super) threads: usize,
    pub(super) options: &'r Options,
    /// Returns whether more tasks are wanted.
    pub(super) goes_on: &'r (dyn Fn() -> bool + Sync),
}

impl<'a> Producer<'a, '_> {
    /// Passes all tasks to `send` in order until it returns `false`.
    pub(super) fn produce(&self, mut send: impl FnMut(Task<'a>) -> bool) {
        let is_file = |entry: &Entry| entry.format.is_none();
        let mut rest = self.entries;
        for entries in self.entries.chunk_by(|a, b| is_file(a) && is_file(b)) {
            rest = &rest[entries.len()..];
            let goes_on = match (entries, entries[0].format) {
                ([record], Some(Format::Record(compression))) => self.pieces(record, compression, &mut send),
                ([archive], Some(format)) => self.archive(archive, format, rest, &mut send),
                (files, _) => self.batches(files).all(|batch| send(Task::Files(batch))),
            };
            if !goes_on {
                return;
            }
        }
    }

    /// Splits `files` into batches that become smaller towards the end, which keeps threads from waiting long for
    /// each other.
    fn batches<'e>(&self, mut files: &'e [Entry]) -> impl Iterator<Item = &'e [Entry]> + use<'e> {
        // external scorers get full batches: their questions must not depend on the number of threads
        let least = if self.options.scorers.is_empty() { 1 } else { FILES_AT_ONCE };
        let (most, rounds) = (self.options.batch_size(), 8 * self.threads);
        std::iter::from_fn(move || {
            let batch = files.split_off(..(files.len() / rounds).clamp(least, most).min(files.len()))?;
            (!batch.is_empty()).then_some(batch)
        })
    }

    /// Reads a record and sends its games in pieces. Returns whether more tasks are wanted.
    fn pieces(&self, record: &'a Entry, compression: Compression, send: &mut impl FnMut(Task<'a>) -> bool) -> bool {
        let Options { files: limits, encoding, .. } = *self.options;
        let options = PieceOptions { limits, encoding, games: self.options.batch_size() };
        let mut goes_on = true;
        let mut take = |Piece { games_before, bytes_before: offset, bytes }| {
            let entry = Cow::Owned(record.part(games_before));
            goes_on = send(Task::Read(vec![ReadFile { entry, bytes, offset }]));
            goes_on && (self.goes_on)()
        };
        let read = guarded(|| {
            compression.read_pieces(record, &options, &mut take);
            Ok(())
        });
        read.map_or_else(|skip| send(broken(record, skip)), |()| goes_on)
    }

    /// Reads an archive and sends its members in batches. `rest` has the entries after it: a file in a folder `a.zip!`
    /// has the name of a member of `a.zip`, and counts instead. Returns whether more tasks are wanted.
    fn archive(
        &self,
        archive: &'a Entry,
        format: Format,
        rest: &[Entry],
        send: &mut impl FnMut(Task<'a>) -> bool,
    ) -> bool {
        let others: HashSet<&str> =
            rest.iter().map(|entry| entry.name.as_str()).take_while(|name| archive.is_around(name)).collect();
        let (mut batch, mut size, mut goes_on) = (Vec::new(), 0_usize, true);
        let mut take = |member: Member| {
            if archive.wants_member(&member.name) {
                let entry = archive.member(&member.name);
                let bytes = if is_named(&others, &entry.name) { Err(same_name()) } else { member.bytes };
                size += bytes.as_ref().map_or(0, Vec::len);
                batch.push(ReadFile { entry: Cow::Owned(entry), bytes, offset: 0 });
            }
            if batch.len() == self.options.batch_size() || size >= BYTES_AT_ONCE {
                size = 0;
                goes_on = send(Task::Read(std::mem::take(&mut batch)));
            }
            goes_on && (self.goes_on)()
        };
        let read = guarded(|| format.read(archive, self.options.files, &mut take));
        goes_on && send(Task::Read(batch)) && read.map_or_else(|skip| send(broken(archive, skip)), |()| true)
    }
}

/// Returns whether `others` has the name of an archive's member, or of a nested archive around it.
fn is_named(others: &HashSet<&str>, name: &str) -> bool {
    !others.is_empty()
        && name.match_indices(INSIDE).map(|(end, _)| end).chain([name.len()]).any(|end| others.contains(&name[..end]))
}

fn same_name() -> Skip {
    Skip::new(Reason::DuplicateName, "a file in a folder next to the archive has the same name")
}

/// Returns the task of a file that could not be read to its end.
fn broken(entry: &Entry, skip: Skip) -> Task<'_> {
    Task::Read(vec![ReadFile { entry: Cow::Borrowed(entry), bytes: Err(skip), offset: 0 }])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_shrink_towards_the_end() {
        let producer = Producer { entries: &[], threads: 2, options: &Options::default(), goes_on: &|| true };
        let entries = vec![Entry::default(); 20 * FILES_AT_ONCE];
        let batches: Vec<usize> = producer.batches(&entries).map(<[Entry]>::len).collect();
        assert_eq!((batches.iter().sum(), batches[0]), (entries.len(), FILES_AT_ONCE));
        assert!(batches.is_sorted_by(|a, b| a >= b) && batches.ends_with(&[1; 16]), "{batches:?}");
        assert!(producer.batches(&entries[..9]).all(|batch| batch.len() == 1), "a few files may be large ones");
    }
}
