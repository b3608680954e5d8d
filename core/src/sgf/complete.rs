//! Finds the complete games at the start of a stream. A game is complete once the next game has
//! begun.

use std::ops::Range;

use super::encoding::{Encoding, decode};
use super::lexer::Lexer;
use super::main_line::{PropertySink, next_game};

/// The complete games at the start of a stream. Later bytes cannot change these games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompleteGames {
    /// The number of games.
    pub games: usize,
    /// The byte offset of the next game, or 0 if there are no complete games.
    pub end: usize,
    /// The length in bytes of the byte order mark.
    pub mark: usize,
}

/// Returns at most `most` complete games from the start of `bytes`. The function
/// [`read`](super::read::read) finds the same games in these bytes, so their records do not depend
/// on the rest of the stream. The text between two games belongs to the first of them, because this
/// text may show that the game was cut off.
pub fn complete_games(bytes: &[u8], encoding: Encoding, most: usize) -> CompleteGames {
    let text = decode(bytes, encoding);
    let mut lexer = Lexer::new(&text);
    let mut complete = CompleteGames {
        games: 0,
        end: 0,
        mark: text.skipped,
    };
    let mut started = 0;
    let mut known = (0, 0);
    while let Some((outline, _)) = next_game(&mut lexer, || Ignore) {
        if started > 0 {
            known = (outline.start, text.byte_of(bytes, known, outline.start));
            (complete.games, complete.end) = (started, known.1);
        }
        started += 1;
        if started > most || outline.unclosed {
            break;
        }
    }
    complete
}

/// Ignores the properties of a game.
struct Ignore;

impl PropertySink for Ignore {
    fn node(&mut self, _: usize) {}

    fn property(&mut self, _: &[u8], _: &[&str], _: Range<usize>) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complete(text: &str) -> (usize, &str) {
        let found = complete_games(text.as_bytes(), Encoding::default(), 3);
        (found.games, &text[..found.end])
    }

    #[test]
    fn game_is_complete_once_the_next_begins() {
        assert_eq!(complete("(;B[aa])x(;C[)]"), (1, "(;B[aa])x"));
        assert_eq!(
            complete("(;B[aa](;W[bb])(;W[cc])) (;)"),
            (1, "(;B[aa](;W[bb])(;W[cc])) ")
        );
        assert_eq!(complete("(;B[aa]"), (0, ""));
        assert_eq!(complete("(;B[aa])"), (0, ""));
        assert_eq!(complete("no game"), (0, ""));
        assert_eq!(
            complete("(;)(;)(;)(;)(;)"),
            (3, "(;)(;)(;)"),
            "the requested maximum"
        );
    }

    #[test]
    fn offsets_count_bytes_of_the_file() {
        let bytes = b"(;CA[gb2312]PB[\xba\xda\xc6\xe5])(;";
        let found = complete_games(bytes, Encoding::default(), 3);
        assert_eq!((found.end, found.mark), (bytes.len() - 2, 0));
        let marked: Vec<u8> = "\u{feff}(;)(;"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        let found = complete_games(&marked, Encoding::default(), 3);
        assert_eq!((found.games, found.end, found.mark), (1, 8, 2));
    }
}
