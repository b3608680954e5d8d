//! Drafts lines of a labels file from a run, and draws the boards for the person who corrects them.

use std::fmt::Write as _;

use seichi::board::Point;
use seichi::labels::LabelLine;
use seichi::rules::Points;
use seichi::run::{BoardAnswer, SavedBoard};
use seichi::sgf::result_text;
use seichi::territory::{Strategy, strategy};
use seichi::text::clean;

use super::{DraftArgs, LABEL};

/// A line of the labels file, and the board of its game.
#[derive(Debug)]
pub(crate) struct Draft<'a> {
    /// The line.
    pub(super) line: LabelLine,
    /// The board.
    pub(super) board: &'a SavedBoard,
    /// The answers of strategies that count.
    pub(super) counted: Vec<&'a BoardAnswer>,
}

/// The values that a line takes from the label or from a strategy.
struct Source<'a> {
    map: &'a [String],
    dead: Vec<Point>,
    result: Option<String>,
    origin: &'a str,
    /// A remark for the note, unless all values are the label's.
    remark: Option<String>,
}

impl DraftArgs {
    /// Returns the draft of a game in a run with the strategies `names`, or `None` if the game is not chosen, or if the
    /// strategy that should give the map has no answer.
    pub(super) fn draft<'a>(&self, board: &'a SavedBoard, names: &[String]) -> Option<Draft<'a>> {
        let counted = |answer: &&BoardAnswer| answer.strategies.iter().any(|name| self.counts(name, names));
        let counted: Vec<&BoardAnswer> = board.answers.iter().filter(counted).collect();
        let has_wanted_category = |answer: &&&BoardAnswer| {
            let is_wanted = |category| self.categories.is_empty() || self.categories.contains(category);
            answer.category.as_ref().is_some_and(is_wanted)
        };
        let answers = if self.all { board.answers.iter().collect() } else { counted.clone() };
        let differing: Vec<&BoardAnswer> = answers.iter().filter(has_wanted_category).copied().collect();
        let is_limited = !self.strategies.is_empty() || !self.categories.is_empty();
        let is_wanted = match (self.all, self.disputed) {
            (true, _) => true,
            (_, true) => board.disputed && (!is_limited || !differing.is_empty()),
            (_, false) => !differing.is_empty() || (board.disputed && !is_limited),
        };
        if !is_wanted {
            return None;
        }
        let Source { map, dead, result, origin, remark } = self.source(board, &counted, names)?;
        let territory = |letter: u8| Some(points(map, |found| found == letter));
        let line = LabelLine {
            game: board.game.clone(),
            result,
            dead: Some(dead),
            black_territory: territory(b'b'),
            white_territory: territory(b'w'),
            origin: Some(self.origin.clone().unwrap_or_else(|| origin.to_owned())),
            note: Some(self.note(board, &differing, names, remark)),
        };
        Some(Draft { line, board, counted })
    }

    /// Returns whether a strategy counts in a run with the strategies `names`.
    fn counts(&self, name: &str, names: &[String]) -> bool {
        let is_control = |name: &str| strategy(name).is_some_and(Strategy::is_control);
        if self.strategies.is_empty() {
            !is_control(name) || names.iter().all(|name| is_control(name))
        } else {
            self.strategies.iter().any(|wanted| wanted == name)
        }
    }

    /// Returns the source of a line: the wanted strategy, the label, or, if the label has no map, the first of the
    /// `counted` answers.
    fn source<'a>(&self, board: &'a SavedBoard, counted: &[&'a BoardAnswer], names: &[String]) -> Option<Source<'a>> {
        if self.from != LABEL {
            let (answer, name) = board
                .answers
                .iter()
                .find_map(|answer| Some((answer, answer.strategies.iter().find(|name| **name == self.from)?)))?;
            return Some(Source {
                map: &answer.map,
                dead: dead_stones(board),
                result: Points::parse(&answer.margin.to_string()).map(result_text),
                origin: name,
                remark: Some(format!("map and result by {name}")),
            });
        }
        let (result, origin) = (board.label.clone(), board.origin.as_str());
        if let Some(map) = &board.label_map {
            let dead = board.label_dead.clone().unwrap_or_else(|| dead_stones(board));
            return Some(Source { map, dead, result, origin, remark: None });
        }
        let answer = counted.first().copied().or(board.answers.first())?;
        let name = answer.strategies.iter().find(|name| self.counts(name, names)).or(answer.strategies.first())?;
        let remark = Some(format!("the label has no map, this one is from {name}"));
        Some(Source { map: &answer.map, dead: dead_stones(board), result, origin, remark })
    }

    /// Returns the note of a line: the source of its map, and the reason to look at the game.
    fn note(&self, board: &SavedBoard, differing: &[&BoardAnswer], names: &[String], remark: Option<String>) -> String {
        let counted_names = |answer: &BoardAnswer| {
            let counted = answer.strategies.iter().filter(|name| self.all || self.counts(name, names));
            counted.map(String::as_str).collect::<Vec<_>>().join(", ")
        };
        let mut remarks: Vec<String> = remark.into_iter().collect();
        if board.label_check == "inconsistent" {
            remarks.push("the label contradicts itself".to_owned());
        }
        remarks.extend(differing.iter().map(|answer| format!("{}: {}", counted_names(answer), difference(answer))));
        if board.disputed && differing.is_empty() {
            let groups: Vec<String> =
                board.answers.iter().map(counted_names).filter(|names| !names.is_empty()).collect();
            remarks.push(format!("disputed: {}", groups.join(" against ")));
        }
        if remarks.is_empty() {
            remarks.push("no answer that counts differs from the label".to_owned());
        }
        remarks.push(board.explain.clone());
        remarks.join("; ")
    }
}

impl Draft<'_> {
    /// Draws the board of the line: `X` `O` living stones, `x` `o` dead ones, `b` `w` territory, `*` before each point
    /// where the label or an answer that counts differs from the line. Rows and columns have the letters of SGF
    /// coordinates.
    pub(super) fn picture(&self, number: usize) -> String {
        let mut text = format!("line {number}: {}\n", clean(&self.line.game));
        let details = [&self.line.result, &self.line.origin, &self.line.note].into_iter().flatten();
        let _ = writeln!(text, "{}\n", details.map(|detail| clean(detail)).collect::<Vec<_>>().join("; "));
        let width = self.board.position.first().map_or(0, String::len);
        let name = |index: usize| char::from(point(index, 0).to_sgf()[0]);
        let columns = (0..width).fold(String::from("  "), |line, x| line + &format!(" {}", name(x)));
        let _ = writeln!(text, "{columns}");
        for (y, row) in self.board.position.iter().enumerate() {
            let cells = row.bytes().enumerate().fold(String::new(), |line, (x, stone)| {
                let mark = if self.differs(x, y) { '*' } else { ' ' };
                format!("{line}{mark}{}", self.letter(x, y, stone))
            });
            let _ = writeln!(text, "{} {cells}", name(y));
        }
        text.push('\n');
        text
    }

    /// Returns the letter of a point. `stone` is its letter on the board of the position.
    fn letter(&self, x: usize, y: usize, stone: u8) -> char {
        let is_dead = self.line.dead.iter().flatten().any(|dead| *dead == point(x, y));
        char::from(match stone.to_ascii_uppercase() {
            stone @ (b'X' | b'O') if is_dead => stone.to_ascii_lowercase(),
            stone @ (b'X' | b'O') => stone,
            _ => self.owner(x, y),
        })
    }

    /// Returns `b` or `w` for the owner of a point according to the line, and `.` if it has none.
    fn owner(&self, x: usize, y: usize) -> u8 {
        let has = |list: &Option<Vec<Point>>| list.iter().flatten().any(|own| *own == point(x, y));
        match () {
            () if has(&self.line.black_territory) => b'b',
            () if has(&self.line.white_territory) => b'w',
            () => b'.',
        }
    }

    /// Returns whether the label or an answer that counts gives the point to an owner other than the line's.
    fn differs(&self, x: usize, y: usize) -> bool {
        let own = self.owner(x, y);
        let owner = |rows: &[String]| match rows[y].as_bytes()[x] {
            letter @ (b'b' | b'w') => letter,
            _ => b'.',
        };
        let label = self.board.label_map.iter();
        self.counted.iter().map(|answer| &answer.map).chain(label).any(|map| owner(map) != own)
    }
}

/// Returns a description of a difference, such as `seki, 3 points differ from the label, the margin by +2`.
fn difference(answer: &BoardAnswer) -> String {
    let points = match answer.map_diff {
        None | Some(0) => String::new(),
        Some(1) => ", 1 point differs from the label".to_owned(),
        Some(points) => format!(", {points} points differ from the label"),
    };
    let delta = answer.delta.and_then(|delta| Points::parse(&delta.to_string())).filter(|delta| delta.sign() != 0);
    let margin = delta.map_or_else(String::new, |delta| format!(", the margin by {}", delta.signed()));
    format!("{}{points}{margin}", answer.category.as_deref().unwrap_or_default())
}

/// Returns the dead stones of the position.
fn dead_stones(board: &SavedBoard) -> Vec<Point> {
    points(&board.position, |letter| matches!(letter, b'x' | b'o'))
}

/// Returns the points whose letters satisfy `is`, row-major.
fn points(rows: &[String], is: impl Fn(u8) -> bool) -> Vec<Point> {
    let letters =
        rows.iter().enumerate().flat_map(|(y, row)| row.bytes().enumerate().map(move |(x, letter)| (x, y, letter)));
    letters.filter(|&(.., letter)| is(letter)).map(|(x, y, _)| point(x, y)).collect()
}

/// Returns the point in column `x` and row `y`.
fn point(x: usize, y: usize) -> Point {
    let byte = |index: usize| u8::try_from(index).expect("at most 52 rows and columns");
    Point::new(byte(x), byte(y))
}
