//! Finds the games at the start of a stream that have arrived completely.

use super::encoding::{Encoding, decode};
use super::lexer::Lexer;
use super::main_line::{PropertySink, next_game};
use crate::board::Color;

/// The games at the start of some bytes that later bytes cannot change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompleteGames {
    /// The number of games.
    pub games: usize,
    /// The byte offset of the `)` that closes the last of these games, or 0 if there is none.
    pub last_close: usize,
    /// The byte offset after that `)`, or 0 if there is none.
    pub end: usize,
    /// Whether another game begins after them.
    pub is_followed: bool,
    /// The length in bytes of the byte order mark.
    pub mark: usize,
}

/// Returns the complete games at the start of `bytes`, at most `most` of them. It finds games like
/// [`read`](super::read::read), so reading only these bytes gives the same records as reading everything.
#[must_use]
pub fn complete_games(bytes: &[u8], encoding: Encoding, most: usize) -> CompleteGames {
    let text = decode(bytes, encoding);
    let mut lexer = Lexer::new(&text);
    let mut complete = CompleteGames { games: 0, last_close: 0, end: 0, is_followed: false, mark: text.mark_length() };
    let mut known = (0, 0);
    while let Some((outline, _)) = next_game(&mut lexer, || Ignore) {
        if complete.games == most || outline.unclosed {
            complete.is_followed = true;
            break;
        }
        complete.games += 1;
        // the byte before the lexer's position closes the game
        let close = lexer.at() - 1;
        known = (close, text.byte_of(bytes, known, close));
        complete.last_close = known.1;
    }
    if complete.games > 0 {
        complete.end = text.byte_of(bytes, known, known.0 + 1);
    }
    complete
}

/// Ignores the properties of a game.
struct Ignore;

impl PropertySink for Ignore {
    fn node(&mut self) {}

    fn plain_moves(&mut self, moves: impl Iterator<Item = (Color, [u8; 2])>) -> usize {
        moves.count()
    }

    fn property(&mut self, _: &[u8], _: &[&str]) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complete(text: &str) -> (usize, &str, bool) {
        let found = complete_games(text.as_bytes(), Encoding::default(), 3);
        (found.games, &text[..found.end], found.is_followed)
    }

    #[test]
    fn game_is_complete_once_it_is_closed() {
        assert_eq!(complete("(;B[aa])x(;C[)]"), (1, "(;B[aa])", true));
        assert_eq!(complete("(;B[aa](;W[bb])(;W[cc])) (;)"), (2, "(;B[aa](;W[bb])(;W[cc])) (;)", false));
        assert_eq!(complete("(;B[aa]"), (0, "", true));
        assert_eq!(complete("no game"), (0, "", false));
        assert_eq!(complete("(;)(;)(;)(;)"), (3, "(;)(;)(;)", true), "the requested maximum");
    }

    #[test]
    fn offsets_count_bytes_of_the_file() {
        let bytes = b"(;CA[gb2312]PB[\xba\xda\xc6\xe5])(;";
        let found = complete_games(bytes, Encoding::default(), 3);
        assert_eq!((found.last_close, found.end, found.mark), (bytes.len() - 3, bytes.len() - 2, 0));
        let marked: Vec<u8> = "\u{feff}(;)".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let found = complete_games(&marked, Encoding::default(), 3);
        assert_eq!((found.games, found.last_close, found.end, found.mark), (1, 6, 8, 2));
    }
}
