//! The files of a walk with their bytes, in the order of the walk. Archives and large records are
//! read one at a time, on a separate thread.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::Builder;
use std::vec::IntoIter;
use std::{iter, mem};

use super::archive::{Format, Member, PIECE, PIECE_GAMES, Pieces, Quota};
use super::entry::{Entry, fetch};
use super::file::unreadable;
use super::input_file::InputFile;
use super::limits::FileLimits;
use super::walk::Walk;
use crate::Stop;
use crate::sgf::Encoding;
use crate::skip::{Reason, Skip};

/// The number of groups of games that are read before they are needed.
const READ_AHEAD: usize = 4;

/// Returns a file with its bytes, in pieces if it is long.
pub(crate) fn read_pieces(file: InputFile, encoding: Encoding) -> Vec<InputFile> {
    if file.content.is_some() {
        return vec![file];
    }
    match fetch(&file.entry) {
        Ok(bytes) => {
            let quota = Quota::in_memory();
            Pieces::new(&file.entry, encoding, quota.reader(&*bytes)).collect()
        }
        Err(skip) => vec![InputFile::with_content(file.entry, Err(skip))],
    }
}

/// The files in a walk.
pub(crate) struct Files {
    /// The files that are still to be opened.
    pub(crate) rest: IntoIter<Entry>,
    /// The remaining groups of the archive or large record that is being read.
    groups: Box<dyn Iterator<Item = Vec<InputFile>> + Send>,
    group: IntoIter<InputFile>,
    encoding: Encoding,
    stop: Stop,
}

impl Walk {
    /// Returns the files with their bytes. Once `stop` is set, archives are no longer read.
    pub(crate) fn files(&self, encoding: Encoding, stop: &Stop) -> Files {
        Files {
            rest: self.entries.clone().into_iter(),
            groups: Box::new(iter::empty()),
            group: Vec::new().into_iter(),
            encoding,
            stop: stop.clone(),
        }
    }
}

impl Iterator for Files {
    type Item = InputFile;

    fn next(&mut self) -> Option<InputFile> {
        loop {
            if let Some(file) = self.group.next() {
                return Some(file);
            }
            if let Some(group) = self.groups.next() {
                self.group = group.into_iter();
                continue;
            }
            let entry = self.rest.next()?;
            match entry.format {
                None => {
                    return Some(InputFile {
                        entry,
                        content: None,
                        offset: 0,
                    });
                }
                Some(format) => self.groups = self.read(entry, format),
            }
        }
    }
}

impl Files {
    /// Starts reading an archive or a large record on a separate thread.
    fn read(
        &self,
        entry: Entry,
        format: Format,
    ) -> Box<dyn Iterator<Item = Vec<InputFile>> + Send> {
        // a file in a folder `a.zip!` may have the same name as a member of `a.zip`; the file is
        // then used instead of the member
        let others = self.rest.as_slice().iter();
        let others = others
            .take_while(|other| entry.is_around(&other.name))
            .filter(|other| !other.is_skipped())
            .map(|other| other.name.clone())
            .collect();
        let (sender, groups) = sync_channel(READ_AHEAD);
        let no_thread = "the system can't start a thread to read it";
        let failed = Err(Skip::new(Reason::Unreadable, no_thread));
        let failed = InputFile::with_content(entry.clone(), failed);
        let reader = Reader {
            entry,
            others,
            encoding: self.encoding,
            stop: self.stop.clone(),
            sender,
            group: Vec::new(),
            size: 0,
        };
        match Builder::new().spawn(move || reader.read(format)) {
            Ok(_) => Box::new(groups.into_iter()),
            Err(_) => Box::new(iter::once(vec![failed])),
        }
    }
}

/// Reads an archive, or a record in pieces, and sends the parts in groups.
struct Reader {
    entry: Entry,
    /// The names of files that are used instead of members of the same name.
    others: HashSet<String>,
    encoding: Encoding,
    stop: Stop,
    sender: SyncSender<Vec<InputFile>>,
    /// The next group, and its size in bytes.
    group: Vec<InputFile>,
    size: usize,
}

impl Reader {
    /// Sends the parts of the file and, if it can't be read to its end, the reason.
    fn read(mut self, format: Format) {
        let entry = self.entry.clone();
        let read = guarded(|| match format {
            Format::Record(compression) => {
                let (file, packed) = entry.open().map_err(|error| unreadable("file", &error))?;
                let content = compression
                    .unpack(file)
                    .map_err(|error| unreadable("file", &error))?;
                let quota = Quota::new(FileLimits::default(), packed);
                let mut pieces = Pieces::new(&entry, self.encoding, quota.reader(content));
                pieces.all(|piece| self.add(piece));
                Ok(())
            }
            _ => format.read(&entry, FileLimits::default(), &mut |member| {
                self.add_member(member)
            }),
        });
        if let Err(skip) = read {
            self.add(InputFile::with_content(entry, Err(skip)));
        }
        // the receiver is gone once no more files are wanted
        let _ = self.sender.send(self.group);
    }

    /// Adds a member of the archive, in pieces if it is long. Returns whether more members are
    /// wanted.
    fn add_member(&mut self, member: Member) -> bool {
        if !self.entry.wants_member(&member.name) {
            return !self.stop.is_set();
        }
        let entry = self.entry.member(&member.name);
        match member.bytes {
            Ok(_) if self.others.contains(&entry.name) => {
                let why = "a file in a folder next to the archive has the same name";
                let skip = Skip::new(Reason::DuplicateName, why);
                self.add(InputFile::with_content(entry, Err(skip)))
            }
            Ok(bytes) if bytes.len() > PIECE => {
                let quota = Quota::in_memory();
                let mut pieces = Pieces::new(&entry, self.encoding, quota.reader(&*bytes));
                pieces.all(|piece| self.add(piece))
            }
            bytes => self.add(InputFile::with_content(entry, bytes)),
        }
    }

    /// Adds a part, and sends the group if it is full. Returns whether more parts are wanted.
    fn add(&mut self, file: InputFile) -> bool {
        if let Some(Ok(bytes)) = &file.content {
            self.size += bytes.len();
        }
        self.group.push(file);
        if self.group.len() < PIECE_GAMES && self.size < PIECE {
            return !self.stop.is_set();
        }
        self.size = 0;
        self.sender.send(mem::take(&mut self.group)).is_ok() && !self.stop.is_set()
    }
}

/// Calls `work` and turns a panic into a skip, so that a bug triggered by one game does not affect
/// the others.
///
/// # Errors
/// The skip that `work` returns, or [`Reason::Internal`] if it panics.
pub fn guarded<T>(work: impl FnOnce() -> Result<T, Skip>) -> Result<T, Skip> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(Skip::internal(&*panic)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skipped_file_next_to_an_archive_keeps_its_place() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("a.zip x")).unwrap();
        for file in ["a.zip", "a.zip x/g.sgf", "a.zip x/u.7z"] {
            std::fs::write(folder.path().join(file), "(;)").unwrap();
        }
        let walk = crate::input::walk(
            &[folder.path().to_owned()],
            &crate::input::WalkOptions::default(),
        );
        let files = walk.unwrap().files(Encoding::default(), &Stop::default());
        let names: Vec<String> = files.map(|file| file.entry.name).collect();
        assert_eq!(names, ["a.zip x/g.sgf", "a.zip x/u.7z", "a.zip"]);
    }

    #[test]
    fn long_plain_record_is_read_in_pieces() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.sgf");
        let record = "(;SZ[52])".repeat(20_000);
        std::fs::write(&path, &record).unwrap();
        let entry = Entry::new("x.sgf".to_owned(), path);
        let file = InputFile {
            entry,
            content: None,
            offset: 0,
        };
        let pieces = read_pieces(file, Encoding::default());
        assert!(pieces.iter().all(|piece| piece.weight() <= PIECE_GAMES + 1));
        let last = pieces.last().unwrap();
        assert_eq!(last.entry.games_before, last.offset / 9);
    }
}
