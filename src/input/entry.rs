//! The files of a walk, and their order.

use std::cmp::Ordering;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::archive::Format;
use super::content::Content;
use super::filter::Filter;
use super::shard::Shard;
use super::walk::STANDARD_INPUT;

/// A file to be read.
#[derive(Clone, Debug, Default)]
pub struct Entry {
    /// The name in every report: the `/`-separated path below the argument.
    pub name: String,
    /// The path of the file; for a member of an archive, the archive's path, `!/` and the member's name.
    pub path: PathBuf,
    /// The format, unless the file is a plain record.
    pub format: Option<Format>,
    /// The filter for the archive's members; all are wanted if there is none.
    members: Option<Arc<Filter>>,
    /// The shard of the archive's members that is wanted; all are wanted if there is none.
    shard: Option<Shard>,
    /// For a member of an archive, the byte offset in `name` at which the member's own name begins; otherwise 0.
    inside: usize,
    /// For a part of a record that is read in pieces, the number of games before it; otherwise 0.
    pub games_before: usize,
    /// The bytes of the file, if they are in memory: then nothing is read from `path`.
    pub(super) content: Option<Content>,
}

/// The sort key of a file in a walk, independent of the other files.
///
/// An archive sorts with its members, and the outcome of the archive itself comes after them.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Order {
    /// The file's name; for an archive and its members, the archive's name and `!/`.
    #[serde(rename = "place")]
    outer: String,
    /// Whether the file is the archive itself.
    is_archive: bool,
    /// The member's name within the archive; empty for other files.
    member: String,
    /// The number of games before those of this part of a record; 0 for other files.
    #[serde(default, skip_serializing_if = "is_zero")]
    games_before: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
const fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl Order {
    /// Returns the sort key of the archive or the record, if the file is a part of one.
    #[must_use]
    pub fn whole(&self) -> Option<Self> {
        let is_archive = !self.member.is_empty();
        let whole = || Self { outer: self.outer.clone(), is_archive, member: String::new(), games_before: 0 };
        (is_archive || self.games_before > 0).then(whole)
    }

    /// Returns the sort key as bytes, whose order is that of the keys.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        // no byte of UTF-8 is 255, so each text can end in a zero that is less than all of its bytes
        let text = |text: &str| text.bytes().map(|byte| byte + 1).chain([0]).collect::<Vec<u8>>();
        let games_before = (self.games_before as u64).to_be_bytes();
        [text(&self.outer), vec![u8::from(self.is_archive)], text(&self.member), games_before.to_vec()].concat()
    }

    /// Returns the name of the file: see [`Entry::name`].
    #[must_use]
    pub fn name(&self) -> String {
        if self.is_archive {
            self.outer[..self.outer.len() - INSIDE.len()].to_owned()
        } else {
            self.outer.clone() + &self.member
        }
    }
}

/// The separator between the name of an archive and the name of a member.
const INSIDE: &str = "!/";

impl Entry {
    /// Returns the entry of a file, whose format shows in the ending of its name.
    #[must_use]
    pub fn new(name: String, path: PathBuf) -> Self {
        let format = Format::of(&name);
        Self::with_format(name, path, format)
    }

    /// Returns the entry of a file of this format.
    pub(super) fn with_format(name: String, path: PathBuf, format: Option<Format>) -> Self {
        Self { name, path, format, ..Self::default() }
    }

    /// Returns whether the file is an archive.
    #[must_use]
    pub fn is_archive(&self) -> bool {
        self.format.is_some_and(Format::is_archive)
    }

    /// Returns the entry of the part of this record behind the first `games_before` games.
    #[must_use]
    pub fn part(&self, games_before: usize) -> Self {
        Self { games_before, ..self.clone() }
    }

    /// Returns the entry with its bytes, which are not read from its path then.
    #[must_use]
    pub fn with_content(self, content: Content) -> Self {
        Self { content: Some(content), ..self }
    }

    /// Returns the entry with a filter for its members.
    pub(super) fn with_members(self, members: Option<Arc<Filter>>) -> Self {
        Self { members, ..self }
    }

    /// Restricts the members to those of a shard.
    pub(super) const fn keep(&mut self, shard: Shard) {
        self.shard = Some(shard);
    }

    /// Returns the path that names the file in a command: `-` for standard input, whose own path is temporary.
    #[must_use]
    pub fn path_in_commands(&self) -> &Path {
        let is_input = self.name == STANDARD_INPUT || self.name.starts_with("-!/");
        if is_input { Path::new(&self.name) } else { &self.path }
    }

    /// Returns whether a member of this archive is wanted, by the member's name or the archive's name.
    #[must_use]
    pub fn wants_member(&self, name: &str) -> bool {
        if self.members.is_none() && self.shard.is_none() {
            return true;
        }
        let name = self.member_name(name);
        self.shard.is_none_or(|shard| shard.has(&name))
            && self
                .members
                .as_ref()
                .is_none_or(|filter| !filter.excludes(&name) && (filter.wants(&self.name) || filter.wants(&name)))
    }

    /// Returns whether this run reports the outcome of the archive itself: of several shards, exactly one does.
    #[must_use]
    pub fn speaks_for_itself(&self) -> bool {
        self.shard.is_none_or(|shard| shard.has(&self.name))
    }

    /// Returns the name in every report of a member of this archive.
    fn member_name(&self, name: &str) -> String {
        [&self.name, INSIDE, name].concat()
    }

    /// Returns the entry of a member of this archive.
    #[must_use]
    pub fn member(&self, name: &str) -> Self {
        // reserve the exact size: an archive may have a million members
        let mut path = OsString::with_capacity(self.path.as_os_str().len() + INSIDE.len() + name.len());
        path.push(&self.path);
        path.push(INSIDE);
        path.push(name);
        let inside = self.name.len() + INSIDE.len();
        Self { name: self.member_name(name), path: path.into(), inside, ..Self::default() }
    }

    /// Returns whether the entry is a member of an archive.
    #[must_use]
    pub(crate) const fn is_member(&self) -> bool {
        self.inside > 0
    }

    /// Returns the name of this member within its archive.
    #[must_use]
    pub(crate) fn name_in(&self, archive: &Self) -> &str {
        &self.name[archive.name.len() + INSIDE.len()..]
    }

    /// Compares the positions of two entries in the walk, where an archive sorts with its members.
    pub(super) fn cmp_order(&self, other: &Self) -> Ordering {
        if !self.is_archive() && !other.is_archive() {
            return self.name.cmp(&other.name);
        }
        let ending = |entry: &Self| if entry.is_archive() { INSIDE } else { "" }.bytes();
        self.name.bytes().chain(ending(self)).cmp(other.name.bytes().chain(ending(other)))
    }

    /// Returns the sort key of the entry.
    #[must_use]
    pub fn order(&self) -> Order {
        let is_archive = self.is_archive();
        let (outer, member) = self.name.split_at(if self.inside > 0 { self.inside } else { self.name.len() });
        let outer = if is_archive { format!("{outer}{INSIDE}") } else { outer.to_owned() };
        Order { outer, is_archive, member: member.to_owned(), games_before: self.games_before }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bytes_of_a_key_have_its_order() {
        let names =
            ["", "a", "a.zip", "a.zip!/", "a-b.zip", "a\0", "a\0b", "a/b.sgf", "a.sgf", "é.sgf", "\u{10ffff}", "~"];
        let entry = |name: &&str| Entry::new((*name).to_owned(), PathBuf::from(name));
        let mut keys: Vec<Order> = names.iter().map(|name| entry(name).order()).collect();
        let archive = entry(&"a.zip");
        keys.extend(names[1..].iter().map(|name| archive.member(name).order()));
        keys.extend([1, 255, 256, usize::MAX].map(|games_before| entry(&"a.sgf").part(games_before).order()));
        for one in &keys {
            for other in &keys {
                let bytes = one.to_bytes().cmp(&other.to_bytes());
                assert_eq!(bytes, one.cmp(other), "{one:?} and {other:?}");
            }
        }
    }
}
