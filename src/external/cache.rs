//! A cache of an engine's answers: a text file with a line of JSON per position.
//!
//! ```text
//! # dead: GNU Go 3.8: gnugo --mode gtp
//! ["0f1e2d3c4b5a69788796a5b4c3d2e1f0",["cd","dd","de"]]
//! ["ffeeddccbbaa99887766554433221100",[]]
//! ```
//!
//! The name of the file depends on the engine's name and command, on the resolved program, and on
//! the content of every file that the command names. The file must belong to the user and must not
//! be a link, and only the user may be able to write to it.
//!
//! A line contains the first half of the board's SHA-256 in hexadecimal digits, and the answer.
//! Whole lines are appended, so several runs can share the file. Truncated lines are skipped.

use std::collections::HashMap;
use std::env;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use sha2::{Digest, Sha256};

use super::lock;
use crate::board::{Point, Position};
use crate::disk::{open_to_append, write_at_end};
use crate::input::{file_digest, hex};

/// An engine's answers by position, in memory and in a file.
#[derive(Debug)]
pub(crate) struct Cache {
    path: PathBuf,
    memory: Mutex<Memory>,
}

#[derive(Debug)]
struct Memory {
    /// The answers by the hash of the position.
    answers: HashMap<String, Vec<Point>>,
    file: File,
    /// The first error in writing to the file.
    error: Option<io::Error>,
}

impl Cache {
    /// Opens the cache of an engine in `folder`, and creates the folder and the file if they are
    /// missing. `identity` contains the engine's name, and `command` starts the engine.
    ///
    /// # Errors
    /// If the folder can't be created, the file can't be read or written, or the file is a link or
    /// can be written by another user.
    pub(crate) fn open(folder: &Path, identity: &str, command: &[String]) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        let digest = Sha256::digest(format!("{identity}{}", inputs(command)?));
        let path = folder.join(format!("dead-{}.txt", hex(&digest[..8])));
        let mut file = open_own(&path)?;
        let answers = read(&file)?;
        if file.metadata()?.len() == 0 {
            let identity: String = identity
                .chars()
                .map(|c| if c.is_control() { ' ' } else { c })
                .collect();
            write_at_end(&mut file, &format!("# dead: {identity}"))?;
        }
        Ok(Self {
            path,
            memory: Mutex::new(Memory {
                answers,
                file,
                error: None,
            }),
        })
    }

    /// Returns the stored answer for `position`, if `is_valid` accepts it.
    pub(crate) fn get(
        &self,
        position: &Position,
        is_valid: impl Fn(&[Point]) -> bool,
    ) -> Option<Vec<Point>> {
        let memory = lock(&self.memory);
        let answer = memory.answers.get(&key(position))?;
        is_valid(answer).then(|| answer.clone())
    }

    /// Stores an answer in memory and in the file. If writing to the file fails, the answer stays
    /// in memory, and [`Self::failed_write`] reports the error.
    pub(crate) fn insert(&self, position: &Position, answer: Vec<Point>) {
        let key = key(position);
        // the line break comes first, to end a line that a killed process may have left unfinished
        let line = format!(
            "\n{}",
            serde_json::to_string(&(&key, &answer)).expect("an answer is JSON")
        );
        let mut memory = lock(&self.memory);
        let old = memory.answers.insert(key, answer.clone());
        if old != Some(answer)
            && let Err(error) = write_at_end(&mut memory.file, &line)
        {
            memory.error.get_or_insert(error);
        }
    }

    /// Returns a message about the first error in writing answers, and clears it.
    pub(crate) fn failed_write(&self) -> Option<String> {
        let error = lock(&self.memory).error.take()?;
        Some(format!(
            "failed to cache the engine's answers in {}: {error}",
            self.path.display()
        ))
    }
}

/// Reads all complete answers in a file.
fn read(file: &File) -> io::Result<HashMap<String, Vec<Point>>> {
    let lines = BufReader::new(file).split(b'\n');
    lines
        .filter_map(|line| {
            line.map(|line| serde_json::from_slice(&line).ok())
                .transpose()
        })
        .collect()
}

/// Opens a cache file that only the user can write to, and creates the file if it is missing.
fn open_own(path: &Path) -> io::Result<File> {
    let file = open_to_append(path, 0o600)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        let data = file.metadata()?;
        if data.uid() != nix::unistd::getuid().as_raw() || data.mode() & 0o022 != 0 {
            let message = format!("other users can write to {}", path.display());
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, message));
        }
    }
    Ok(file)
}

/// Returns the absolute paths of a command's program and of all files named in its arguments, each
/// with the SHA-256 of its content.
fn inputs(command: &[String]) -> io::Result<String> {
    let mut text = String::new();
    for (number, word) in command.iter().enumerate() {
        if let Some((path, digest)) = file_of_word(number, word)? {
            let _ = write!(text, "\n{}: {digest}", path.display());
        }
    }
    Ok(text)
}

/// Returns the first digits of a digest of a command, its program, and all files named in its
/// arguments. The digest depends on the contents of the files, but not on their folders.
///
/// # Errors
/// If a file can't be read.
pub(super) fn command_digest(command: &[String]) -> io::Result<String> {
    let mut text = String::new();
    for (number, word) in command.iter().enumerate() {
        let content = file_of_word(number, word)?.map(|(_, digest)| digest);
        let _ = writeln!(text, "{}", content.unwrap_or_else(|| word.clone()));
    }
    Ok(hex(&Sha256::digest(text)[..4]))
}

/// Returns the absolute path of the file that a word in a command names, with the SHA-256 of its
/// content; `None` if there is no such file.
fn file_of_word(number: usize, word: &str) -> io::Result<Option<(PathBuf, String)>> {
    // a file may follow an equals sign, as in --model=FILE
    let name = word.rsplit('=').next().unwrap_or(word);
    let path = if number == 0 {
        program(word)
    } else {
        PathBuf::from(name)
    };
    let Some(path) = path.canonicalize().ok().filter(|path| path.is_file()) else {
        return Ok(None);
    };
    let digest = file_digest(File::open(&path)?)?;
    Ok(Some((path, digest)))
}

/// Returns the path of a program. A plain name is looked up in the folders of `PATH`.
fn program(name: &str) -> PathBuf {
    let is_plain = Path::new(name).components().count() == 1;
    let folders = env::var_os("PATH").filter(|_| is_plain).unwrap_or_default();
    let found = env::split_paths(&folders)
        .map(|folder| folder.join(name))
        .find(|path| path.is_file());
    found.unwrap_or_else(|| PathBuf::from(name))
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
        let cache = Cache::open(
            &folder.path().join("a/b"),
            "GNU Go 3.8: gnugo --mode gtp",
            &[],
        )
        .unwrap();
        assert_eq!(cache.get(&one, |_| true), None);
        cache.insert(&one, dead.clone());
        cache.insert(&other, [].into());
        assert_eq!(
            (cache.get(&one, |_| true), cache.get(&other, |_| true)),
            (Some(dead.clone()), Some([].into()))
        );
        let again = Cache::open(
            &folder.path().join("a/b"),
            "GNU Go 3.8: gnugo --mode gtp",
            &[],
        )
        .unwrap();
        assert_eq!(
            (again.get(&one, |_| true), again.get(&other, |_| true)),
            (Some(dead), Some([].into()))
        );
        let text = std::fs::read_to_string(&again.path).unwrap();
        assert_eq!(text.lines().count(), 3, "{text}");
        let stronger = Cache::open(
            &folder.path().join("a/b"),
            "GNU Go 3.8: gnugo --mode gtp --level 12",
            &[],
        )
        .unwrap();
        assert_eq!(stronger.get(&one, |_| true), None);
        assert!(cache.failed_write().is_none());
    }

    #[test]
    fn truncated_line_is_skipped() {
        let folder = tempfile::tempdir().unwrap();
        let (one, other) = (position("xo.\n...\n..x"), position("x.o\n...\n..x"));
        let cache = Cache::open(folder.path(), "x", &[]).unwrap();
        cache.insert(&one, [Point::new(0, 0)].into());
        cache.insert(&other, [Point::new(0, 0), Point::new(2, 0)].into());
        let text = std::fs::read(&cache.path).unwrap();
        // the last line is `["…",["aa","ca"]]`; when it is truncated, it is skipped, even if
        // another line follows it
        for cut in 2..40 {
            std::fs::write(&cache.path, &text[..text.len() - cut]).unwrap();
            for _ in 0..2 {
                let again = Cache::open(folder.path(), "x", &[]).unwrap();
                assert_eq!(again.get(&one, |_| true), Some([Point::new(0, 0)].into()));
                assert_eq!(again.get(&other, |_| true), None, "{cut} bytes cut off");
            }
        }
        let again = Cache::open(folder.path(), "x", &[]).unwrap();
        again.insert(&other, [Point::new(2, 0)].into());
        let third = Cache::open(folder.path(), "x", &[]).unwrap();
        assert_eq!(third.get(&other, |_| true), Some([Point::new(2, 0)].into()));
        // lines in a different format are also skipped
        std::fs::write(&third.path, "nonsense\n\u{e9}\n00 aa\n").unwrap();
        assert_eq!(
            Cache::open(folder.path(), "x", &[])
                .unwrap()
                .get(&other, |_| true),
            None
        );
    }

    #[test]
    fn key_depends_on_the_files_that_a_command_names() {
        let folder = tempfile::tempdir().unwrap();
        let network = folder.path().join("network");
        let command = ["sh".to_owned(), format!("--model={}", network.display())];
        let board = position("xo.\n...\n..x");
        std::fs::write(&network, "weak").unwrap();
        let weak = Cache::open(folder.path(), "x", &command).unwrap();
        weak.insert(&board, [Point::new(0, 0)].into());
        let again = Cache::open(folder.path(), "x", &command).unwrap();
        assert!(again.get(&board, |_| true).is_some());
        assert_eq!(again.get(&board, |_| false), None, "an invalid answer");
        std::fs::write(&network, "strong").unwrap();
        let strong = Cache::open(folder.path(), "x", &command).unwrap();
        assert_eq!(strong.get(&board, |_| true), None);
    }

    #[cfg(unix)]
    #[test]
    fn link_is_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::open(folder.path(), "x", &[]).unwrap();
        let victim = folder.path().join("victim");
        std::fs::write(&victim, "precious").unwrap();
        std::fs::remove_file(&cache.path).unwrap();
        std::os::unix::fs::symlink(&victim, &cache.path).unwrap();
        assert!(Cache::open(folder.path(), "x", &[]).is_err());
        assert_eq!(std::fs::read_to_string(&victim).unwrap(), "precious");
    }
}
