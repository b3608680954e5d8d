//! Reads the bytes of a file into the records of its games.
//!
//! ```text
//! bytes → text (encoding) → main line of each game → properties (scanner, or sgf-parse) → Record → Headers
//! ```
//!
//! Both readers receive the same main line. Variations, time, most comments and games other than Go are not read.

mod comments;
mod encoding;
mod headers;
mod lexer;
mod limits;
mod main_line;
mod origin;
mod record;
mod result;
mod scanner;
mod strict;

pub use encoding::{Encoding, Text, UnknownEncoding, decode};
pub use headers::{HeaderOverrides, Headers, KomiFrom, interpret, margin_of};
pub use limits::RecordLimits;
pub use origin::{LabelMaker, label_maker_of};
pub use record::{Info, Marks, Record};
pub use result::{Recorded, parse_result, result_text};

use crate::skip::{Reason, Skip};
use lexer::Lexer;
use main_line::{Outline, next_game};
use record::Builder;
use scanner::Scanner;
use strict::Pieces;

/// The reader of properties.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reader {
    /// The scanner of this crate.
    #[default]
    Fast,
    /// The package sgf-parse, as a check of the scanner.
    Strict,
}

/// A game of a file: its record, or why there is none.
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
pub fn read(bytes: &[u8], encoding: Encoding, reader: Reader) -> Result<(Text<'_>, Vec<Game>), Skip> {
    read_within(&RecordLimits::default(), bytes, encoding, reader)
}

/// Returns the text of a file and its games, within `limits`. If there are too many games, the first beyond the limit
/// is a skip, and is the last one returned.
///
/// # Errors
/// If there is no game in the file.
pub fn read_within<'a>(
    limits: &RecordLimits,
    bytes: &'a [u8],
    encoding: Encoding,
    reader: Reader,
) -> Result<(Text<'a>, Vec<Game>), Skip> {
    if bytes.is_empty() {
        return Err(Skip::new(Reason::Empty, ""));
    }
    let text = decode(bytes, encoding);
    let mut lexer = Lexer::new(&text);
    // most files have one game
    let mut games: Vec<Game> = Vec::with_capacity(1);
    let mut known = (0, 0);
    // in a file of several games, most are about as long as the one before
    let mut room = Builder::room_for(text.len());
    loop {
        let builder = || Builder::new(limits, room);
        let found = match reader {
            Reader::Fast => {
                next_game(&mut lexer, || Scanner(builder())).map(|(outline, scanner)| (outline, Ok(scanner.0)))
            }
            Reader::Strict => {
                next_game(&mut lexer, || Pieces::new(builder())).map(|(outline, pieces)| (outline, pieces.read()))
            }
        };
        let Some((outline, builder)) = found else { break };
        known = (outline.start, text.byte_of(bytes, known, outline.start));
        let is_too_many = games.len() >= limits.games;
        let record = if is_too_many {
            Err(limits.too_many(known.1))
        } else {
            finish(&outline, builder, limits, &text, bytes, known.1)
        };
        room = record.as_ref().map_or(0, |record| record.actions.len());
        games.push(Game { number: games.len() + 1, record });
        if is_too_many {
            break;
        }
    }
    if games.is_empty() {
        let start: String = text.chars().take(40).collect();
        return Err(Skip::at(Reason::NoGame, 0, format!("the file starts with {start:?}")));
    }
    Ok((text, games))
}

fn finish(
    outline: &Outline,
    builder: Result<Builder, sgf_parse::SgfParseError>,
    limits: &RecordLimits,
    text: &Text<'_>,
    bytes: &[u8],
    byte: usize,
) -> Result<Record, Skip> {
    outline.check(limits, text, bytes, byte)?;
    let builder =
        builder.map_err(|error| Skip::at(Reason::Malformed, byte, format!("failed to read the game: {error}")))?;
    let odd = [("wrong_ca", text.wrong_ca), ("junk", outline.junk), ("unclosed", outline.unclosed)];
    builder.finish(odd.into_iter().filter(|&(_, is)| is).map(|(name, _)| name).collect(), limits, byte)
}
