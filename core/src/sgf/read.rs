//! Reads all games of a file.

use std::borrow::Cow;

use super::builder::Builder;
use super::encoding::{DecodedText, Encoding, decode};
use super::lexer::Lexer;
use super::main_line::{Outline, PropertySink, next_game};
use super::record::{Record, RecordLimits};
#[cfg(feature = "strict")]
use super::strict::Pieces;
use crate::board::{Color, Point};
use crate::skip::{Reason, Skip};

/// The reader of properties.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reader {
    /// The scanner of this crate.
    #[default]
    Fast,
    /// The package sgf-parse, as a check of the scanner.
    #[cfg(feature = "strict")]
    Strict,
}

impl Reader {
    /// Reads the main line of the next game of a text into `builder`. Returns `None` at the end of the text.
    fn next(
        self,
        lexer: &mut Lexer<'_>,
        builder: impl FnOnce() -> Builder,
    ) -> Option<(Outline, Result<Builder, String>)> {
        match self {
            Self::Fast => next_game(lexer, || Scanner(builder())).map(|(outline, scanner)| (outline, Ok(scanner.0))),
            #[cfg(feature = "strict")]
            Self::Strict => {
                let (outline, pieces) = next_game(lexer, || Pieces::new(builder()))?;
                Some((outline, pieces.read().map_err(|error| format!("failed to read the game: {error}"))))
            }
        }
    }
}

/// A game of a file: its record, or the reason why it was skipped.
#[derive(Debug)]
pub struct Game {
    /// The game's number in the file, from 1.
    pub number: usize,
    /// The record.
    pub record: Result<Record, Skip>,
}

/// Returns the text of a file and its games, within the default limits.
///
/// # Errors
/// If there is no game in the file.
pub fn read(bytes: &[u8], encoding: Encoding, reader: Reader) -> Result<(DecodedText<'_>, Vec<Game>), Skip> {
    read_within(&RecordLimits::default(), bytes, encoding, reader)
}

/// Returns the text of a file and its games, within `limits`. If the file has too many games, the last one returned is
/// a skip for the first game beyond the limit.
///
/// # Errors
/// If there is no game in the file.
pub fn read_within<'a>(
    limits: &RecordLimits,
    bytes: &'a [u8],
    encoding: Encoding,
    reader: Reader,
) -> Result<(DecodedText<'a>, Vec<Game>), Skip> {
    if bytes.is_empty() {
        return Err(Skip::new(Reason::Empty, ""));
    }
    let text = decode(bytes, encoding);
    let mut lexer = Lexer::new(&text);
    // most files have one game
    let mut games: Vec<Game> = Vec::with_capacity(1);
    // the offsets of the previous game in the text and in the file
    let mut known = (0, 0);
    // in a file of several games, a game is usually about as long as the previous one
    let mut room = Builder::room_for(text.len());
    while games.len() <= limits.games
        && let Some((outline, builder)) = reader.next(&mut lexer, || Builder::new(limits, room))
    {
        known = (outline.start, text.byte_of(bytes, known, outline.start));
        let byte = known.1;
        let record = if games.len() == limits.games {
            Err(limits.too_many(byte))
        } else {
            outline.check(limits, &text, bytes, byte).and_then(|()| finish(&outline, builder, limits, &text, byte))
        };
        room = record.as_ref().map_or(0, |record| record.actions.len());
        games.push(Game { number: games.len() + 1, record });
    }
    if games.is_empty() {
        let start: String = text.chars().take(40).collect();
        return Err(Skip::at(Reason::NoGame, 0, format!("the file starts with {start:?}")));
    }
    Ok((text, games))
}

/// Returns the record of a game with a valid outline. `byte` is the offset of the game in the file.
fn finish(
    outline: &Outline,
    builder: Result<Builder, String>,
    limits: &RecordLimits,
    text: &DecodedText<'_>,
    byte: usize,
) -> Result<Record, Skip> {
    let builder = builder.map_err(|error| Skip::at(Reason::Malformed, byte, error))?;
    let defects = [("wrong_ca", text.wrong_ca), ("junk", outline.junk), ("unclosed", outline.unclosed)];
    builder.finish(defects.into_iter().filter(|&(_, is_met)| is_met).map(|(name, _)| name).collect(), limits, byte)
}

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

/// Removes the `\` before each escaped character, which may itself be a `\`.
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
