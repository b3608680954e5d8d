//! Which part of a record is wrong.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

use crate::rules::Points;

/// The part of a record that is wrong. The doc comments are shown to users.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub(crate) enum Field {
    /// the recorded result
    Result,
    /// the komi
    Komi,
    /// the marks of territory or dead stones
    Marks,
    /// the moves
    Moves,
    /// a header that the record gives twice, or that is missing
    Header,
    /// this copy of the game or another one
    Copy,
}

impl Field {
    /// Returns the name in the output of `seichi audit`.
    pub(crate) fn name(self) -> &'static str {
        self.into()
    }
}

/// The komi of most games of a folder.
#[derive(Clone, Copy, Debug)]
pub(super) struct UsualKomi {
    pub(super) komi: Points,
    /// The number of games with this komi, and of all games with a komi.
    games: [usize; 2],
}

/// The minimum number of games of a folder that has a usual komi, and the minimum share of the
/// games, in percent, that have it.
const FEWEST: usize = 5;
const USUAL: usize = 60;

impl UsualKomi {
    /// Returns the words that say how many games have this komi.
    pub(super) fn words(&self) -> String {
        let [have, all] = self.games;
        format!("komi {}, which {have} of {all} games here have", self.komi)
    }

    /// Returns the usual komi of each folder, for games under the same rules.
    pub(super) fn by_folder(
        games: impl Iterator<Item = ((String, String), Points)>,
    ) -> HashMap<(String, String), Self> {
        let mut numbers: HashMap<(String, String), HashMap<i32, (Points, usize)>> = HashMap::new();
        for (folder, komi) in games {
            let folder = numbers.entry(folder).or_default();
            folder.entry(komi.hundredths()).or_insert((komi, 0)).1 += 1;
        }
        let usual = numbers.into_iter().filter_map(|(folder, numbers)| {
            let all = numbers.values().map(|(_, games)| games).sum();
            let &(komi, have) = numbers.values().max_by_key(|(_, games)| *games)?;
            let games = [have, all];
            (all >= FEWEST && have * 100 >= all * USUAL).then_some((folder, Self { komi, games }))
        });
        usual.collect()
    }
}
