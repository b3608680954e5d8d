//! The files of a walk, and their order.

use std::cmp::Ordering;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::filter::Filter;
use super::{Format, Shard};

/// A file to be read.
#[derive(Clone, Debug, Default)]
pub struct Entry {
    /// Its name in every report: its path below the argument, `/`-separated.
    pub name: String,
    /// Where it is; for a member of an archive, the archive's path, `!/` and the member's.
    pub path: PathBuf,
    /// How it is stored, if it is an archive.
    pub archive: Option<Format>,
    /// Which of its members are wanted; all where there is none.
    members: Option<Arc<Filter>>,
    /// The share of its members that is wanted; all where there is none.
    shard: Option<Shard>,
    /// Of a member of an archive: where its own name begins in the whole.
    inside: usize,
}

/// Where a file comes in the order of a walk, whatever else was walked.
///
/// An archive is where its members are, and after them what there is to say of the archive itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Order {
    /// The file's name; for an archive and its members the archive's, and `!/`.
    place: String,
    /// Whether it is the archive itself.
    is_archive: bool,
    /// A member's name in the archive.
    member: String,
}

impl Order {
    /// That of the archive, if it is a member of one.
    #[must_use]
    pub fn archive(&self) -> Option<Self> {
        let archive = || Self { place: self.place.clone(), is_archive: true, member: String::new() };
        (!self.member.is_empty()).then(archive)
    }

    /// The name of the file: see [`Entry::name`].
    #[must_use]
    pub fn name(&self) -> String {
        if self.is_archive {
            self.place[..self.place.len() - INSIDE.len()].to_owned()
        } else {
            self.place.clone() + &self.member
        }
    }
}

/// What is between an archive's name and a member's.
const INSIDE: &str = "!/";

impl Entry {
    /// The entry of a file: an archive where its name is one's.
    #[must_use]
    pub fn new(name: String, path: PathBuf) -> Self {
        let archive = Format::of(&name);
        Self { name, path, archive, members: None, shard: None, inside: 0 }
    }

    /// The same, with only the members that the filter wants.
    pub(super) fn with_members(self, members: Option<Arc<Filter>>) -> Self {
        Self { members, ..self }
    }

    /// Leaves the members of a share only.
    pub(super) const fn keep(&mut self, shard: Shard) {
        self.shard = Some(shard);
    }

    /// Whether a member of this archive is wanted: by its own name, or by that of the archive.
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

    /// Whether what there is to say of the archive itself is said here: with shares, one of them does.
    #[must_use]
    pub fn speaks_for_itself(&self) -> bool {
        self.shard.is_none_or(|shard| shard.has(&self.name))
    }

    /// The name of a member of this archive in every report.
    fn member_name(&self, name: &str) -> String {
        [&self.name, INSIDE, name].concat()
    }

    /// The entry of a member of this archive.
    #[must_use]
    pub fn member(&self, name: &str) -> Self {
        // of an archive of a million members these are made a million times
        let mut path = OsString::with_capacity(self.path.as_os_str().len() + INSIDE.len() + name.len());
        path.push(&self.path);
        path.push(INSIDE);
        path.push(name);
        let inside = self.name.len() + INSIDE.len();
        Self { name: self.member_name(name), path: path.into(), inside, ..Self::default() }
    }

    /// Whether it comes before another or after it: an archive is where its members are.
    pub(super) fn cmp_place(&self, other: &Self) -> Ordering {
        if self.archive.is_none() && other.archive.is_none() {
            return self.name.cmp(&other.name);
        }
        let place = |entry: &Self| if entry.archive.is_some() { INSIDE } else { "" }.bytes();
        self.name.bytes().chain(place(self)).cmp(other.name.bytes().chain(place(other)))
    }

    /// Where it comes in the order of the walk.
    #[must_use]
    pub fn order(&self) -> Order {
        let is_archive = self.archive.is_some();
        let (place, member) = self.name.split_at(if self.inside > 0 { self.inside } else { self.name.len() });
        let place = if is_archive { format!("{place}{INSIDE}") } else { place.to_owned() };
        Order { place, is_archive, member: member.to_owned() }
    }
}
