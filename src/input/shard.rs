//! A shard of the files, for one of several machines.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::digest::first_eight;

/// One of several shards of the files, with about equally many games each. A hash of a file's name selects its shard,
/// so the shards are equal on every machine and do not change when files are added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Shard {
    /// The number of the shard, from 1.
    pub number: u32,
    /// The number of shards.
    pub count: u32,
}

impl Shard {
    /// Returns whether a file with this name, or a member of an archive, is in the shard.
    #[must_use]
    pub fn has(self, name: &str) -> bool {
        first_eight(&Sha256::digest(name.as_bytes())) % u64::from(self.count) == u64::from(self.number - 1)
    }
}

impl fmt::Display for Shard {
    /// Writes the shard as it is parsed, such as `2/8`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.count)
    }
}

impl FromStr for Shard {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let numbers =
            text.split_once('/').and_then(|(number, count)| Some((number.parse().ok()?, count.parse().ok()?)));
        match numbers {
            Some((number, count)) if 0 < number && number <= count => Ok(Self { number, count }),
            _ => Err("it is K/N: the share K, from 1, of N"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_in_one_share() {
        let shards: Vec<Shard> = (1..=8).map(|number| Shard { number, count: 8 }).collect();
        let mut sizes = [0; 8];
        for name in (0..8000).map(|number| format!("kgs.zip!/{number}.sgf")) {
            let of: Vec<usize> = (0..8).filter(|&index| shards[index].has(&name)).collect();
            assert_eq!(of.len(), 1, "{name}");
            sizes[of[0]] += 1;
        }
        assert!(sizes.iter().all(|size| (850..1150).contains(size)), "{sizes:?}");
    }

    #[test]
    fn it_is_written_as_it_is_read() {
        assert_eq!("2/8".parse::<Shard>().unwrap().to_string(), "2/8");
        for wrong in ["0/2", "3/2", "1/0", "2", "a/b", "-1/2", "1/2/3", ""] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}
