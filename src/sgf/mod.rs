//! From the bytes of a file to the records of its games.
//!
//! ```text
//! bytes → text (encoding) → main line of each game (guard) → properties (reader: sgf-parse) → Record → Headers
//! ```
//!
//! The guard is there because sgf-parse, which reads, drops a tree by recursion (a very long main line overflows the
//! stack), takes text before the first `(` for nothing at all, and gives up a whole file for one odd character.
//! What is not looked at: variations, comments, time, and any game but Go.

mod encoding;
mod guard;
mod headers;
mod origin;
mod reader;
mod result;

pub use encoding::{Encoding, Text, UnknownEncoding, decode};
pub use headers::{Headers, interpret};
pub use reader::{Info, Marks, Record};
pub use result::{Recorded, parse_result};

use crate::skip::{Reason, Skip};

/// A game of a file: its record, or why there is none.
#[derive(Debug)]
pub struct Game {
    /// The game's number in the file, from 1.
    pub number: usize,
    /// The record.
    pub record: Result<Record, Skip>,
}

/// The games of a file, and the encoding it was read in.
///
/// # Errors
/// When there is no game in the file.
pub fn read(bytes: &[u8], encoding: Encoding) -> Result<(Text<'_>, Vec<Game>), Skip> {
    if bytes.is_empty() {
        return Err(Skip::new(Reason::Empty, ""));
    }
    let text = decode(bytes, encoding);
    let games: Vec<Game> = guard::games(&text)
        .enumerate()
        .map(|(index, main_line)| {
            let at = text.byte_of(bytes, main_line.start);
            let record =
                main_line.checked(&text, bytes).and_then(|main_line| reader::read(&main_line, at, text.wrong_ca));
            Game { number: index + 1, record }
        })
        .collect();
    if games.is_empty() {
        let start: String = text.chars().take(40).collect();
        return Err(Skip::at(Reason::NoGame, 0, format!("the file starts with {start:?}")));
    }
    Ok((text, games))
}
