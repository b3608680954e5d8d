//! Finds the members of an archive whose names occur more than once. Of the members with the same
//! name, only the last one counts, as after unpacking.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher as _, RandomState};

/// The names in an archive that occur more than once. Names are hashed, because an archive may have
/// millions of them.
#[derive(Default)]
pub(super) struct Names {
    pub(super) hasher: RandomState,
    /// Whether `\` also separates folders, as in a zip that was made on Windows.
    pub(super) is_zip: bool,
    /// For each name that occurs again after the current member, the number of these occurrences.
    pub(super) later: HashMap<u64, u64>,
}

impl Names {
    /// Adds the name of a member. All names are added before the members are read. `seen` has the
    /// hashes of the names that were added before this one.
    pub(super) fn add(&mut self, name: &str, seen: &mut HashSet<u64>) {
        let hash = self.hash(name);
        if !seen.insert(hash) {
            *self.later.entry(hash).or_default() += 1;
        }
    }

    /// Takes the next member. Returns whether a later member with the same name replaces it.
    pub(super) fn is_replaced(&mut self, name: &str) -> bool {
        let hash = self.hash(name);
        let Some(later) = self.later.get_mut(&hash).filter(|later| **later > 0) else {
            return false;
        };
        *later -= 1;
        true
    }

    /// Hashes the path that a file with this name is unpacked to: `./x.sgf`, `/x.sgf`, `a/../x.sgf`
    /// and `x.sgf` are the same file.
    fn hash(&self, name: &str) -> u64 {
        let mut path = Vec::new();
        // `escaped` has doubled each `\`
        let slashed = if self.is_zip {
            name.replace("\\\\", "/")
        } else {
            name.to_owned()
        };
        for part in slashed.split('/') {
            match part {
                "" | "." => {}
                ".." => drop(path.pop()),
                part => path.push(part),
            }
        }
        self.hasher.hash_one(path)
    }
}
