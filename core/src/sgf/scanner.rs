//! The fast reader: passes a main line directly to the builder of a record.

use std::borrow::Cow;

use super::builder::Builder;
use super::main_line::PropertySink;
use crate::board::{Color, Point};

/// Passes nodes and properties to a builder.
pub(super) struct Scanner(pub(super) Builder);

impl PropertySink for Scanner {
    fn node(&mut self) {
        self.0.end_node();
        self.0.node();
    }

    fn plain_moves(&mut self, moves: impl Iterator<Item = (Color, [u8; 2])>) -> usize {
        self.0.end_node();
        self.0.play_all(moves.map(|(color, [x, y])| (color, Point::new(x - b'a', y - b'a'))))
    }

    fn property(&mut self, identifier: &[u8], values: &[&str]) {
        if values.iter().any(|value| value.len() > 2 && value.contains('\\')) {
            let values: Vec<Cow<'_, str>> = values.iter().map(|value| unescape(value)).collect();
            let values: Vec<&str> = values.iter().map(AsRef::as_ref).collect();
            self.0.property(identifier, &values);
        } else {
            self.0.property(identifier, values);
        }
    }
}

/// Removes the `\` before each escaped character, which may be another `\`.
fn unescape(value: &str) -> Cow<'_, str> {
    if !value.contains('\\') {
        return Cow::Borrowed(value);
    }
    let mut letters = value.chars();
    let mut text = String::with_capacity(value.len());
    while let Some(letter) = letters.next() {
        text.extend(if letter == '\\' { letters.next() } else { Some(letter) });
    }
    Cow::Owned(text)
}
