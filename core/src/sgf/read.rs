//! Reads all games in a file.

use super::builder::Builder;
use super::encoding::{DecodedText, Encoding, decode};
use super::lexer::Lexer;
use super::main_line::{Outline, next_game};
use super::record::{Defect, MAX_GAMES, Record};
use crate::skip::{Reason, Skip};

/// A game in a file: its record, or the reason why it was skipped.
#[derive(Debug)]
#[non_exhaustive]
pub struct Game {
    /// The game's number in the file, from 1.
    pub number: usize,
    /// The record.
    pub record: Result<Record, Skip>,
}

/// Returns the text of a file and its games. If the file has too many games, the last game returned
/// is the first one beyond the limit, and is skipped.
///
/// # Errors
/// If there is no game in the file.
///
/// # Examples
/// ```
/// use seichi_core::sgf::{Encoding, read};
///
/// let (_, games) = read(b"(;SZ[9]RE[B+2.5];B[ee];W[ce])(;SZ[19])", Encoding::default())?;
/// let record = games[0].record.as_ref().expect("a record");
/// assert_eq!((games.len(), record.actions.len()), (2, 2));
/// assert_eq!(record.info.result.as_deref(), Some("B+2.5"));
/// # Ok::<(), seichi_core::skip::Skip>(())
/// ```
pub fn read(bytes: &[u8], encoding: Encoding) -> Result<(DecodedText<'_>, Vec<Game>), Skip> {
    if bytes.is_empty() {
        return Err(Skip::new(Reason::Empty, ""));
    }
    let text = decode(bytes, encoding);
    let mut lexer = Lexer::new(&text);
    // most files have one game
    let mut games: Vec<Game> = Vec::with_capacity(1);
    // the offsets of the previous game in the text and in the file
    let mut known = (0, 0);
    while games.len() <= MAX_GAMES
        && let Some((outline, builder)) = next_game(&mut lexer, Builder::default)
    {
        known = (outline.start, text.byte_of(bytes, known, outline.start));
        let byte = known.1;
        let record = if games.len() == MAX_GAMES {
            let what = "this game and all later ones are skipped";
            Err(Skip::at(
                Reason::TooManyGames,
                byte,
                format!("the file has more than {MAX_GAMES} games: {what}"),
            ))
        } else {
            outline
                .check(&text, bytes, byte)
                .and_then(|()| finish(&outline, builder, &text, byte))
        };
        games.push(Game {
            number: games.len() + 1,
            record,
        });
    }
    if games
        .iter()
        .all(|game| game.record.as_ref().is_ok_and(Record::is_text))
    {
        let start: String = text.chars().take(40).collect();
        return Err(Skip::at(
            Reason::NoGame,
            0,
            format!("the file is not SGF (it starts with {start:?})"),
        ));
    }
    Ok((text, games))
}

/// Returns the record of a game with a valid outline. `byte` is the offset of the game in the file.
fn finish(
    outline: &Outline,
    builder: Builder,
    text: &DecodedText<'_>,
    byte: usize,
) -> Result<Record, Skip> {
    let defects = [
        (Defect::WrongCa, text.wrong_ca),
        (Defect::Junk, outline.junk),
        (Defect::Unclosed, outline.unclosed),
    ];
    let met = defects.into_iter().filter(|(_, is_met)| *is_met);
    let defects = met.map(|(defect, _)| defect).collect();
    builder.finish(defects, byte)
}
