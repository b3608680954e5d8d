//! A game in an archive as an audit sees it: the game's record and its count.

use serde::{Deserialize, Serialize};
use serde_json::{Value, to_value};

use super::{Mismatch, Suspicion};
use crate::board::Size;
use crate::game::{Evaluated, GameFacts, GameOutcome, Identity, Moves, RemarkKind, short_digest};
use crate::labels::LabelCheck;
use crate::outcome::Outcome;
use crate::rules::{Points, Rules};
use crate::run::{Commands, GameRow, UNCLOSED};
use crate::safety::SafetyLevel;
use crate::sgf::{Info, Recorded, result_text};
use crate::skip::{Reason, Skip, Stage};
use crate::text::some;

/// A game in an archive, whether it was counted or not. The facts do not depend on other games in
/// the archive. An audit keeps all games in memory, so the data that only a few games have are
/// boxed to keep this type small.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct AuditedGame {
    /// The name of the game.
    pub(crate) name: Box<str>,
    /// A digest of the game's moves; empty if there are too few moves to identify the game.
    pub(super) hash: Box<str>,
    pub(crate) players: [Box<str>; 2],
    pub(super) event: Box<str>,
    pub(crate) date: Box<str>,
    pub(super) size: Option<Size>,
    /// The rules; `None` if the headers could not be read.
    pub(super) rules: Option<Rules>,
    pub(super) komi: Option<Points>,
    pub(super) has_handicap: bool,
    /// The headers with the rules, the komi and the handicap, as the record gives them; empty if
    /// the game was counted.
    pub(super) terms: Box<str>,
    /// The recorded result, as text.
    pub(crate) recorded: Box<str>,
    /// The recorded result; `None` if the record gives none.
    pub(super) result: Option<Recorded>,
    /// The reason why the game was not counted; `None` if it was.
    pub(crate) skipped: Option<Reason>,
    /// The command that shows the game; empty if the count agrees with the record.
    pub(crate) explain: Box<str>,
    /// Whether the rules were guessed, because the record names none that seichi understands.
    pub(super) has_guessed_rules: bool,
    /// Whether the record gives a header (other than the date) twice with different values, or
    /// gives an unreadable handicap. In both cases, more than the result may be wrong.
    pub(super) has_doubtful_header: bool,
    /// Whether the file ends before the record is complete.
    pub(super) is_unclosed: bool,
    /// The moves, which identify copies of the game; `None` if the game is too short for this.
    pub(super) moves: Option<Box<Moves>>,
    /// A digest of all data that affect the judgement; `None` if the judgement must not be
    /// remembered.
    #[serde(skip)]
    pub(super) audit_key: Option<u128>,
    /// The judgement on the game.
    #[serde(flatten)]
    pub(super) judged: Judged,
}

/// The judgement on a game, based only on its record and its count. The memory of an audit stores
/// the judgement, because finding it takes long.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Judged {
    /// The margin of the count.
    pub(super) margin: Option<Points>,
    /// The margin of the count minus the recorded margin.
    pub(super) delta: Points,
    /// The strategy that made the count, if the count differs from the record.
    differing: Option<Box<str>>,
    /// Whether the game has marks that make sense, and the count has the same map as the marks.
    pub(super) is_map_right: bool,
    /// The usual komi that gives the recorded result, if the map is right.
    pub(super) fitting_komi: Option<Points>,
    /// The stones that are alive according to the marks but dead according to playouts, and whether
    /// the count gives the recorded margin if these stones are removed.
    pub(super) unmarked_dead: Option<Box<(String, bool)>>,
    /// Rules with the other method of counting, if they give the recorded result but the game's own
    /// rules do not.
    pub(super) fits_rules: Option<Box<Rules>>,
    /// Whether a different handicap, or the same handicap under different rules, gives the recorded
    /// result.
    pub(super) fits_handicap: bool,
    /// Whether the count agrees with the record, but the marks do not.
    pub(super) is_unmarked: bool,
    /// Whether a border is open, or moves are missing.
    pub(super) is_unfinished: bool,
    /// Whether the board is not safe to score, or some dead stones are not proved dead.
    pub(super) is_unsure: bool,
    /// The suspicion about the record, if there is one.
    pub(super) suspicion: Option<Suspicion>,
    /// The reasons for the suspicion; remarks on the game if there is no suspicion.
    pub(super) why: Box<str>,
}

/// Returns how much a result says: nothing (0), how the game ended (1), or the margin as well (2).
pub(super) const fn content(result: Recorded) -> u8 {
    match result {
        Recorded::Margin(_) => 2,
        Recorded::WithoutMargin(Reason::NoResult | Reason::UnknownResult, _) => 0,
        Recorded::WithoutMargin(..) => 1,
    }
}

impl AuditedGame {
    /// Returns the facts about a game that an audit needs. `commands` makes the command that shows
    /// the game.
    pub fn of(outcome: &GameOutcome, commands: &Commands) -> Self {
        Self::with(outcome, commands, None)
    }

    /// Returns the facts about a game, with the judgement of an earlier audit if there is one.
    pub(super) fn with(
        outcome: &GameOutcome,
        commands: &Commands,
        judged: Option<&Judged>,
    ) -> Self {
        let facts = &outcome.facts;
        let recorded: Vec<&str> = facts.recorded().split_whitespace().collect();
        let mut game = Self {
            name: outcome.name.as_str().into(),
            players: facts.players().map(Box::from),
            event: facts.info.event.as_deref().unwrap_or_default().into(),
            date: facts.date().into(),
            size: facts.size,
            rules: facts.rules(),
            has_guessed_rules: facts.rules_guessed().is_some(),
            is_unclosed: facts.is_unclosed,
            has_doubtful_header: facts.info.repeated.iter().any(|twice| twice.header != "DT")
                || (facts.headers.as_ref()).is_some_and(|headers| headers.handicap_unreadable),
            komi: facts.komi(),
            has_handicap: (facts.headers.as_ref()).is_some_and(|headers| headers.handicap > 0),
            recorded: recorded.join(" ").into(),
            result: (!facts.recorded().is_empty()).then(|| facts.recorded_result()),
            ..Self::default()
        };
        match (judged, &outcome.result) {
            (Some(judged), _) => {
                game.judged = judged.clone();
                game.audit_key = facts.audit_key;
            }
            (None, Ok(evaluated)) => {
                game.judged = Judged::of(outcome, evaluated);
                // warnings name the games with impossible labels, so every audit evaluates these
                // games again
                let mut remarks = evaluated.remarks.iter();
                let is_impossible = remarks.any(|one| one.kind == RemarkKind::ImpossibleLabel);
                game.audit_key = facts.audit_key.filter(|_| !is_impossible);
            }
            (None, Err(skip)) => {
                let (suspicion, why) = suspicion_without_count(&game, facts, skip);
                game.skipped = Some(skip.reason);
                game.terms = terms(&facts.info).into();
                game.judged.suspicion = suspicion;
                game.judged.why = why.into();
            }
        }
        if let Some(strategy) = &game.judged.differing {
            game.explain = commands.explain_by(strategy, outcome).into();
        }
        if let Some(identity) = facts.identity.clone() {
            if let Some(hash) = identity.hash {
                game.hash = format!("{hash:016x}").into();
            }
            if identity.moves.count() >= Identity::MIN_MOVES {
                game.moves = Some(Box::new(identity.moves));
            }
        }
        // games of other sizes are skipped on purpose, so their moves are not reported
        if let Some(broken) = &facts.broken
            && game.skipped != Some(Reason::OtherSize)
            && judged.is_none()
        {
            game.judged.why = match game.judged.suspicion {
                Some(_) => format!("{broken}; {}", game.judged.why).into(),
                None => broken.as_str().into(),
            };
            game.judged.suspicion = Some(Suspicion::Moves);
        }
        game
    }

    /// Returns the game as a line of JSON, for [`Self::read`].
    ///
    /// # Panics
    /// Never, because every key is a string.
    pub fn line(&self) -> String {
        serde_json::to_string(self).expect("keys are strings")
    }

    /// Reads a line that [`Self::line`] wrote.
    ///
    /// # Errors
    /// If the text has a different form.
    pub fn read(line: &str) -> serde_json::Result<Self> {
        serde_json::from_str(line)
    }

    /// Returns the result of the count; empty if the game was not counted.
    pub(crate) fn counted_result(&self) -> String {
        self.judged.margin.map(result_text).unwrap_or_default()
    }

    /// Returns whether the count and the record have different winners.
    pub(super) fn has_other_winner(&self) -> bool {
        self.judged
            .margin
            .is_some_and(|margin| (margin - self.judged.delta).sign() != margin.sign())
    }

    /// Returns how much the record's result says.
    pub(super) fn content(&self) -> u8 {
        self.result.map_or(0, content)
    }

    /// Returns whether two copies cannot both be right, because their winners or their margins
    /// differ, or because only one of the results comes from a count.
    pub(super) fn conflicts_with(&self, other: &Self) -> bool {
        let (Some(one), Some(two)) = (self.result, other.result) else {
            return false;
        };
        match (one, two) {
            (Recorded::Margin(one), Recorded::Margin(two)) => one != two,
            (Recorded::WithoutMargin(_, Some(winner)), Recorded::WithoutMargin(_, Some(other))) => {
                winner != other && one.is_without_count() && two.is_without_count()
            }
            (Recorded::WithoutMargin(..), Recorded::WithoutMargin(..)) => false,
            _ => one.is_without_count() || two.is_without_count(),
        }
    }

    /// Returns the komi and the rules, if the recorded result equals the count.
    pub(super) fn counted_terms(&self) -> Option<(Option<Points>, Option<Rules>)> {
        (self.result == Some(Recorded::Margin(self.judged.margin?)))
            .then_some((self.komi, self.rules))
    }

    /// Returns the number of moves; 0 if the game is too short to be compared.
    pub(super) fn count_moves(&self) -> usize {
        self.moves.as_deref().map_or(0, Moves::count)
    }

    /// Returns the number of moves before the first difference between two copies; `None` if one
    /// copy is the beginning of the other.
    pub(super) fn first_difference(&self, other: &Self) -> Option<usize> {
        let shared = self.moves.as_deref()?.shared(other.moves.as_deref()?);
        (shared < self.count_moves().min(other.count_moves())).then_some(shared)
    }
}

impl Judged {
    /// Returns the judgement on a game that was counted.
    fn of(outcome: &GameOutcome, evaluated: &Evaluated) -> Self {
        let labelled = &evaluated.labelled;
        let lead = labelled.lead().name;
        let Some(row) = outcome.rows(&[lead.to_owned()]).pop() else {
            return Self::default();
        };
        let differs = row.delta.is_some_and(|delta| delta != Points::ZERO);
        let is_contradictory = row.label_check == LabelCheck::Contradictory;
        let is_unmarked = row.label_check == LabelCheck::Inconsistent && !differs;
        let is_suspect = differs || is_contradictory || is_unmarked || row.is_unclosed();
        let suspicion = is_suspect.then(|| Suspicion::of(&row));
        let bad_marks = [
            RemarkKind::BadMarks,
            RemarkKind::ImpossibleLabel,
            RemarkKind::PartlyDead,
            RemarkKind::SenselessMarks,
        ];
        let has_bad_marks = bad_marks.iter().any(|&kind| row.remark(kind).is_some());
        let mut chains = labelled.chains.iter();
        let has_unproved_dead = chains.any(|chain| chain.is_dead() && chain.proved.is_none());
        let unmarked_dead = evaluated.unmarked_dead.as_ref().map(|dead| {
            let stones = dead.stones.iter().map(|stone| stone.name(labelled.size));
            Box::new((some(&stones.collect::<Vec<_>>()), dead.explain))
        });
        Self {
            margin: row.margin,
            delta: row.delta.unwrap_or_default(),
            differing: row.category.map(|_| lead.into()),
            is_map_right: row.map_diff == Some(0) && !has_bad_marks,
            fitting_komi: row.fitting_komi(),
            unmarked_dead,
            fits_rules: evaluated.fits_rules.map(Box::new),
            fits_handicap: outcome
                .facts
                .fits_other_handicap(row.delta.unwrap_or_default()),
            is_unmarked,
            is_unfinished: !row.finished,
            is_unsure: has_unproved_dead || row.safety == Some(SafetyLevel::Unsure),
            suspicion,
            why: reasons(&row, suspicion).join("; ").into(),
        }
    }

    /// Returns this judgement, with the key of its game, as text for [`Self::read`].
    pub(super) fn text(&self, key: u128) -> String {
        let [mut values, default] =
            [self, &Self::default()].map(|one| to_value(one).expect("keys are strings"));
        if let Value::Object(values) = &mut values {
            values.retain(|name, value| *value != default[name]);
        }
        let text = format!("{key:032x}{values}");
        format!("{:032x}{text}", short_digest(&text))
    }

    /// Reads a key and a judgement that [`Self::text`] wrote. Returns `None` for any other text.
    pub(super) fn read(text: &str) -> Option<(u128, Self)> {
        let (checksum, text) = text.split_at_checked(32)?;
        let (key, json) = text.split_at_checked(32)?;
        let [checksum, key] = [checksum, key].map(|digits| u128::from_str_radix(digits, 16).ok());
        (checksum? == short_digest(text)).then_some((key?, serde_json::from_str(json).ok()?))
    }
}

/// Returns the headers with the rules, the komi and the handicap, in the form of a record.
fn terms(info: &Info) -> String {
    let [rules, komi, handicap] =
        [&info.rules, &info.komi, &info.handicap].map(|value| value.as_deref().unwrap_or_default());
    format!("RU[{rules}]KM[{komi}]HA[{handicap}]")
}

/// Returns the suspicion about a game that was not counted, if there is one, and the reasons.
fn suspicion_without_count(
    game: &AuditedGame,
    facts: &GameFacts,
    skip: &Skip,
) -> (Option<Suspicion>, String) {
    let is_unclear = match skip.reason {
        Reason::UnreadableResult | Reason::ResultOverflow => true,
        // the record gives a winner or a margin, but the recorder was not sure of it
        Reason::UnknownResult => facts
            .recorded()
            .contains(|char: char| char == '+' || char.is_ascii_digit()),
        _ => false,
    };
    let is_unreadable = match skip.reason {
        // records of other games or sizes, and files with a repeated name, are left out on purpose
        Reason::NotGo | Reason::OtherSize | Reason::DuplicateName => false,
        reason => reason.stage() <= Stage::Sgf,
    };
    let (suspicion, why) = if let Some(values) = facts.contradiction() {
        (Suspicion::TwoResults, format!("the record has {values}"))
    } else if is_unclear {
        let why = format!("{} cannot be understood", skip.words());
        (Suspicion::Unreadable, why)
    } else if is_unreadable {
        (Suspicion::File, skip.words())
    } else if facts.is_unclosed {
        (Suspicion::File, UNCLOSED.to_owned())
    } else if matches!(skip.reason, Reason::NoResult | Reason::UnknownResult)
        && game.content() == 0
        && facts.has_ended
    {
        let why = "no result is recorded, but the game ended with two passes, or has marks";
        (Suspicion::Unreadable, why.to_owned())
    } else if skip.reason == Reason::UnreadableKomi {
        (Suspicion::Komi, skip.words())
    } else if let Some(komi) = facts.komi().filter(|_| facts.has_impossible_komi()) {
        let why = format!("komi {komi} cannot give {}", game.recorded);
        (Suspicion::Komi, why)
    } else if matches!(game.result, Some(Recorded::Margin(_))) {
        (Suspicion::Uncounted, skip.to_string())
    } else {
        return (None, skip.to_string());
    };
    (Some(suspicion), why)
}

/// Returns remarks on a count. They begin with the difference between the record and the count.
fn reasons(row: &GameRow, suspicion: Option<Suspicion>) -> Vec<String> {
    let mut why = Vec::new();
    let differs = row.delta.is_some_and(|delta| delta != Points::ZERO);
    if suspicion == Some(Suspicion::OtherWinner) {
        if !row.finished {
            why.push("a border is open, or moves are missing".to_owned());
        }
    } else if differs && let Some(count) = Mismatch::of(row) {
        // an excess for one player in the count is an excess for the other in the record
        let delta = count.delta.map(|delta| -delta);
        // a draw names no winner
        let is_draw = row.recorded() == Some(Points::ZERO);
        let outcome = count
            .outcome
            .map(|outcome| if is_draw { Outcome::Winner } else { outcome });
        // the map is wrong if stones that should be dead are alive on it
        let is_unmarked = row.remark(RemarkKind::UnmarkedDead).is_some();
        let map_diff = count.map_diff.filter(|_| !is_unmarked);
        let words = Mismatch {
            outcome,
            delta,
            map_diff,
        }
        .words();
        why.push(format!("the record has {words}"));
    }
    if suspicion == Some(Suspicion::Position) {
        if !row.finished {
            why.push("a border is open, or moves are missing".to_owned());
        } else if row.safety == Some(SafetyLevel::Unsure) {
            why.push("the status of some stones is in doubt".to_owned());
        }
    }
    if suspicion.is_some() {
        why.extend(row.remarks());
    } else {
        why.extend(row.repeated_headers());
    }
    why
}
