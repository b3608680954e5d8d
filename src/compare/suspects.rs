//! The audit of an archive: a row for each game, with a verdict on its recorded result.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};

use super::field::{Neighbourhood, Usual};
use super::mismatch::is_reversed;
use super::{Doubt, Field, Mismatch};
use crate::dead::DeadFrom;
use crate::game::{GameOutcome, Moves, Options, RemarkKind, games};
use crate::labels::LabelCheck;
use crate::outcome::Outcome;
use crate::rules::Points;
use crate::run::{Commands, GameRow, UNCLOSED, year};
use crate::safety::Safety;
use crate::sgf::{Recorded, have_other_winners, result_text};
use crate::skip::{Reason, Stage};
use crate::territory::PROTECTIVE;
use crate::text::some;

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
    pub(crate) field: Option<Field>,
    /// The facts that decide the verdict. They are in no column.
    #[serde(skip)]
    evidence: Evidence,
}

/// The facts that decide the verdict on a game.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a finding of its own"
)]
struct Evidence {
    /// Why the recorded result may be wrong; `None` if there is no doubt.
    doubt: Option<Doubt>,
    /// The record's own result.
    result: Option<Recorded>,
    /// Why the game was not counted.
    skipped: Option<Reason>,
    /// The margin of the count.
    margin: Option<Points>,
    /// The margin of the count minus the recorded margin.
    delta: Points,
    /// Whether the game has marks that can be understood, and the count has the same map.
    is_map_right: bool,
    /// The usual komi that gives the recorded result, if the map is right.
    fitting_komi: Option<Points>,
    /// The stones that the marks leave alive, but playouts do not, and whether the count has the
    /// recorded margin without them.
    unmarked_dead: Option<(String, bool)>,
    /// Whether the count agrees with the record, but the marks do not.
    is_unmarked: bool,
    /// Whether a border is open, or moves are missing.
    is_unfinished: bool,
    /// Whether the board is not safe to score, or dead stones are not proved.
    is_unsure: bool,
    /// The moves, by which copies of the game are found.
    moves: Option<Moves>,
    /// Whether the winner differs, and the difference of the margins.
    severity: (bool, Points),
}

/// Returns how much a result says: nothing (0), how the game ended (1), or its margin (2).
pub(super) const fn content(result: Recorded) -> u8 {
    match result {
        Recorded::Margin(_) => 2,
        Recorded::None(Reason::NoResult | Reason::UnknownResult) => 0,
        Recorded::None(_) => 1,
    }
}

/// Why the result of a record stays that is not read.
pub(crate) const UNREADABLE: &str = "the record can't be read";

/// Why a result such as a resignation stays.
const NO_COUNT: &str = "the result is not a count";

impl AuditRow {
    /// Returns the row of a game. `commands` makes the command that shows it. Copies of the game
    /// are found later, by [`Audit::new`].
    #[must_use]
    pub fn of(outcome: &GameOutcome, commands: &Commands) -> Self {
        let facts = &outcome.facts;
        let result = (!facts.recorded.is_empty()).then(|| facts.recorded_result());
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
        if let Some(identity) = facts.identity.clone() {
            row.hash = format!("{:016x}", identity.hash);
            row.evidence.moves = identity.moves;
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
                let mut chains = game.labelled.chains.iter();
                row.evidence.is_unsure = chains.any(|it| it.is_dead() && it.proved.is_none());
                row.evidence.unmarked_dead = game.unmarked_dead.as_ref().map(|dead| {
                    let stones = dead
                        .stones
                        .iter()
                        .map(|stone| stone.label(game.labelled.size));
                    (some(&stones.collect::<Vec<_>>()), dead.explain)
                });
                return row
                    .counted_as(&counted)
                    .with_broken(facts.broken.as_deref());
            }
            Err(skip) => skip,
        };
        row.verdict = "not-counted".into();
        row.why = skip.to_string();
        row.evidence.skipped = Some(skip.reason);
        let is_unclear = match skip.reason {
            Reason::UnreadableResult | Reason::ResultOverflow => true,
            // a winner or a margin that its writer did not trust
            Reason::UnknownResult => facts.recorded.contains('+'),
            _ => false,
        };
        let is_unreadable = match skip.reason {
            // another game, size or file of the same name is left out on purpose
            Reason::NotGo | Reason::OtherSize | Reason::DuplicateName => false,
            reason => reason.stage() <= Stage::Sgf,
        };
        let (doubt, why) = if let Some(values) = &facts.contradiction {
            (Doubt::TwoResults, format!("the record has {values}"))
        } else if is_unclear {
            let why = format!("{} cannot be understood", skip.words());
            (Doubt::Unreadable, why)
        } else if is_unreadable {
            (Doubt::File, skip.words())
        } else if facts.is_unclosed {
            (Doubt::File, UNCLOSED.to_owned())
        } else if skip.reason == Reason::NoResult && facts.has_ended {
            let why = "no result is recorded, but the game ended with two passes or marks";
            (Doubt::Unreadable, why.to_owned())
        } else if skip.reason == Reason::UnreadableKomi {
            (Doubt::Komi, skip.words())
        } else if let Some(komi) = facts.komi.filter(|_| facts.has_impossible_komi()) {
            let why = format!("komi {komi} cannot give {}", row.recorded);
            (Doubt::Komi, why)
        } else if matches!(result, Some(Recorded::Margin(_))) {
            (Doubt::Uncounted, row.why.clone())
        } else {
            return row.with_broken(facts.broken.as_deref());
        };
        (row.evidence.doubt, row.why) = (Some(doubt), why);
        row.with_broken(facts.broken.as_deref())
    }

    /// Adds the first reason for a doubt. What is said of a game without a doubt is no reason.
    fn add_reason(&mut self, why: &str) {
        self.why = if self.why.is_empty() || self.doubt().is_none() {
            why.to_owned()
        } else {
            format!("{why}; {}", self.why)
        };
    }

    /// Returns the row with what is wrong with its moves: they are the reason for any other doubt.
    fn with_broken(mut self, broken: Option<&str>) -> Self {
        // other sizes and other files of the same name are left out on purpose
        let is_left_out = matches!(self.skipped(), Some(Reason::OtherSize));
        if let Some(broken) = broken.filter(|_| !is_left_out) {
            self.add_reason(broken);
            self.evidence.doubt = Some(Doubt::Moves);
        }
        self
    }

    /// Returns the row of a game that an earlier audit saw.
    pub(super) fn lost(game: &str, hash: &str, recorded: &str, why: &str) -> Self {
        Self {
            game: game.to_owned(),
            hash: hash.to_owned(),
            recorded: recorded.to_owned(),
            why: why.to_owned(),
            verdict: Doubt::Lost.name().into(),
            evidence: Evidence {
                doubt: Some(Doubt::Lost),
                ..Evidence::default()
            },
            ..Self::default()
        }
    }

    /// Returns the row with the count and the verdict of a row of `games.csv` or `mismatches.csv`.
    fn counted_as(mut self, row: &GameRow) -> Self {
        let differs = row.delta.is_some_and(|delta| delta != Points::ZERO);
        let is_contradictory = row.label_check == LabelCheck::Contradictory;
        let is_unmarked = row.label_check == LabelCheck::Inconsistent && !differs;
        let is_suspect = differs || is_contradictory || is_unmarked || row.is_unclosed();
        let doubt = is_suspect.then(|| Doubt::of(row));
        self.evidence.doubt = doubt;
        self.evidence.margin = row.margin;
        self.evidence.is_unfinished = !row.finished;
        self.evidence.is_unsure |= row.safety == Safety::name_of(false);
        self.evidence.is_unmarked = is_unmarked;
        self.evidence.delta = row.delta.unwrap_or_default();
        let bad_marks = [RemarkKind::BadMarks, RemarkKind::PartlyDead];
        self.evidence.is_map_right =
            row.map_diff == Some(0) && bad_marks.iter().all(|&kind| row.remark(kind).is_none());
        self.evidence.fitting_komi = row.fitting_komi();
        let winner_differs = row
            .recorded()
            .zip(row.margin)
            .is_some_and(|(one, other)| one.sign() != other.sign());
        self.evidence.severity = (winner_differs, row.delta.unwrap_or_default().abs());
        let mut why = Vec::new();
        if doubt == Some(Doubt::OtherWinner) {
            if self.evidence.is_unfinished {
                why.push("a border is open, or moves are missing".to_owned());
            }
        } else if differs && let Some(count) = Mismatch::of(row) {
            // what is too much for one player in the count is too much for the other in the record
            let delta = -count.delta;
            // a draw names no winner
            let is_draw = row.recorded() == Some(Points::ZERO);
            let outcome = count
                .outcome
                .map(|outcome| if is_draw { Outcome::Winner } else { outcome });
            let words = Mismatch {
                outcome,
                delta,
                ..count
            }
            .words();
            why.push(format!("the record has {words}"));
        }
        if is_suspect {
            why.extend(row.remarks());
        } else {
            why.extend(row.repeated_headers());
        }
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

    /// Returns the folder, the rules and the year of the game.
    fn near(&self) -> Neighbourhood {
        let folder = self.game.rsplit_once('/').map_or("", |(folder, _)| folder);
        (folder.to_owned(), self.rules.clone(), year(&self.date))
    }

    /// Adds the doubt about a result or komi that nearly all games of the folder have and this one
    /// lacks, or about an absurd komi. A result that the recount confirms needs no other komi.
    fn find_missing(&mut self, usual: &Usual) {
        // there are no rules if the headers could not be read
        let is_komi_missing = self.komi.is_none() && !self.rules.is_empty();
        let is_confirmed = self.doubt().is_none() && self.skipped().is_none();
        let missing = if is_confirmed || self.doubt() == Some(Doubt::Unreadable) {
            None
        } else if self.skipped() == Some(Reason::NoResult) {
            usual.lacks("result", usual.results)
        } else if is_komi_missing {
            usual.lacks("komi", usual.with_komi())
        } else {
            let absurd = self.komi.filter(|&komi| usual.is_absurd(komi));
            absurd.map(|komi| format!("no other game here has a komi such as {komi}"))
        };
        let Some(why) = missing else { return };
        if self.doubt() == Some(Doubt::Uncounted) {
            self.why = why;
        } else {
            self.add_reason(&why);
        }
        let (doubt, field) = if self.skipped() == Some(Reason::NoResult) {
            (Doubt::Unreadable, Field::Result)
        } else {
            (Doubt::Komi, Field::Komi)
        };
        self.field = Some(field);
        self.evidence.doubt = self.doubt().into_iter().chain([doubt]).min();
    }

    /// Returns how much the record's result says.
    pub(super) fn content(&self) -> u8 {
        self.evidence.result.map_or(0, content)
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
        have_other_winners(&self.recorded, &other.recorded)
            || one != two && (has_margin || other_has_margin)
    }

    /// Returns the komi and the rules, if the record's own result is the count.
    fn counted_terms(&self) -> Option<(Option<Points>, &str)> {
        let (result, margin) = (self.evidence.result, self.evidence.margin?);
        (result == Some(Recorded::Margin(margin))).then_some((self.komi, &*self.rules))
    }

    /// Returns whether two copies contradict the same copies.
    fn has_result_of(&self, other: &Self) -> bool {
        self.evidence.result == other.evidence.result
            && self.recorded.bytes().next() == other.recorded.bytes().next()
    }

    /// Returns the number of moves.
    fn moves(&self) -> usize {
        self.evidence.moves.as_ref().map_or(0, Moves::count)
    }

    /// Returns the number of first moves that two copies share, if both have more.
    fn first_difference(&self, other: &Self) -> Option<usize> {
        let (own, moves) = (
            self.evidence.moves.as_ref()?,
            other.evidence.moves.as_ref()?,
        );
        let shared = own.shared(moves);
        (shared < self.moves().min(other.moves())).then_some(shared)
    }

    /// Finds the part of the record that is wrong, and says why. `usual` is the usual komi of the
    /// game's folder.
    fn find_field(&mut self, usual: Option<&(Points, String)>) {
        let evidence = &self.evidence;
        let Some(doubt) = evidence.doubt else { return };
        let other_komi = usual.filter(|usual| self.komi.is_some_and(|komi| komi != usual.0));
        let fits = other_komi.filter(|usual| match (self.komi, evidence.result) {
            (Some(komi), Some(Recorded::Margin(margin))) => match evidence.margin {
                Some(_) if evidence.delta.is_whole() => komi + evidence.delta == usual.0,
                _ => (margin + usual.0).is_whole(),
            },
            _ => false,
        });
        let (field, why) = match (doubt, evidence.skipped) {
            (Doubt::Moves, _) => (Some(Field::Moves), None),
            (Doubt::TwoResults, _) => (Some(Field::Header), None),
            (Doubt::Unreadable, _) => (Some(Field::Result), None),
            (Doubt::Copies, _) => (self.field, None),
            _ if matches!(self.field, Some(Field::Result | Field::Komi)) => (self.field, None),
            (_, Some(Reason::NoKomi | Reason::UnreadableKomi)) => (Some(Field::Komi), None),
            (Doubt::Uncounted, Some(Reason::UnknownRules)) => match other_komi {
                Some((_, words)) => (Some(Field::Komi), Some(format!("not {words}"))),
                None => (Some(Field::Header), None),
            },
            (Doubt::Uncounted | Doubt::OwedMoves, _) => (None, None),
            _ => self.wrong_field(doubt, usual, fits),
        };
        if let Some(why) = why {
            self.add_reason(&why);
        }
        self.field = field;
    }

    /// Returns the part of a record whose result differs from the count, and why; `None` if there
    /// is no telling. `fits` is the usual komi of the folder, if it gives the recorded result.
    fn wrong_field(
        &self,
        doubt: Doubt,
        usual: Option<&(Points, String)>,
        fits: Option<&(Points, String)>,
    ) -> (Option<Field>, Option<String>) {
        let evidence = &self.evidence;
        if evidence.is_unmarked {
            let why = "the marks do not give the recorded result, but the count does";
            return (Some(Field::Marks), Some(why.to_owned()));
        }
        if let Some((stones, explain)) = &evidence.unmarked_dead {
            let field = explain.then_some(Field::Marks);
            return (field, Some(format!("{stones} should be dead")));
        }
        if let Some((_, words)) = fits {
            return (Some(Field::Komi), Some(format!("fits {words}")));
        }
        let (Some(Recorded::Margin(recorded)), Some(margin)) = (evidence.result, evidence.margin)
        else {
            return (None, None);
        };
        let is_other_winner = is_reversed(margin, recorded);
        let has_usual_komi = usual.is_some_and(|usual| self.komi == Some(usual.0));
        let is_only_result = evidence.is_map_right
            && evidence.fitting_komi.is_none()
            && (is_other_winner || has_usual_komi);
        let field = (is_only_result || doubt == Doubt::OtherWinner).then_some(Field::Result);
        let same = is_other_winner.then(|| "same margin, other colour".to_owned());
        (field, same)
    }

    /// Returns a result in the form of the record's own, which may have two decimals, as on KGS.
    /// `draw` is a draw in the form of the archive.
    fn in_form(&self, margin: Points, draw: &str) -> String {
        match self.recorded.split_once('.') {
            _ if margin == Points::ZERO => draw.to_owned(),
            Some((_, decimals)) if decimals.len() == 2 => {
                let winner = if margin > Points::ZERO { 'B' } else { 'W' };
                format!("{winner}+{:.2}", margin.abs().to_f64())
            }
            _ => result_text(margin),
        }
    }

    /// Returns the count, if it may replace the record's own result: only the result can be wrong.
    ///
    /// # Errors
    /// If it may not. The error says why.
    fn correction(&self) -> Result<Points, &'static str> {
        let evidence = &self.evidence;
        match (evidence.result, evidence.margin) {
            (Some(Recorded::None(_)), _) => Err(NO_COUNT),
            (None, _) | (_, None) => Err("the game was not counted"),
            _ if evidence.doubt == Some(Doubt::TwoResults) => {
                Err("the record gives two results or two komi")
            }
            _ if evidence.is_unfinished => Err("a border is open, or moves are missing"),
            // the copy confirms the recount
            _ if evidence.is_unsure && evidence.doubt != Some(Doubt::Copies) => {
                Err("the recount is in doubt")
            }
            (Some(Recorded::Margin(recorded)), Some(margin)) if margin == recorded => {
                Err("the recount is the recorded result")
            }
            _ if self.field != Some(Field::Result) => Err("not only the result may be wrong"),
            (_, Some(margin)) => Ok(margin),
        }
    }
}

/// A result that a person has decided on.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Decision {
    /// The margin of a count.
    Margin(Points),
    /// Another result in the form of `RE`, such as `B+R` or `Void`.
    Other(String),
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

    /// Compares copies of a game with each other, finds the wrong parts of records, and sorts the
    /// games.
    #[must_use]
    pub fn new(mut rows: Vec<AuditRow>) -> Self {
        let copies = games(rows.iter().map(|row| row.evidence.moves.as_ref()));
        for copies in copies.iter().filter(|copies| copies.len() > 1) {
            compare_copies(&mut rows, copies);
        }
        let games = rows.iter().filter(|row| !row.size.is_empty());
        let usual = Usual::of(games.map(|row| (row.near(), row.content() > 0, row.komi)));
        for row in &mut rows {
            let usual = usual.get(&row.near());
            if let Some(usual) = usual {
                row.find_missing(usual);
            }
            row.find_field(usual.and_then(Usual::komi).as_ref());
            if let Some(doubt) = row.doubt() {
                (row.verdict, row.right) = (doubt.name().into(), doubt.right());
            }
        }
        let mut audit = Self { rows };
        audit.sort();
        audit
    }

    /// Adds the rows of games that are gone.
    pub(crate) fn add(&mut self, lost: Vec<AuditRow>) {
        self.rows.extend(lost);
        self.sort();
    }

    fn sort(&mut self) {
        self.rows.sort_by_key(|row| {
            (
                row.doubt().is_none(),
                row.doubt(),
                row.field.is_none(),
                row.doubt().map(|_| Reverse(row.evidence.severity)),
            )
        });
    }

    /// Returns the new results of the listed games, or of the games that a person has decided on,
    /// or why they do not change. They have the form of the archive.
    pub(crate) fn changes<'a>(
        &'a self,
        listed: &[&'a AuditRow],
        decisions: Option<&HashMap<String, Decision>>,
    ) -> Vec<(&'a AuditRow, Result<String, &'static str>)> {
        let drawn = Some(Recorded::Margin(Points::ZERO));
        let drawn = self.rows.iter().find(|row| row.evidence.result == drawn);
        let draw = drawn.map_or("0", |row| &row.recorded);
        let mut changes = Vec::new();
        if let Some(decisions) = decisions {
            for row in &self.rows {
                let is_kept = row.evidence.result.is_some_and(Recorded::is_without_count);
                let stage = row.skipped().map(Reason::stage);
                let is_unreadable = stage.is_some_and(|stage| stage <= Stage::Sgf);
                let new = match decisions.get(&row.game) {
                    None => continue,
                    Some(Decision::Margin(_)) if is_kept => Err(NO_COUNT),
                    Some(_) if is_unreadable => Err(UNREADABLE),
                    Some(Decision::Margin(margin)) => Ok(row.in_form(*margin, draw)),
                    Some(Decision::Other(text)) => Ok(text.clone()),
                };
                changes.push((row, new));
            }
        } else {
            for &row in listed {
                let new = row.correction();
                changes.push((row, new.map(|margin| row.in_form(margin, draw))));
            }
        }
        changes
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

/// The maximum number of results with which a copy is compared. A copy contradicts most of them.
const MOST_RESULTS: usize = 64;

/// Names the first copy of a game in the rows of its other copies. A copy that contradicts another
/// copy is a suspect, unless it has the result that its board gives and the other copy has not. So
/// is a copy with other moves, unless only the other copy has broken moves.
fn compare_copies(rows: &mut [AuditRow], copies: &[usize]) {
    let first = rows[copies[0]].game.clone();
    for &number in &copies[1..] {
        rows[number].duplicate_of.clone_from(&first);
    }
    // an archive may have any number of copies, so they are not compared in pairs
    let mut results: HashMap<_, Vec<&AuditRow>> = HashMap::new();
    for row in copies.iter().map(|&number| &rows[number]) {
        for terms in [None, row.counted_terms()] {
            let others = results.entry(terms).or_default();
            if others.len() < MOST_RESULTS && !others.iter().any(|other| row.has_result_of(other)) {
                others.push(row);
            }
        }
    }
    let whole = copies.iter().map(|&number| &rows[number]);
    let whole = whole.filter(|row| row.doubt() != Some(Doubt::Moves));
    // of equals, the first
    let longest = whole.clone().rev().max_by_key(|row| row.moves());
    let branches = whole.filter_map(|row| Some((row, row.first_difference(longest?)?)));
    let earliest = branches.min_by_key(|&(_, shared)| shared);
    let mut suspects = Vec::new();
    for &number in copies {
        let row = &rows[number];
        // two records that agree with their boards differ for a reason if their komi or rules do
        let mut others = results[&row.counted_terms()].iter();
        let different = longest
            .and_then(|longest| Some((longest, row.first_difference(longest)?)))
            .or(earliest.filter(|&(_, shared)| shared < row.moves()));
        if let Some(other) = others.find(|other| row.contradicts(other)) {
            let is_counted = other.komi == row.komi
                && row.evidence.margin.map(Recorded::Margin) == other.evidence.result;
            let field = if is_counted {
                Field::Result
            } else {
                Field::Copy
            };
            let why = format!("{} in the copy {}", other.recorded, other.game);
            suspects.push((number, field, why));
        } else if let Some((other, shared)) = different {
            let why = format!(
                "differs from the copy {} at move {}",
                other.game,
                shared + 1
            );
            suspects.push((number, Field::Copy, why));
        }
    }
    for (number, field, why) in suspects {
        let row = &mut rows[number];
        row.add_reason(&why);
        row.field = Some(field);
        let doubt = row.doubt().unwrap_or(Doubt::Copies);
        row.evidence.doubt = Some(doubt.min(Doubt::Copies));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sgf::{Encoding, parse_result, read};

    /// Returns the row of a game of 60 moves, of which the last ones are on these points.
    fn row(number: usize, recorded: &str, last: [&str; 2]) -> AuditRow {
        let first: String = (0..58).map(|_| ";B[aa]").collect();
        let sgf = format!("(;SZ[19]{first};B[{}];B[{}])", last[0], last[1]);
        let (_, games) = read(sgf.as_bytes(), Encoding::default()).unwrap();
        let moves = Moves::of(games[0].record.as_ref().unwrap());
        AuditRow {
            game: number.to_string(),
            recorded: recorded.to_owned(),
            evidence: Evidence {
                result: Some(parse_result(recorded)),
                moves: Some(moves),
                ..Evidence::default()
            },
            ..AuditRow::default()
        }
    }

    #[test]
    fn copies_differ_from_the_first_other_result_or_the_longest_copy() {
        let mut rows = vec![
            row(0, "B+R", ["bb", "cc"]),
            row(1, "B+T", ["bb", "dd"]),
            row(2, "B+R", ["bb", "cc"]),
            row(3, "B+1", ["bb", "cc"]),
            row(4, "W+R", ["bb", "cc"]),
        ];
        rows[4].evidence.doubt = Some(Doubt::Moves);
        let whys = |copies: &[AuditRow]| {
            let mut rows = Audit::new(copies.to_vec()).rows;
            rows.sort_by(|one, other| one.game.cmp(&other.game));
            rows.into_iter().map(|row| row.why).collect::<Vec<_>>()
        };
        assert_eq!(
            whys(&rows[..3]),
            [
                "differs from the copy 1 at move 60",
                "differs from the copy 0 at move 60",
                "differs from the copy 1 at move 60",
            ]
        );
        assert_eq!(
            whys(&rows),
            [
                "B+1 in the copy 3",
                "B+1 in the copy 3",
                "B+1 in the copy 3",
                "B+R in the copy 0",
                "B+R in the copy 0",
            ]
        );
    }

    /// Comparing each copy with each other would take minutes.
    #[test]
    fn any_number_of_copies_is_compared_in_time() {
        let start = std::time::Instant::now();
        let mut rows = vec![row(0, "B+R", ["bb", "cc"]); 50_000];
        for (number, row) in rows.iter_mut().enumerate().skip(25_000) {
            let margin = Points::whole(i64::try_from(number).unwrap());
            row.evidence.result = Some(Recorded::Margin(margin));
            (row.evidence.margin, row.komi) = (Some(margin), Some(margin));
        }
        assert_eq!(Audit::new(rows).rows.len(), 50_000);
        assert!(start.elapsed() < std::time::Duration::from_secs(20));
    }
}
