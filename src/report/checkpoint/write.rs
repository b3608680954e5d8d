//! Writes a checkpoint while its run goes on.

use std::collections::HashMap;
use std::fs::{File, TryLockError};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard};

use super::index::{Index, Span};
use super::line::CheckpointLine;
use super::stamp::Stamp;
use super::{CheckpointError, Head};
use crate::input::{Entry, Order};
use crate::report::json::RunFacts;
use crate::report::run::FormattedGame;
use crate::skip::Skip;

/// A checkpoint that several threads write to.
#[derive(Debug)]
pub struct CheckpointFile {
    path: PathBuf,
    /// Reads the lines of the earlier run.
    reader: Mutex<File>,
    writer: Mutex<Writer>,
    /// The lines of the earlier run.
    known: HashMap<Order, EarlierFile>,
    /// The number of the first line of the earlier run that was damaged, from 1.
    damaged: Option<u64>,
    /// The stamp that each file had before it was read. Members of an archive have the archive's.
    stamps: Mutex<HashMap<Order, Option<Stamp>>>,
}

/// A file that an earlier run has evaluated.
#[derive(Debug)]
struct EarlierFile {
    span: Span,
    /// Whether this run has come across the file, so that it still exists.
    was_met: AtomicBool,
}

#[derive(Debug)]
struct Writer {
    file: BufWriter<File>,
    /// Whether a write has failed. Nothing is written after that, since no line behind half a line could be parsed.
    failed: bool,
    error: Option<io::Error>,
    /// The number of bytes in the file, with those in the buffer.
    end: u64,
    /// The number of lines that [`CheckpointFile::take`] has not returned yet. Only a temporary file counts them.
    waiting: u64,
}

impl Writer {
    fn new(file: File, end: u64) -> Self {
        Self { file: BufWriter::with_capacity(1 << 16, file), failed: false, error: None, end, waiting: 0 }
    }

    /// Appends a line. Returns its position, unless this or an earlier write fails.
    fn append(&mut self, text: &[u8]) -> Option<Span> {
        if self.failed {
            return None;
        }
        self.error = self.file.write_all(text).err();
        self.failed = self.error.is_some();
        let (at, bytes) = (self.end, text.len() as u64);
        self.end += bytes;
        (!self.failed).then_some(Span { at, bytes, stamp: None })
    }

    /// Notes that a line of a temporary file was taken. The space of all lines is free once none is waited for.
    fn took_line(&mut self) -> io::Result<()> {
        self.waiting -= 1;
        if self.waiting == 0 {
            self.file.flush()?;
            self.file.get_ref().set_len(0)?;
            self.file.rewind()?;
            self.end = 0;
        }
        Ok(())
    }
}

/// Locks a mutex.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().expect("nothing panics while it is held")
}

impl CheckpointFile {
    /// Creates a checkpoint at `path`, or continues the one of an earlier run, and locks it until it is dropped. If a
    /// line is damaged, it is removed with all lines behind it.
    ///
    /// # Errors
    /// If the checkpoint can't be read or written, is in use, or of a run with other settings.
    pub fn open(path: &Path, head: &Head) -> Result<Self, CheckpointError> {
        let io = |error| CheckpointError::Io { path: path.to_owned(), error };
        let options = File::options().read(true).write(true).create(true).truncate(false).to_owned();
        let mut file = options.open(path).map_err(io)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(CheckpointError::Locked(path.to_owned())),
            Err(TryLockError::Error(error)) => return Err(io(error)),
        }
        let index = Index::read(&file, path)?;
        if let Some(other) = &index.head
            && (other.shard != head.shard || head.difference(other).is_some())
        {
            let difference = head.difference(other).unwrap_or_else(|| "their shares".to_owned());
            return Err(CheckpointError::Other { path: path.to_owned(), difference });
        }
        file.set_len(index.end).map_err(io)?;
        file.seek(SeekFrom::Start(index.end)).map_err(io)?;
        let mut end = index.end;
        if index.head.is_none() {
            let text = CheckpointLine::Head(head).text();
            file.write_all(&text).map_err(io)?;
            end += text.len() as u64;
        }
        let reader = Mutex::new(File::open(path).map_err(io)?);
        let writer = Mutex::new(Writer::new(file, end));
        let known = |(order, span)| (order, EarlierFile { span, was_met: AtomicBool::new(false) });
        let known = index.files.into_iter().map(known).collect();
        Ok(Self { path: path.to_owned(), reader, writer, known, damaged: index.damaged, stamps: Mutex::default() })
    }

    /// Returns the number of the first line of the earlier run that was damaged, from 1.
    #[must_use]
    pub const fn damaged(&self) -> Option<u64> {
        self.damaged
    }

    /// Creates a file in `folder` for lines that are read back in the same run. It has no name, so it is gone when the
    /// run ends, however it ends.
    ///
    /// # Errors
    /// If the file can't be created.
    pub fn temporary(folder: &Path) -> Result<Self, CheckpointError> {
        let create = || {
            let file = tempfile::NamedTempFile::new_in(folder)?;
            let reader = file.reopen()?;
            let (writer, name) = file.into_parts();
            name.close()?;
            Ok((reader, writer))
        };
        let (reader, writer) = create().map_err(|error| CheckpointError::Io { path: folder.to_owned(), error })?;
        let (reader, writer) = (Mutex::new(reader), Mutex::new(Writer::new(writer, 0)));
        let (known, stamps) = (HashMap::new(), Mutex::default());
        Ok(Self { path: folder.to_owned(), reader, writer, known, damaged: None, stamps })
    }

    /// Returns the number of files that an earlier run has evaluated.
    #[must_use]
    pub fn known(&self) -> usize {
        self.known.len()
    }

    /// Takes the stamp of a file or an archive that is about to be read.
    pub fn begin(&self, entry: &Entry) {
        let stamp = std::fs::metadata(&entry.path).ok().as_ref().and_then(Stamp::of);
        locked(&self.stamps).insert(entry.order(), stamp);
    }

    /// Returns whether an earlier run has evaluated a file, and the file, or the archive that it is in, has not changed
    /// since. [`CheckpointFile::begin`] has taken the stamp of the file or the archive.
    pub fn is_known(&self, entry: &Entry) -> bool {
        let order = entry.order();
        let stamped = order.whole().unwrap_or_else(|| order.clone());
        let stamp = locked(&self.stamps).get(&stamped).copied().flatten();
        stamp.is_some() && self.known.get(&order).is_some_and(|known| known.span.stamp == stamp)
    }

    /// Reads the games of a file for which [`CheckpointFile::is_known`] is true.
    ///
    /// # Errors
    /// If they can't be read.
    pub fn recall(&self, entry: &Entry) -> Result<Vec<FormattedGame>, CheckpointError> {
        let Some(known) = self.known.get(&entry.order()) else { return Ok(Vec::new()) };
        known.was_met.store(true, Ordering::Relaxed);
        known.span.games(&locked(&self.reader), &self.path)
    }

    /// Writes the games of a file, and returns the position of their line. [`CheckpointFile::check`] returns the error if
    /// that fails.
    pub(super) fn keep(&self, entry: &Entry, games: &[FormattedGame]) -> Option<Span> {
        let order = entry.order();
        let stamp = match order.whole() {
            Some(whole) => locked(&self.stamps).get(&whole).copied().flatten(),
            None => locked(&self.stamps).remove(&order).flatten(),
        };
        if let Some(known) = self.known.get(&order) {
            known.was_met.store(true, Ordering::Relaxed);
        }
        // without a stamp the file is evaluated again in the next run: its result may change
        let stamp = stamp.filter(|_| !games.iter().any(FormattedGame::may_change));
        self.write(&CheckpointLine::File { order: &order, stamp, games })
    }

    /// Writes a line, unless an earlier write has failed, and returns its position.
    fn write(&self, line: &CheckpointLine<'_>) -> Option<Span> {
        locked(&self.writer).append(&line.text())
    }

    /// Writes the games of a file that [`CheckpointFile::take`] reads back, to a temporary file.
    pub(super) fn put(&self, entry: &Entry, games: &[FormattedGame]) -> Option<Span> {
        let text = CheckpointLine::File { order: &entry.order(), stamp: None, games }.text();
        let mut writer = locked(&self.writer);
        let span = writer.append(&text)?;
        writer.waiting += 1;
        Some(span)
    }

    /// Reads games back that were written to a temporary file. They can't be read again.
    pub(super) fn take(&self, span: Span) -> Result<Vec<FormattedGame>, CheckpointError> {
        let games = self.written(span)?;
        locked(&self.writer).took_line().map_err(|error| CheckpointError::Io { path: self.path.clone(), error })?;
        Ok(games)
    }

    /// Reads games that this run has written.
    pub(super) fn written(&self, span: Span) -> Result<Vec<FormattedGame>, CheckpointError> {
        let io = |error| CheckpointError::Io { path: self.path.clone(), error };
        locked(&self.writer).file.flush().map_err(io)?;
        span.games(&locked(&self.reader), &self.path)
    }

    /// Writes to another file from now on.
    #[cfg(test)]
    pub(super) fn write_to(&self, file: File) {
        *locked(&self.writer) = Writer::new(file, 0);
    }

    /// Returns the length of the file in bytes.
    #[cfg(test)]
    pub(super) fn len(&self) -> u64 {
        locked(&self.writer).file.get_ref().metadata().expect("it is open").len()
    }

    /// Returns whether a write has failed.
    pub(super) fn has_failed(&self) -> bool {
        locked(&self.writer).failed
    }

    /// Checks that everything could be written.
    ///
    /// # Errors
    /// The first error of a write.
    pub fn check(&self) -> Result<(), CheckpointError> {
        match locked(&self.writer).error.take() {
            Some(error) => Err(CheckpointError::Io { path: self.path.clone(), error }),
            None => Ok(()),
        }
    }

    /// Writes the end of a complete checkpoint and returns its file, as [`CheckpointFile::into_file`] does. `files` is
    /// the number of files in it, `not_walked` are the paths that the walk had to skip.
    ///
    /// # Errors
    /// If something can't be written.
    pub fn finish(self, files: u64, not_walked: &[(String, Skip)], facts: &RunFacts) -> Result<File, CheckpointError> {
        let gone = self.known.iter().filter(|(_, known)| !known.was_met.load(Ordering::Relaxed));
        for (order, _) in gone {
            self.write(&CheckpointLine::Gone { order });
        }
        self.write(&CheckpointLine::End { files, not_walked, facts });
        self.into_file()
    }

    /// Flushes the checkpoint and returns its file, which stays locked until it is dropped.
    ///
    /// # Errors
    /// If something can't be written.
    pub fn into_file(self) -> Result<File, CheckpointError> {
        self.check()?;
        let writer = self.writer.into_inner().expect("nothing panics while it is held");
        writer.file.into_inner().map_err(|error| CheckpointError::Io { path: self.path, error: error.into_error() })
    }
}
