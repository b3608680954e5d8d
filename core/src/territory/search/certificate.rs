//! Certificates: what has to be known to check the values of a settled local game without a search.

use std::collections::BTreeMap;

use serde::Serialize;

use super::board_map::BoardMap;
use super::canonical_position::CanonicalPosition;
use super::extent::Extent;
use super::local_game::MAX_STONES_APART;
use super::mapped_game::MappedGame;
use super::proof::Proof;
use super::proof_search::{ProofSearch, Proved};
use super::state::State;
use super::strategy_walk::NoStrategy;
use super::vertex_set::{BitSet, VertexSet};
use crate::board::{Color, idx16};

/// The outcome of the attempt to write a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Certification {
    /// The certificate.
    Made(Box<Certificate>),
    /// The strategies have too many states.
    TooLarge,
    /// The search has no answer to some line of play that it left out.
    Refuted,
}

/// A settled local game, and for each value the strategies that prove it.
///
/// In JSON, points are the two letters of SGF, and sets of points are these letters one after another.
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

/// A block of a local game, and what is assumed about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct BlockClaim {
    /// All stones of a small block that can be captured, otherwise one.
    stones: String,
    kind: BlockKind,
}

/// The assumption about a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum BlockKind {
    /// It can be captured, and its points can be played afterwards.
    Small,
    /// It can be captured, and its points stay the other colour's.
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

/// A territory in which nobody plays, but on the points that can be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct TerritoryClaim {
    /// One of its points.
    at: String,
    /// The number of its eyes.
    eyes: u8,
}

/// A strategy by which one player gets at least a value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct StrategyProof {
    /// The player who moves first, `Black` or `White`.
    first: String,
    prover: String,
    /// The least that the prover gains, minus the gains of the opponent, in 256ths of a point. A prisoner has 257.
    value: i32,
    /// The number of captures after which the opponent gains no more.
    captures: u32,
    /// Dame on which the opponent has stones from the start that cannot be captured. He may not capture stones beside
    /// them: that counts as more captures than he has.
    conceded: String,
    /// The prover's moves by position; elsewhere he passes. A position has a letter for each point that can be played
    /// and for each block that can be captured (each stone of a small one): `x`, `o`, `.`, and `b` or `w` for a point
    /// on which Black or White may not retake a ko. Then the number of passes and that of the opponent's captures.
    moves: BTreeMap<String, String>,
}

/// Writes the parts of a certificate in coordinates and colours of the original board.
#[derive(Debug)]
struct Writer<'a> {
    map: BoardMap,
    position: &'a CanonicalPosition,
    mapped: &'a MappedGame,
}

impl Certificate {
    /// Searches a settled local game again, and writes down what each player does against everything.
    pub(super) fn make(
        search: &mut ProofSearch,
        map: BoardMap,
        position: &CanonicalPosition,
        extent: &Extent,
        mapped: &MappedGame,
    ) -> Certification {
        let writer = Writer { map, position, mapped };
        match search.strategies(&mapped.game) {
            Ok(proved) => Certification::Made(Box::new(Self {
                rows: writer.rows(),
                points: writer.letters(mapped.points()),
                dead: writer.dead(),
                blocks: writer.blocks(extent),
                territories: writer.territories(),
                proofs: proved.iter().map(|proved| writer.proof(proved)).collect(),
            })),
            Err(NoStrategy::TooLarge) => Certification::TooLarge,
            Err(NoStrategy::Refuted) => Certification::Refuted,
        }
    }

    /// Returns the certificate as one line of JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("strings and numbers")
    }
}

impl Writer<'_> {
    /// Returns the letters of points in SGF.
    fn letters(&self, cells: impl IntoIterator<Item = u16>) -> String {
        let letters = |cell| self.map.point(cell).to_sgf().map(char::from);
        cells.into_iter().flat_map(letters).collect()
    }

    /// Returns the rows of the original board.
    fn rows(&self) -> Vec<String> {
        let cells = self.position.analysis.cells();
        let size = self.map.original_size();
        let mut rows = vec![vec!['.'; size.width().into()]; size.height().into()];
        for cell in self.position.analysis.grid().points() {
            let point = self.map.point(idx16(cell));
            rows[usize::from(point.y)][usize::from(point.x)] = match cells[cell].color() {
                Some(color) => self.stone(color),
                None => '.',
            };
        }
        rows.into_iter().map(String::from_iter).collect()
    }

    /// Returns the letter of a stone.
    fn stone(&self, color: Color) -> char {
        if self.map.color(color) == Color::Black { 'x' } else { 'o' }
    }

    /// Returns the points of a set of vertices.
    fn set(&self, set: VertexSet) -> String {
        self.letters(set.vertices().map(|vertex| self.mapped.cells[vertex]))
    }

    /// Returns the dead stones of each colour.
    fn dead(&self) -> [String; 2] {
        self.map.pair(self.mapped.game.dead.map(|dead| self.set(dead)))
    }

    /// Returns the blocks, in the order of their vertices.
    fn blocks(&self, extent: &Extent) -> Vec<BlockClaim> {
        let inside = extent.blocks.iter().map(|&(block, is_capturable)| {
            let stones = &self.position.stones[usize::from(block)];
            let kind = match (is_capturable, self.position.is_safe(block.into())) {
                (true, _) if stones.len() <= MAX_STONES_APART => BlockKind::Small,
                (true, _) => BlockKind::Large,
                (false, true) => BlockKind::Safe,
                (false, false) => BlockKind::Held,
            };
            let listed = if kind == BlockKind::Small { stones } else { &stones[..1] };
            BlockClaim { stones: self.letters(listed.iter().copied()), kind }
        });
        let beyond = extent.beyond.iter().map(|&block| {
            let stone = self.position.stones[usize::from(block)][0];
            let kind = if self.position.is_certain(stone) { BlockKind::SafeBeyond } else { BlockKind::Beyond };
            BlockClaim { stones: self.letters([stone]), kind }
        });
        inside.chain(beyond).collect()
    }

    /// Returns the territories.
    fn territories(&self) -> Vec<TerritoryClaim> {
        let game = &self.mapped.game;
        let claim = |vertex| TerritoryClaim { at: self.letters([self.mapped.cells[vertex]]), eyes: game.eyes[vertex] };
        game.territories.vertices().map(claim).collect()
    }

    /// Returns a proof.
    fn proof(&self, proved: &Proved) -> StrategyProof {
        let Proof { prover, captures, conceded, .. } = proved.proof;
        let moves = proved.strategy.iter().map(|(state, &vertex)| {
            let reply = self.letters([self.mapped.cells[usize::from(vertex)]]);
            (self.state(state, prover), reply)
        });
        StrategyProof {
            first: self.map.color(proved.first).to_string(),
            prover: self.map.color(prover).to_string(),
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
            match (stone, banned.map(|color| self.map.color(color))) {
                (Some(color), _) => self.stone(color),
                (None, Some(Color::Black)) => 'b',
                (None, Some(Color::White)) => 'w',
                (None, None) => '.',
            }
        };
        let letters = (game.all & !fixed).vertices().map(letter);
        letters.collect::<String>() + &format!("{}{}", state.passes(), state.captures(prover.opponent()))
    }
}
