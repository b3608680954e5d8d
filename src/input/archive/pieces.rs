//! Reads a record, which may have any number of games, in pieces. Each piece has only complete
//! games.
//!
//! A short record is one piece. Each piece is read like a file, with its own encoding.

use std::io::{self, Read};

use super::format::Compression;
use super::quota::{Quota, QuotaReader};
use crate::input::entry::Entry;
use crate::input::file::{too_large, unreadable};
use crate::input::limits::{FileLimits, MAX_FILE};
use crate::sgf::{Encoding, complete_games};
use crate::skip::Skip;

/// The number of bytes that are read before a piece is cut off.
pub(in crate::input) const PIECE: usize = 1 << 17;

/// Some consecutive games in a record.
#[derive(Debug)]
pub(crate) struct Piece {
    /// The number of games before this piece.
    pub(crate) games_before: usize,
    /// The byte offset of this piece in the unpacked record.
    pub(crate) bytes_before: usize,
    /// The games, or the reason why the rest of the record can't be read.
    pub(crate) bytes: Result<Vec<u8>, Skip>,
}

/// How a record is read in pieces.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PieceOptions {
    /// The encoding.
    pub(crate) encoding: Encoding,
    /// The maximum number of games in a piece.
    pub(crate) games: usize,
}

impl Compression {
    /// Passes the record `entry` to `visit` piece by piece, until `visit` returns `false`. If the
    /// record can't be read to its end, the last piece gives the reason.
    pub(crate) fn read_pieces(
        self,
        entry: &Entry,
        options: &PieceOptions,
        visit: &mut dyn FnMut(Piece) -> bool,
    ) {
        let mut cutter = Cutter::new(options);
        let end = match entry.open() {
            Ok((file, packed)) => {
                let quota = Quota::new(FileLimits::default(), packed);
                let read = self.unpack(file).and_then(|content| {
                    let quota = &quota;
                    cutter.read(&mut QuotaReader { content, quota }, visit)
                });
                quota.verdict(read, "file")
            }
            Err(error) => Err(unreadable("file", &error)),
        };
        match end {
            Ok(Some(skip)) | Err(skip) => {
                visit(cutter.piece(Err(skip)));
            }
            Ok(None) => {}
        }
    }
}

/// Passes a record in memory to `visit` piece by piece, until `visit` returns `false`.
pub(in crate::input) fn cut(
    mut record: &[u8],
    options: &PieceOptions,
    visit: &mut dyn FnMut(Piece) -> bool,
) {
    let mut cutter = Cutter::new(options);
    let read = cutter.read(&mut record, visit);
    if let Some(skip) = read.expect("memory can be read") {
        visit(cutter.piece(Err(skip)));
    }
}

/// Cuts a record into pieces while it is read.
struct Cutter<'a> {
    options: &'a PieceOptions,
    buffer: Vec<u8>,
    /// The number of games in the pieces so far.
    games: usize,
    /// The byte offset of the buffer in the record.
    bytes: usize,
}

impl<'a> Cutter<'a> {
    fn new(options: &'a PieceOptions) -> Self {
        Self {
            options,
            buffer: Vec::new(),
            games: 0,
            bytes: 0,
        }
    }

    /// Passes all pieces to `visit` until it returns `false`. Returns the limit that a game
    /// exceeds, if one does.
    fn read(
        &mut self,
        content: &mut impl Read,
        visit: &mut dyn FnMut(Piece) -> bool,
    ) -> io::Result<Option<Skip>> {
        let (mut wanted, mut end) = (PIECE, None);
        loop {
            if end.is_none() {
                end = self.fill(wanted, content);
            }
            if matches!(end, Some(Ok(()))) && self.games == 0 && self.buffer.len() <= PIECE {
                // a short record is one piece, even if it is damaged
                let bytes = std::mem::take(&mut self.buffer);
                visit(self.piece(Ok(bytes)));
                return Ok(None);
            }
            // in UTF-16 this may cut a character, but only one after the last complete game
            let arrived = if end.is_some() {
                None
            } else {
                self.buffer.iter().rposition(|&byte| byte == b')')
            };
            let arrived = arrived.map_or(self.buffer.len(), |close| close + 1);
            let found = complete_games(
                &self.buffer[..arrived],
                self.options.encoding,
                self.options.games,
            );
            if found.games > 0 {
                if !visit(self.piece(Ok(self.buffer[..found.end].to_vec()))) {
                    return Ok(None);
                }
                self.games += found.games;
                self.bytes += found.end - found.mark;
                self.buffer.drain(found.mark..found.end);
                wanted = PIECE;
                continue;
            }
            match end {
                Some(Err(error)) => return Err(error),
                Some(Ok(())) => {
                    let bytes = std::mem::take(&mut self.buffer);
                    visit(self.piece(Ok(bytes)));
                    return Ok(None);
                }
                None if self.buffer.len() > MAX_FILE => {
                    return Ok(Some(too_large(MAX_FILE as u64)));
                }
                None => wanted = (2 * self.buffer.len()).min(MAX_FILE + 1),
            }
        }
    }

    /// Reads until the buffer has `wanted` bytes. If the record ends or has an error before that,
    /// returns the end or the error.
    fn fill(&mut self, wanted: usize, content: &mut impl Read) -> Option<io::Result<()>> {
        let missing = wanted.saturating_sub(self.buffer.len());
        match content.take(missing as u64).read_to_end(&mut self.buffer) {
            Ok(read) => (read < missing).then_some(Ok(())),
            Err(error) => Some(Err(error)),
        }
    }

    fn piece(&self, bytes: Result<Vec<u8>, Skip>) -> Piece {
        Piece {
            games_before: self.games,
            bytes_before: self.bytes,
            bytes,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
        let options = PieceOptions {
            encoding: Encoding::default(),
            games: most,
        };
        let mut cutter = Cutter::new(&options);
        let mut found = Vec::new();
        let end = cutter.read(&mut &*record, &mut |piece| {
            found.extend(games(
                &piece.bytes.unwrap(),
                piece.games_before,
                piece.bytes_before,
            ));
            true
        });
        assert!(end.unwrap().is_none());
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
