//! The audit of an archive: a row for each game, with a verdict on its recorded result.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};

use serde::{Deserialize, Serialize};

use super::{Doubt, Mismatch};
use crate::dead::DeadFrom;
use crate::game::{GameOutcome, Options};
use crate::labels::LabelCheck;
use crate::rules::Points;
use crate::run::{Commands, GameRow};
use crate::sgf::{Recorded, result_text};
use crate::skip::{Reason, Stage};
use crate::territory::PROTECTIVE;
use crate::text::clean;

/// A game of an archive, whether it was counted or not.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[allow(missing_docs)] // named after the columns, which docs/audit.md describes
#[non_exhaustive]
pub struct AuditRow {
    pub(crate) game: String,
    pub(crate) hash: String,
    pub(crate) black: String,
    pub(crate) white: String,
    pub(crate) event: String,
    pub(crate) date: String,
    pub(crate) size: String,
    pub(crate) rules: String,
    pub(crate) komi: Option<Points>,
    pub(crate) recorded: String,
    pub(crate) counted: String,
    pub(crate) verdict: Cow<'static, str>,
    pub(crate) right: Option<f64>,
    pub(crate) why: String,
    pub(crate) duplicate_of: String,
    pub(crate) explain: String,
    /// The facts that decide the verdict. They are in no column.
    #[serde(skip)]
    evidence: Evidence,
}

/// The facts that decide the verdict on a game.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Evidence {
    /// Why the recorded result may be wrong; `None` if there is no doubt.
    doubt: Option<Doubt>,
    /// The record's own result.
    result: Option<Recorded>,
    /// Why the game was not counted.
    skipped: Option<Reason>,
    /// The margin of the count.
    margin: Option<Points>,
    /// Whether a border is open, or moves are missing.
    is_unfinished: bool,
    /// Whether the record gives two results or two komi.
    is_contradictory: bool,
    /// The opening that copies of the game share.
    opening: Option<[u8; 16]>,
    /// Whether the winner differs, and the difference of the margins.
    severity: (bool, Points),
}

impl AuditRow {
    /// Returns the row of a game. `commands` makes the command that shows it. Copies of the game
    /// are found later, by [`Audit::new`].
    #[must_use]
    pub fn of(outcome: &GameOutcome, commands: &Commands) -> Self {
        let facts = &outcome.facts;
        let result = (!facts.recorded.is_empty()).then(|| facts.recorded_result());
        let is_impossible = facts.has_impossible_komi();
        let recorded: Vec<&str> = facts.recorded.split_whitespace().collect();
        let [black, white] = facts.players.clone();
        let mut row = Self {
            game: outcome.name.clone(),
            black,
            white,
            event: facts.event.clone(),
            date: facts.date.clone(),
            size: facts.size.map(|size| size.to_string()).unwrap_or_default(),
            komi: facts.komi,
            recorded: recorded.join(" "),
            ..Self::default()
        };
        row.evidence.result = result;
        if let Some(identity) = facts.identity {
            row.hash = format!("{:016x}", identity.hash);
            row.evidence.opening = identity.opening;
        }
        if let Some(rules) = facts.rules {
            row.rules = rules.name().into_owned();
        }
        let skip = match &outcome.result {
            Ok(game) => {
                let lead = game.labelled.lead().name();
                let counted = outcome.rows(&[lead.to_owned()]).remove(0);
                if counted.category.is_some() {
                    row.explain = commands.explain_by(lead, outcome);
                }
                return row.counted_as(&counted);
            }
            Err(skip) => skip,
        };
        row.verdict = "not-counted".into();
        row.why = skip.to_string();
        row.evidence.skipped = Some(skip.reason);
        let is_uncounted = match skip.reason {
            // another game, size or file of the same name is left out on purpose
            Reason::NotGo | Reason::OtherSize | Reason::DuplicateName => false,
            reason if reason.stage() <= Stage::Sgf => true,
            _ => matches!(result, Some(Recorded::Margin(_))),
        };
        if is_impossible {
            row.evidence.doubt = Some(Doubt::Komi);
        } else if is_uncounted {
            row.evidence.doubt = Some(Doubt::Uncounted);
        }
        row
    }

    /// Returns the row with the count and the verdict of a row of `games.csv` or `mismatches.csv`.
    fn counted_as(mut self, row: &GameRow) -> Self {
        let differs = row.delta.is_some_and(|delta| delta != Points::ZERO);
        let is_contradictory = row.label_check == LabelCheck::Contradictory;
        let is_suspect = differs || is_contradictory || row.is_close_match() || row.is_unclosed();
        let doubt = is_suspect.then(|| Doubt::of(row));
        self.evidence.doubt = doubt;
        self.evidence.margin = row.margin;
        self.evidence.is_unfinished = !row.finished;
        let winner_differs = row
            .recorded()
            .zip(row.margin)
            .is_some_and(|(one, other)| one.sign() != other.sign());
        self.evidence.severity = (winner_differs, row.delta.unwrap_or_default().abs());
        let mut why = Vec::new();
        if doubt == Some(Doubt::OtherWinner) {
            let open = ", but a border is open, or moves are missing";
            let more = if self.evidence.is_unfinished {
                open
            } else {
                ""
            };
            why.push(format!("same margin, opposite winner{more}"));
        } else if differs && let Some(count) = Mismatch::of(row) {
            // what is too much for one player in the count is too much for the other in the record
            let delta = -count.delta;
            let words = Mismatch { delta, ..count }.words();
            why.push(format!("the record has {words}"));
        }
        if is_suspect {
            why.extend(row.remarks());
        } else {
            why.extend(row.repeated_headers());
        }
        self.evidence.is_contradictory = is_contradictory;
        self.why = why.join("; ");
        self.verdict = "agrees".into();
        self.counted = row.margin.map(result_text).unwrap_or_default();
        self
    }

    /// Returns the row as JSON with its evidence, for [`Self::read`].
    ///
    /// # Panics
    /// Never: every key is a string.
    #[must_use]
    pub fn line(&self) -> String {
        serde_json::to_string(&(self, &self.evidence)).expect("keys are strings")
    }

    /// Reads a row that [`Self::line`] wrote.
    ///
    /// # Errors
    /// If the text has another form.
    pub fn read(line: &str) -> serde_json::Result<Self> {
        let (row, evidence): (Self, Evidence) = serde_json::from_str(line)?;
        Ok(Self { evidence, ..row })
    }

    /// Returns why the recorded result may be wrong; `None` if there is no doubt.
    #[must_use]
    pub const fn doubt(&self) -> Option<Doubt> {
        self.evidence.doubt
    }

    /// Returns whether the count has another winner than the record.
    #[must_use]
    pub const fn has_other_winner(&self) -> bool {
        self.evidence.severity.0
    }

    /// Returns why the game was not counted, if it was not.
    pub(crate) const fn skipped(&self) -> Option<Reason> {
        self.evidence.skipped
    }

    /// Returns whether the record's own result is the count.
    fn is_as_counted(&self) -> bool {
        self.evidence
            .margin
            .is_some_and(|margin| self.evidence.result == Some(Recorded::Margin(margin)))
    }

    /// Returns whether two copies cannot both be right: their winners or their margins differ, or
    /// only one was counted.
    fn contradicts(&self, other: &Self) -> bool {
        let (Some(one), Some(two)) = (self.evidence.result, other.evidence.result) else {
            return false;
        };
        let [has_margin, other_has_margin] =
            [one, two].map(|result| matches!(result, Recorded::Margin(_)));
        if !(has_margin || one.is_without_count()) || !(other_has_margin || two.is_without_count())
        {
            return false;
        }
        let [winner, other_winner] = [self, other].map(|row| row.recorded.as_bytes().first());
        matches!(
            (winner, other_winner),
            (Some(b'B'), Some(b'W')) | (Some(b'W'), Some(b'B'))
        ) || one != two && (has_margin || other_has_margin)
    }

    /// Returns the game's line in a list of known suspects. A new result or a more certain verdict
    /// makes it a new suspect.
    pub(crate) fn known_line(&self) -> String {
        format!("{}\t{}", self.known_result(), self.verdict)
    }

    /// Returns the beginning of [`Self::known_line`], without the verdict.
    fn known_result(&self) -> String {
        format!("{}\t{}", clean(&self.game), clean(&self.recorded))
    }

    /// Returns whether the lines of a list of known suspects name this game: by its name, its hash,
    /// or its result, unless the line's verdict is less certain.
    pub(crate) fn is_in(&self, known: &HashSet<String>) -> bool {
        let result = self.known_result();
        let mut certain = Doubt::ALL
            .iter()
            .filter(|doubt| Some(**doubt) <= self.doubt());
        [&*clean(&self.game), &self.hash, &result]
            .iter()
            .any(|&line| known.contains(line))
            || certain.any(|doubt| known.contains(&format!("{result}\t{}", doubt.name())))
    }

    /// Returns the count, if it may replace the record's own result.
    ///
    /// # Errors
    /// If it may not. The error says why.
    pub(crate) fn correction(&self) -> Result<String, &'static str> {
        let evidence = &self.evidence;
        match (evidence.result, evidence.margin) {
            (Some(Recorded::None(_)), _) => Err("the result is not a count"),
            (None, _) | (_, None) => Err("the game was not counted"),
            _ if evidence.is_contradictory => Err("the record gives two results or two komi"),
            _ if evidence.is_unfinished => Err("a border is open, or moves are missing"),
            _ if evidence.doubt == Some(Doubt::Position) => Err("the count is in doubt"),
            (Some(Recorded::Margin(recorded)), Some(margin)) if margin == recorded => {
                Err("the count is the recorded result")
            }
            (_, Some(margin)) => Ok(result_text(margin)),
        }
    }
}

/// The games of an archive: first the suspects, the most certain first, then the other games in
/// their order.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Audit {
    /// The games.
    pub rows: Vec<AuditRow>,
}

impl Audit {
    /// Returns the options of an audit with these sources of dead stones: each game has the count
    /// that people would make.
    #[must_use]
    pub fn options(dead: Vec<DeadFrom>) -> Options {
        Options {
            strategies: vec![PROTECTIVE],
            lead_only: true,
            safety: true,
            identify: true,
            dead,
            ..Options::default()
        }
    }

    /// Compares copies of a game with each other, and sorts the games.
    #[must_use]
    pub fn new(mut rows: Vec<AuditRow>) -> Self {
        let mut by_opening: HashMap<[u8; 16], Vec<usize>> = HashMap::new();
        for (number, row) in rows.iter().enumerate() {
            if let Some(opening) = row.evidence.opening {
                by_opening.entry(opening).or_default().push(number);
            }
        }
        for copies in by_opening.values().filter(|copies| copies.len() > 1) {
            compare_copies(&mut rows, copies);
        }
        for row in &mut rows {
            if let Some(doubt) = row.doubt() {
                (row.verdict, row.right) = (doubt.name().into(), doubt.right());
            }
        }
        rows.sort_by_key(|row| {
            // broken files come before records without a komi
            let stage = row
                .skipped()
                .filter(|_| row.doubt() == Some(Doubt::Uncounted))
                .map(Reason::stage);
            (
                row.doubt().is_none(),
                row.doubt(),
                stage,
                row.doubt().map(|_| Reverse(row.evidence.severity)),
            )
        });
        Self { rows }
    }

    /// Returns the number of games with each verdict, and the number of duplicates.
    pub(crate) fn census(&self) -> (BTreeMap<&str, u64>, u64) {
        let mut verdicts = BTreeMap::new();
        for row in &self.rows {
            *verdicts.entry(&*row.verdict).or_default() += 1;
        }
        let duplicates = self.rows.iter().filter(|row| !row.duplicate_of.is_empty());
        (verdicts, duplicates.count() as u64)
    }

    /// Returns the number of games that were not counted, by the name of the
    /// [reason](crate::skip::Reason).
    pub(crate) fn reasons(&self) -> BTreeMap<&'static str, u64> {
        let mut reasons = BTreeMap::new();
        for reason in self.rows.iter().filter_map(AuditRow::skipped) {
            *reasons.entry(reason.name()).or_default() += 1;
        }
        reasons
    }
}

/// Names the first copy of a game in the rows of its other copies. A copy that contradicts another
/// copy is a suspect, unless it has the result that its board gives and the other copy has not.
fn compare_copies(rows: &mut [AuditRow], copies: &[usize]) {
    let first = rows[copies[0]].game.clone();
    for &number in &copies[1..] {
        rows[number].duplicate_of.clone_from(&first);
    }
    let mut suspects = Vec::new();
    for &number in copies {
        let row = &rows[number];
        let others = copies
            .iter()
            .map(|&other| &rows[other])
            .filter(|other| row.contradicts(other));
        // two records that agree with their boards differ for a reason if their komi or rules do
        let mut serious = others.filter(|other| {
            let has_same_terms = row.komi == other.komi && row.rules == other.rules;
            !row.is_as_counted() || other.is_as_counted() && has_same_terms
        });
        if let Some(other) = serious.next() {
            let why = format!("{} in the copy {}", other.recorded, other.game);
            suspects.push((number, why));
        }
    }
    for (number, why) in suspects {
        let row = &mut rows[number];
        row.why = if row.why.is_empty() || row.doubt().is_none() {
            why
        } else {
            format!("{why}; {}", row.why)
        };
        let doubt = row.doubt().unwrap_or(Doubt::Copies);
        row.evidence.doubt = Some(doubt.min(Doubt::Copies));
    }
}
