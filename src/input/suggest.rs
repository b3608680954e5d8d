//! Suggests existing names of games that resemble an unknown one, for when a requested game does not exist.

use std::cell::Cell;
use std::collections::{HashMap, HashSet};

/// The maximum number of suggestions for one name.
const MAX_SUGGESTIONS: usize = 3;

/// The maximum number of names compared letter by letter, each with every game: if more names than that are wrong, most
/// often all are wrong for the same reason.
const MAX_SPELLING_SEARCHES: u32 = 20;

/// The minimum similarity of two names, from 0 to 1, for one to be suggested for the other.
const MIN_SIMILARITY: f64 = 0.9;

/// An index of the names of all games, which suggests names for an unknown one.
#[derive(Debug, Default)]
pub struct NameIndex {
    all: Vec<String>,
    /// The indices of names, by the last component of the file's name in lower case.
    by_file: HashMap<String, Vec<usize>>,
    /// The number of names that were compared letter by letter so far.
    spelling_searches: Cell<u32>,
}

impl NameIndex {
    /// Builds the index of `names`.
    #[must_use]
    pub fn new(names: Vec<String>) -> Self {
        let mut by_file: HashMap<String, Vec<usize>> = HashMap::new();
        for (number, name) in names.iter().enumerate() {
            by_file.entry(last_part(name)).or_default().push(number);
        }
        Self { all: names, by_file, spelling_searches: Cell::new(0) }
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
    pub fn suggest(&self, wanted: &str) -> Vec<&str> {
        let mut same_file: Vec<&str> =
            self.by_file.get(&last_part(wanted)).into_iter().flatten().map(|&index| self.all[index].as_str()).collect();
        if !same_file.is_empty() {
            let wanted_number = number(wanted).unwrap_or("1");
            let distance = |name: &&str| {
                let similarity = strsim::jaro_winkler(file(name), file(wanted));
                (number(name) != Some(wanted_number), f64::to_bits(1.0 - similarity))
            };
            same_file.sort_by_cached_key(distance);
            same_file.truncate(MAX_SUGGESTIONS);
            return same_file;
        }
        if self.spelling_searches.get() >= MAX_SPELLING_SEARCHES {
            return Vec::new();
        }
        self.spelling_searches.set(self.spelling_searches.get() + 1);
        let part = last_part(wanted);
        let similarity =
            |name: &String| strsim::jaro_winkler(name, wanted).max(strsim::jaro_winkler(&last_part(name), &part));
        let similar = self.all.iter().map(|name| (similarity(name), name.as_str()));
        let mut similar: Vec<_> = similar.filter(|(similarity, _)| *similarity >= MIN_SIMILARITY).collect();
        similar.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        similar.into_iter().take(MAX_SUGGESTIONS).map(|(_, name)| name).collect()
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
    fn similar_names_are_suggested() {
        let names = ["a/x.sgf#1", "a/x.sgf#2", "b/x.sgf#1", "b/long-name.sgf#1", "z.zip!/y.sgf#1"];
        let names = NameIndex::new(names.map(str::to_owned).to_vec());
        for (wanted, suggested) in [
            ("a/x.sgf", &["a/x.sgf#1", "b/x.sgf#1", "a/x.sgf#2"][..]),
            ("b/X.SGF#1", &["b/x.sgf#1", "a/x.sgf#1", "a/x.sgf#2"]),
            ("b/x.sgf#2", &["a/x.sgf#2", "b/x.sgf#1", "a/x.sgf#1"]),
            ("y.sgf#1", &["z.zip!/y.sgf#1"]),
            ("b/long_name.sgf#1", &["b/long-name.sgf#1"]),
            ("long_name.sgf", &["b/long-name.sgf#1"]),
            ("nothing like it", &[]),
            ("", &[]),
        ] {
            assert_eq!(names.suggest(wanted), suggested, "{wanted}");
        }
    }
}
