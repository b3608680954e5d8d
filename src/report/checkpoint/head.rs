//! The head of a checkpoint: the settings of its run.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::dead::DeadFrom;
use crate::input::Shard;

/// The name of the checkpoint in the folder of a run.
pub const CHECKPOINT: &str = "checkpoint.ndjson";

/// The settings of a run. Two checkpoints are of one run if their heads differ in the share number at most.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
    /// The program's version.
    pub version: String,
    /// The settings that determine the reports, a line each.
    pub settings: Vec<String>,
    /// The share of the files that is evaluated; all files if `None`.
    pub shard: Option<Shard>,
    /// The names of the strategies: see [`crate::pipeline::Options::names`].
    pub strategies: Vec<String>,
    /// The sources of dead stones: see [`crate::pipeline::Options::dead_sources`].
    #[serde(rename = "finders")]
    pub dead_sources: BTreeMap<DeadFrom, String>,
    /// The seed of the bootstrap.
    pub seed: u64,
    /// Whether the checkpoint has the rows of `games.csv`.
    pub has_games: bool,
    /// Whether the checkpoint has the lines of `boards.ndjson`.
    pub has_boards: bool,
}

impl Head {
    /// Returns a description of the difference from another head, or `None` if both are of one run.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<String> {
        let (mut ours, mut theirs) = (self.clone(), other.clone());
        for head in [&mut ours, &mut theirs] {
            head.shard = head.shard.map(|shard| Shard { number: 1, ..shard });
        }
        if ours == theirs {
            return None;
        }
        if ours.version != theirs.version {
            return Some(format!("versions, {} here and {} there", ours.version, theirs.version));
        }
        let shares = |head: &Self| head.shard.map_or("none".to_owned(), |shard| shard.count.to_string());
        if ours.shard != theirs.shard {
            return Some(format!("shares, {} here and {} there", shares(&ours), shares(&theirs)));
        }
        let left_out = [
            ("--games-csv", ours.has_games != theirs.has_games),
            ("--boards-ndjson", ours.has_boards != theirs.has_boards),
        ];
        if let Some((option, _)) = left_out.into_iter().find(|&(_, differs)| differs) {
            return Some(format!("{option}, which is none for one of them"));
        }
        let only = |these: &Self, those: &Self| {
            let only = these.settings.iter().filter(|line| !those.settings.contains(line));
            only.map(String::as_str).collect::<Vec<_>>().join(", ")
        };
        match [only(&ours, &theirs), only(&theirs, &ours)] {
            [ours, theirs] if ours.is_empty() && theirs.is_empty() => Some("strategies or engines".to_owned()),
            [ours, theirs] => Some(format!("{ours:?} here and {theirs:?} there")),
        }
    }
}
