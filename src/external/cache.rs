//! A cache of an engine's answers: a text file with a line of JSON per position.
//!
//! ```text
//! # dead: GNU Go 3.8: gnugo --mode gtp
//! ["0f1e2d3c4b5a69788796a5b4c3d2e1f0",["cd","dd","de"]]
//! ["ffeeddccbbaa99887766554433221100",[]]
//! ```
//!
//! A line has the first half of the SHA-256 of the board in hexadecimal digits, and the answer. Whole lines are appended,
//! so several runs can share the file. Truncated lines are skipped.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use sha2::{Digest, Sha256};

use crate::board::{Point, Position};
use crate::input::hex;

/// An engine's answers by position, in memory and in a file.
#[derive(Debug)]
pub struct Cache {
    path: PathBuf,
    memory: Mutex<Memory>,
}

#[derive(Debug)]
struct Memory {
    /// The answers by the hash of the position.
    answers: HashMap<String, Vec<Point>>,
    file: File,
    /// The first error in writing the file.
    error: Option<io::Error>,
}

impl Cache {
    /// Opens the cache of an engine in `folder`, and creates the folder and the file if they are missing. `identity` names
    /// everything that determines the answers, except the position.
    ///
    /// # Errors
    /// If the folder can't be created, or the file can't be read or written.
    pub fn open(folder: &Path, identity: &str) -> io::Result<Self> {
        std::fs::create_dir_all(folder)?;
        let digest = Sha256::digest(identity);
        let path = folder.join(format!("dead-{}.txt", hex(&digest[..8])));
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(&path)?;
        let answers = read(&file)?;
        if file.metadata()?.len() == 0 {
            let identity: String = identity.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
            file.write_all(format!("# dead: {identity}").as_bytes())?;
        }
        Ok(Self { path, memory: Mutex::new(Memory { answers, file, error: None }) })
    }

    /// Returns the stored answer for `position`.
    #[must_use]
    pub fn get(&self, position: &Position) -> Option<Vec<Point>> {
        self.memory().answers.get(&key(position)).cloned()
    }

    /// Stores an answer, only in memory if writing the file fails: see [`Self::failed_write`].
    pub fn insert(&self, position: &Position, answer: Vec<Point>) {
        let key = key(position);
        // the line break comes first, and so it ends a line that a killed process left unfinished
        let line = format!("\n{}", serde_json::to_string(&(&key, &answer)).expect("an answer is JSON"));
        let mut memory = self.memory();
        if memory.answers.insert(key, answer).is_none()
            && let Err(error) = memory.file.write_all(line.as_bytes())
        {
            memory.error.get_or_insert(error);
        }
    }

    /// Returns a message about the first error in writing answers, and clears it.
    #[must_use]
    pub fn failed_write(&self) -> Option<String> {
        let error = self.memory().error.take()?;
        Some(format!("failed to cache the engine's answers in {}: {error}", self.path.display()))
    }

    fn memory(&self) -> MutexGuard<'_, Memory> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Reads all whole answers of a file.
fn read(file: &File) -> io::Result<HashMap<String, Vec<Point>>> {
    let lines = BufReader::new(file).split(b'\n');
    lines.filter_map(|line| line.map(|line| serde_json::from_slice(&line).ok()).transpose()).collect()
}

/// Returns the hash of a position.
fn key(position: &Position) -> String {
    hex(&Sha256::digest(format!("{}\n{position}", position.size()))[..16])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(rows: &str) -> Position {
        Position::from_diagram(rows).unwrap()
    }

    #[test]
    fn answers_are_cached_by_position_and_engine() {
        let folder = tempfile::tempdir().unwrap();
        let (one, other) = (position("xo.\n...\n..x"), position("x.o\n...\n..x"));
        let dead = vec![Point::new(0, 0), Point::new(2, 2)];
        let cache = Cache::open(&folder.path().join("a/b"), "GNU Go 3.8: gnugo --mode gtp").unwrap();
        assert_eq!(cache.get(&one), None);
        cache.insert(&one, dead.clone());
        cache.insert(&other, [].into());
        assert_eq!((cache.get(&one), cache.get(&other)), (Some(dead.clone()), Some([].into())));
        let again = Cache::open(&folder.path().join("a/b"), "GNU Go 3.8: gnugo --mode gtp").unwrap();
        assert_eq!((again.get(&one), again.get(&other)), (Some(dead), Some([].into())));
        let text = std::fs::read_to_string(&again.path).unwrap();
        assert_eq!(text.lines().count(), 3, "{text}");
        let stronger = Cache::open(&folder.path().join("a/b"), "GNU Go 3.8: gnugo --mode gtp --level 12").unwrap();
        assert_eq!(stronger.get(&one), None);
        assert!(cache.failed_write().is_none());
    }

    #[test]
    fn truncated_line_is_skipped() {
        let folder = tempfile::tempdir().unwrap();
        let (one, other) = (position("xo.\n...\n..x"), position("x.o\n...\n..x"));
        let cache = Cache::open(folder.path(), "x").unwrap();
        cache.insert(&one, [Point::new(0, 0)].into());
        cache.insert(&other, [Point::new(0, 0), Point::new(2, 0)].into());
        let text = std::fs::read(&cache.path).unwrap();
        // the last line is `["…",["aa","ca"]]`; when truncated it is skipped, even after another line follows
        for cut in 2..40 {
            std::fs::write(&cache.path, &text[..text.len() - cut]).unwrap();
            for _ in 0..2 {
                let again = Cache::open(folder.path(), "x").unwrap();
                assert_eq!(again.get(&one), Some([Point::new(0, 0)].into()));
                assert_eq!(again.get(&other), None, "{cut} bytes cut off");
            }
        }
        let again = Cache::open(folder.path(), "x").unwrap();
        again.insert(&other, [Point::new(2, 0)].into());
        let third = Cache::open(folder.path(), "x").unwrap();
        assert_eq!(third.get(&other), Some([Point::new(2, 0)].into()));
        // lines in another format are also skipped
        std::fs::write(&third.path, "nonsense\n\u{e9}\n00 aa\n").unwrap();
        assert_eq!(Cache::open(folder.path(), "x").unwrap().get(&other), None);
    }
}
