//! Keeps lines from a program's standard error, so that messages can quote them.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read};
use std::sync::Mutex;

use crate::external::lock;

/// The number of lines that are kept from the beginning. Node and compilers state the error first.
const FIRST: usize = 5;

/// The number of lines that are kept from the end. Python states the error last.
const LAST: usize = 3;

/// The maximum number of characters kept from a line.
const MAX_CHARS: usize = 200;

/// The first and the last lines of standard error, without blank lines.
#[derive(Debug, Default)]
pub(super) struct ErrorLines {
    first: Vec<String>,
    last: VecDeque<String>,
    /// Whether lines between the first and the last lines were dropped.
    dropped: bool,
}

impl ErrorLines {
    fn add(&mut self, line: &str) {
        let line = line.trim_end();
        if line.is_empty() {
            return;
        }
        let mut kept: String = line.chars().take(MAX_CHARS).collect();
        if kept.len() < line.len() {
            kept.push('…');
        }
        if self.first.len() < FIRST {
            return self.first.push(kept);
        }
        self.last.push_back(kept);
        if self.last.len() > LAST {
            self.last.pop_front();
            self.dropped = true;
        }
    }

    /// Returns the lines, each preceded by `start`; empty if there are none.
    pub(super) fn text(&self, start: &str) -> String {
        let mut lines: Vec<&str> = self.first.iter().map(String::as_str).collect();
        lines.extend(self.dropped.then_some("…"));
        lines.extend(self.last.iter().map(String::as_str));
        lines.iter().flat_map(|line| [start, line]).collect()
    }
}

/// Reads standard error to its end and keeps some of its lines.
pub(super) fn keep_lines(errors: impl Read, longest: u64, kept: &Mutex<ErrorLines>) {
    let mut errors = BufReader::new(errors);
    let mut line = Vec::new();
    while let Ok(1..) = errors.by_ref().take(longest).read_until(b'\n', &mut line) {
        lock(kept).add(&String::from_utf8_lossy(&line));
        line.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_and_last_error_lines_are_kept() {
        let (long, cut) = ("é".repeat(300), "é".repeat(MAX_CHARS));
        for (written, text) in [
            ("", ""),
            ("one\n\n  two\r\n", "|one|  two"),
            ("1\n2\n3\n4\n5\n6\n7\n8", "|1|2|3|4|5|6|7|8"),
            ("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "|1|2|3|4|5|…|7|8|9"),
            (&long, &format!("|{cut}…")),
        ] {
            let kept = Mutex::default();
            keep_lines(written.as_bytes(), 1 << 16, &kept);
            assert_eq!(kept.into_inner().unwrap().text("|"), text);
        }
    }
}
