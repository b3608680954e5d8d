//! The remarks about games and answers: the column `flags`.

use std::fmt;

use strum::{EnumMessage, EnumString, IntoStaticStr, VariantArray};

use crate::board::{Cell, MoveFault, Point, Position, Replayed};
use crate::labels::Resolved;
use crate::rules::Points;
use crate::sgf::{Defect, Headers, Info, KomiFrom, Record, Recorded};

/// A kind of remark. The doc comments are shown to users.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, EnumMessage, EnumString, IntoStaticStr, VariantArray,
)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(crate) enum RemarkKind {
    /// the record names no known rules; the rules come from --rules (flag), the server, a komi or
    /// result in stones, or the default (Japanese)
    RulesSource,
    /// the rules that the record names, if seichi does not fully understand them
    RulesUnknown,
    /// the rules that the record names, if --rules names different rules
    RulesOverridden,
    /// a header that the record gives twice with different values; if these are two results or two
    /// komi, the label is `contradictory`
    HeaderTwice,
    /// no source says which stones are dead, so every stone counts as alive
    DeadUnknown,
    /// the record names the wrong encoding
    WrongCa,
    /// text other than SGF between properties
    Junk,
    /// the file ends before the game is closed
    Unclosed,
    /// the record has no board size; 19 is used
    SizeMissing,
    /// the record has no komi; 0 is used
    KomiMissing,
    /// the record has no komi; the value of --komi is used
    KomiGiven,
    /// a comment says that moves are missing
    MovesMissing,
    /// the record gives no handicap or a handicap of 0, although the label is consistent only with
    /// a handicap; the handicap stones on the board were counted
    HandicapCounted,
    /// the label is consistent only with OGS's points for a handicap: one for each stone
    HandicapOfOgs,
    /// the handicap makes no sense and is ignored
    HandicapUnreadable,
    /// before White's first stone, the board has fewer black stones than the recorded handicap
    HandicapMissing,
    /// dead stones where neither player has territory, as in an eye in seki: the label is
    /// consistent if they are prisoners, as on servers (prisoners), or stay on the board, as under
    /// the rules of 1989 (left)
    DeadInSeki,
    /// a node sets up a black and a white stone on one point; the later one in the text counts
    TwoColors,
    /// the recorded margin is larger than the sum of the points on the board, a prisoner for each
    /// stone, the komi and the handicap
    MarginTooLarge,
    /// neither player passed, so the button (half a point) goes to the player to move
    ButtonGuessed,
    /// stones were played after the last marks
    StaleMarks,
    /// only part of a block is marked dead
    PartlyDead,
    /// marks that are ignored because they cannot be understood
    BadMarks,
    /// moves on an occupied point; the stone there is replaced, not captured
    OnStone,
    /// immediate recaptures in a ko
    KoRetaken,
    /// moves that removed their own block, whose stones become prisoners
    Suicide,
    /// consecutive moves by one player, after White's first move
    SameColorTwice,
    /// stones set up or removed after the first move
    SetupLater,
    /// in the row of an external scorer: stones that only it considers dead
    AlsoDead,
    /// a change that would give the label's margin: reversing the status of unproved stones, or
    /// correcting a common mistake of external scorers
    FitsIf,
    /// in the row of an external scorer: why it has no answer
    NoAnswer,
    /// marks that are ignored because they are off the board, or because they are a few territory
    /// marks on living stones of the same colour
    SenselessMarks,
    /// points in the labels file that contradict the board or each other: off the board, listed as
    /// dead or in seki without a stone, listed as dead and in seki, living stones in the opponent's
    /// territory, territory of both sides; the label is `inconsistent`
    ImpossibleLabel,
    /// dead stones without a mark, if every strategy misses the label's margin; if the marks are
    /// the source of dead stones, playouts find the unmarked ones
    UnmarkedDead,
    /// reversing the status of the `unmarked_dead` stones gives the label's margin
    UnmarkedDeadExplain,
}

/// A remark about a game or an answer. It is displayed as `name` or `name=value`.
#[derive(Clone, Debug, PartialEq, Eq)]
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

    /// Reads a remark that was printed; `None` if the text is not a remark.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (kind, value) = text.split_once('=').unwrap_or((text, ""));
        Some(Self::new(kind.parse().ok()?, &value))
    }
}

impl From<RemarkKind> for Remark {
    fn from(kind: RemarkKind) -> Self {
        Self::new(kind, &"")
    }
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.into_str())?;
        if !self.value.is_empty() {
            write!(f, "={}", self.value)?;
        }
        Ok(())
    }
}

/// Returns the remarks about a record and about how it was read.
pub(super) fn remarks(
    record: &Record,
    headers: &Headers,
    end: &Replayed,
    resolved: &Resolved,
) -> Vec<Remark> {
    use RemarkKind as Kind;
    let mut remarks = Vec::new();
    if let Some(how) = headers.rules_guessed {
        remarks.push(Remark::new(Kind::RulesSource, &how.name()));
    }
    if let Some(text) = &headers.rules_unknown {
        remarks.push(Remark::new(Kind::RulesUnknown, &on_one_line(text)));
    }
    if let Some(named) = headers.rules_overridden {
        remarks.push(Remark::new(Kind::RulesOverridden, &named.name()));
    }
    for values in repeated_headers(&record.info) {
        remarks.push(Remark::new(Kind::HeaderTwice, &values));
    }
    let button_guessed = headers.rules.has_button() && end.first_pass.is_none();
    for defect in &record.defects {
        let kind = match defect {
            Defect::WrongCa => Kind::WrongCa,
            Defect::Junk => Kind::Junk,
            Defect::Unclosed => Kind::Unclosed,
            Defect::SizeMissing => Kind::SizeMissing,
            Defect::TwoColors => Kind::TwoColors,
        };
        remarks.push(kind.into());
    }
    for (kind, is_met) in [
        (Kind::KomiMissing, headers.komi_from == KomiFrom::Nowhere),
        (Kind::KomiGiven, headers.komi_from == KomiFrom::Given),
        (Kind::MovesMissing, record.moves_missing),
        (Kind::HandicapCounted, headers.handicap_counted),
        (Kind::HandicapUnreadable, headers.handicap_unreadable),
        (Kind::HandicapMissing, headers.handicap_missing),
        (Kind::MarginTooLarge, is_margin_too_large(record, headers)),
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
    let impossible = u32::try_from(resolved.impossible.len()).unwrap_or(u32::MAX);
    for (kind, count) in [
        (Kind::BadMarks, record.bad_marks),
        (Kind::OnStone, end.count(MoveFault::OnStone)),
        (Kind::KoRetaken, end.count(MoveFault::KoRetaken)),
        (Kind::Suicide, end.count(MoveFault::Suicide)),
        (Kind::SameColorTwice, end.count(MoveFault::SameColorTwice)),
        (Kind::SetupLater, end.setup_later),
        (Kind::SenselessMarks, resolved.ignored),
        (Kind::ImpossibleLabel, impossible),
    ] {
        if count > 0 {
            remarks.push(Remark::new(kind, &count));
        }
    }
    remarks
}

/// Returns whether the recorded margin is larger than the sum of all points of the board, a
/// prisoner for each move and set-up stone, the komi and the handicap.
fn is_margin_too_large(record: &Record, headers: &Headers) -> bool {
    let points = record.size.points() + record.actions.len() + headers.handicap as usize;
    let most = Points::whole(i64::try_from(points).expect("a small number")) + headers.komi.abs();
    matches!(headers.result, Recorded::Margin(margin) if margin.abs() > most)
}

/// Returns the headers that a record gives twice, such as `KM[0.5][6.5]`.
pub(super) fn repeated_headers(info: &Info) -> Vec<String> {
    let twice = info.repeated.iter().map(|twice| {
        let [first, other] = [&twice.first, &twice.other].map(|text| on_one_line(text));
        format!("{}[{first}][{other}]", twice.header)
    });
    twice.collect()
}

/// The maximum number of characters of a record's text in a remark.
const MAX_VALUE: usize = 60;

/// Returns the text of a record as the value of a remark: on one line, and without `;`, which
/// separates remarks.
fn on_one_line(text: &str) -> String {
    let words =
        text.split(|letter: char| letter.is_control() || letter.is_whitespace() || letter == ';');
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join(" ").chars().take(MAX_VALUE).collect()
}

/// Returns whether any block has both dead and living stones. Such a block is impossible, so `dead`
/// is then wrong. `dead` must be sorted.
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
