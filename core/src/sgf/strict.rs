//! The strict reader: passes a main line through sgf-parse, as a check of the fast reader.
//!
//! sgf-parse gets plain SGF that it can parse: only the properties that scoring needs, in pieces of at most
//! [`NODES_A_PIECE`] nodes. With the original text it would overflow the stack on a very long main line, because it
//! drops a tree by recursion; it accepts no text before the first `(`; and it rejects a whole file for one wrong
//! character. Properties with values that it cannot parse come back as `Invalid`. Their values are then read one by
//! one, so that one wrong point among fifty does not lose the others.

use sgf_parse::SgfNode;
use sgf_parse::go::{Move, Point as SgfPoint, Prop};

use super::builder::Builder;
use super::main_line::PropertySink;
use super::values::corners;

/// The maximum number of nodes in a piece. sgf-parse needs stack for each node, and 22,000 nodes overflow 2 MiB.
const NODES_A_PIECE: usize = 500;

/// The properties that are read from a record.
const WANTED: &[&[u8]] = &[
    b"AB", b"AE", b"AW", b"B", b"W", b"TB", b"TW", b"SZ", b"HA", b"KM", b"RE", b"RU", b"PC", b"AP", b"SO", b"US", b"C",
    b"GC", b"GN", b"DT", b"PB", b"PW", b"BR", b"WR", b"TC", b"TT",
];

/// Collects a main line as text for sgf-parse, up to a maximum length.
#[derive(Debug)]
pub(super) struct Pieces {
    texts: Vec<String>,
    nodes: usize,
    /// The number of points in rectangles so far, because sgf-parse lists each point.
    points: usize,
    builder: Builder,
}

impl PropertySink for Pieces {
    fn node(&mut self) {
        if self.is_too_long() {
            return;
        }
        if self.nodes.is_multiple_of(NODES_A_PIECE) {
            self.texts.push(String::from("("));
        }
        self.nodes += 1;
        self.piece().push(';');
    }

    fn property(&mut self, identifier: &[u8], values: &[&str]) {
        if WANTED.contains(&identifier) && !self.is_too_long() {
            self.points += values.iter().map(|value| points_of(value)).sum::<usize>();
            let piece = self.piece();
            piece.extend(identifier.iter().copied().map(char::from));
            for value in values {
                *piece += "[";
                *piece += value;
                *piece += "]";
            }
        }
    }
}

impl Pieces {
    /// Creates an empty main line that will be read into `builder`.
    pub(super) fn new(builder: Builder) -> Self {
        Self { texts: Vec::new(), nodes: 0, points: 0, builder }
    }

    fn is_too_long(&self) -> bool {
        self.nodes.max(self.points) > self.builder.most()
    }

    fn piece(&mut self) -> &mut String {
        self.texts.last_mut().expect("a node starts before its properties")
    }

    /// Parses the pieces and passes them to the builder.
    pub(super) fn read(self) -> Result<Builder, sgf_parse::SgfParseError> {
        let too_long = self.is_too_long();
        let mut builder = self.builder;
        if too_long {
            builder.give_up();
            return Ok(builder);
        }
        for piece in self.texts {
            let trees = sgf_parse::go::parse(&(piece + ")"))?;
            for node in trees.iter().flat_map(SgfNode::main_variation) {
                builder.end_node();
                builder.node();
                node.properties().for_each(|property| add(&mut builder, property));
            }
        }
        Ok(builder)
    }
}

/// Returns the number of points in a rectangle, or 0 if `value` is not one.
fn points_of(value: &str) -> usize {
    corners(value).map_or(0, |(a, b)| (usize::from(a.x.abs_diff(b.x)) + 1) * (usize::from(a.y.abs_diff(b.y)) + 1))
}

fn add(builder: &mut Builder, property: &Prop) {
    let mut give = |identifier: &str, values: &[String]| {
        let values: Vec<&str> = values.iter().map(String::as_str).collect();
        builder.property(identifier.as_bytes(), &values);
    };
    match property {
        Prop::B(step) => give("B", &[text_of(*step)]),
        Prop::W(step) => give("W", &[text_of(*step)]),
        Prop::AB(points) => give("AB", &sorted(points)),
        Prop::AW(points) => give("AW", &sorted(points)),
        Prop::AE(points) => give("AE", &sorted(points)),
        Prop::TB(points) => give("TB", &sorted(points)),
        Prop::TW(points) => give("TW", &sorted(points)),
        Prop::SZ((width, height)) => give("SZ", &[format!("{width}:{height}")]),
        Prop::HA(stones) => give("HA", &[stones.to_string()]),
        Prop::KM(komi) => give("KM", &[komi.to_string()]),
        Prop::RE(text) => give("RE", std::slice::from_ref(&text.text)),
        Prop::RU(text) => give("RU", std::slice::from_ref(&text.text)),
        Prop::PC(text) => give("PC", std::slice::from_ref(&text.text)),
        Prop::C(text) => give("C", std::slice::from_ref(&text.text)),
        Prop::GC(text) => give("GC", std::slice::from_ref(&text.text)),
        Prop::PB(text) => give("PB", std::slice::from_ref(&text.text)),
        Prop::PW(text) => give("PW", std::slice::from_ref(&text.text)),
        Prop::BR(text) => give("BR", std::slice::from_ref(&text.text)),
        Prop::WR(text) => give("WR", std::slice::from_ref(&text.text)),
        Prop::DT(text) => give("DT", std::slice::from_ref(&text.text)),
        Prop::GN(text) => give("GN", std::slice::from_ref(&text.text)),
        Prop::SO(text) => give("SO", std::slice::from_ref(&text.text)),
        Prop::US(text) => give("US", std::slice::from_ref(&text.text)),
        Prop::AP((name, version)) => give("AP", &[format!("{}:{}", name.text, version.text)]),
        Prop::Unknown(identifier, values) | Prop::Invalid(identifier, values) => give(identifier, values),
        _ => {}
    }
}

fn text_of(step: Move) -> String {
    match step {
        Move::Pass => String::new(),
        Move::Move(point) => letters(point),
    }
}

/// Returns the SGF notation of a point. The notation of sgf-parse is wrong for points after `z`, but its coordinates
/// are right.
fn letters(point: SgfPoint) -> String {
    crate::board::Point::new(point.x, point.y).to_string()
}

/// Returns the points in order, row by row. The lists of sgf-parse are sets without an order.
fn sorted<'a>(points: impl IntoIterator<Item = &'a SgfPoint>) -> Vec<String> {
    let mut points: Vec<SgfPoint> = points.into_iter().copied().collect();
    points.sort_unstable_by_key(|point| (point.y, point.x));
    points.into_iter().map(letters).collect()
}
