//! Reads a record, which may have any number of games, in pieces. Each piece has only complete
//! games.
//!
//! A short record is one piece. Each piece is read like a file, with its own encoding.

use std::io::{self, Read};
use std::mem;

use super::quota::QuotaReader;
use crate::input::entry::Entry;
use crate::input::file::too_large;
use crate::input::input_file::InputFile;
use crate::input::limits::MAX_FILE;
use crate::sgf::{Encoding, complete_games};
use crate::skip::Skip;

/// The number of bytes that are read before a piece is cut off.
pub(in crate::input) const PIECE: usize = 1 << 17;

/// The maximum number of games in a piece, and of parts in a group that is sent.
pub(in crate::input) const PIECE_GAMES: usize = 32;

/// The pieces of a record. If the record can't be read to its end, the last piece contains the
/// reason.
pub(in crate::input) struct Pieces<'a, R> {
    entry: &'a Entry,
    encoding: Encoding,
    /// The maximum number of games in a piece.
    most: usize,
    content: QuotaReader<'a, R>,
    /// The way in which reading ended; `None` until it ends.
    end: Option<io::Result<()>>,
    /// The bytes that were read after the last piece.
    buffer: Vec<u8>,
    /// The number of games in the pieces so far.
    games: usize,
    /// The byte offset of the buffer in the record.
    bytes: usize,
    is_over: bool,
}

impl<'a, R: Read> Pieces<'a, R> {
    pub(in crate::input) fn new(
        entry: &'a Entry,
        encoding: Encoding,
        content: QuotaReader<'a, R>,
    ) -> Self {
        Self {
            entry,
            encoding,
            most: PIECE_GAMES,
            content,
            end: None,
            buffer: Vec::new(),
            games: 0,
            bytes: 0,
            is_over: false,
        }
    }

    /// Reads until the buffer has `wanted` bytes, the record ends, or an error occurs.
    fn fill(&mut self, wanted: usize) {
        let missing = wanted.saturating_sub(self.buffer.len());
        let mut content = self.content.by_ref().take(missing as u64);
        self.end = match content.read_to_end(&mut self.buffer) {
            Ok(read) => (read < missing).then_some(Ok(())),
            Err(error) => Some(Err(error)),
        };
    }

    /// Cuts the complete games off the buffer, but at most [`Self::most`] of them.
    fn cut(&mut self) -> Option<InputFile> {
        // in UTF-16, this may cut a character in half, but only after the last complete game
        let arrived = match self.end {
            Some(_) => None,
            None => self.buffer.iter().rposition(|&byte| byte == b')'),
        };
        let arrived = arrived.map_or(self.buffer.len(), |close| close + 1);
        let found = complete_games(&self.buffer[..arrived], self.encoding, self.most);
        if found.games == 0 {
            return None;
        }
        let piece = self.piece(Ok(self.buffer[..found.end].to_vec()));
        self.games += found.games;
        self.bytes += found.end - found.mark;
        self.buffer.drain(found.mark..found.end);
        Some(piece)
    }

    fn piece(&self, bytes: Result<Vec<u8>, Skip>) -> InputFile {
        InputFile {
            offset: self.bytes,
            ..InputFile::with_content(self.entry.part(self.games), bytes)
        }
    }
}

impl<R: Read> Iterator for Pieces<'_, R> {
    type Item = InputFile;

    fn next(&mut self) -> Option<InputFile> {
        let mut wanted = PIECE;
        while !self.is_over {
            if self.end.is_none() {
                self.fill(wanted);
            }
            // a short record is one piece, even if it is damaged
            let is_short =
                matches!(self.end, Some(Ok(()))) && self.games == 0 && self.buffer.len() <= PIECE;
            if !is_short && let Some(piece) = self.cut() {
                return Some(piece);
            }
            let rest = match self.end.take() {
                None if self.buffer.len() <= MAX_FILE => {
                    wanted = (2 * self.buffer.len()).min(MAX_FILE + 1);
                    continue;
                }
                None => Err(too_large(MAX_FILE as u64)),
                Some(end) => {
                    let rest = end.map(|()| mem::take(&mut self.buffer));
                    self.content.quota.verdict(rest, "file")
                }
            };
            self.is_over = true;
            return Some(self.piece(rest));
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::archive::Quota;
    use crate::input::limits::FileLimits;
    use crate::sgf::read;
    use crate::skip::Reason;

    type Found = Vec<(usize, Result<String, (Reason, Option<usize>)>)>;

    /// Returns the games in a record by number: each as text, or as the reason and offset of its
    /// skip.
    fn games(bytes: &[u8], games_before: usize, bytes_before: usize) -> Found {
        let told = |skip: Skip| (skip.reason, skip.byte.map(|byte| byte + bytes_before));
        match read(bytes, Encoding::default()) {
            Err(skip) => vec![(0, Err(told(skip)))],
            Ok((_, games)) => games
                .into_iter()
                .map(|game| {
                    let record = game.record.map(|mut record| {
                        record.byte += bytes_before;
                        format!("{record:?}")
                    });
                    (games_before + game.number, record.map_err(told))
                })
                .collect(),
        }
    }

    fn in_pieces(record: &[u8], most: usize) -> Found {
        let (entry, quota) = (Entry::default(), Quota::new(FileLimits::default(), 1));
        let pieces = Pieces {
            most,
            ..Pieces::new(&entry, Encoding::default(), quota.reader(record))
        };
        let mut found = Vec::new();
        for piece in pieces {
            let (bytes_before, (entry, bytes)) = (piece.offset, piece.into_bytes());
            found.extend(games(&bytes.unwrap(), entry.games_before, bytes_before));
        }
        found
    }

    #[test]
    fn pieces_have_the_games_of_the_whole_record() {
        let game = "(;GM[1]SZ[9]C[a \\] (; text ) é];B[aa](;W[bb];B[cc])(;W[dd]C[)]))\n";
        let odd = [
            "",
            "no game",
            "(;B[aa]",
            ";SZ[9];B[aa])",
            "(;B[aa]))) ;B[bb] (no game) x",
            "(;B[aa]C[a [1]: b)];W[bb])",
            "(;B[aa]C[a [1]) b];W[bb])",
            "(;C[oops",
            "(;GM[2])",
            "(;SZ[x])",
            "(;B[aa]]",
            "()",
            "(;(;(;)",
            ")",
            "(;C[\\",
            "(;B[a\u{e9}])",
        ];
        // more than one piece
        let many = game.repeat(1600);
        for odd in odd {
            for record in [
                odd.to_owned(),
                format!("{many}{odd}"),
                format!("{odd}{many}"),
                format!(
                    "{}{odd}{}",
                    &many[..1200 * game.len()],
                    &many[..400 * game.len()]
                ),
            ] {
                let whole = games(record.as_bytes(), 0, 0);
                for most in [64, 100_000] {
                    let pieces = in_pieces(record.as_bytes(), most);
                    let differs = whole
                        .iter()
                        .zip(&pieces)
                        .find(|(whole, piece)| whole != piece);
                    assert_eq!(
                        (differs, whole.len()),
                        (None, pieces.len()),
                        "{odd:?} in {} bytes",
                        record.len()
                    );
                }
            }
        }
    }

    #[test]
    fn byte_order_mark_applies_to_all_pieces() {
        let game = "(;SZ[9]PB[黑棋];B[aa])";
        let text = format!("\u{feff}{}(;SZ[x])", game.repeat(6000));
        let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        for record in [text.as_bytes(), &wide] {
            let (pieces, whole) = (in_pieces(record, 1000), games(record, 0, 0));
            let differs = whole
                .iter()
                .zip(&pieces)
                .find(|(whole, piece)| whole != piece);
            assert_eq!((differs, whole.len()), (None, pieces.len()));
        }
    }
}
