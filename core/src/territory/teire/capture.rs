//! Finds out by search whether a chain can be captured.

use super::board::{ProtectionBoard, Spot};
use crate::Stop;
use crate::board::Color;
use crate::sort::sort;
use crate::territory::search::budget::NodeBudget;
use crate::territory::search::proof_number::{Game, ProofNumbers};

/// The maximum number of liberties of a chain that the search tries to capture. A chain that gets
/// more liberties has escaped.
pub(super) const MAX_TARGET_LIBERTIES: usize = 2;

/// The maximum number of liberties of a chain that the owner may attack to save another chain. Two
/// KGS games need a higher limit than [`MAX_TARGET_LIBERTIES`].
const MAX_LIBERTIES_OF_ATTACKED: usize = 3;

/// The maximum number of states of one search. A search that needs more states finds no capture.
const MAX_NODES: u32 = 300;

/// The maximum number of states of all searches of a position. Few positions of real games need a
/// tenth of this number.
const MAX_NODES_OF_POSITION: u32 = 30_000;

/// Searches for captures on a board. All dame are filled, so lines of play are short: either the
/// owner of a chain connects, makes a third liberty or captures the attacking stones, or the chain
/// is lost.
#[derive(Debug, Default)]
pub(super) struct CaptureSearch {
    pub(super) board: ProtectionBoard,
    numbers: ProofNumbers<Key>,
    pub(super) budget: NodeBudget,
    pub(super) stop: Stop,
}

impl CaptureSearch {
    /// Starts the searches of the position on the board.
    pub(super) fn begin(&mut self) {
        self.budget = self.full_budget();
    }

    /// Returns the full budget for all searches of a position.
    pub(super) fn full_budget(&self) -> NodeBudget {
        NodeBudget::new(MAX_NODES_OF_POSITION, &self.stop)
    }

    /// Returns whether the opponent of `owner`, moving first, captures the chain of `stone`.
    pub(super) fn can_capture(&mut self, stone: u16, owner: Color) -> bool {
        let is_there = self.board.color(stone) == Some(owner);
        is_there && (self.is_left_to_dame(stone, owner) || self.prove_capture(stone, owner))
    }

    /// Returns whether the chain of `stone` has no liberties except dame, so that the opponent of
    /// `owner` captures the chain when he takes the last dame. Needed in 1.3 % of games.
    pub(super) fn is_left_to_dame(&self, stone: u16, owner: Color) -> bool {
        self.board.color(stone) == Some(owner) && !self.board.board.has_liberty(stone.into())
    }

    /// Returns a dame next to the chain of `stone`, if any.
    pub(super) fn dame_next_to(&self, stone: u16) -> Option<u16> {
        self.board
            .around(stone)
            .find(|&cell| self.board.spot(cell) == Spot::Dame)
    }

    /// Returns the move with which the opponent of `owner`, moving first, captures the chain of
    /// `stone`, if there is one.
    pub(super) fn capturing_move(&mut self, stone: u16, owner: Color) -> Option<u16> {
        if !self.prove_capture(stone, owner) {
            return None;
        }
        let mut game = ChainCapture::new(&mut self.board, stone, owner);
        self.numbers.winning_move(&mut game).flatten()
    }

    fn prove_capture(&mut self, stone: u16, owner: Color) -> bool {
        self.numbers.clear();
        self.budget.allow(MAX_NODES);
        let mut game = ChainCapture::new(&mut self.board, stone, owner);
        game.winner().is_none() && self.numbers.prove(&mut game, &mut self.budget) == Ok(true)
    }

    /// Returns the moves by `owner` that might save the chain of `stone`: its liberties, and the
    /// liberties of adjacent chains with few liberties.
    pub(super) fn defences(&self, stone: u16, owner: Color) -> Vec<u16> {
        defences(&self.board, stone, owner, MAX_LIBERTIES_OF_ATTACKED)
    }
}

/// Returns the moves by `owner` that might save the chain of `stone`.
fn defences(board: &ProtectionBoard, stone: u16, owner: Color, most: usize) -> Vec<u16> {
    let liberties = board.board.few_liberties(stone.into(), most);
    let mut moves = liberties.unwrap_or_default();
    for cell in board.around(stone) {
        if board.color(cell) == Some(owner.opponent()) {
            let liberties = board.board.few_liberties(cell.into(), most);
            moves.extend(liberties.unwrap_or_default());
        }
    }
    sort(&mut moves);
    moves.dedup();
    moves
}

/// A state of the game: the stones that moves have changed, the chain at stake, and what may be
/// played next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Key {
    stones: u64,
    target: u16,
    ko: u16,
    player: Color,
    /// The move that recaptures, if the chain has just been captured. This move depends on the
    /// capturing move.
    retaking: Option<u16>,
}

/// The game about the capture of a chain. The opponent of its owner moves first. A capture does not
/// count if the owner can retake at least as many stones in one move and keep the stone that he
/// plays.
#[derive(Debug)]
struct ChainCapture<'a> {
    board: &'a mut ProtectionBoard,
    owner: Color,
    /// The states from the root to the current one.
    states: Vec<Key>,
}

impl<'a> ChainCapture<'a> {
    fn new(board: &'a mut ProtectionBoard, target: u16, owner: Color) -> Self {
        let root = Key {
            stones: 0,
            target,
            ko: board.board.ko(),
            player: owner.opponent(),
            retaking: None,
        };
        Self {
            board,
            owner,
            states: vec![root],
        }
    }

    fn state(&self) -> Key {
        *self.states.last().expect("the root")
    }

    fn is_captured(&self) -> bool {
        self.board.color(self.state().target) != Some(self.owner)
    }

    /// Returns the move that captures the stones that have just captured the chain, if there are at
    /// least as many of them as there were stones in the chain. Needed in 2.0 % of games.
    fn retaking_move(&self) -> Option<u16> {
        let board = &self.board.board;
        let capturing = usize::from(board.last_point()?);
        let liberty = board.atari(capturing)?;
        let is_enough = board.block(capturing).count() >= board.captured().len();
        (is_enough && board.is_legal(self.owner, liberty.into())).then_some(liberty)
    }
}

impl Game for ChainCapture<'_> {
    /// A point, or a pass.
    type Move = Option<u16>;
    type Key = Key;

    fn key(&self) -> Key {
        self.state()
    }

    fn player(&self) -> Color {
        self.state().player
    }

    fn winner(&mut self) -> Option<Color> {
        if self.is_captured() {
            return None;
        }
        let target = usize::from(self.state().target);
        match self.board.board.few_liberties(target, MAX_TARGET_LIBERTIES) {
            None => Some(self.owner),
            Some(_) => None,
        }
    }

    fn static_winner(&mut self) -> Option<Color> {
        None
    }

    fn moves(&mut self) -> Vec<Option<u16>> {
        let Key {
            target,
            player,
            retaking,
            ..
        } = self.state();
        if self.is_captured() {
            return retaking.map(Some).into_iter().collect();
        }
        let mut liberties = self
            .board
            .board
            .few_liberties(target.into(), MAX_TARGET_LIBERTIES)
            .unwrap_or_default();
        let mut moves = Vec::new();
        let points = if player == self.owner {
            moves.extend((liberties.len() > 1).then_some(None));
            defences(self.board, target, self.owner, MAX_TARGET_LIBERTIES)
        } else {
            sort(&mut liberties);
            liberties
        };
        let legal = points
            .into_iter()
            .filter(|&point| self.board.board.is_legal(player, point.into()));
        moves.extend(legal.map(Some));
        moves
    }

    fn play(&mut self, played: Option<u16>) {
        let Key {
            mut stones,
            target,
            player,
            ..
        } = self.state();
        // once the chain is captured, the owner retakes, and the question is whether his stone
        // stays on the board
        let target = played.filter(|_| self.is_captured()).unwrap_or(target);
        let board = &mut self.board.board;
        if let Some(point) = played {
            board.play(player, point.into());
            stones ^= number_of_stone(point, player);
            for &stone in board.captured() {
                stones ^= number_of_stone(stone, player.opponent());
            }
        } else {
            board.pass();
        }
        let ko = board.ko();
        let is_there = self.board.color(target) == Some(self.owner);
        let retaking = if is_there { None } else { self.retaking_move() };
        self.states.push(Key {
            stones,
            target,
            ko,
            player: player.opponent(),
            retaking,
        });
    }

    fn undo(&mut self) {
        self.board.board.undo();
        self.states.pop();
    }
}

/// Returns a random number for a stone, as in the hash of a position by Albert Zobrist ("A new
/// hashing method with application for game playing", 1970).
fn number_of_stone(point: u16, color: Color) -> u64 {
    mix(u64::from(point) << 1 | color.index() as u64)
}

/// Mixes the bits of a number: the finalizer of `SplitMix64` (Steele, Lea and Flood, "Fast
/// splittable pseudorandom number generators", 2014).
const fn mix(number: u64) -> u64 {
    let number = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ (number >> 31)
}
