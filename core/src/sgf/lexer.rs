//! Splits any text into SGF tokens, without recursion or errors.

use memchr::{memchr, memchr2};

/// A token of SGF.
pub(super) enum Token<'a> {
    /// `(`
    Open,
    /// `)`
    Close,
    /// `;`
    Node,
    /// A property's identifier as written in the file. Its values are stored separately.
    Property(&'a str),
    /// Anything else.
    Junk,
    /// A value cut off by the end of the text, with the offset of its start.
    Truncated(usize),
}

/// Reads a text token by token.
#[derive(Clone)]
pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
    /// Whether any comment so far contains a `]` without a `\` before it.
    pub(super) has_open_bracket: bool,
}

impl<'a> Lexer<'a> {
    /// Creates a lexer at the start of `text`.
    pub(super) const fn new(text: &'a str) -> Self {
        Self {
            text,
            at: 0,
            has_open_bracket: false,
        }
    }

    /// Returns the offset where reading continues.
    pub(super) const fn at(&self) -> usize {
        self.at
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }

    /// Moves past the `(` of the next game and returns the offset of this `(`. A node or a property
    /// must follow the `(`. Any text before it belongs to no game. The first game in a file may
    /// lack its `(`; the offset is then that of its `;`.
    pub(super) fn find_game(&mut self) -> Option<usize> {
        let rest = self.skip_blanks(self.at);
        if self.at == 0
            && self.byte(rest) == Some(b';')
            && self.property_end(self.skip_blanks(rest + 1)).is_some()
        {
            self.at = rest;
            return Some(rest);
        }
        loop {
            let open = self.at + memchr(b'(', &self.text.as_bytes()[self.at..])?;
            self.at = open + 1;
            let inside = self.skip_blanks(open + 1);
            // in prose before a game, `(Kim [3k])` begins no game
            let name = self.property_end(inside).map(|end| &self.text[inside..end]);
            let is_property = name.is_some_and(|name| !name.contains(char::is_lowercase));
            if self.byte(inside) == Some(b';') || is_property {
                return Some(open);
            }
        }
    }

    /// Returns whether there are moves between the end of the current game and the next game.
    pub(super) fn has_moves_outside(&self) -> bool {
        let mut next = self.clone();
        let end = next.find_game().unwrap_or(self.text.len());
        let rest = &self.text.as_bytes()[self.at..end];
        rest.windows(3)
            .any(|three| matches!(three, b";B[" | b";W["))
    }

    fn skip_blanks(&self, mut at: usize) -> usize {
        while self.byte(at).is_some_and(|byte| byte.is_ascii_whitespace()) {
            at += 1;
        }
        at
    }

    fn word_end(&self, mut at: usize) -> usize {
        while self
            .byte(at)
            .is_some_and(|byte| byte.is_ascii_alphanumeric())
        {
            at += 1;
        }
        at
    }

    /// Returns the end of the identifier at `from`, if there is one and a `[` follows.
    fn property_end(&self, from: usize) -> Option<usize> {
        let end = self.word_end(from);
        (end > from && self.byte(self.skip_blanks(end)) == Some(b'[')).then_some(end)
    }

    /// Reads the next token. The values of a property replace the contents of `values`.
    pub(super) fn next(&mut self, values: &mut Vec<&'a str>) -> Option<Token<'a>> {
        let start = self.skip_blanks(self.at);
        let byte = self.byte(start)?;
        self.at = start + 1;
        Some(match byte {
            b'(' => Token::Open,
            b')' => Token::Close,
            b';' => Token::Node,
            _ if !byte.is_ascii_alphabetic() => Token::Junk,
            _ => {
                let Some(end) = self.property_end(start) else {
                    self.at = self.word_end(start);
                    return Some(Token::Junk);
                };
                self.at = end;
                let is_comment = self.text[start..end]
                    .bytes()
                    .filter(u8::is_ascii_uppercase)
                    .eq(*b"C");
                match self.read_values(values, is_comment) {
                    Ok(()) => Token::Property(&self.text[start..end]),
                    Err(offset) => Token::Truncated(offset),
                }
            }
        })
    }

    /// Reads all following values, which may have blanks and newlines between them.
    fn read_values(&mut self, values: &mut Vec<&'a str>, is_comment: bool) -> Result<(), usize> {
        values.clear();
        loop {
            let open = self.skip_blanks(self.at);
            if self.byte(open) != Some(b'[') {
                return Ok(());
            }
            let Some(mut end) = self.value_end(open + 1) else {
                self.at = self.text.len();
                return Err(open);
            };
            while is_comment && let Some(next) = self.end_of_rest(end + 1) {
                (end, self.has_open_bracket) = (next, true);
            }
            values.push(&self.text[open + 1..end]);
            self.at = end + 1;
        }
    }

    /// Returns the end of a comment that continues at `from`, after a `]` that was not escaped, as
    /// in `C[Bob [3k]: hi :)]`. A comment continues if text other than SGF follows and the next `]`
    /// comes before the next property.
    fn end_of_rest(&self, from: usize) -> Option<usize> {
        let next = self.skip_blanks(from);
        if matches!(self.byte(next), None | Some(b';' | b'(' | b')' | b'['))
            || self.property_end(next).is_some()
        {
            return None;
        }
        let end = self.value_end(from)?;
        let rest = &self.text[from..end];
        let has_property = rest
            .match_indices('[')
            .any(|(at, _)| ends_with_identifier(&rest[..at]));
        if has_property || rest.contains("(;") {
            None
        } else {
            Some(end)
        }
    }

    /// Returns the offset of the `]` that closes the value: the first without a preceding `\`.
    fn value_end(&self, mut at: usize) -> Option<usize> {
        loop {
            let bytes = self.text.as_bytes().get(at..)?;
            let found = at + memchr2(b']', b'\\', bytes)?;
            if self.byte(found) == Some(b']') {
                return Some(found);
            }
            at = found + 2;
        }
    }
}

/// Returns whether the text before a `[` ends with the identifier of a property: a word directly
/// before the `[`, or the first word of a node.
fn ends_with_identifier(before: &str) -> bool {
    let trimmed = before.trim_ascii_end();
    let before_word = trimmed.trim_end_matches(|letter: char| letter.is_ascii_alphanumeric());
    let has_word = before_word.len() < trimmed.len();
    let is_direct = trimmed.len() == before.len();
    has_word && (is_direct || before_word.trim_ascii_end().ends_with([';', '(']))
}
