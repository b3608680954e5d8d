//! The rows of games: the interface between the evaluation and everything after it. `games.csv` has
//! a row for each game and strategy, `mismatches.csv` repeats the rows that differ from the label,
//! and `skipped.csv` has a row for each skipped game.

use super::columns::{field, row};
use crate::board::Size;
use crate::dead::DeadFrom;
use crate::game::{Category, LabelFrom, Remark, RemarkKind};
use crate::labels::LabelCheck;
use crate::outcome::Outcome;
use crate::rules::{Method, Points, Rules};
use crate::safety::SafetyLevel;
use crate::sgf::result_text;
use crate::skip::{Reason, Skip};

row! {
    /// The answer of a strategy or scorer to a game: a row of `mismatches.csv`, and a row of
    /// `games.csv` without `category` and `explain`. New columns come last.
    pub GameRow {
        /// name of the game
        game: String, Text;
        /// a digest of the game's content
        hash: String, Text;
        /// board size: `19` or `19x13`
        #[serde(with = "field")]
        size: Size, Text;
        /// rules: a name or KataGo's string
        rules: Rules, Text;
        /// how the game is counted: `territory` or `area`
        method: Method, Text;
        /// komi, in points
        #[serde(with = "field")]
        komi: Points, Number;
        /// handicap stones
        handicap: u32, Integer;
        /// moves, including passes
        moves: u32, Integer;
        /// text encoding of the file
        encoding: String, Text;
        /// origin of the label: `KGS`, `gnugo`, `hand`, … or `unknown`
        origin: String, Text;
        /// label's result, such as `B+3.5`
        label: String, Text;
        /// label's margin in points, positive if Black wins
        #[serde(with = "field")]
        label_margin: Option<Points>, Number;
        /// whether marks, prisoners and komi give the recorded result: `consistent`,
        /// `inconsistent`, `area` (only by area scoring), `contradictory` (two results or two
        /// komi), `unchecked`
        label_check: LabelCheck, Text;
        /// strategy or scorer
        strategy: String, Text;
        /// Black's score minus White's, including komi; empty if a scorer names only the winner
        #[serde(with = "field")]
        margin: Option<Points>, Number;
        /// the same as `margin`
        #[serde(with = "field")]
        margin_lo: Option<Points>, Number;
        /// the same as `margin`
        #[serde(with = "field")]
        margin_hi: Option<Points>, Number;
        /// `margin` minus `label_margin`
        #[serde(with = "field")]
        delta: Option<Points>, Number;
        /// `exact`, `winner` (right winner, with a wrong margin or none) or `wrong` (wrong winner)
        outcome: Option<Outcome>, Text;
        /// points whose owner differs from the label's map; empty if the label or the answer has no
        /// map
        map_diff: Option<u32>, Integer;
        /// points in Black's territory
        black_territory: Option<u32>, Integer;
        /// points in White's territory
        white_territory: Option<u32>, Integer;
        /// stones that Black captured, including all dead stones
        black_prisoners: u32, Integer;
        /// stones that White captured, including all dead stones
        white_prisoners: u32, Integer;
        /// dead stones, except those that only a scorer considers dead
        dead: u32, Integer;
        /// points that the answer leaves neutral as dame
        dame: Option<u32>, Integer;
        /// points in eyes in seki, which neither side scores
        seki_points: Option<u32>, Integer;
        /// points in false eyes or of protective moves, which neither side scores
        false_eyes: Option<u32>, Integer;
        /// remarks on the game and the answer: see `seichi list flags`
        #[serde(with = "field")]
        flags: Vec<Remark>, Text;
        /// kind of mismatch: see `seichi list categories`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        category: Option<Category>, Text;
        /// command that shows the game; an absolute path is shortened to the name of the file
        #[serde(default, skip_serializing_if = "String::is_empty")]
        explain: String, Text;
        /// empty points in neutral regions, not counting dead stones
        neutral: u32, Integer;
        /// points in the largest neutral region
        largest_neutral: u32, Integer;
        /// unfilled kos
        ko_shapes: u32, Integer;
        /// neutral regions with an open border
        open_borders: u32, Integer;
        /// whether every border is closed and no comment says that moves are missing
        #[serde(with = "field")]
        finished: bool, YesNo;
        /// with `--safety`: `safe` or `unsure`; otherwise empty
        safety: Option<SafetyLevel>, Text;
        /// with `--safety`: kinds of doubts, separated by `;`
        doubts: String, Text;
        /// with `--safety`: how clear the status of the least clear chain is (0 to 1)
        #[serde(with = "field")]
        certainty: Option<f64>, Number;
        /// recorded date (`DT`)
        date: String, Text;
        /// whether a player still owes a protective move; empty under area rules, or if `teire` was
        /// not run
        #[serde(with = "field")]
        owed: Option<bool>, YesNo;
        /// whether the game is in the stratum `all`: a territory game with a label that does not
        /// contradict itself
        #[serde(with = "field")]
        counted: bool, YesNo;
        /// range that contains the weaker player's rank
        rank: String, Text;
        /// whether two fills give different territory
        #[serde(with = "field")]
        disputed: bool, YesNo;
        /// source of the dead stones
        dead_from: DeadFrom, Text;
        /// source of the label: `RE`, `RE+TBTW`, `file`, `RE+file` or `TBTW+file`
        #[serde(with = "field")]
        label_from: LabelFrom, Text;
        /// whether the label's map leaves any point neutral that one colour surrounds; empty if the
        /// label has no map
        #[serde(with = "field")]
        seki: Option<bool>, YesNo;
        /// source of the label's dead stones, if it differs from `dead_from`; the next four columns
        /// compare the two sources
        label_dead_from: Option<DeadFrom>, Text;
        /// stones on the board
        stones: Option<u64>, Integer;
        /// stones that both sources consider dead
        dead_both: Option<u64>, Integer;
        /// stones that only `dead_from` considers dead
        dead_source_only: Option<u64>, Integer;
        /// stones that only the label considers dead
        dead_label_only: Option<u64>, Integer;
        /// surrounded points that the answer and the label's map leave neutral
        seki_both: Option<u64>, Integer;
        /// surrounded points that only the answer leaves neutral
        seki_answer_only: Option<u64>, Integer;
        /// surrounded points that only the label's map leaves neutral
        seki_label_only: Option<u64>, Integer;
        /// why an external scorer has no answer
        no_answer: String, Text;
        /// SHA-256 of everything that affects the figures of the game, except the strategies
        digest: String, Text;
        /// number of games before this one in the walk
        place: u64, Integer;
        /// whether an external scorer gave the whole result (`margin`), including komi, handicap,
        /// prisoners and button; empty for strategies
        #[serde(with = "field")]
        whole: Option<bool>, YesNo;
        /// with `--owners`: the answer's eyes in seki that belong to neither player
        eyes_right: Option<u64>, Integer;
        /// with `--owners`: the answer's eyes in seki that belong to a player
        eyes_wrong: Option<u64>, Integer;
        /// with `--owners`: the answer's eyes in seki that have no clear owner
        eyes_unclear: Option<u64>, Integer;
        /// with `--owners`: eyes that belong to neither player, although the answer counts them as
        /// territory
        eyes_missed: Option<u64>, Integer;
        /// the scorer's margin, if its own map gives another one; the margin is the answer
        #[serde(with = "field")]
        stated_margin: Option<Points>, Number;
        /// margin according to this map
        #[serde(with = "field")]
        map_margin: Option<Points>, Number;
    }
}

row! {
    /// A skipped game: a row of `skipped.csv`.
    pub SkippedRow {
        /// name of the game
        game: String, Text;
        /// step that skipped the game: `source` (reading the file), `sgf` (parsing), `header`
        /// (interpreting headers), `replay`, `settle` (finding dead stones), `score`
        stage: String, Text;
        /// reason: see `seichi list reasons`
        reason: Reason, Text;
        /// a description of the problem
        detail: String, Text;
        /// byte offset of the problem or game in the file, if known
        byte: Option<usize>, Integer;
        /// number of games before this one in the walk
        place: u64, Integer;
    }
}

impl SkippedRow {
    /// Returns the row for a game, or for a file without a game, at this place in the walk.
    pub(crate) fn new(game: String, skip: Skip, place: u64) -> Self {
        Self {
            game,
            stage: skip.reason.stage().name().to_owned(),
            reason: skip.reason,
            detail: skip.detail,
            byte: skip.byte,
            place,
        }
    }
}

/// The komi of most games, in hundredths of a point. Older games have smaller values. Games with a
/// handicap have no komi or a komi of half a point.
const USUAL_KOMI: [i32; 7] = [0, 50, 450, 550, 650, 700, 750];

/// The reason to doubt a record whose file is cut off.
pub(crate) const UNCLOSED: &str = "the file ends before the record does";

impl GameRow {
    /// Returns the row as it is in `games.csv`, without the columns `category` and `explain`.
    pub(super) fn without_category(self) -> Self {
        Self {
            category: None,
            explain: String::new(),
            ..self
        }
    }

    /// Returns whether the game counts in the figures, that is, whether it has a label that does
    /// not contradict itself.
    pub fn has_usable_label(&self) -> bool {
        !self.label.is_empty() && !self.label_check.is_contradiction()
    }

    /// Returns whether the file ends before the record does.
    pub(crate) fn is_unclosed(&self) -> bool {
        self.remark(RemarkKind::Unclosed).is_some()
    }

    /// Returns the value of a remark of this kind, if there is one.
    pub(crate) fn remark(&self, kind: RemarkKind) -> Option<&str> {
        let remark = self.flags.iter().find(|remark| remark.kind == kind)?;
        Some(&remark.value)
    }

    /// Returns a sentence about each header that the record gives twice.
    pub(crate) fn repeated_headers(&self) -> impl Iterator<Item = String> {
        self.flags
            .iter()
            .filter(|remark| remark.kind == RemarkKind::HeaderTwice)
            .map(|remark| format!("the record has {}", remark.value))
    }

    /// Returns the label's margin, if the row has a margin to compare it with.
    pub(crate) fn recorded(&self) -> Option<Points> {
        self.margin
            .zip(self.delta)
            .map(|(margin, delta)| margin - delta)
    }

    /// Returns the usual komi that gives the recorded margin, if there is one and the map is right.
    /// Without a map, such a komi could explain nearly every small error.
    pub(crate) fn fitting_komi(&self) -> Option<Points> {
        let delta = self
            .delta
            .filter(|&delta| delta != Points::ZERO && self.map_diff == Some(0))?;
        let komi = self.komi + delta;
        USUAL_KOMI.contains(&komi.hundredths()).then_some(komi)
    }

    /// Returns remarks on a mismatch: the change that would give the label's margin, and reasons to
    /// doubt the record or the count.
    pub(crate) fn remarks(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        if self.is_unclosed() {
            remarks.push(UNCLOSED.to_owned());
        }
        remarks.extend(self.repeated_headers());
        if self.remark(RemarkKind::MarginTooLarge).is_some() {
            remarks.push("no count of this board can give the recorded margin".to_owned());
        }
        if let Some(words) = self.remark(RemarkKind::FitsIf) {
            remarks.push(format!("as recorded if {words}"));
        }
        if let Some(komi) = self.fitting_komi() {
            remarks.push(format!("as recorded with komi {komi}"));
        }
        if let Some(rules) = self.remark(RemarkKind::RulesOverridden) {
            remarks.push(format!(
                "the record names {rules} rules, but --rules overrides them"
            ));
        }
        let is_impossible = self.delta.is_some_and(|delta| !delta.is_whole());
        if let Some(recorded) = self.recorded().filter(|_| is_impossible) {
            let recorded = result_text(recorded);
            remarks.push(format!("komi {} cannot give {recorded}", self.komi));
        }
        remarks
    }
}

#[cfg(test)]
pub(crate) mod examples {
    use super::GameRow;
    use crate::Stop;
    use crate::game::{Context, GameEvaluator, Options};
    use crate::input::{Entry, Labels};

    /// Returns the row of a real game.
    pub(crate) fn any_row() -> GameRow {
        let record = b"(;SZ[5]RU[Japanese]KM[6.5]RE[W+11.5]AB[ba:be]AW[ca:ce]TB[aa:ae]TW[da:ee])";
        let context = Context::new(Options::default(), Labels::default(), &Stop::default());
        let games = GameEvaluator::new(context).evaluate_bytes(&Entry::default(), Ok(record));
        games[0].rows(&["flood".to_owned()]).remove(0)
    }
}
