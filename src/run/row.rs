//! A row of `games.csv` or `mismatches.csv`.

use serde::Deserialize;

use crate::labels::LabelCheck;
use crate::outcome::Outcome;
use crate::pipeline::doubt_of_winner;
use crate::rules::Points;
use crate::sgf::result_text;

/// The columns of `games.csv` or `mismatches.csv` that a comparison needs: a game, and a strategy's
/// answer.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[allow(missing_docs)] // named after the columns, which docs/files.md describes
#[non_exhaustive]
pub struct SavedRow {
    pub game: String,
    pub hash: String,
    pub rules: String,
    pub komi: String,
    pub handicap: u32,
    pub method: String,
    pub label: String,
    pub label_check: String,
    pub strategy: String,
    pub margin: Option<Points>,
    pub delta: Option<Points>,
    pub outcome: Option<Outcome>,
    pub map_diff: Option<u32>,
    pub black_territory: Option<u32>,
    pub white_territory: Option<u32>,
    pub black_prisoners: u32,
    pub white_prisoners: u32,
    pub dame: Option<u32>,
    pub seki_points: Option<u32>,
    pub false_eyes: Option<u32>,
    #[serde(default)]
    pub flags: String,
    /// Whether the game is finished: `yes` or `no`; empty in runs of earlier versions.
    #[serde(default)]
    pub finished: String,
    /// The category of the mismatch; only in `mismatches.csv`.
    #[serde(default)]
    pub category: String,
    /// The command that shows the game; only in `mismatches.csv`.
    #[serde(default)]
    pub explain: String,
    /// Whether the game is safe to score, if that was judged.
    #[serde(default)]
    pub safety: String,
}

/// The komi of most games, in hundredths of a point. Older games have the smaller ones, and games
/// with a handicap have none or half a point.
const USUAL_KOMI: [i32; 7] = [0, 50, 450, 550, 650, 700, 750];

impl SavedRow {
    /// Returns whether the game counts in the figures: it has a label that does not contradict
    /// itself.
    #[must_use]
    pub fn is_counted(&self) -> bool {
        !self.label.is_empty() && self.label_check != LabelCheck::Inconsistent.name()
    }

    /// Returns whether the answer has the recorded margin, but the winner is in doubt. Equal
    /// margins mean that the record and the count agree about the status of stones; but where
    /// strategies give margins close to each other, the agreement may be by chance.
    #[must_use]
    pub fn is_close_match(&self) -> bool {
        self.delta == Some(Points::ZERO)
            && self.map_diff.is_none_or(|points| points == 0)
            && self
                .flag("close")
                .is_some_and(|reasons| reasons != "stones")
    }

    /// Returns whether the file ends before the record does.
    pub(crate) fn is_unclosed(&self) -> bool {
        self.flags.split(';').any(|flag| flag == "unclosed")
    }

    /// Returns the value of a remark about the game.
    fn flag(&self, name: &str) -> Option<&str> {
        self.flags
            .split(';')
            .find_map(|flag| flag.strip_prefix(name)?.strip_prefix('='))
    }

    /// Returns the recorded margin, if the row has an answer.
    #[must_use]
    pub fn recorded(&self) -> Option<Points> {
        self.margin
            .zip(self.delta)
            .map(|(margin, delta)| margin - delta)
    }

    /// Returns the usual komi that gives the recorded margin, if there is one and the map is right.
    /// Without a map, nearly every small error would have one.
    fn fitting_komi(&self) -> Option<Points> {
        let delta = self
            .delta
            .filter(|&delta| delta != Points::ZERO && self.map_diff == Some(0))?;
        let komi = Points::parse(&self.komi)? + delta;
        USUAL_KOMI.contains(&komi.hundredths()).then_some(komi)
    }

    /// Returns remarks on a mismatch: the change that would give the label's margin, and reasons
    /// for not trusting the record or the count.
    #[must_use]
    pub fn remarks(&self) -> Vec<String> {
        let komi = Points::parse(&self.komi);
        let is_impossible = self.delta.is_some_and(|delta| !delta.is_whole());
        let contradiction = self.recorded().zip(komi).filter(|_| is_impossible);
        [
            self.is_unclosed()
                .then(|| "the file ends before the record does".to_owned()),
            self.flag("fits_if")
                .map(|words| format!("as recorded if {words}")),
            self.fitting_komi()
                .map(|komi| format!("as recorded with komi {komi}")),
            self.flag("rules_overridden")
                .map(|rules| format!("the record names {rules} rules, but --rules overrides them")),
            self.flag("close").map(doubt_of_winner),
            contradiction
                .map(|(label, komi)| format!("komi {komi} cannot give {}", result_text(label))),
        ]
        .into_iter()
        .flatten()
        .collect()
    }
}
