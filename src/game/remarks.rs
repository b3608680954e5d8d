//! The remarks about games and answers: the column `flags`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::board::{Cell, Point, Position, Replayed};
use crate::labels::Resolved;
use crate::rules::Rules;
use crate::sgf::{Headers, KomiFrom, Record};

/// Lists the kinds of remarks, each as `Kind = "name", "meaning";`.
macro_rules! kinds {
    ($($kind:ident = $name:literal, $meaning:literal;)+) => {
        /// A kind of remark.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub(crate) enum RemarkKind { $(#[doc = $meaning] $kind,)+ }

        impl RemarkKind {
            /// Every kind.
            pub(crate) const ALL: &[Self] = &[$(Self::$kind,)+];

            /// Returns the name in reports.
            pub(crate) const fn name(self) -> &'static str {
                match self { $(Self::$kind => $name,)+ }
            }

            /// Returns the meaning, for users.
            pub(crate) const fn meaning(self) -> &'static str {
                match self { $(Self::$kind => $meaning,)+ }
            }
        }
    };
}

kinds! {
    RulesSource = "rules_source",
        "the record names no known rules; the rules come from --rules (flag), the server, a komi \
         or result in stones, or the default (Japanese)";
    RulesUnknown = "rules_unknown",
        "the rules that the record names, if seichi does not fully understand them";
    RulesOverridden = "rules_overridden",
        "the rules that the record names, if --rules names others";
    HeaderTwice = "header_twice",
        "a header that the record gives twice with different values; if these are two results or \
         two komi, the label is `contradictory`";
    DeadUnknown = "dead_unknown",
        "no source says which stones are dead, so every stone counts as alive";
    WrongCa = "wrong_ca",
        "the record names the wrong encoding";
    Junk = "junk",
        "text other than SGF between properties";
    Unclosed = "unclosed",
        "the file ends before the game is closed";
    SizeMissing = "size_missing",
        "the record has no board size; 19 is used";
    KomiMissing = "komi_missing",
        "the record has no komi; 0 is used";
    KomiGiven = "komi_given",
        "the record has no komi; the value of --komi is used";
    MovesMissing = "moves_missing",
        "a comment says that moves are missing";
    HandicapCounted = "handicap_counted",
        "the record gives no handicap or a handicap of 0, although the label is consistent only \
         with a handicap; the handicap stones on the board were counted";
    HandicapOfOgs = "handicap_of_ogs",
        "the label is consistent only with OGS's points for a handicap: one for each stone";
    HandicapUnreadable = "handicap_unreadable",
        "the handicap makes no sense and is ignored";
    HandicapMissing = "handicap_missing",
        "before White's first stone, the board has fewer black stones than the recorded handicap";
    ButtonGuessed = "button_guessed",
        "neither player passed, so the button (half a point) goes to the player to move";
    StaleMarks = "stale_marks",
        "stones were played after the last marks";
    PartlyDead = "partly_dead",
        "only part of a block is marked dead";
    BadMarks = "bad_marks",
        "marks that are ignored because they cannot be understood";
    OnStone = "on_stone",
        "moves on an occupied point; the stone there is replaced, not captured";
    KoRetaken = "ko_retaken",
        "immediate recaptures in a ko";
    Suicide = "suicide",
        "moves that removed their own block, whose stones become prisoners";
    SameColorTwice = "same_color_twice",
        "consecutive moves by one player, after White's first move";
    SetupLater = "setup_later",
        "stones set up or removed after the first move";
    AlsoDead = "also_dead",
        "in the row of an external scorer: stones that only it considers dead";
    FitsIf = "fits_if",
        "a change that would give the label's margin: reversing the status of unproved stones, or \
         correcting a common mistake of external scorers";
    NoAnswer = "no_answer",
        "in the row of an external scorer: the reason for a missing answer";
    SenselessMarks = "senseless_marks",
        "marks that are ignored because they are off the board, or mark empty points as dead \
         stones";
    Close = "close",
        "why the winner is in doubt, regardless of the recorded result: strategies disagree \
         (count), a border is open (border), or stones may have another status (stones)";
    UnmarkedDead = "unmarked_dead",
        "dead stones without a mark, if every strategy misses the label's margin; if the marks \
         are the source of dead stones, playouts find the unmarked ones";
    UnmarkedDeadExplain = "unmarked_dead_explain",
        "reversing the status of the `unmarked_dead` stones gives the label's margin";
}

impl RemarkKind {
    /// Returns the kind with this name.
    fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.name() == name)
    }
}

/// A remark about a game or an answer. It prints itself as `name` or `name=value`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Remark {
    /// The kind.
    pub(crate) kind: RemarkKind,
    /// The value, such as a number of moves; empty if the kind has none.
    pub(crate) value: String,
}

impl Remark {
    /// Returns a remark with a value.
    pub(crate) fn new(kind: RemarkKind, value: &dyn ToString) -> Self {
        Self {
            kind,
            value: value.to_string(),
        }
    }
}

impl From<RemarkKind> for Remark {
    fn from(kind: RemarkKind) -> Self {
        Self::new(kind, &"")
    }
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name())?;
        if !self.value.is_empty() {
            write!(f, "={}", self.value)?;
        }
        Ok(())
    }
}

/// The text is no remark.
#[derive(Debug, thiserror::Error)]
#[error("{0:?} is no remark")]
pub struct UnknownRemark(String);

impl FromStr for Remark {
    type Err = UnknownRemark;

    fn from_str(text: &str) -> Result<Self, UnknownRemark> {
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        match RemarkKind::named(name) {
            Some(kind) => Ok(Self::new(kind, &value)),
            None => Err(UnknownRemark(text.to_owned())),
        }
    }
}

impl TryFrom<String> for Remark {
    type Error = UnknownRemark;

    fn try_from(text: String) -> Result<Self, UnknownRemark> {
        text.parse()
    }
}

impl From<Remark> for String {
    fn from(remark: Remark) -> Self {
        remark.to_string()
    }
}

/// A reason to doubt who won, whatever the record says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WinnerDoubt {
    /// Strategies disagree about the winner.
    Count,
    /// A border is open, and the margin is small.
    Border,
    /// Stones whose status is not proved decide who wins.
    Stones,
}

impl WinnerDoubt {
    /// Every reason.
    pub(crate) const ALL: [Self; 3] = [Self::Count, Self::Border, Self::Stones];

    /// Returns the name in the remark `close`.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Count => "count",
            Self::Border => "border",
            Self::Stones => "stones",
        }
    }

    /// Returns the reasons that the value of a remark `close` names.
    pub(crate) fn all_of(value: &str) -> Vec<Self> {
        let mut doubts = Self::ALL.to_vec();
        doubts.retain(|doubt| value.split(',').any(|name| name == doubt.name()));
        doubts
    }

    /// Returns the remark `close` with these reasons, if there are any.
    pub(crate) fn remark(doubts: &[Self]) -> Option<Remark> {
        let names: Vec<&str> = doubts.iter().map(|doubt| doubt.name()).collect();
        (!names.is_empty()).then(|| Remark::new(RemarkKind::Close, &names.join(",")))
    }

    /// Returns these reasons in words.
    pub(crate) fn words(doubts: &[Self]) -> String {
        let words = doubts.iter().map(|doubt| match doubt {
            Self::Count => "strategies disagree",
            Self::Border => "a border is open",
            Self::Stones => "stones may have another status",
        });
        let words: Vec<&str> = words.collect();
        format!("the winner is in doubt: {}", words.join(", "))
    }
}

/// Returns the remarks about a record and how it was read.
pub(super) fn remarks(
    record: &Record,
    headers: &Headers,
    end: &Replayed,
    resolved: &Resolved,
) -> Vec<Remark> {
    use RemarkKind as Kind;
    let mut remarks = Vec::new();
    if let Some(how) = headers.rules_guessed {
        remarks.push(Remark::new(Kind::RulesSource, &how));
    }
    if let Some(text) = &headers.rules_unknown {
        remarks.push(Remark::new(Kind::RulesUnknown, &on_one_line(text)));
    }
    let named = record.info.rules.as_deref().and_then(Rules::from_text);
    if let Some(named) = named.filter(|&named| named != headers.rules) {
        remarks.push(Remark::new(Kind::RulesOverridden, &named.name()));
    }
    for twice in &record.info.repeated {
        let [first, other] = [&twice.first, &twice.other].map(|text| on_one_line(text));
        let values = format!("{}[{first}][{other}]", twice.header);
        remarks.push(Remark::new(Kind::HeaderTwice, &values));
    }
    for name in &record.oddities {
        remarks.extend(Kind::named(name).map(Remark::from));
    }
    let button_guessed = headers.rules.has_button() && end.first_pass.is_none();
    for (kind, is_met) in [
        (Kind::KomiMissing, headers.komi_from == KomiFrom::Nowhere),
        (Kind::KomiGiven, headers.komi_from == KomiFrom::Given),
        (Kind::MovesMissing, record.moves_missing),
        (Kind::HandicapCounted, headers.handicap_counted),
        (Kind::HandicapUnreadable, headers.handicap_unreadable),
        (Kind::HandicapMissing, headers.handicap_missing),
        (Kind::ButtonGuessed, button_guessed),
        (Kind::StaleMarks, resolved.stale_marks),
        (
            Kind::PartlyDead,
            splits_a_block(&end.position, &resolved.dead),
        ),
    ] {
        if is_met {
            remarks.push(kind.into());
        }
    }
    let odd = &end.oddities;
    for (kind, count) in [
        (Kind::BadMarks, record.bad_marks),
        (Kind::OnStone, odd.on_stone),
        (Kind::KoRetaken, odd.ko_retaken),
        (Kind::Suicide, odd.suicide),
        (Kind::SameColorTwice, odd.same_color_twice),
        (Kind::SetupLater, odd.setup_later),
        (Kind::SenselessMarks, resolved.ignored),
    ] {
        if count > 0 {
            remarks.push(Remark::new(kind, &count));
        }
    }
    remarks
}

/// The maximum number of characters of a record's text in a remark.
const MAX_VALUE: usize = 60;

/// Returns the text of a record as the value of a remark: on one line, and without the `;` between
/// remarks.
fn on_one_line(text: &str) -> String {
    let words =
        text.split(|letter: char| letter.is_control() || letter.is_whitespace() || letter == ';');
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join(" ").chars().take(MAX_VALUE).collect()
}

/// Returns whether any block has both dead and living stones: then `dead` is impossible. `dead`
/// must be sorted.
fn splits_a_block(position: &Position, dead: &[Point]) -> bool {
    let grid = position.grid();
    for index in dead.iter().map(|&point| grid.index(point)) {
        let cell = position.cells()[index];
        for other in grid.neighbours(index) {
            if cell != Cell::Empty
                && position.cells()[other] == cell
                && dead.binary_search(&grid.point(other)).is_err()
            {
                return true;
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn block_of_dead_and_living_stones_is_found() {
        let position = Position::from_diagram("xxo\n.oo\n...\n").expect("a board");
        let dead = [Point::new(0, 0), Point::new(1, 0)];
        assert!(!splits_a_block(&position, &dead) && splits_a_block(&position, &dead[..1]));
    }
}
