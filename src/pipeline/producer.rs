//! Divides the files of a run into tasks, in the order of the walk, and reads archives.

use super::guard::guarded;
use super::plan::FILES_AT_ONCE;
use super::stop::Stop;
use super::{Options, Pipeline};
use crate::input::{Compression, Entry, Format, PackedMember, Piece, PieceOptions};
use crate::skip::Skip;

/// The number of bytes at which a batch of an archive's members is sent, however few members it has.
const BYTES_AT_ONCE: usize = 1 << 17;

/// The work of a worker at a time.
pub(super) enum Task<'a> {
    /// Plain records.
    Files(&'a [Entry]),
    /// A record that is read in pieces, and one of them.
    Piece(&'a Entry, Piece),
    /// An archive, and some of its members.
    Members(&'a Entry, Vec<PackedMember>),
    /// The end of an archive, and whether the archive could be read up to it.
    ArchiveEnd(&'a Entry, Result<(), Skip>),
}

/// The producer of a run's tasks.
pub(super) struct Producer<'p, 'a> {
    pub(super) pipeline: &'p Pipeline<'a>,
    pub(super) stop: &'p Stop<'a>,
}

impl<'a> Producer<'_, 'a> {
    /// Passes all tasks to `send` in order, until it returns `false`.
    pub(super) fn produce(&self, mut send: impl FnMut(Task<'a>) -> bool) {
        let is_file = |entry: &Entry| entry.format.is_none();
        for entries in self.pipeline.entries.chunk_by(|a, b| is_file(a) && is_file(b)) {
            let goes_on = match (entries, entries[0].format) {
                ([record], Some(Format::Record(compression))) => self.pieces(record, compression, &mut send),
                ([archive], Some(format)) => self.archive(archive, format, &mut send),
                (files, _) => self.batches(files).all(|batch| send(Task::Files(batch))),
            };
            if !goes_on {
                return;
            }
        }
    }

    /// Splits `files` into batches that become smaller towards the end, so that no thread waits long for another.
    fn batches<'e>(&self, mut files: &'e [Entry]) -> impl Iterator<Item = &'e [Entry]> {
        // external scorers get full batches, so that what they are sent does not depend on the number of threads
        let least = if self.pipeline.options.scorers.is_empty() { 1 } else { FILES_AT_ONCE };
        let (most, rounds) = (self.pipeline.batch_size(), 8 * self.pipeline.threads());
        std::iter::from_fn(move || {
            let batch = files.split_off(..(files.len() / rounds).clamp(least, most).min(files.len()))?;
            (!batch.is_empty()).then_some(batch)
        })
    }

    /// Reads a record and sends its games in pieces. Returns whether more tasks are wanted.
    fn pieces(&self, record: &'a Entry, compression: Compression, send: &mut impl FnMut(Task<'a>) -> bool) -> bool {
        let Options { files: limits, encoding, .. } = *self.pipeline.options;
        let options = PieceOptions { limits, encoding, games: self.pipeline.batch_size() };
        let mut goes_on = true;
        let mut take = |piece| {
            goes_on = send(Task::Piece(record, piece));
            goes_on && !self.stop.is_set()
        };
        let read = guarded(|| {
            compression.read_pieces(record, &options, &mut take);
            Ok(())
        });
        if let Err(skip) = read {
            return send(Task::Piece(record, Piece { games_before: usize::MAX, bytes_before: 0, bytes: Err(skip) }));
        }
        goes_on
    }

    /// Reads an archive and sends its members in batches. Returns whether more tasks are wanted.
    fn archive(&self, archive: &'a Entry, format: Format, send: &mut impl FnMut(Task<'a>) -> bool) -> bool {
        let (mut batch, mut bytes, mut goes_on) = (Vec::new(), 0_usize, true);
        let mut take = |member: PackedMember| {
            if archive.wants_member(&member.name) {
                bytes = bytes.saturating_add(member.size());
                batch.push(member);
            }
            if batch.len() == self.pipeline.batch_size() || bytes >= BYTES_AT_ONCE {
                bytes = 0;
                goes_on = send(Task::Members(archive, std::mem::take(&mut batch)));
            }
            goes_on && !self.stop.is_set()
        };
        let read = guarded(|| format.read_packed(archive, self.pipeline.options.files, &mut take));
        goes_on && send(Task::Members(archive, batch)) && send(Task::ArchiveEnd(archive, read))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::input::Labels;

    #[test]
    fn threads_share_the_last_files() {
        let (labels, options, stop) = (Labels::default(), Options::default(), AtomicBool::new(false));
        let pipeline = Pipeline { entries: &[], labels: &labels, options: &options, jobs: 2, stop: &stop };
        let producer = Producer { pipeline: &pipeline, stop: &Stop::new(&stop) };
        let entries = vec![Entry::default(); 20 * FILES_AT_ONCE];
        let batches: Vec<usize> = producer.batches(&entries).map(<[Entry]>::len).collect();
        assert_eq!((batches.iter().sum(), batches[0]), (entries.len(), FILES_AT_ONCE));
        assert!(batches.is_sorted_by(|a, b| a >= b) && batches.ends_with(&[1; 16]), "{batches:?}");
        assert!(producer.batches(&entries[..9]).all(|batch| batch.len() == 1), "a few files may be large ones");
    }
}
