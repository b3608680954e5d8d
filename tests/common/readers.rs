//! Reads records, and compares them with sgf-parse.

use std::collections::BTreeSet;

use seichi::board::{Action, Color, Point, Size};
use seichi::sgf::{Encoding, Game, Record, decode, read};
use sgf_parse::SgfNode;
use sgf_parse::go::{Move, Point as SgfPoint, Prop, parse};

/// The longest text that sgf-parse gets, in bytes. It needs stack for each node.
const LONGEST: usize = 10_000;

/// The properties that are compared.
const COMPARED: [&str; 11] = ["B", "W", "AB", "AW", "AE", "TB", "TW", "SZ", "RE", "RU", "PC"];

/// The games in some bytes.
pub(crate) fn games(bytes: &[u8]) -> Vec<Game> {
    read(bytes, Encoding::default()).map(|(_, games)| games).unwrap_or_default()
}

/// Reads the games in some bytes. If sgf-parse can read them, too, checks that both find the same. Returns the games,
/// and the number of records that were compared.
#[track_caller]
pub(crate) fn compared_games(bytes: &[u8]) -> (Vec<Game>, usize) {
    let (games, text) = (games(bytes), decode(bytes, Encoding::default()));
    if text.len() > LONGEST {
        return (games, 0);
    }
    let trees = parse(&text).unwrap_or_default();
    let mut compared = 0;
    if trees.len() == games.len() {
        for (game, tree) in games.iter().zip(&trees) {
            let Ok(record) = &game.record else { continue };
            // other text between the properties may be read in several ways
            if let Some(expected) = MainLine::of(tree).filter(|_| !record.oddities.contains(&"junk")) {
                assert_eq!(MainLine::read(record), expected.on_board(record.size), "{}", &*text);
                compared += 1;
            }
        }
    }
    (games, compared)
}

/// The contents of a main line that are compared.
#[derive(Debug, Default, PartialEq)]
struct MainLine {
    size: Option<(u8, u8)>,
    actions: Vec<Action>,
    /// The points of `TB` and `TW` on the last node that has any.
    marks: Option<[BTreeSet<Point>; 2]>,
    /// `RE`, `RU` and `PC`.
    headers: [Option<String>; 3],
}

impl MainLine {
    /// Returns the contents of a record.
    fn read(record: &Record) -> Self {
        let set = |points: &Vec<Point>| points.iter().copied().collect();
        Self {
            size: Some((record.size.width(), record.size.height())),
            actions: record.actions.clone(),
            marks: record.marks.as_ref().map(|marks| marks.points.each_ref().map(set)),
            headers: [&record.info.result, &record.info.rules, &record.info.place].map(Clone::clone),
        }
    }

    /// Returns the main line as sgf-parse reads it, or `None` if it cannot read a property that is compared.
    fn of(tree: &SgfNode<Prop>) -> Option<Self> {
        let mut line = Self::default();
        for node in tree.main_variation() {
            let mut marks: Option<[BTreeSet<Point>; 2]> = None;
            for property in node.properties() {
                match property {
                    Prop::B(step) => line.actions.push(Action::Move(Color::Black, point_of(*step))),
                    Prop::W(step) => line.actions.push(Action::Move(Color::White, point_of(*step))),
                    Prop::AB(points) => line.set_up(Some(Color::Black), points),
                    Prop::AW(points) => line.set_up(Some(Color::White), points),
                    Prop::AE(points) => line.set_up(None, points),
                    Prop::TB(points) => marks.get_or_insert_default()[0].extend(sorted(points)),
                    Prop::TW(points) => marks.get_or_insert_default()[1].extend(sorted(points)),
                    Prop::SZ(size) => line.size = line.size.or(Some(*size)),
                    Prop::RE(text) => set_first(&mut line.headers[0], &text.text),
                    Prop::RU(text) => set_first(&mut line.headers[1], &text.text),
                    Prop::PC(text) => set_first(&mut line.headers[2], &text.text),
                    Prop::Unknown(name, _) | Prop::Invalid(name, _) if COMPARED.contains(&name.as_str()) => {
                        return None;
                    }
                    _ => {}
                }
            }
            line.marks = marks.or(line.marks);
        }
        Some(line)
    }

    fn set_up<'a>(&mut self, color: Option<Color>, points: impl IntoIterator<Item = &'a SgfPoint>) {
        self.actions.extend(sorted(points).into_iter().map(|point| Action::Setup(point, color)));
    }

    /// Returns the main line on a board of `size`, where `tt` may be a pass.
    fn on_board(mut self, size: Size) -> Self {
        let tt = Point::new(19, 19);
        for action in &mut self.actions {
            if let Action::Move(_, point) = action
                && !size.contains(tt)
            {
                *point = point.filter(|&point| point != tt);
            }
        }
        Self { size: self.size.or(Some((19, 19))), ..self }
    }
}

fn point_of(step: Move) -> Option<Point> {
    match step {
        Move::Pass => None,
        Move::Move(point) => Some(Point::new(point.x, point.y)),
    }
}

/// Returns points in order. The lists of sgf-parse are sets without an order.
fn sorted<'a>(points: impl IntoIterator<Item = &'a SgfPoint>) -> Vec<Point> {
    let mut points: Vec<Point> = points.into_iter().map(|point| Point::new(point.x, point.y)).collect();
    points.sort_unstable();
    points
}

fn set_first(header: &mut Option<String>, text: &str) {
    if header.is_none() && !text.trim().is_empty() {
        *header = Some(text.to_owned());
    }
}
