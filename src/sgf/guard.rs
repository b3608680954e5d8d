//! Finds the games of a text and cuts out their main lines, without recursion and whatever the text is.
//!
//! What comes out is plain SGF in which nothing is left to trip over: `(;` at the start, identifiers in capitals only
//! (FF3's `CoPyright` is `CP`), no variation, no junk between properties, only the properties that scoring needs, in
//! pieces of at most [`NODES_A_PIECE`] nodes.

use super::encoding::Text;
use crate::skip::{Reason, Skip};

/// The nodes that the reader is handed at once: it needs stack for each, and 22,000 overflow 2 MiB.
const NODES_A_PIECE: usize = 500;

/// What is read of a record. `GM` is read here, for the reader refuses a game whose `GM` is no number.
const WANTED: &[&[u8]] =
    &[b"AB", b"AE", b"AW", b"B", b"W", b"TB", b"TW", b"SZ", b"HA", b"KM", b"RE", b"RU", b"PC", b"AP", b"SO", b"US"];

/// The main line of one game.
#[derive(Debug, Default)]
pub(super) struct MainLine {
    /// SGF, in pieces.
    pub(super) pieces: Vec<String>,
    /// Where the game starts in the text.
    pub(super) start: usize,
    /// Whether there was anything between properties that is not SGF.
    pub(super) junk: bool,
    /// Whether the text ends before the game is closed.
    pub(super) unclosed: bool,
    /// Where a value of the main line starts that the text ends in.
    truncated: Option<usize>,
    /// What `GM` says.
    game: Option<String>,
    nodes_in_piece: usize,
}

impl MainLine {
    /// The main line, if it is whole and Go's.
    pub(super) fn checked(self, text: &Text<'_>, bytes: &[u8]) -> Result<Self, Skip> {
        if let Some(offset) = self.truncated {
            let detail = "the file ends inside a value that starts here";
            return Err(Skip::at(Reason::Truncated, text.byte_of(bytes, offset), detail));
        }
        // some records have the komi or a name there: only a number can name another game
        match self.game.as_ref().and_then(|game| game.trim().parse::<u32>().ok()) {
            Some(game) if game != 1 => {
                Err(Skip::at(Reason::NotGo, text.byte_of(bytes, self.start), format!("GM[{game}]")))
            }
            _ => Ok(self),
        }
    }

    fn add_node(&mut self) {
        if self.pieces.is_empty() || self.nodes_in_piece == NODES_A_PIECE {
            if let Some(piece) = self.pieces.last_mut() {
                piece.push(')');
            }
            self.pieces.push(String::from("("));
            self.nodes_in_piece = 0;
        }
        self.nodes_in_piece += 1;
        self.piece().push(';');
    }

    fn add_property(&mut self, identifier: &str, values: &[&str]) {
        let identifier: String = identifier.chars().filter(char::is_ascii_uppercase).collect();
        if identifier == "GM" {
            self.game = self.game.take().or_else(|| values.first().map(|&value| value.to_owned()));
        } else if WANTED.contains(&identifier.as_bytes()) {
            self.piece().push_str(&identifier);
            for value in values {
                *self.piece() += "[";
                *self.piece() += value;
                *self.piece() += "]";
            }
        }
    }

    fn piece(&mut self) -> &mut String {
        self.pieces.last_mut().expect("a node is added before its properties")
    }
}

/// The games of a text, in its order.
pub(super) fn games(text: &str) -> impl Iterator<Item = MainLine> {
    let mut lexer = Lexer { text, at: 0 };
    let mut first = true;
    std::iter::from_fn(move || {
        let is_first = std::mem::take(&mut first);
        let start = lexer.find_game(is_first)?;
        Some(main_line(&mut lexer, start))
    })
}

/// Reads one game to its end, and keeps its main line: all nodes before the first tree that is closed, for the first
/// of several variations is the game as it was played.
fn main_line(lexer: &mut Lexer<'_>, start: usize) -> MainLine {
    let mut line = MainLine { start, ..MainLine::default() };
    let mut on_main_line = true;
    let mut depth = 1_usize;
    // trees that are open and have no node yet
    let mut without_node = 1_usize;
    let mut values = Vec::new();
    while let Some(token) = lexer.next(&mut values) {
        match token {
            Token::Open => {
                depth += 1;
                without_node += 1;
            }
            Token::Close => {
                depth -= 1;
                on_main_line &= without_node > 0;
                without_node = without_node.saturating_sub(1);
                if depth == 0 {
                    break;
                }
            }
            Token::Node => {
                without_node = 0;
                if on_main_line {
                    line.add_node();
                }
            }
            Token::Property(identifier) if on_main_line => {
                // `(B[aa]` for `(;B[aa]`
                if without_node > 0 {
                    line.add_node();
                    without_node = 0;
                }
                line.add_property(identifier, &values);
            }
            Token::Property(_) => without_node = 0,
            Token::Junk => line.junk = true,
            Token::Truncated(offset) if on_main_line => line.truncated = Some(offset),
            Token::Truncated(_) => {}
        }
    }
    line.unclosed = depth > 0;
    if line.pieces.is_empty() {
        line.add_node();
    }
    line.piece().push(')');
    line
}

enum Token<'a> {
    Open,
    Close,
    Node,
    /// A property's identifier as it is written; its values are handed out beside.
    Property(&'a str),
    /// Anything else.
    Junk,
    /// A value that the text ends in, and where it starts.
    Truncated(usize),
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Lexer<'a> {
    /// Goes behind the `(` of the next game: one that is followed by a node or a property. Text before it is no
    /// part of any game. A file's first game may have lost its `(`.
    fn find_game(&mut self, first: bool) -> Option<usize> {
        let bytes = self.text.as_bytes();
        let rest = self.skip_blanks(self.at);
        if first && bytes.get(rest) == Some(&b';') && self.is_property(self.skip_blanks(rest + 1)) {
            self.at = rest;
            return Some(rest);
        }
        loop {
            let open = self.at + bytes[self.at..].iter().position(|&byte| byte == b'(')?;
            self.at = open + 1;
            let inside = self.skip_blanks(open + 1);
            if bytes.get(inside) == Some(&b';') || self.is_property(inside) {
                return Some(open);
            }
        }
    }

    fn skip_blanks(&self, from: usize) -> usize {
        let bytes = &self.text.as_bytes()[from..];
        from + bytes.iter().position(|byte| !byte.is_ascii_whitespace()).unwrap_or(bytes.len())
    }

    fn end_of_word(&self, from: usize) -> usize {
        let bytes = &self.text.as_bytes()[from..];
        from + bytes.iter().position(|byte| !byte.is_ascii_alphanumeric()).unwrap_or(bytes.len())
    }

    /// Whether an identifier and a `[` are at `from`.
    fn is_property(&self, from: usize) -> bool {
        let end = self.end_of_word(from);
        end > from && self.text.as_bytes().get(self.skip_blanks(end)) == Some(&b'[')
    }

    fn next(&mut self, values: &mut Vec<&'a str>) -> Option<Token<'a>> {
        self.at = self.skip_blanks(self.at);
        let start = self.at;
        let byte = *self.text.as_bytes().get(start)?;
        self.at += 1;
        Some(match byte {
            b'(' => Token::Open,
            b')' => Token::Close,
            b';' => Token::Node,
            b'a'..=b'z' | b'A'..=b'Z' if self.is_property(start) => {
                let end = self.end_of_word(start);
                self.at = end;
                match self.read_values(values) {
                    Ok(()) => Token::Property(&self.text[start..end]),
                    Err(offset) => Token::Truncated(offset),
                }
            }
            b'a'..=b'z' | b'A'..=b'Z' => {
                self.at = self.end_of_word(start);
                Token::Junk
            }
            _ => Token::Junk,
        })
    }

    /// Reads values as long as they follow; blanks and newlines may stand between them.
    fn read_values(&mut self, values: &mut Vec<&'a str>) -> Result<(), usize> {
        values.clear();
        loop {
            let open = self.skip_blanks(self.at);
            if self.text.as_bytes().get(open) != Some(&b'[') {
                return Ok(());
            }
            let mut end = open + 1;
            loop {
                match self.text.as_bytes().get(end) {
                    Some(b']') => break,
                    Some(b'\\') => end += 2,
                    Some(_) => end += 1,
                    None => {
                        self.at = self.text.len();
                        return Err(open);
                    }
                }
            }
            values.push(&self.text[open + 1..end]);
            self.at = end + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        games(text).map(|line| line.pieces.concat()).collect()
    }

    #[test]
    fn the_main_line_is_what_comes_before_the_first_tree_that_closes() {
        for (text, expected) in [
            ("(;B[aa];W[bb])", "(;B[aa];W[bb])"),
            ("(;B[aa](;W[bb];B[cc])(;W[dd]))", "(;B[aa];W[bb];B[cc])"),
            ("(;B[aa](;W[bb](;B[cc])(;B[ee]))(;W[dd]))", "(;B[aa];W[bb];B[cc])"),
            ("(;B[aa]();W[bb])", "(;B[aa];W[bb])"),
            ("(B[aa](W[bb])(W[cc]))", "(;B[aa];W[bb])"),
            ("(;;B[aa];)", "(;;B[aa];)"),
            (";SZ[9];B[aa]", "(;SZ[9];B[aa])"),
            ("( ;\r Black[aa]C[a\\]b(;]W \n[]\n[bb] ) ", "(;B[aa]W[][bb])"),
        ] {
            assert_eq!(lines(text), [expected], "{text}");
        }
    }

    #[test]
    fn games_are_found_in_other_text() {
        let text = "Dear (all),\n(;B[aa]) and ) here (;W[bb](;B[cc])) (no game) (SZ[9])";
        assert_eq!(lines(text), ["(;B[aa])", "(;W[bb];B[cc])", "(;SZ[9])"]);
        assert!(lines("no (game) at all;").is_empty());
        assert!(lines("").is_empty());
    }

    #[test]
    fn what_is_odd_is_noticed() {
        let line = |text| games(text).next().unwrap();
        assert!(line("(;B[aa]").unclosed && !line("(;B[aa])").unclosed);
        assert!(line("(;B[aa]]x;W[bb])").junk && !line("(;B[aa])").junk);
        assert_eq!(line("(;B[aa];C[oops").truncated, Some(9));
        assert_eq!(line("(;B[aa](;W[bb])(;C[oops").truncated, None, "the main line is whole");
        assert_eq!(line("(;B[aa];C[oops\\").truncated, Some(9));
    }

    #[test]
    fn depth_and_length_cost_no_stack() {
        let deep = "(".repeat(1_000_000) + ";B[aa]";
        assert_eq!(lines(&deep), ["(;B[aa])"]);
        let long = format!("({})", ";B[aa]".repeat(100_000));
        let line = games(&long).next().unwrap();
        assert_eq!(line.pieces.len(), 100_000 / NODES_A_PIECE);
        assert!(line.pieces.iter().all(|piece| piece.starts_with("(;B") && piece.ends_with("])")));
    }
}
