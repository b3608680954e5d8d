//! Boards with expert labels, which stand in files of two test suites and not in records.
//!
//! - `.json`: a board of OGS's automatic scoring, with the ownership by a network and the expected owners (`autoscore`).
//! - `.game`: a board of OGS's score estimator, with what a person removed (`estimator`).
//!
//! Such a file becomes a record whose stones are set up, and a line of a labels file. It has no result: the label is the map
//! and the dead stones, and its margin is the one that the map makes.

mod autoscore;
mod estimator;

use std::fmt::Write as _;

use super::names::ends_in;
use crate::board::{Action, Color, Point, Position, Size};
use crate::labels::{LabelLine, LabelPoint, OwnershipLine};
use crate::sgf::{Info, Record};

/// The most bytes of a file that is read as a board. One of 52 × 52 points has a tenth of it.
pub(super) const BOARD_BYTES: u64 = 1 << 20;

/// A board with an expert label.
#[derive(Clone, Debug)]
pub struct BoardFile {
    /// A record that sets up the stones. It has the rules by which the suite counts, and no komi.
    pub record: Record,
    /// The dead stones and the territory. It has no result.
    pub label: LabelLine,
    /// The ownership, if the file has it.
    pub ownership: Option<OwnershipLine>,
    /// The expected owner of each point once the seals are played, row by row, if the file says so.
    pub expected: Option<Vec<Expected>>,
    /// The points of which either owner is right, whether or not the seals are played.
    pub either: Vec<Point>,
}

/// The answer that an expert expects for a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// The point is this player's, or nobody's.
    Owner(Option<Color>),
    /// The point has to be played before the territory beside it is anyone's.
    Seal,
    /// Any answer is right.
    Either,
}

impl Expected {
    /// Returns whether an answer is right: the owner that it gives to the point, and whether it calls the point a seal.
    #[must_use]
    pub fn allows(self, owner: Option<Color>, is_seal: bool) -> bool {
        match self {
            Self::Either => true,
            Self::Seal => is_seal,
            Self::Owner(expected) => !is_seal && owner == expected,
        }
    }
}

/// Returns whether a file of this name may be a board.
pub(super) fn may_be_board(name: &str) -> bool {
    reader(name).is_some()
}

/// Reads the board in the bytes of a file, if there is one.
type ReadBoard = fn(&[u8]) -> Option<BoardFile>;

/// Returns the reader of files with the ending of `name`, if such files may be boards.
fn reader(name: &str) -> Option<ReadBoard> {
    match () {
        () if !cfg!(feature = "corpora") => None,
        () if ends_in(name, "json") => Some(autoscore::read),
        () if ends_in(name, "game") => Some(estimator::read),
        () => None,
    }
}

impl BoardFile {
    /// Returns the board in the bytes of a file, or `None` if the file has none, by its name or by its content.
    #[must_use]
    pub fn read(name: &str, bytes: &[u8]) -> Option<Self> {
        reader(name)?(bytes)
    }

    /// Returns the record as SGF.
    #[must_use]
    pub fn to_sgf(&self) -> String {
        let Record { size, info, .. } = &self.record;
        let mut text = format!("(;GM[1]FF[4]SZ[{}]", size.to_string().replace('x', ":"));
        let headers = [("RU", &info.rules), ("KM", &info.komi), ("HA", &info.handicap)];
        for (name, value) in headers.into_iter().filter_map(|(name, value)| Some((name, value.as_ref()?))) {
            let _ = write!(text, "{name}[{value}]");
        }
        for (name, color) in [("AB", Color::Black), ("AW", Color::White)] {
            let stones = self.record.actions.iter().filter_map(|action| match action {
                Action::Setup(point, of) if *of == Some(color) => Some(point),
                _ => None,
            });
            for (at, point) in stones.enumerate() {
                let _ = write!(text, "{}[{point}]", if at == 0 { name } else { "" });
            }
        }
        text + ")\n"
    }

    /// Returns the board with the stones of `position`, under the named rules, and a label by people with these dead
    /// stones and the territory of Black and of White.
    fn of(position: &Position, rules: &str, dead: Vec<Point>, territory: [Vec<Point>; 2]) -> Self {
        let stone = |point: Point| Some(Action::Setup(point, Some(position.get(point).color()?)));
        let written = |text: &str| Some(text.to_owned());
        let [black, white] = territory.map(label_points);
        Self {
            record: Record {
                size: position.size(),
                actions: position.size().iter().filter_map(stone).collect(),
                marks: None,
                info: Info { rules: written(rules), komi: written("0"), handicap: written("0"), ..Info::default() },
                moves_missing: false,
                oddities: Vec::new(),
                bad_marks: 0,
                byte: 0,
            },
            label: LabelLine {
                dead: Some(label_points(dead)),
                black_territory: Some(black),
                white_territory: Some(white),
                origin: written("hand"),
                ..LabelLine::default()
            },
            ownership: None,
            expected: None,
            either: Vec::new(),
        }
    }
}

fn label_points(points: Vec<Point>) -> Vec<LabelPoint> {
    points.into_iter().map(LabelPoint).collect()
}

/// Returns the size of a board with these rows, or `None` if they differ in length.
fn size_of<T>(rows: &[Vec<T>]) -> Option<Size> {
    let width = rows.first()?.len();
    let is_rectangle = rows.iter().all(|row| row.len() == width);
    is_rectangle.then(|| Size::new(u32::try_from(width).ok()?, u32::try_from(rows.len()).ok()?).ok())?
}
