//! Finds the main lines of the games in a text. The main line consists of all nodes up to the end
//! of the first tree that closes, because the first of several variations is the game as played.
//!
//! Any text can be read. Text before a game is skipped, a missing `;` is tolerated, and junk
//! between properties or a missing `)` is reported. Stack use does not depend on the depth or the
//! length of a game.

use std::ops::Range;

use super::encoding::DecodedText;
use super::lexer::{Lexer, Token};
use super::record::MAX_DEPTH;
use crate::skip::{Reason, Skip};

/// Receives the nodes and properties of a main line, as written in the file.
pub(super) trait PropertySink {
    /// Starts a node, whose first property begins at the offset `start`.
    fn node(&mut self, start: usize);

    /// Receives a property of the current node, with its range in the text. The range includes the
    /// blanks before the property. Only the capital letters of the identifier are passed on, so
    /// FF3's `CoPyright` becomes `CP`. The values are still escaped with `\`.
    fn property(&mut self, identifier: &[u8], values: &[&str], range: Range<usize>);
}

/// Facts about a game besides its main line.
#[derive(Debug, Default)]
pub(super) struct Outline {
    /// The offset of the game in the text.
    pub(super) start: usize,
    /// Whether there is anything other than SGF between the properties.
    pub(super) junk: bool,
    /// Whether the text ends before the game is closed.
    pub(super) unclosed: bool,
    /// The depth of the most deeply nested variation.
    depth: usize,
    /// The offset of a main-line value that is cut off by the end of the text.
    truncated: Option<usize>,
    /// The offset of a `)` that ends the main line although moves follow it.
    cut: Option<usize>,
    /// The number in `GM`. Some records have the komi or a name there, so only a whole number can
    /// indicate a different game.
    game: Option<u32>,
}

/// Reads the next game in a text, and passes its main line to a sink created by `sink`.
pub(super) fn next_game<S: PropertySink>(
    lexer: &mut Lexer<'_>,
    sink: impl FnOnce() -> S,
) -> Option<(Outline, S)> {
    let mut outline = Outline {
        start: lexer.find_game()?,
        ..Outline::default()
    };
    let mut sink = sink();
    let mut on_main_line = true;
    let mut depth = 1_usize;
    // the number of open trees that have no node yet
    let mut without_node = 1_usize;
    // room for the territory marks of most records
    let mut values = Vec::with_capacity(64);
    // the offset of the `)` that ends the main line, until another tree begins or ends
    let mut end = None;
    lexer.has_open_bracket = false;
    let mut start = lexer.at();
    while let Some(token) = lexer.next(&mut values) {
        match token {
            Token::Open => {
                depth += 1;
                outline.depth = outline.depth.max(depth);
                without_node += 1;
                end = None;
            }
            Token::Close => {
                depth -= 1;
                let close = lexer.at() - 1;
                end = (on_main_line && without_node == 0).then_some(close);
                on_main_line &= end.is_none();
                without_node = without_node.saturating_sub(1);
                if depth == 0 {
                    outline.cut = outline
                        .cut
                        .or_else(|| lexer.has_moves_outside().then_some(close));
                    break;
                }
            }
            Token::Node => {
                without_node = 0;
                outline.cut = outline.cut.or(end.take());
                if on_main_line {
                    sink.node(lexer.at());
                }
            }
            Token::Property(identifier) => {
                // the text has `(B[aa]` instead of `(;B[aa]`
                if std::mem::take(&mut without_node) > 0 && on_main_line {
                    sink.node(start);
                }
                if on_main_line {
                    let range = start..lexer.at();
                    property(&mut outline, &mut sink, identifier, &values, range);
                }
            }
            Token::Junk => outline.junk = true,
            Token::Truncated(offset) if on_main_line => outline.truncated = Some(offset),
            Token::Truncated(_) => {}
        }
        start = lexer.at();
    }
    outline.unclosed = depth > 0;
    outline.junk |= lexer.has_open_bracket;
    Some((outline, sink))
}

/// Passes a property of the main line to the sink. `GM` is also stored in the outline.
pub(super) fn property(
    outline: &mut Outline,
    sink: &mut impl PropertySink,
    identifier: &str,
    values: &[&str],
    range: Range<usize>,
) {
    let mut capitals = [0; 8];
    let mut length = 0;
    for &letter in identifier
        .as_bytes()
        .iter()
        .filter(|letter| letter.is_ascii_uppercase())
        .take(capitals.len())
    {
        capitals[length] = letter;
        length += 1;
    }
    let capitals = &capitals[..length];
    if capitals == b"GM" {
        outline.game = outline.game.or_else(|| values.first()?.trim().parse().ok());
    }
    sink.property(capitals, values, range);
}

impl Outline {
    /// Checks that the main line is complete, that variations are not nested too deeply, and that
    /// the game is Go.
    ///
    /// `byte` is the offset of the game in the file.
    pub(super) fn check(
        &self,
        text: &DecodedText<'_>,
        bytes: &[u8],
        byte: usize,
    ) -> Result<(), Skip> {
        if let Some(offset) = self.truncated {
            let byte = text.byte_of(bytes, (self.start, byte), offset);
            let detail = format!("the file ends inside the value that starts at byte {byte}");
            return Err(Skip::at(Reason::Truncated, byte, detail));
        }
        if let Some(offset) = self.cut {
            let byte = text.byte_of(bytes, (self.start, byte), offset);
            let detail =
                "moves follow the ) that ends the main line: an earlier ] may need a \\ before it";
            return Err(Skip::at(Reason::Truncated, byte, detail));
        }
        if self.depth > MAX_DEPTH {
            return Err(Skip::at(
                Reason::TooDeep,
                byte,
                format!("variations are nested more than {MAX_DEPTH} deep"),
            ));
        }
        self.check_game(byte)
    }

    /// Checks that the game is Go.
    pub(super) fn check_game(&self, byte: usize) -> Result<(), Skip> {
        match self.game {
            Some(game) if game != 1 => Err(Skip::at(
                Reason::NotGo,
                byte,
                format!("GM[{game}] is not Go"),
            )),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes the nodes and properties that it receives as SGF.
    impl PropertySink for String {
        fn node(&mut self, _: usize) {
            self.push(';');
        }

        fn property(&mut self, identifier: &[u8], values: &[&str], _: Range<usize>) {
            *self += std::str::from_utf8(identifier).unwrap();
            self.push_str(
                &values
                    .iter()
                    .fold(String::new(), |text, value| text + "[" + value + "]"),
            );
        }
    }

    fn games(text: &str) -> Vec<(Outline, String)> {
        let mut lexer = Lexer::new(text);
        std::iter::from_fn(|| next_game(&mut lexer, String::new)).collect()
    }

    fn lines(text: &str) -> Vec<String> {
        games(text).into_iter().map(|(_, line)| line).collect()
    }

    #[test]
    fn main_line_ends_at_the_first_closed_tree() {
        for (text, expected) in [
            ("(;B[aa];W[bb])", ";B[aa];W[bb]"),
            ("(;B[aa](;W[bb];B[cc])(;W[dd]))", ";B[aa];W[bb];B[cc]"),
            (
                "(;B[aa](;W[bb](;B[cc])(;B[ee]))(;W[dd]))",
                ";B[aa];W[bb];B[cc]",
            ),
            ("(;B[aa]();W[bb])", ";B[aa];W[bb]"),
            ("(B[aa](W[bb])(W[cc]))", ";B[aa];W[bb]"),
            ("(;;B[aa];)", ";;B[aa];"),
            (";SZ[9];B[aa]", ";SZ[9];B[aa]"),
            (
                "( ;\r Black[aa]C[a\\]b(;]W \n[]\n[bb] ) ",
                ";B[aa]C[a\\]b(;]W[][bb]",
            ),
            (
                "(;B[]];W[a]C[\\]]D[\\\\];B[]x])",
                ";B[];W[a]C[\\]]D[\\\\];B[]",
            ),
        ] {
            assert_eq!(lines(text), [expected], "{text}");
        }
    }

    #[test]
    fn comment_with_a_bracket_that_is_not_escaped_goes_on() {
        for (text, expected) in [
            (
                "(;C[Al [5k]: hello :)];B[aa])",
                ";C[Al [5k]: hello :)];B[aa]",
            ),
            (
                "(;Comment[a [1]: b [2], :-) c];B[aa])",
                ";C[a [1]: b [2], :-) c];B[aa]",
            ),
            ("(;C[a [1]]B[aa])", ";C[a [1]]B[aa]"),
            ("(;C[a] - ;B[aa])", ";C[a];B[aa]"),
            ("(;C[a] - PL[B];B[aa])", ";C[a]PL[B];B[aa]"),
            ("(;C[a] - ; B [aa])", ";C[a];B[aa]"),
            ("(;C[a] x", ";C[a]"),
        ] {
            assert_eq!(lines(text), [expected], "{text}");
        }
        assert_eq!(
            lines("(;C[a] x)\n( ;C[b])"),
            [";C[a]", ";C[b]"],
            "the next game is not a comment"
        );
        assert!(games("(;C[a [1]: b];B[aa])")[0].0.junk);
    }

    #[test]
    fn games_are_found_between_other_text() {
        let text = "Dear (all),\n(;B[aa]) and ) here (;W[bb](;B[cc])) (no game) (SZ[9])";
        assert_eq!(lines(text), [";B[aa]", ";W[bb];B[cc]", ";SZ[9]"]);
        assert!(lines("no (game) at all;").is_empty());
        assert!(lines("").is_empty());
    }

    #[test]
    fn defects_of_the_text_are_reported() {
        let outline = |text| games(text).remove(0).0;
        assert!(outline("(;B[aa]").unclosed && !outline("(;B[aa])").unclosed);
        assert!(outline("(;B[aa]]x;W[bb])").junk && !outline("(;B[aa])").junk);
        let prose = "Black (Kim [3k]) wins. (;B[aa])";
        assert_eq!(games(prose).len(), 1);
        assert_eq!(outline("(;B[aa];C[oops").truncated, Some(9));
        assert_eq!(
            outline("(;B[aa](;W[bb])(;C[oops").truncated,
            None,
            "the main line is complete"
        );
        assert_eq!(outline("(;B[aa];C[oops\\").truncated, Some(9));
        assert_eq!(
            (
                outline("(;B[aa]);W[bb])(;C[x])").cut,
                outline("(;B[aa](;W[bb]);B[cc])").cut
            ),
            (Some(7), Some(14))
        );
        let whole = [
            "(;B[aa]) ]C[x])(;W[bb])",
            "(;B[aa](;W[bb])(;B[cc]))",
            "(;B[aa](;W[bb](;B[cc])(;B[dd]);W[ee]))",
        ];
        assert!(whole.iter().all(|text| outline(text).cut.is_none()));
        assert_eq!(
            (outline("(;GM[2])").game, outline("(;GM[5.5]GM[3])").game),
            (Some(2), Some(3))
        );
    }

    #[test]
    fn deep_and_long_games_do_not_overflow_the_stack() {
        let deep = "(".repeat(1_000_000) + ";B[aa]";
        assert_eq!(lines(&deep), [";B[aa]"]);
        let long = ";B[aa]".repeat(1_000_000);
        assert!(lines(&format!("({long})")) == [long]);
    }
}
