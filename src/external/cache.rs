//! A cache of an engine's answers: a text file with a line per position.
//!
//! ```text
//! # dead stones, judged by GNU Go 3.8: gnugo --mode gtp
//! 0f1e2d3c4b5a69788796a5b4c3d2e1f0 3 cd dd de
//! ffeeddccbbaa99887766554433221100 0
//! ```
//!
//! A line begins with the first half of the SHA-256 of the board, in hexadecimal digits. Then comes the answer, in
//! the format of its type ([`CachedAnswer`]). Whole lines are appended, so several runs can share the file. Truncated
//! lines are skipped.

use std::collections::HashMap;
use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, MutexGuard, PoisonError};

use sha2::{Digest, Sha256};

use super::PositionEngine;
use super::process::NoAnswer;
use crate::board::{Point, Position};
use crate::fault;
use crate::input::hex;

/// The key of a position: the first half of its SHA-256.
type Key = [u8; 16];

/// An engine's answer about a position, in a form that can be cached.
pub trait CachedAnswer: Clone + fmt::Debug + Send {
    /// The first word in the names of the files with these answers.
    const FILE: &'static str;
    /// The text at the start of these files.
    const TITLE: &'static str;

    /// Appends the words of the answer to `line`, with a space before each.
    fn write(&self, line: &mut String);

    /// Reads the answer from its words; `None` if some are missing or invalid.
    fn read<'a>(words: impl Iterator<Item = &'a str>) -> Option<Self>;
}

/// The dead stones: their number, then the stones in SGF notation.
impl CachedAnswer for Vec<Point> {
    const FILE: &'static str = "dead";
    const TITLE: &'static str = "dead stones, judged by";

    fn write(&self, line: &mut String) {
        line.push(' ');
        line.push_str(&self.len().to_string());
        for point in self {
            line.push(' ');
            line.extend(point.to_sgf().map(char::from));
        }
    }

    fn read<'a>(mut words: impl Iterator<Item = &'a str>) -> Option<Self> {
        let count: usize = words.next()?.parse().ok()?;
        let dead: Self = words.map(Point::from_sgf).collect::<Option<_>>()?;
        (dead.len() == count).then_some(dead)
    }
}

/// An engine whose answers are cached by position. It judges no position twice, so a second run is free.
#[derive(Debug)]
pub struct CachedEngine<E, A> {
    /// The engine.
    pub engine: E,
    /// The cache of its answers.
    pub cache: Cache<A>,
}

impl<E: PositionEngine<A>, A: CachedAnswer> PositionEngine<A> for CachedEngine<E, A> {
    fn name(&self) -> &str {
        self.engine.name()
    }

    fn answer(&self, position: &Position, stop: &AtomicBool) -> Result<A, NoAnswer> {
        if let Some(answer) = self.cache.get(position) {
            return Ok(answer);
        }
        let answer = self.engine.answer(position, stop)?;
        self.cache.insert(position, answer.clone());
        Ok(answer)
    }

    fn cache_error(&self) -> Option<String> {
        self.cache.failed_write()
    }
}

/// An engine's answers by position, in memory and in a file.
#[derive(Debug)]
pub struct Cache<A> {
    path: PathBuf,
    memory: Mutex<Memory<A>>,
}

#[derive(Debug)]
struct Memory<A> {
    answers: HashMap<Key, A>,
    file: File,
    /// The first error in writing the file.
    error: Option<io::Error>,
}

impl<A: CachedAnswer> Cache<A> {
    /// Opens the cache of an engine in `folder`, and creates the folder and the file if they are missing. `identity`
    /// names everything that determines the engine's answers, except the position.
    ///
    /// # Errors
    /// If the folder can't be created, or the file can't be read or written.
    pub fn open(folder: &Path, identity: &str) -> io::Result<Self> {
        fault::inject()?;
        std::fs::create_dir_all(folder)?;
        let digest = Sha256::digest(identity);
        let path = folder.join(format!("{}-{}.txt", A::FILE, hex(&digest[..8])));
        fault::inject()?;
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(&path)?;
        let answers = read(&file)?;
        let end = file.seek(SeekFrom::End(0))?;
        if end == 0 {
            let identity: String = identity.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
            fault::Writer(&file).write_all(format!("# {} {identity}\n", A::TITLE).as_bytes())?;
        } else {
            // end a line that a killed process left unfinished, because it would spoil the next one
            file.seek(SeekFrom::End(-1))?;
            let mut last = [0];
            file.read_exact(&mut last)?;
            if last != *b"\n" {
                file.write_all(b"\n")?;
            }
        }
        Ok(Self { path, memory: Mutex::new(Memory { answers, file, error: None }) })
    }

    /// Returns the stored answer for `position`.
    #[must_use]
    pub fn get(&self, position: &Position) -> Option<A> {
        self.memory().answers.get(&key(position)).cloned()
    }

    /// Stores an answer, only in memory if writing the file fails: see [`Self::failed_write`].
    pub fn insert(&self, position: &Position, answer: A) {
        let key = key(position);
        let mut line = hex(&key);
        answer.write(&mut line);
        line.push('\n');
        let mut memory = self.memory();
        if memory.answers.insert(key, answer).is_none()
            && let Err(error) = fault::Writer(&memory.file).write_all(line.as_bytes())
        {
            memory.error.get_or_insert(error);
        }
    }

    /// Returns a message about the first error in writing answers, and clears it.
    #[must_use]
    pub fn failed_write(&self) -> Option<String> {
        let error = self.memory().error.take()?;
        Some(format!("failed to keep the engine's answers in {}: {error}", self.path.display()))
    }

    fn memory(&self) -> MutexGuard<'_, Memory<A>> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Reads all whole lines of a file.
fn read<A: CachedAnswer>(file: &File) -> io::Result<HashMap<Key, A>> {
    let mut answers = HashMap::new();
    let mut file = BufReader::new(file);
    let mut line = Vec::new();
    while file.read_until(b'\n', &mut line)? > 0 {
        if let Some((key, answer)) = parse(&line) {
            answers.insert(key, answer);
        }
        line.clear();
    }
    Ok(answers)
}

fn parse<A: CachedAnswer>(line: &[u8]) -> Option<(Key, A)> {
    let line = std::str::from_utf8(line).ok()?.strip_suffix('\n')?;
    let mut words = line.split(' ');
    let key = from_hex(words.next()?)?.try_into().ok()?;
    Some((key, A::read(words)?))
}

fn key(position: &Position) -> Key {
    let digest = Sha256::digest(format!("{}\n{position}", position.size()));
    digest[..16].try_into().expect("a digest is longer")
}

/// Reads the bytes of pairs of hexadecimal digits.
pub(super) fn from_hex(digits: &str) -> Option<Vec<u8>> {
    let pair = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
    (0..digits.len()).step_by(2).map(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    type DeadStones = Vec<Point>;

    fn position(rows: &str) -> Position {
        Position::from_diagram(rows).unwrap()
    }

    #[test]
    fn answers_are_cached_by_position_and_engine() {
        let folder = tempfile::tempdir().unwrap();
        let (one, other) = (position("xo.\n...\n..x"), position("x.o\n...\n..x"));
        let dead: DeadStones = [Point::new(0, 0), Point::new(2, 2)].into();
        let cache = Cache::<DeadStones>::open(&folder.path().join("a/b"), "GNU Go 3.8: gnugo --mode gtp").unwrap();
        assert_eq!(cache.get(&one), None);
        cache.insert(&one, dead.clone());
        cache.insert(&other, [].into());
        assert_eq!((cache.get(&one), cache.get(&other)), (Some(dead.clone()), Some([].into())));
        let again = Cache::<DeadStones>::open(&folder.path().join("a/b"), "GNU Go 3.8: gnugo --mode gtp").unwrap();
        assert_eq!((again.get(&one), again.get(&other)), (Some(dead), Some([].into())));
        let text = std::fs::read_to_string(&again.path).unwrap();
        assert_eq!(text.lines().count(), 3, "{text}");
        let stronger =
            Cache::<DeadStones>::open(&folder.path().join("a/b"), "GNU Go 3.8: gnugo --mode gtp --level 12").unwrap();
        assert_eq!(stronger.get(&one), None);
        assert!(cache.failed_write().is_none());
    }

    #[test]
    fn truncated_line_is_skipped() {
        let folder = tempfile::tempdir().unwrap();
        let (one, other) = (position("xo.\n...\n..x"), position("x.o\n...\n..x"));
        let cache = Cache::<DeadStones>::open(folder.path(), "x").unwrap();
        cache.insert(&one, [Point::new(0, 0)].into());
        cache.insert(&other, [Point::new(0, 0), Point::new(2, 0)].into());
        let text = std::fs::read(&cache.path).unwrap();
        // the last line is `… 2 aa ca`; when truncated it is skipped, even after another line follows
        for cut in 2..40 {
            std::fs::write(&cache.path, &text[..text.len() - cut]).unwrap();
            for _ in 0..2 {
                let again = Cache::<DeadStones>::open(folder.path(), "x").unwrap();
                assert_eq!(again.get(&one), Some([Point::new(0, 0)].into()));
                assert_eq!(again.get(&other), None, "{cut} bytes cut off");
            }
        }
        let again = Cache::<DeadStones>::open(folder.path(), "x").unwrap();
        again.insert(&other, [Point::new(2, 0)].into());
        let third = Cache::<DeadStones>::open(folder.path(), "x").unwrap();
        assert_eq!(third.get(&other), Some([Point::new(2, 0)].into()));
        // lines in another format are skipped, too
        std::fs::write(&third.path, "nonsense\n\u{e9}\n00 aa\n").unwrap();
        assert_eq!(Cache::<DeadStones>::open(folder.path(), "x").unwrap().get(&other), None);
    }
}
