//! Reads whether a chain can be captured.

use super::board::{Board, Chain};
use super::rank::Ranks;
use crate::board::Color;

/// The most liberties of a chain that is read. A chain that gets more has escaped.
const MAX_LIBERTIES: usize = 2;

/// The most states of one search. A search that needs more finds nothing.
const MAX_NODES: u32 = 300;

/// Reads captures on a board. Only dame are missing on it, so a sequence is short: the owner of a chain connects, makes
/// a third liberty or captures what attacks it, or the chain is lost.
#[derive(Debug)]
pub(super) struct Reader {
    pub(super) board: Board,
    /// The order in which moves are tried.
    pub(super) ranks: Ranks,
    chain: Chain,
    attacker: Chain,
    /// Memory for the moves of the states on the way to the present one.
    moves: Vec<u16>,
    /// The number of states that may still be searched.
    nodes: u32,
}

impl Reader {
    /// Returns a reader for `board`.
    pub(super) fn new(board: Board) -> Self {
        let [chain, attacker] = [Chain::default(), Chain::default()];
        Self { board, ranks: Ranks::default(), chain, attacker, moves: Vec::new(), nodes: 0 }
    }

    /// Returns whether the opponent of `owner` captures the chain of `stone`, moving first.
    pub(super) fn can_capture(&mut self, stone: u16, owner: Color) -> bool {
        self.nodes = MAX_NODES;
        self.attack(stone, owner)
    }

    /// Appends to `moves` the moves by which `owner` may save the chain of `stone`: at its liberties, and at those of
    /// adjacent chains with few liberties.
    pub(super) fn add_defences(&mut self, stone: u16, owner: Color, moves: &mut Vec<u16>) {
        let first = moves.len();
        self.chain.find(&self.board, stone, MAX_LIBERTIES);
        moves.extend_from_slice(&self.chain.liberties);
        for &stone in &self.chain.stones {
            for cell in self.board.neighbours(stone) {
                if self.board.spot(cell).color() == Some(owner.opponent()) {
                    self.attacker.find(&self.board, cell, MAX_LIBERTIES);
                    if self.attacker.liberties.len() <= MAX_LIBERTIES {
                        moves.extend_from_slice(&self.attacker.liberties);
                    }
                }
            }
        }
        self.ranks.sort(self.board.grid(), owner, &mut moves[first..]);
        let mut kept = first;
        for at in first..moves.len() {
            if kept == first || moves[kept - 1] != moves[at] {
                moves[kept] = moves[at];
                kept += 1;
            }
        }
        moves.truncate(kept);
    }

    /// Returns the move by which the opponent of `owner` captures the chain of `stone`, moving first, if he does.
    pub(super) fn capturing_move(&mut self, stone: u16, owner: Color) -> Option<u16> {
        self.nodes = MAX_NODES;
        self.winning_attack(stone, owner)
    }

    /// Lets the attacker move, and returns whether he captures the chain of `stone`.
    fn attack(&mut self, stone: u16, owner: Color) -> bool {
        self.winning_attack(stone, owner).is_some()
    }

    /// Returns the attacker's move that captures the chain of `stone`, if there is one.
    fn winning_attack(&mut self, stone: u16, owner: Color) -> Option<u16> {
        self.nodes = self.nodes.saturating_sub(1);
        self.chain.find(&self.board, stone, MAX_LIBERTIES);
        if self.nodes == 0 || self.chain.liberties.len() > MAX_LIBERTIES {
            return None;
        }
        let first = self.moves.len();
        self.moves.extend_from_slice(&self.chain.liberties);
        self.ranks.sort(self.board.grid(), owner, &mut self.moves[first..]);
        let found = (first..self.moves.len()).find(|&at| {
            let (mark, point) = (self.board.mark(), self.moves[at]);
            if !self.board.play(owner.opponent(), point) {
                return false;
            }
            let is_captured = if self.board.spot(stone).color() == Some(owner) {
                !self.defend(stone, owner)
            } else {
                !self.can_retake(point, owner, self.board.changes_since(mark) - 1)
            };
            self.board.take_back(mark);
            is_captured
        });
        let point = found.map(|at| self.moves[at]);
        self.moves.truncate(first);
        point
    }

    /// Lets the owner of the chain of `stone` move or pass, and returns whether the chain escapes.
    fn defend(&mut self, stone: u16, owner: Color) -> bool {
        self.chain.find(&self.board, stone, MAX_LIBERTIES);
        if self.nodes == 0 || self.chain.liberties.len() > MAX_LIBERTIES {
            return true;
        }
        let mark = self.board.mark();
        if self.chain.liberties.len() > 1 {
            self.board.pass();
            let escapes = !self.attack(stone, owner);
            self.board.take_back(mark);
            if escapes {
                return true;
            }
        }
        let first = self.moves.len();
        let mut moves = std::mem::take(&mut self.moves);
        self.add_defences(stone, owner, &mut moves);
        self.moves = moves;
        let escapes = (first..self.moves.len()).any(|at| {
            if !self.board.play(owner, self.moves[at]) {
                return false;
            }
            let escapes = !self.attack(stone, owner);
            self.board.take_back(mark);
            escapes
        });
        self.moves.truncate(first);
        escapes
    }

    /// Returns whether `owner` captures in turn the stones that have just captured `captured` stones by a move at
    /// `point`, and no fewer. The capture has then gained nothing.
    fn can_retake(&mut self, point: u16, owner: Color, captured: usize) -> bool {
        self.chain.find(&self.board, point, 1);
        let &[liberty] = &self.chain.liberties[..] else { return false };
        if self.chain.stones.len() < captured {
            return false;
        }
        let mark = self.board.mark();
        let is_legal = self.board.play(owner, liberty);
        self.board.take_back(mark);
        is_legal
    }
}
