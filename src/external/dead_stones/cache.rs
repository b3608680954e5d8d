//! A cache of an engine's answers: a text file with a line for each position.
//!
//! ```text
//! # dead stones, judged by GNU Go 3.8: gnugo --mode gtp
//! 0f1e2d3c4b5a69788796a5b4c3d2e1f0 3 cd dd de
//! ffeeddccbbaa99887766554433221100 0
//! ```
//!
//! A line begins with the first half of the SHA-256 of the board, in hexadecimal digits. The number of dead stones
//! follows, then the stones in SGF notation. Lines are only appended, each as a whole, so that several runs can share
//! the file. A truncated line has fewer points than its number says, and is skipped.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use sha2::{Digest, Sha256};

use crate::board::{Point, Position};

/// The key of a position: the first half of its SHA-256.
type Key = [u8; 16];

/// An engine's answers for positions, in memory and in a file.
#[derive(Debug)]
pub struct Cache {
    path: PathBuf,
    memory: Mutex<Memory>,
}

#[derive(Debug)]
struct Memory {
    answers: HashMap<Key, Box<[Point]>>,
    file: File,
    /// The first error in writing the file.
    error: Option<io::Error>,
}

impl Cache {
    /// Opens the cache of an engine in `folder`; the folder and the file are created if they do not exist. `identity`
    /// is a text of everything but the position that determines the engine's answers.
    ///
    /// # Errors
    /// If the folder can't be created, or the file can't be read or written.
    pub fn open(folder: &Path, identity: &str) -> io::Result<Self> {
        std::fs::create_dir_all(folder)?;
        let digest = Sha256::digest(identity);
        let path = folder.join(format!("dead-{}.txt", hex(&digest[..8])));
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(&path)?;
        let answers = read(&file)?;
        let end = file.seek(SeekFrom::End(0))?;
        if end == 0 {
            let identity: String = identity.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
            file.write_all(format!("# dead stones, judged by {identity}\n").as_bytes())?;
        } else {
            // a line that a killed process left unfinished must not spoil the next one
            file.seek(SeekFrom::End(-1))?;
            let mut last = [0];
            file.read_exact(&mut last)?;
            if last != *b"\n" {
                file.write_all(b"\n")?;
            }
        }
        Ok(Self { path, memory: Mutex::new(Memory { answers, file, error: None }) })
    }

    /// Returns the path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the stored answer for `position`.
    #[must_use]
    pub fn get(&self, position: &Position) -> Option<Vec<Point>> {
        self.memory().answers.get(&key(position)).map(|dead| dead.to_vec())
    }

    /// Stores an answer. If it can't be written to the file, it is kept in memory: see [`Self::error`].
    pub fn insert(&self, position: &Position, dead: &[Point]) {
        let key = key(position);
        let mut line = format!("{} {}", hex(&key), dead.len());
        for point in dead {
            line.push(' ');
            line.extend(point.to_sgf().map(char::from));
        }
        line.push('\n');
        let mut memory = self.memory();
        if memory.answers.insert(key, dead.into()).is_none()
            && let Err(error) = memory.file.write_all(line.as_bytes())
        {
            memory.error.get_or_insert(error);
        }
    }

    /// Returns the first error in writing answers, and clears it.
    #[must_use]
    pub fn error(&self) -> Option<io::Error> {
        self.memory().error.take()
    }

    fn memory(&self) -> MutexGuard<'_, Memory> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Reads all whole lines of a file.
fn read(file: &File) -> io::Result<HashMap<Key, Box<[Point]>>> {
    let mut answers = HashMap::new();
    let mut file = BufReader::new(file);
    let mut line = Vec::new();
    while file.read_until(b'\n', &mut line)? > 0 {
        if let Some((key, dead)) = parse(&line) {
            answers.insert(key, dead);
        }
        line.clear();
    }
    Ok(answers)
}

fn parse(line: &[u8]) -> Option<(Key, Box<[Point]>)> {
    let line = std::str::from_utf8(line).ok()?.strip_suffix('\n')?;
    let mut words = line.split(' ');
    let key = words.next().filter(|word| word.len() == 2 * size_of::<Key>())?;
    let mut bytes = Key::default();
    for (byte, at) in bytes.iter_mut().zip((0..).step_by(2)) {
        *byte = u8::from_str_radix(key.get(at..at + 2)?, 16).ok()?;
    }
    let count: usize = words.next()?.parse().ok()?;
    let dead: Box<[Point]> = words.map(Point::from_sgf).collect::<Option<_>>()?;
    (dead.len() == count).then_some((bytes, dead))
}

fn key(position: &Position) -> Key {
    let digest = Sha256::digest(format!("{}\n{position}", position.size()));
    digest[..16].try_into().expect("a digest is longer")
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(rows: &str) -> Position {
        Position::from_diagram(rows).unwrap()
    }

    #[test]
    fn answers_are_kept_by_position_and_engine() {
        let folder = tempfile::tempdir().unwrap();
        let (one, other) = (position("xo.\n...\n..x"), position("x.o\n...\n..x"));
        let dead = vec![Point::new(0, 0), Point::new(2, 2)];
        let cache = Cache::open(&folder.path().join("a/b"), "GNU Go 3.8: gnugo --mode gtp").unwrap();
        assert_eq!(cache.get(&one), None);
        cache.insert(&one, &dead);
        cache.insert(&other, &[]);
        assert_eq!((cache.get(&one), cache.get(&other)), (Some(dead.clone()), Some(Vec::new())));
        let again = Cache::open(&folder.path().join("a/b"), "GNU Go 3.8: gnugo --mode gtp").unwrap();
        assert_eq!((again.get(&one), again.get(&other)), (Some(dead), Some(Vec::new())));
        let text = std::fs::read_to_string(again.path()).unwrap();
        assert_eq!(text.lines().count(), 3, "{text}");
        let stronger = Cache::open(&folder.path().join("a/b"), "GNU Go 3.8: gnugo --mode gtp --level 12").unwrap();
        assert_eq!(stronger.get(&one), None);
        assert!(cache.error().is_none());
    }

    #[test]
    fn a_line_that_was_cut_off_is_passed_over() {
        let folder = tempfile::tempdir().unwrap();
        let (one, other) = (position("xo.\n...\n..x"), position("x.o\n...\n..x"));
        let cache = Cache::open(folder.path(), "x").unwrap();
        cache.insert(&one, &[Point::new(0, 0)]);
        cache.insert(&other, &[Point::new(0, 0), Point::new(2, 0)]);
        let text = std::fs::read(cache.path()).unwrap();
        // the last line is `… 2 aa ca`: a truncated one is no answer, even after another line has followed it
        for cut in 2..40 {
            std::fs::write(cache.path(), &text[..text.len() - cut]).unwrap();
            for _ in 0..2 {
                let again = Cache::open(folder.path(), "x").unwrap();
                assert_eq!(again.get(&one), Some(vec![Point::new(0, 0)]));
                assert_eq!(again.get(&other), None, "{cut} bytes cut off");
            }
        }
        let again = Cache::open(folder.path(), "x").unwrap();
        again.insert(&other, &[Point::new(2, 0)]);
        let third = Cache::open(folder.path(), "x").unwrap();
        assert_eq!(third.get(&other), Some(vec![Point::new(2, 0)]));
        // lines in another format are skipped, too
        std::fs::write(third.path(), "nonsense\n\u{e9}\n00 aa\n").unwrap();
        assert_eq!(Cache::open(folder.path(), "x").unwrap().get(&other), None);
    }
}
