//! Certificates: everything needed to check the values of a settled local game without a search.

use std::collections::BTreeMap;

use serde::Serialize;

use super::board::{SearchBlock, SearchBoard};
use super::extent::Extent;
use super::graph::{BitSet, VertexSet, single};
use super::local_game::MAX_STONES_APART;
use super::mapped_game::MappedGame;
use super::proof::Proof;
use super::proof_search::ProofSearch;
use super::state::State;
use super::strategy_search::{NoCertificate, Proved};
use crate::board::{Cell, Color};

/// A settled local game, and for each value the strategies that prove it.
///
/// In JSON, a point is its two letters in SGF, and a set of points is a concatenation of these letters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Certificate {
    /// The rows of the board without the dead stones: `x` for Black, `o` for White, `.` for an empty point.
    rows: Vec<String>,
    /// The points that can be played.
    points: String,
    /// The stones of each colour that are dead by agreement, on these points.
    dead: [String; 2],
    blocks: Vec<BlockClaim>,
    territories: Vec<TerritoryClaim>,
    proofs: Vec<StrategyProof>,
}

/// A block of a local game, and the assumption about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct BlockClaim {
    /// All stones of a small block that can be captured; one stone of any other block.
    stones: String,
    kind: BlockKind,
}

/// The assumption about a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum BlockKind {
    /// It can be captured, and its points can be played afterwards.
    Small,
    /// It can be captured, and its points then stay with the capturer.
    Large,
    /// It is not captured, because it has two liberties in a region of its colour.
    Held,
    /// It is not captured and needs no eyes in the local game, because the static analysis finds it safe.
    Safe,
    /// It lies beyond the local game and is not captured.
    Beyond,
    /// It lies beyond the local game, is not captured, and needs no eyes in the local game.
    SafeBeyond,
}

/// A territory: neither player plays there, except on the points that can be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct TerritoryClaim {
    /// One of its points.
    at: String,
    /// The number of its eyes.
    eyes: u8,
}

/// A strategy that gives one player at least a certain value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct StrategyProof {
    /// The player who moves first, `Black` or `White`.
    first: String,
    prover: String,
    /// A lower bound for the prover's gains minus the opponent's, in 256ths of a point. A prisoner counts 257.
    value: i32,
    /// The number of captures allowed to the opponent. After one more he gains nothing further.
    captures: u32,
    /// Dame with uncapturable stones of the opponent from the start. If the opponent captures stones next to them, that
    /// counts as more captures than he is allowed.
    conceded: String,
    /// The prover's moves by position; elsewhere he passes. A position has a letter for each point that can be played
    /// and for each block that can be captured (for each stone of a small one): `x`, `o`, `.`, and `b` or `w` for a
    /// point where Black or White may not retake a ko. Then follow the number of passes and the number of the
    /// opponent's captures.
    moves: BTreeMap<String, String>,
}

/// Writes the parts of a certificate in the colours of the original board.
#[derive(Debug)]
struct CertificateWriter<'a> {
    board: &'a SearchBoard<'a>,
    extent: &'a Extent,
    mapped: &'a MappedGame,
}

impl Certificate {
    /// Searches a settled local game again, and writes down each player's moves against every possible play.
    pub(super) fn make(
        mut search: ProofSearch<'_>,
        board: &SearchBoard<'_>,
        extent: &Extent,
        mapped: &MappedGame,
    ) -> Result<Self, NoCertificate> {
        let writer = CertificateWriter { board, extent, mapped };
        let proofs = search.strategies()?.iter().map(|proved| writer.proof(proved)).collect();
        Ok(Self {
            rows: writer.rows(),
            points: writer.letters(extent.points.iter().copied()),
            dead: board.order.pair(mapped.game.dead.map(|dead| writer.set(dead))),
            blocks: writer.blocks(),
            territories: writer.territories(),
            proofs,
        })
    }

    /// Returns the certificate as one line of JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("strings and numbers serialize")
    }
}

impl CertificateWriter<'_> {
    /// Returns the SGF letters of points.
    fn letters(&self, cells: impl IntoIterator<Item = u16>) -> String {
        let grid = self.board.order.analysis.grid();
        cells.into_iter().flat_map(|cell| grid.point(cell.into()).to_sgf().map(char::from)).collect()
    }

    /// Returns the rows of the board.
    fn rows(&self) -> Vec<String> {
        let analysis = self.board.order.analysis;
        let letter = |cell: &Cell| match cell {
            Cell::Black => 'x',
            Cell::White => 'o',
            Cell::Empty | Cell::Border => '.',
        };
        analysis.grid().rows().map(|row| analysis.cells()[row].iter().map(letter).collect()).collect()
    }

    /// Returns the letter of a stone.
    fn stone(&self, color: Color) -> char {
        if self.board.order.color(color) == Color::Black { 'x' } else { 'o' }
    }

    /// Returns the points of a set of vertices.
    fn set(&self, set: VertexSet) -> String {
        self.letters(set.vertices().map(|vertex| self.mapped.cells[vertex]))
    }

    /// Returns the blocks, in the order of their vertices.
    fn blocks(&self) -> Vec<BlockClaim> {
        let inside = self.extent.blocks.iter().map(|&(number, is_capturable)| {
            let block = &self.board.blocks[usize::from(number)];
            let kind = match (is_capturable, block.is_safe) {
                (true, _) if block.stones.len() <= MAX_STONES_APART => BlockKind::Small,
                (true, _) => BlockKind::Large,
                (false, true) => BlockKind::Safe,
                (false, false) => BlockKind::Held,
            };
            (block, kind)
        });
        let beyond = self.extent.beyond.iter().map(|&number| {
            let block = &self.board.blocks[usize::from(number)];
            (block, if block.is_certain { BlockKind::SafeBeyond } else { BlockKind::Beyond })
        });
        let claim = |(block, kind): (&SearchBlock, BlockKind)| {
            let listed = if kind == BlockKind::Small { &block.stones[..] } else { &block.stones[..1] };
            BlockClaim { stones: self.letters(listed.iter().copied()), kind }
        };
        inside.chain(beyond).map(claim).collect()
    }

    /// Returns the territories.
    fn territories(&self) -> Vec<TerritoryClaim> {
        let game = &self.mapped.game;
        let claim = |vertex| TerritoryClaim { at: self.set(single(vertex)), eyes: game.eyes[vertex] };
        game.territories.vertices().map(claim).collect()
    }

    /// Returns a proof.
    fn proof(&self, proved: &Proved) -> StrategyProof {
        let Proof { prover, captures, conceded, .. } = proved.proof;
        let moves = proved.policy.iter().map(|(state, &vertex)| {
            let reply = self.letters([self.mapped.cells[usize::from(vertex)]]);
            (self.state(state, prover), reply)
        });
        StrategyProof {
            first: self.board.order.color(proved.first).to_string(),
            prover: self.board.order.color(prover).to_string(),
            value: proved.value,
            captures,
            conceded: self.set(conceded),
            moves: moves.collect(),
        }
    }

    /// Returns the letters of a state.
    fn state(&self, state: &State, prover: Color) -> String {
        let game = &self.mapped.game;
        let fixed = game.uncapturable[0] | game.uncapturable[1];
        let letter = |vertex| {
            let stone = Color::BOTH.into_iter().find(|color| state.stones[color.index()].has(vertex));
            let banned = Color::BOTH.into_iter().find(|color| state.bans[color.index()].has(vertex));
            match (stone, banned.map(|color| self.board.order.color(color))) {
                (Some(color), _) => self.stone(color),
                (None, Some(Color::Black)) => 'b',
                (None, Some(Color::White)) => 'w',
                (None, None) => '.',
            }
        };
        let letters = (game.all & !fixed).vertices().map(letter);
        letters.collect::<String>() + &format!("{}{}", state.passes, state.captures[prover.opponent().index()])
    }
}
