//! The words of SGF, found in any text, without recursion and without an error.

use std::hint::select_unpredictable;

use memchr::{memchr, memchr2};

use crate::board::Color;

/// A word of SGF.
pub(super) enum Token<'a> {
    /// `(`
    Open,
    /// `)`
    Close,
    /// `;`
    Node,
    /// A property's identifier as it is written; its values are handed out beside.
    Property(&'a str),
    /// Anything else.
    Junk,
    /// A value that the text ends in, and where it starts.
    Truncated(usize),
}

/// The bytes of `;B[dd]` that are the same in each move, and which of the eight from there on they are.
const PLAIN: u64 = u64::from_le_bytes([b';', 0, b'[', 0, 0, b']', 0, 0]);
const PLAIN_BYTES: u64 = u64::from_le_bytes([0xff, 0, 0xff, 0, 0, 0xff, 0, 0]);

/// Reads a text word by word.
pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Lexer<'a> {
    /// A lexer at the start of `text`.
    pub(super) const fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }

    /// Goes behind the `(` of the next game, one that is followed by a node or a property, and returns where it was.
    /// Text before it is no part of any game. A file's first game may have lost its `(`.
    pub(super) fn find_game(&mut self) -> Option<usize> {
        let rest = self.skip_blanks(self.at);
        if self.at == 0 && self.byte(rest) == Some(b';') && self.property_end(self.skip_blanks(rest + 1)).is_some() {
            self.at = rest;
            return Some(rest);
        }
        loop {
            let open = self.at + memchr(b'(', &self.text.as_bytes()[self.at..])?;
            self.at = open + 1;
            let inside = self.skip_blanks(open + 1);
            if self.byte(inside) == Some(b';') || self.property_end(inside).is_some() {
                return Some(open);
            }
        }
    }

    fn skip_blanks(&self, mut at: usize) -> usize {
        while self.byte(at).is_some_and(|byte| byte.is_ascii_whitespace()) {
            at += 1;
        }
        at
    }

    fn word_end(&self, mut at: usize) -> usize {
        while self.byte(at).is_some_and(|byte| byte.is_ascii_alphanumeric()) {
            at += 1;
        }
        at
    }

    /// Where the identifier at `from` ends, if there is one and a `[` follows.
    fn property_end(&self, from: usize) -> Option<usize> {
        let end = self.word_end(from);
        (end > from && self.byte(self.skip_blanks(end)) == Some(b'[')).then_some(end)
    }

    /// The nodes that come next and are `;B[dd]` or `;W[dd]`, with small letters, each followed by another node or the end
    /// of a tree. What [`Self::next`] would take for the same is left to it where it is written in any other way.
    pub(super) fn plain_moves(&mut self) -> impl Iterator<Item = (Color, [u8; 2])> {
        let bytes = self.text.as_bytes();
        let mut start = self.skip_blanks(self.at);
        std::iter::from_fn(move || {
            let node = bytes.get(start..)?.first_chunk()?;
            // all that is the same in each node is compared at once
            let [_, color, _, x, y, _, behind, after] = *node;
            let is_black = color == b'B';
            let is_point = x.is_ascii_lowercase() & y.is_ascii_lowercase();
            let is_plain = u64::from_le_bytes(*node) & PLAIN_BYTES == PLAIN;
            if !is_plain || !is_point || !is_black && color != b'W' {
                return None;
            }
            // most are followed at once, or on the next line
            let next = match (behind, after) {
                (b';', _) => start + 6,
                (b'\n', b';') => start + 7,
                _ => self.next_plain(start + 6)?,
            };
            (self.at, start) = (next, next);
            Some((select_unpredictable(is_black, Color::Black, Color::White), [x, y]))
        })
    }

    /// Where a node or the end of a tree follows, if one does.
    fn next_plain(&self, at: usize) -> Option<usize> {
        Some(self.skip_blanks(at)).filter(|&next| matches!(self.byte(next), Some(b';' | b'(' | b')')))
    }

    /// The next word; a property's values replace what is in `values`.
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
                match self.read_values(values) {
                    Ok(()) => Token::Property(&self.text[start..end]),
                    Err(offset) => Token::Truncated(offset),
                }
            }
        })
    }

    /// Reads values as long as they follow; blanks and newlines may stand between them.
    fn read_values(&mut self, values: &mut Vec<&'a str>) -> Result<(), usize> {
        values.clear();
        loop {
            let open = self.skip_blanks(self.at);
            if self.byte(open) != Some(b'[') {
                return Ok(());
            }
            let Some(end) = self.value_end(open + 1) else {
                self.at = self.text.len();
                return Err(open);
            };
            values.push(&self.text[open + 1..end]);
            self.at = end + 1;
        }
    }

    /// The `]` that closes a value, one that no `\` stands before.
    fn value_end(&self, mut at: usize) -> Option<usize> {
        // most values are the two letters of a point
        if self.byte(at + 2) == Some(b']')
            && !matches!(self.text.as_bytes()[at..at + 2], [b'\\' | b']', _] | [_, b'\\' | b']'])
        {
            return Some(at + 2);
        }
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
