//! The audit of an archive: a row for each game, with a verdict on its recorded result.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use serde::ser::{Serialize, SerializeStruct as _, Serializer};

use super::differing_copies::compare_copies;
use super::finding::assess;
use super::habits::Habits;
use super::suspicion::IN_DOUBT;
use super::{AuditedGame, Field, Finding, Suspicion};
use crate::dead::DeadFrom;
use crate::game::{Options, games as same_games};
use crate::rules::{Points, Rules};
use crate::sgf::{Recorded, is_draw_word, result_text};
use crate::skip::{Reason, Stage};
use crate::territory::PROTECTIVE;

/// A game in an archive, with the verdict on it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct AuditRow {
    pub(crate) game: Box<AuditedGame>,
    /// What is wrong with the record; `None` if there is no suspicion.
    pub(crate) finding: Option<Box<Finding>>,
    /// The name of the first copy of the game; empty if this is the first or the only one.
    duplicate_of: Box<str>,
}

impl Serialize for AuditRow {
    /// Writes the columns that docs/audit.md describes.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let game = &self.game;
        let mut columns = serializer.serialize_struct("AuditRow", 17)?;
        columns.serialize_field("game", &game.name)?;
        columns.serialize_field("hash", &game.hash)?;
        columns.serialize_field("black", &game.players[0])?;
        columns.serialize_field("white", &game.players[1])?;
        columns.serialize_field("event", &game.event)?;
        columns.serialize_field("date", &game.date)?;
        columns.serialize_field("size", &text(game.size))?;
        columns.serialize_field("rules", &text(game.rules.map(Rules::name)))?;
        columns.serialize_field("komi", &game.komi)?;
        columns.serialize_field("recorded", &game.recorded)?;
        columns.serialize_field("counted", &game.counted_result())?;
        columns.serialize_field("verdict", self.verdict())?;
        columns.serialize_field("right", &self.suspicion().and_then(Suspicion::right))?;
        columns.serialize_field("why", self.why())?;
        columns.serialize_field("duplicate_of", &self.duplicate_of)?;
        columns.serialize_field("explain", &game.explain)?;
        columns.serialize_field("field", &self.field())?;
        columns.end()
    }
}

/// Returns a value as text; the text is empty if there is no value.
fn text(value: Option<impl ToString>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

/// The reason why the result of an unreadable record is not changed.
pub(crate) const UNREADABLE: &str = "the record can't be read";

/// The reason why a result such as a resignation is not changed.
const NO_COUNT: &str = "the result is not a count";

impl AuditRow {
    /// Returns the row of a game or a result that has disappeared since an earlier audit.
    pub(super) fn lost(game: &str, hash: &str, recorded: &str, why: &str) -> Self {
        let game = AuditedGame {
            name: game.into(),
            hash: hash.into(),
            recorded: recorded.into(),
            ..AuditedGame::default()
        };
        let finding = Finding {
            suspicion: Suspicion::Lost,
            field: None,
            why: why.to_owned(),
        };
        Self {
            game: Box::new(game),
            finding: Some(Box::new(finding)),
            duplicate_of: Box::default(),
        }
    }

    /// Returns the game as the audit sees it.
    pub const fn game(&self) -> &AuditedGame {
        &self.game
    }

    /// Returns why the recorded result may be wrong; `None` if there is no suspicion.
    pub fn suspicion(&self) -> Option<Suspicion> {
        self.finding.as_ref().map(|finding| finding.suspicion)
    }

    /// Returns the part of the record that is wrong, if it is known.
    pub(crate) fn field(&self) -> Option<Field> {
        self.finding.as_ref()?.field
    }

    /// Returns the reasons for the suspicion, or remarks on the game if there is no suspicion.
    pub(crate) fn why(&self) -> &str {
        self.finding
            .as_ref()
            .map_or(&self.game.judged.why, |finding| &finding.why)
    }

    /// Returns the verdict: the name of the suspicion, if there is one.
    pub(crate) fn verdict(&self) -> &'static str {
        match (self.suspicion(), self.game.skipped) {
            (Some(suspicion), _) => suspicion.name(),
            (None, Some(_)) => "not-counted",
            (None, None) => "agrees",
        }
    }

    /// Returns whether the count and the record have different winners.
    pub fn has_other_winner(&self) -> bool {
        self.game.has_other_winner()
    }

    /// Returns whether the count is more likely to be wrong than those of other games in doubt, and
    /// whether the game has hardly any moves. Both are false if the game is not in doubt.
    fn has_doubtful_count(&self) -> (bool, bool) {
        let judged = &self.game.judged;
        let is_large = judged.delta.abs() > Points::whole(IN_DOUBT);
        if self.suspicion() == Some(Suspicion::Position) {
            (judged.is_unfinished || is_large, self.game.moves.is_none())
        } else {
            (false, false)
        }
    }

    /// Returns a result in the form of the recorded result, which may have two decimals, as on KGS.
    /// `draw` is the archive's notation for a draw.
    fn in_form(&self, margin: Points, draw: &str) -> String {
        match self.game.recorded.split_once('.') {
            _ if margin == Points::ZERO => draw.to_owned(),
            Some((_, decimals)) if decimals.len() == 2 => {
                let winner = if margin > Points::ZERO { 'B' } else { 'W' };
                format!("{winner}+{:.2}", margin.abs().to_f64())
            }
            _ => result_text(margin),
        }
    }

    /// Returns the count, if it may replace the recorded result. It may do so only if nothing but
    /// the result can be wrong.
    ///
    /// # Errors
    /// If the count may not replace the recorded result. The error gives the reason.
    fn correction(&self) -> Result<Points, &'static str> {
        let game = &self.game;
        if let Some(Recorded::WithoutMargin(..)) = game.result {
            return Err(NO_COUNT);
        }
        let (Some(recorded), Some(margin)) = (game.result, game.judged.margin) else {
            return Err("the game was not counted");
        };
        if self.suspicion() == Some(Suspicion::TwoResults) {
            return Err("the record gives two results or two komi");
        }
        if game.judged.is_unfinished {
            return Err("a border is open, or moves are missing");
        }
        // a copy confirms the recount
        if game.judged.is_unsure && self.suspicion() != Some(Suspicion::Copies) {
            return Err("the recount is in doubt, or some dead stones are not proved dead");
        }
        if recorded == Recorded::Margin(margin) {
            return Err("the recount equals the recorded result");
        }
        if self.field() != Some(Field::Result) {
            return Err("the result may not be the only error");
        }
        Ok(margin)
    }
}

/// A person's decision on the result of a game.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Decision {
    /// The recorded result that the person saw; empty if it is unknown.
    pub(crate) old: String,
    pub(crate) new: DecidedResult,
}

/// A result that a person has decided on.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum DecidedResult {
    /// The margin of a count.
    Margin(Points),
    /// Another result in the form of `RE`, such as `B+R` or `Void`.
    Other(String),
}

/// The games of an archive. The suspects come first, with the most certain at the top. The other
/// games follow in their original order.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Audit {
    /// The games.
    pub rows: Vec<AuditRow>,
}

impl Audit {
    /// Returns the options of an audit with these sources of dead stones. With these options, each
    /// game is counted as people would count it.
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

    /// Judges every game by its record and count, its copies, and the other games in its folder.
    pub fn new(games: Vec<Box<AuditedGame>>) -> Self {
        let (mut duplicate_of, mut of_copies) = (HashMap::new(), HashMap::new());
        for copies in same_games(games.iter().map(|game| game.moves.as_deref())) {
            if copies.len() == 1 {
                continue;
            }
            for &number in &copies[1..] {
                duplicate_of.insert(number, games[copies[0]].name.clone());
            }
            of_copies.extend(compare_copies(&games, &copies));
        }
        let habits = Habits::of(&games);
        let mut findings = Vec::with_capacity(games.len());
        for (number, game) in games.iter().enumerate() {
            let finding = assess(game, of_copies.remove(&number), habits.around(game));
            findings.push(finding.map(Box::new));
        }
        let mut rows = Vec::with_capacity(games.len());
        for (number, (game, finding)) in games.into_iter().zip(findings).enumerate() {
            rows.push(AuditRow {
                game,
                finding,
                duplicate_of: duplicate_of.remove(&number).unwrap_or_default(),
            });
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
            let severity = Reverse((row.has_other_winner(), row.game.judged.delta.abs()));
            (
                row.suspicion().is_none(),
                row.suspicion(),
                row.field().is_none(),
                row.has_doubtful_count(),
                row.suspicion().map(|_| severity),
            )
        });
    }

    /// Returns the new results of the listed games, or of the games that a person has decided on,
    /// in the archive's notation. If a result does not change, returns the reason instead.
    pub(crate) fn changes<'a>(
        &'a self,
        listed: &[&'a AuditRow],
        decisions: Option<&HashMap<String, Decision>>,
    ) -> Vec<(&'a AuditRow, Result<String, &'static str>)> {
        // other notations for a draw may contain notes on the game
        let drawn = (self.rows.iter())
            .find(|row| &*row.game.recorded == "0" || is_draw_word(&row.game.recorded));
        let draw = drawn.map_or("0", |row| &*row.game.recorded);
        let mut changes = Vec::new();
        if let Some(decisions) = decisions {
            for row in &self.rows {
                let is_kept = row.game.result.is_some_and(Recorded::is_without_count);
                let stage = row.game.skipped.map(Reason::stage);
                let is_unreadable = stage.is_some_and(|stage| stage <= Stage::Sgf);
                let Some(Decision { old, new }) = decisions.get(&*row.game.name) else {
                    continue;
                };
                let new = match new {
                    _ if !old.is_empty() && **old != *row.game.recorded => {
                        Err("the recorded result is not the one in the column `old`")
                    }
                    DecidedResult::Margin(_) if is_kept => Err(NO_COUNT),
                    _ if is_unreadable => Err(UNREADABLE),
                    DecidedResult::Margin(margin) => Ok(row.in_form(*margin, draw)),
                    DecidedResult::Other(text) => Ok(text.clone()),
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
            *verdicts.entry(row.verdict()).or_default() += 1;
        }
        let duplicates = self.rows.iter().filter(|row| !row.duplicate_of.is_empty());
        (verdicts, duplicates.count() as u64)
    }

    /// Returns the number of games that were not counted, by the name of the
    /// [reason](crate::skip::Reason).
    pub(crate) fn reasons(&self) -> BTreeMap<&'static str, u64> {
        let mut reasons = BTreeMap::new();
        for reason in self.rows.iter().filter_map(|row| row.game.skipped) {
            *reasons.entry(reason.name()).or_default() += 1;
        }
        reasons
    }
}
