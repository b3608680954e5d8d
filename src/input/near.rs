//! Suggests existing names of games that resemble an unknown one.

use std::cell::Cell;
use std::collections::{HashMap, HashSet};

/// The maximum number of suggestions for one name.
const OFFERED: usize = 3;

/// The maximum number of names compared letter by letter, each with every game: if more names than that are wrong, most
/// often all are wrong for the same reason.
const LETTER_BY_LETTER: u32 = 20;

/// The minimum similarity of two names, from 0 to 1, for one to be suggested for the other.
const ALIKE: f64 = 0.9;

/// The names of all games.
#[derive(Debug, Default)]
pub struct Names {
    all: Vec<String>,
    /// The indices of names, by the last component of the file's name in lower case.
    by_file: HashMap<String, Vec<usize>>,
    asked: Cell<u32>,
}

impl Names {
    /// Builds the index of `names`.
    #[must_use]
    pub fn new(names: Vec<String>) -> Self {
        let mut by_file: HashMap<String, Vec<usize>> = HashMap::new();
        for (number, name) in names.iter().enumerate() {
            by_file.entry(last_part(name)).or_default().push(number);
        }
        Self { all: names, by_file, asked: Cell::new(0) }
    }

    /// Returns the number of names.
    #[must_use]
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Returns whether there are no names.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Returns all names.
    #[must_use]
    pub fn set(&self) -> HashSet<&str> {
        self.all.iter().map(String::as_str).collect()
    }

    /// Returns the few names that most resemble `wanted`: those of files with the same name in any folder, with the
    /// same game number first, or else those with a similar spelling.
    #[must_use]
    pub fn near(&self, wanted: &str) -> Vec<&str> {
        let mut same_file: Vec<&str> =
            self.by_file.get(&last_part(wanted)).into_iter().flatten().map(|&at| self.all[at].as_str()).collect();
        if !same_file.is_empty() {
            let wanted_number = number(wanted).unwrap_or("1");
            let distance = |name: &&str| {
                let alike = strsim::jaro_winkler(file(name), file(wanted));
                (number(name) != Some(wanted_number), f64::to_bits(1.0 - alike))
            };
            same_file.sort_by_cached_key(distance);
            same_file.truncate(OFFERED);
            return same_file;
        }
        if self.asked.get() >= LETTER_BY_LETTER {
            return Vec::new();
        }
        self.asked.set(self.asked.get() + 1);
        let part = last_part(wanted);
        let alike =
            |name: &String| strsim::jaro_winkler(name, wanted).max(strsim::jaro_winkler(&last_part(name), &part));
        let near = self.all.iter().map(|name| (alike(name), name.as_str()));
        let mut near: Vec<_> = near.filter(|(alike, _)| *alike >= ALIKE).collect();
        near.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        near.into_iter().take(OFFERED).map(|(_, name)| name).collect()
    }
}

fn split(name: &str) -> (&str, Option<&str>) {
    match name.rsplit_once('#') {
        Some((file, number)) if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) => {
            (file, Some(number))
        }
        _ => (name, None),
    }
}

fn file(name: &str) -> &str {
    split(name).0
}

fn number(name: &str) -> Option<&str> {
    split(name).1
}

fn last_part(name: &str) -> String {
    file(name).rsplit('/').next().unwrap_or_default().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_meant_is_offered() {
        let names = ["a/x.sgf#1", "a/x.sgf#2", "b/x.sgf#1", "b/long-name.sgf#1", "z.zip!/y.sgf#1"];
        let names = Names::new(names.map(str::to_owned).to_vec());
        for (wanted, near) in [
            ("a/x.sgf", &["a/x.sgf#1", "b/x.sgf#1", "a/x.sgf#2"][..]),
            ("b/X.SGF#1", &["b/x.sgf#1", "a/x.sgf#1", "a/x.sgf#2"]),
            ("b/x.sgf#2", &["a/x.sgf#2", "b/x.sgf#1", "a/x.sgf#1"]),
            ("y.sgf#1", &["z.zip!/y.sgf#1"]),
            ("b/long_name.sgf#1", &["b/long-name.sgf#1"]),
            ("long_name.sgf", &["b/long-name.sgf#1"]),
            ("nothing like it", &[]),
            ("", &[]),
        ] {
            assert_eq!(names.near(wanted), near, "{wanted}");
        }
    }
}
