//! A part as it grows.

use std::collections::HashMap;
use std::fs::{File, TryLockError};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard};

use super::index::{Index, Place};
use super::{CheckpointError, Head, Line, Prepared, RunFacts, Stamp};
use crate::skip::Skip;
use crate::source::{Entry, Order};

/// A part as it grows, on several threads.
#[derive(Debug)]
pub struct CheckpointFile {
    path: PathBuf,
    /// For what an earlier run left.
    reader: Mutex<File>,
    writer: Mutex<Writer>,
    /// What an earlier run left.
    known: HashMap<Order, Known>,
    /// By where the file is in the walk, members of an archive by the archive: what it was like before it was read.
    stamps: Mutex<HashMap<Order, Option<Stamp>>>,
}

#[derive(Debug)]
struct Known {
    place: Place,
    /// Whether the file is still there.
    came: AtomicBool,
}

#[derive(Debug)]
struct Writer {
    file: BufWriter<File>,
    /// Nothing is written any more after a failure: behind half a line nothing could be understood.
    failed: bool,
    error: Option<io::Error>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().expect("nothing panics while it is held")
}

impl CheckpointFile {
    /// Begins a part at `path`, or goes on with what an earlier run left there. Nobody else can until it is dropped.
    ///
    /// # Errors
    /// When it can't be read or written, is damaged, in use, or of a run with other settings.
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
        if index.head.is_none() {
            file.write_all(&Line::Head(head).text()).map_err(io)?;
        }
        let reader = Mutex::new(File::open(path).map_err(io)?);
        let writer = Mutex::new(Writer { file: BufWriter::with_capacity(1 << 16, file), failed: false, error: None });
        let known = |(order, place)| (order, Known { place, came: AtomicBool::new(false) });
        let known = index.files.into_iter().map(known).collect();
        Ok(Self { path: path.to_owned(), reader, writer, known, stamps: Mutex::default() })
    }

    /// Files that an earlier run left.
    #[must_use]
    pub fn known(&self) -> usize {
        self.known.len()
    }

    /// Whether an earlier run has evaluated this file, and it has not changed since. It has to be asked of each file, and of
    /// an archive before its members, before it is read.
    pub fn is_known(&self, entry: &Entry) -> bool {
        let order = entry.order();
        let stamp = if let Some(archive) = order.archive() {
            locked(&self.stamps).get(&archive).copied().flatten()
        } else {
            let stamp = std::fs::metadata(&entry.path).ok().as_ref().and_then(Stamp::of);
            locked(&self.stamps).insert(order.clone(), stamp);
            stamp
        };
        stamp.is_some() && self.known.get(&order).is_some_and(|known| known.place.stamp == stamp)
    }

    /// The games of a file that [`CheckpointFile::is_known`].
    ///
    /// # Errors
    /// When they can't be read.
    pub fn recall(&self, entry: &Entry) -> Result<Vec<Prepared>, CheckpointError> {
        let Some(known) = self.known.get(&entry.order()) else { return Ok(Vec::new()) };
        known.came.store(true, Ordering::Relaxed);
        known.place.games(&locked(&self.reader), &self.path)
    }

    /// Keeps the games of a file. An error shows at [`CheckpointFile::check`].
    pub fn keep(&self, entry: &Entry, games: &[Prepared]) {
        let order = entry.order();
        let stamp = match order.archive() {
            Some(archive) => locked(&self.stamps).get(&archive).copied().flatten(),
            None => locked(&self.stamps).remove(&order).flatten(),
        };
        if let Some(known) = self.known.get(&order) {
            known.came.store(true, Ordering::Relaxed);
        }
        // what may come out otherwise is evaluated again
        let stamp = stamp.filter(|_| !games.iter().any(Prepared::may_change));
        self.write(&Line::File { order: &order, stamp, games });
    }

    fn write(&self, line: &Line<'_>) {
        let text = line.text();
        let mut writer = locked(&self.writer);
        if !writer.failed {
            writer.error = writer.file.write_all(&text).err();
            writer.failed = writer.error.is_some();
        }
    }

    /// Whether all that was kept could be written.
    ///
    /// # Errors
    /// The first failure.
    pub fn check(&self) -> Result<(), CheckpointError> {
        match locked(&self.writer).error.take() {
            Some(error) => Err(CheckpointError::Io { path: self.path.clone(), error }),
            None => Ok(()),
        }
    }

    /// Ends it: all `files` are in it. `not_walked` could not be walked. See [`CheckpointFile::into_file`].
    ///
    /// # Errors
    /// When something can't be written.
    pub fn finish(self, files: u64, not_walked: &[(String, Skip)], facts: &RunFacts) -> Result<File, CheckpointError> {
        let gone = self.known.iter().filter(|(_, known)| !known.came.load(Ordering::Relaxed));
        gone.for_each(|(order, _)| self.write(&Line::Gone { order }));
        self.write(&Line::End { files, not_walked, facts });
        self.into_file()
    }

    /// The file, with all that was kept. Until it is dropped nobody else can go on with the part.
    ///
    /// # Errors
    /// When something can't be written.
    pub fn into_file(self) -> Result<File, CheckpointError> {
        self.check()?;
        let writer = self.writer.into_inner().expect("nothing panics while it is held");
        writer.file.into_inner().map_err(|error| CheckpointError::Io { path: self.path, error: error.into_error() })
    }
}
