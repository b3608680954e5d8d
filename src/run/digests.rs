//! The digests in `run.json`, which reveal damage to a saved run.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::disk::{open_regular, refused};
use crate::input::{file_digest, hex};

/// The names of the files of a run.
pub(super) const FILES: [&str; 8] = [
    "run.json",
    "games.csv",
    "mismatches.csv",
    "summary.csv",
    "pairwise.csv",
    "dead.csv",
    "skipped.csv",
    "boards.ndjson",
];

/// The maximum size in bytes of each file of a run, except `run.json`.
pub(super) const MAX_FILE: u64 = 16 << 30;

/// The digests of the files of a run, by name: SHA-256 in hexadecimal digits, as `sha256sum` prints
/// it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FileDigests(BTreeMap<String, String>);

impl FileDigests {
    /// Computes the digests of the files in `names` that exist in `folder`.
    pub(super) fn of(folder: &Path, names: &[&str]) -> io::Result<Self> {
        let mut digests = BTreeMap::new();
        for &name in names {
            match digest(folder, name) {
                Ok(digest) => drop(digests.insert(name.to_owned(), digest)),
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        Ok(Self(digests))
    }

    /// Returns whether the run wrote the file `name`.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// Checks the files in `folder` in the order of their names. Returns, for each file, whether it
    /// still matches its digest, or why it could not be read.
    pub(super) fn check(&self, folder: &Path) -> impl Iterator<Item = (&str, io::Result<bool>)> {
        self.0.iter().map(move |(name, known)| {
            let now = digest(folder, name);
            (name.as_str(), now.map(|now| now == *known))
        })
    }
}

fn digest(folder: &Path, name: &str) -> io::Result<String> {
    if !FILES[1..].contains(&name) {
        return refused("it is not a file from a run");
    }
    file_digest(open_regular(&folder.join(name), MAX_FILE)?)
}

/// The last field of `run.json`: the SHA-256 of all text before it.
const OWN_DIGEST: &str = ",\n  \"digest\": \"";

/// Adds a last field to a JSON object from [`super::json`]: the digest of all text before that
/// field.
pub(super) fn with_digest(object: &str) -> String {
    followed_by_digest(object.trim_end_matches("\n}\n"))
}

/// Returns whether `text` is unchanged since [`with_digest`] returned it; `None` if it has no
/// digest.
pub(super) fn has_own_digest(text: &str) -> Option<bool> {
    let (fields, _) = text.rsplit_once(OWN_DIGEST)?;
    Some(followed_by_digest(fields) == text)
}

fn followed_by_digest(fields: &str) -> String {
    format!(
        "{fields}{OWN_DIGEST}{}\"\n}}\n",
        hex(&Sha256::digest(fields))
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::json;

    #[test]
    fn unreadable_file_is_an_error_missing_file_is_left_out() {
        let top = tempfile::tempdir().unwrap();
        std::fs::write(top.path().join("games.csv"), "abc").unwrap();
        let digests = |names: &[&str]| FileDigests::of(top.path(), names);
        let known = digests(&["games.csv", "skipped.csv"]).unwrap();
        assert!(known.has("games.csv") && !known.has("skipped.csv"));
        std::fs::create_dir(top.path().join("skipped.csv")).unwrap();
        digests(&["games.csv", "skipped.csv"]).unwrap_err();
    }

    #[test]
    fn every_changed_byte_of_a_sealed_object_is_noticed() {
        let text = with_digest(&json(&BTreeMap::from([("games", 12), ("wrong", 3)])));
        assert_eq!(has_own_digest(&text), Some(true));
        assert!(
            serde_json::from_str::<serde_json::Value>(&text).is_ok_and(|run| run["games"] == 12),
            "{text}"
        );
        for at in 0..text.len() {
            let mut bytes = text.clone().into_bytes();
            bytes[at] ^= 1;
            let changed = String::from_utf8(bytes).expect("ASCII");
            assert_ne!(has_own_digest(&changed), Some(true), "{changed}");
            assert_ne!(has_own_digest(&text[..at]), Some(true), "cut at {at}");
        }
        assert_eq!(has_own_digest("{}"), None);
    }

    #[test]
    fn digest_equals_sha256sum() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("games.csv"), "abc").expect("a file");
        let digests = FileDigests::of(folder.path(), &["games.csv", "dead.csv"]).expect("digests");
        // the example in FIPS 180-2, appendix B.1
        let wanted = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(
            digests.0,
            BTreeMap::from([("games.csv".to_owned(), wanted.to_owned())])
        );
        std::fs::write(folder.path().join("games.csv"), "abd").expect("a file");
        assert!(
            digests
                .check(folder.path())
                .all(|(name, same)| name == "games.csv" && !same.expect("the file can be read"))
        );
    }
}
