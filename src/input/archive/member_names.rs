//! Finds the members of an archive whose names occur more than once. Of the members with the same
//! name, only the last one counts, as after unpacking.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher as _, RandomState};
use std::io::{self, BufRead, Seek};

use super::format::Format;
use super::quota::Quota;
#[cfg(feature = "archives")]
use super::{tar, zip};

/// The names in an archive that occur more than once. Names are hashed, because an archive may have
/// millions.
#[derive(Default)]
pub(super) struct Names {
    hasher: RandomState,
    /// Whether `\` also separates folders, as in a zip that was made on Windows.
    is_zip: bool,
    /// For each name that occurs again after the current member, the number of these occurrences.
    later: HashMap<u64, u64>,
}

impl Names {
    /// Reads the names of all members. `name_of` returns a member's name in reports, or `None` for
    /// a member without games.
    ///
    /// # Errors
    /// If the directory of the archive can't be read. A tar has no directory, and is read up to its
    /// first error.
    pub(super) fn read(
        format: Format,
        archive: impl BufRead + Seek,
        quota: &Quota,
        mut name_of: impl FnMut(&[u8]) -> Option<String>,
    ) -> io::Result<Self> {
        let mut seen = HashSet::new();
        let mut names = Self {
            is_zip: format == Format::Zip,
            ..Self::default()
        };
        for_each_name(format, archive, quota, &mut |raw| {
            let Some(name) = name_of(raw) else { return };
            let hash = names.hash(&name);
            if !seen.insert(hash) {
                *names.later.entry(hash).or_default() += 1;
            }
        })?;
        Ok(names)
    }

    /// Takes the next member. Returns whether a later member with the same name counts instead.
    pub(super) fn is_replaced(&mut self, name: &str) -> bool {
        let hash = self.hash(name);
        let Some(later) = self.later.get_mut(&hash).filter(|later| **later > 0) else {
            return false;
        };
        *later -= 1;
        true
    }

    /// Hashes the path that a file with this name is unpacked to: `./x.sgf`, `/x.sgf`, `a/../x.sgf`
    /// and `x.sgf` are one file.
    fn hash(&self, name: &str) -> u64 {
        let mut path = Vec::new();
        // an escaped `\` is written as two
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

/// Passes the names of an archive's members to `take`, in the order of reading.
#[cfg(feature = "archives")]
fn for_each_name(
    format: Format,
    archive: impl BufRead + Seek,
    quota: &Quota,
    take: &mut dyn FnMut(&[u8]),
) -> io::Result<()> {
    match format {
        Format::Zip => zip::for_each_name(archive, quota, take),
        Format::Tar(compression) => {
            // its members are read again, and are counted only then
            let mut members = quota.limits().members;
            let unpacked = compression.unpack(archive)?;
            // an error that stops reading here will stop it again when the members are read
            let _ = tar::read(unpacked, &quota.restarted(), &mut |name, _, _| {
                take(name);
                members = members.saturating_sub(1);
                Ok(members > 0)
            });
            Ok(())
        }
        Format::Record(_) => Ok(()),
    }
}

#[cfg(not(feature = "archives"))]
fn for_each_name<R>(_: Format, _: R, _: &Quota, _: &mut dyn FnMut(&[u8])) -> io::Result<()> {
    Ok(())
}
