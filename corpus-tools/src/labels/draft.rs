//! Drafts lines of a labels file from a run, and draws the boards for the person who corrects them.

use std::fmt::Write as _;

use seichi::board::Point;
use seichi::game::Category;
use seichi::labels::{LabelCheck, LabelLine, LabelPoint};
use seichi::render::clean;
use seichi::rules::Points;
use seichi::run::{BoardAnswer, SavedBoard};
use seichi::sgf::result_text;
use seichi::territory::strategy;

use super::make_args::{LABEL, MakeArgs};

/// A line of the labels file, and the board of its game.
pub(super) struct Draft<'a> {
    pub(super) line: LabelLine,
    board: &'a SavedBoard,
    /// The answers given by at least one strategy that counts.
    counted: Vec<&'a BoardAnswer>,
}

/// The values that a line takes from the label or from a strategy.
struct Source<'a> {
    map: &'a [String],
    dead: Vec<LabelPoint>,
    result: Option<String>,
    origin: &'a str,
    /// A remark for the note, unless all values are the label's.
    remark: Option<String>,
}

impl<'a> Draft<'a> {
    /// Returns the draft of a game, or `None` if the game is not chosen, or if the strategy that
    /// should give the map has no answer.
    pub(super) fn new(board: &'a SavedBoard, options: &MakeArgs) -> Option<Self> {
        let counts = |answer: &&BoardAnswer| !counted_names(answer, options).is_empty();
        let counted: Vec<&BoardAnswer> = board.answers.iter().filter(counts).collect();
        let has_wanted_category = |answer: &&BoardAnswer| {
            let is_wanted =
                |category| options.categories.is_empty() || options.categories.contains(&category);
            answer.category.is_some_and(is_wanted)
        };
        let differing: Vec<&BoardAnswer> = counted
            .iter()
            .copied()
            .filter(has_wanted_category)
            .collect();
        let is_any_difference = options.strategies.is_empty() && options.categories.is_empty();
        let differs = !differing.is_empty() || board.disputed && is_any_difference;
        if !options.all && (!differs || options.disputed && !board.disputed) {
            return None;
        }
        let Source {
            map,
            dead,
            result,
            origin,
            remark,
        } = source(board, &counted, options)?;
        let mut remarks = Vec::from_iter(remark);
        if board.label_check == LabelCheck::Inconsistent {
            remarks.push("the label contradicts itself".to_owned());
        }
        for answer in differing {
            let category = answer.category.map_or("", Category::name);
            remarks.push(format!(
                "{}: {category}",
                counted_names(answer, options).join(", ")
            ));
        }
        if board.disputed {
            remarks.push("disputed".to_owned());
        }
        remarks.push(board.explain.clone());
        let line = LabelLine {
            game: board.game.clone(),
            result,
            dead: Some(dead),
            seki: None,
            black_territory: Some(points(map, |letter| letter == b'b')),
            white_territory: Some(points(map, |letter| letter == b'w')),
            origin: Some(options.origin.clone().unwrap_or_else(|| origin.to_owned())),
            note: Some(remarks.join("; ")),
        };
        Some(Self {
            line,
            board,
            counted,
        })
    }

    /// Draws the board of the line: `X` `O` for living stones, `x` `o` for dead ones, `b` `w` for
    /// territory, and `*` before each point where the label or an answer that counts differs from
    /// the line. Rows and columns have the letters of SGF coordinates.
    pub(super) fn picture(&self, number: usize) -> String {
        let mut text = format!("line {number}: {}\n", clean(&self.line.game));
        let details = [&self.line.result, &self.line.origin, &self.line.note]
            .into_iter()
            .flatten();
        let _ = writeln!(
            text,
            "{}\n",
            details
                .map(|detail| clean(detail))
                .collect::<Vec<_>>()
                .join("; ")
        );
        let width = self.board.position.first().map_or(0, String::len);
        let name = |index: usize| char::from(point(index, 0).to_sgf()[0]);
        text += "  ";
        text.extend((0..width).flat_map(|x| [' ', name(x)]));
        for (y, row) in self.board.position.iter().enumerate() {
            text.extend(['\n', name(y), ' ']);
            for (x, stone) in row.bytes().enumerate() {
                text.push(if self.differs(x, y) { '*' } else { ' ' });
                text.push(self.letter(x, y, stone).into());
            }
        }
        text + "\n\n"
    }

    /// Returns the letter of a point. `stone` is its letter on the board of the position.
    fn letter(&self, x: usize, y: usize, stone: u8) -> u8 {
        match stone.to_ascii_uppercase() {
            stone @ (b'X' | b'O') if has(self.line.dead.as_deref(), x, y) => {
                stone.to_ascii_lowercase()
            }
            stone @ (b'X' | b'O') => stone,
            _ => self.owner(x, y),
        }
    }

    /// Returns `b` or `w` for the owner of a point according to the line, and `.` if it has none.
    fn owner(&self, x: usize, y: usize) -> u8 {
        if has(self.line.black_territory.as_deref(), x, y) {
            b'b'
        } else if has(self.line.white_territory.as_deref(), x, y) {
            b'w'
        } else {
            b'.'
        }
    }

    /// Returns whether the label or an answer that counts gives the point an owner different from
    /// the owner in the line.
    fn differs(&self, x: usize, y: usize) -> bool {
        let own = self.owner(x, y);
        let owner = |rows: &[String]| match rows[y].as_bytes()[x] {
            letter @ (b'b' | b'w') => letter,
            _ => b'.',
        };
        let label = self.board.label_map.iter();
        self.counted
            .iter()
            .map(|answer| &answer.map)
            .chain(label)
            .any(|map| owner(map) != own)
    }
}

/// Returns whether a list in the line contains the point in column `x` and row `y`.
fn has(list: Option<&[LabelPoint]>, x: usize, y: usize) -> bool {
    list.is_some_and(|list| list.contains(&point(x, y).into()))
}

/// Returns the strategies that gave an answer and count. The chosen strategies count; by default,
/// all strategies except the control strategies count.
fn counted_names<'a>(answer: &'a BoardAnswer, options: &MakeArgs) -> Vec<&'a str> {
    let counts = |name: &str| match options.strategies.as_slice() {
        [] => options.all || !strategy(name).is_some_and(|strategy| strategy.is_control),
        chosen => chosen.iter().any(|one| one == name),
    };
    answer
        .strategies
        .iter()
        .map(String::as_str)
        .filter(|name| counts(name))
        .collect()
}

/// Returns the source of a line: the wanted strategy, the label, or, if the label has no map, the
/// first of the `counted` answers.
fn source<'a>(
    board: &'a SavedBoard,
    counted: &[&'a BoardAnswer],
    options: &MakeArgs,
) -> Option<Source<'a>> {
    let position_dead = || points(&board.position, |letter| matches!(letter, b'x' | b'o'));
    if options.from != LABEL {
        let gave = |answer: &&BoardAnswer| answer.strategies.contains(&options.from);
        let answer = board.answers.iter().find(gave)?;
        let name = answer
            .strategies
            .iter()
            .find(|name| **name == options.from)?;
        return Some(Source {
            map: &answer.map,
            dead: position_dead(),
            result: Points::parse(&answer.margin.to_string()).map(result_text),
            origin: name,
            remark: Some(format!("map and result by {name}")),
        });
    }
    let (result, origin) = (board.label.clone(), board.origin.as_str());
    if let Some(map) = &board.label_map {
        let dead = match &board.label_dead {
            Some(dead) => dead.iter().map(|&stone| stone.into()).collect(),
            None => position_dead(),
        };
        return Some(Source {
            map,
            dead,
            result,
            origin,
            remark: None,
        });
    }
    let answer = counted.first()?;
    let remark = format!(
        "the label has no map; this map is from {}",
        counted_names(answer, options).first()?
    );
    Some(Source {
        map: &answer.map,
        dead: position_dead(),
        result,
        origin,
        remark: Some(remark),
    })
}

/// Returns the points whose letters satisfy `is`, row by row.
fn points(rows: &[String], is: impl Fn(u8) -> bool) -> Vec<LabelPoint> {
    let letters = rows.iter().enumerate().flat_map(|(y, row)| {
        row.bytes()
            .enumerate()
            .map(move |(x, letter)| (x, y, letter))
    });
    letters
        .filter(|&(.., letter)| is(letter))
        .map(|(x, y, _)| point(x, y).into())
        .collect()
}

/// Returns the point in column `x` and row `y`.
fn point(x: usize, y: usize) -> Point {
    let byte = |index: usize| u8::try_from(index).expect("at most 52 rows and columns");
    Point::new(byte(x), byte(y))
}
