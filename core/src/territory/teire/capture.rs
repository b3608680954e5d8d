//! Searches whether a chain can be captured.
//!
//! If several moves are equally good, the choice must not depend on the orientation of the board or on a swap of the
//! colours. So points are ordered by a rank: a hash of the distances to all stones and empty points, which is the same
//! for every orientation and after a swap of the colours.

use super::board::{Board, ChainFinder, Spot};
use crate::board::{Color, Grid, sort_short_by_key};

/// The most liberties of a chain that is searched. A chain that gets more has escaped.
const MAX_LIBERTIES: usize = 2;

/// The most states of one search. A search that needs more finds no capture.
const MAX_NODES: u32 = 300;

/// Searches for captures on a board. All dame are filled, so lines are short: the owner of a chain connects, makes a
/// third liberty or captures the attacking stones, or the chain is lost.
#[derive(Debug, Default)]
pub(super) struct CaptureSearch {
    pub(super) board: Board,
    /// The order of moves in the search.
    pub(super) ranks: Ranks,
    chain: ChainFinder,
    attacker: ChainFinder,
    /// A stack with the moves of each state on the way to the current one.
    moves: Vec<u16>,
    /// The number of states left to search.
    nodes: u32,
}

impl CaptureSearch {
    /// Returns whether the opponent of `owner`, moving first, captures the chain of `stone`.
    pub(super) fn can_capture(&mut self, stone: u16, owner: Color) -> bool {
        self.is_left_to_dame(stone, owner) || self.capturing_move(stone, owner).is_some()
    }

    /// Returns whether the chain of `stone` has no liberties except dame, so that the opponent of `owner` captures it
    /// with the last one.
    pub(super) fn is_left_to_dame(&mut self, stone: u16, owner: Color) -> bool {
        self.chain.find(&self.board, stone, 0);
        self.board.spot(stone).color() == Some(owner) && self.chain.liberties.is_empty()
    }

    /// Returns a dame next to the chain of `stone`, if any.
    pub(super) fn dame_next_to(&mut self, stone: u16) -> Option<u16> {
        self.chain.find(&self.board, stone, usize::MAX);
        let mut around = self.chain.stones.iter().flat_map(|&stone| self.board.neighbours(stone));
        around.find(|&cell| self.board.spot(cell) == Spot::Dame)
    }

    /// Returns the move that captures the chain of `stone` if the opponent of `owner` moves first, if any.
    pub(super) fn capturing_move(&mut self, stone: u16, owner: Color) -> Option<u16> {
        self.nodes = MAX_NODES;
        self.attack(stone, owner)
    }

    /// Appends the moves of `owner` that may save the chain of `stone` to `moves`: its liberties, and the liberties of
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

    /// Returns the attacker's move that captures the chain of `stone`, if any.
    fn attack(&mut self, stone: u16, owner: Color) -> Option<u16> {
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

    /// Lets the owner of the chain of `stone` move or pass. Returns whether the chain escapes.
    fn defend(&mut self, stone: u16, owner: Color) -> bool {
        self.chain.find(&self.board, stone, MAX_LIBERTIES);
        if self.nodes == 0 || self.chain.liberties.len() > MAX_LIBERTIES {
            return true;
        }
        let mark = self.board.mark();
        if self.chain.liberties.len() > 1 {
            self.board.pass();
            let escapes = self.attack(stone, owner).is_none();
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
            let escapes = self.attack(stone, owner).is_none();
            self.board.take_back(mark);
            escapes
        });
        self.moves.truncate(first);
        escapes
    }

    /// Returns whether `owner` can recapture, in one move, at least `captured` stones, including the stone at `point`
    /// that has just captured that many, and keep the stone that he plays. Then the capture has gained nothing.
    fn can_retake(&mut self, point: u16, owner: Color, captured: usize) -> bool {
        self.chain.find(&self.board, point, 1);
        let &[liberty] = &self.chain.liberties[..] else { return false };
        if self.chain.stones.len() < captured {
            return false;
        }
        let mark = self.board.mark();
        let is_kept = self.board.play(owner, liberty) && self.attack(liberty, owner).is_none();
        self.board.take_back(mark);
        is_kept
    }
}

/// The ranks of the points of one position, each computed on first use.
#[derive(Debug, Default)]
pub(super) struct Ranks {
    /// The points of the position and their content.
    spots: Vec<(u16, Spot)>,
    /// For each cell, its rank for Black and for White.
    known: Vec<[Option<u64>; 2]>,
}

impl Ranks {
    /// Resets the ranks for a new position.
    pub(super) fn set(&mut self, board: &Board) {
        self.spots.clear();
        self.spots.extend(board.points());
        self.known.clear();
        self.known.resize(board.grid().cells(), [None; 2]);
    }

    /// Sorts points by their rank for `color`.
    pub(super) fn sort(&mut self, grid: Grid, color: Color, points: &mut [u16]) {
        sort_short_by_key(points, |&point| (self.rank(grid, color, point), point));
    }

    /// Sorts points, each with a player, by their rank for him.
    pub(super) fn sort_pairs(&mut self, grid: Grid, points: &mut [(u16, Color)]) {
        sort_short_by_key(points, |&(point, color)| (self.rank(grid, color, point), point));
    }

    /// Returns the rank of a point for `color`.
    pub(super) fn rank(&mut self, grid: Grid, color: Color, point: u16) -> u64 {
        let known = &mut self.known[usize::from(point)][color.index()];
        *known.get_or_insert_with(|| {
            let (column, row) = grid.column_and_row(point.into());
            let hashes = self.spots.iter().map(|&(other, spot)| {
                let (other_column, other_row) = grid.column_and_row(other.into());
                let (across, down) = (column.abs_diff(other_column), row.abs_diff(other_row));
                let [near, far] = [across.min(down), across.max(down)].map(|distance| distance as u64);
                mix(near << 16 | far << 8 | number(spot, color))
            });
            hashes.fold(0, u64::wrapping_add)
        })
    }
}

/// Returns a number for a point's content as `color` sees it.
fn number(spot: Spot, color: Color) -> u64 {
    let is_other = |other: Color| u64::from(other != color);
    match spot {
        Spot::Border | Spot::Dame => 0,
        Spot::Empty => 1,
        Spot::Living(other) => 2 + is_other(other),
        Spot::Other(other) => 4 + is_other(other),
    }
}

/// Mixes the bits of a number: the finalizer of `SplitMix64` (Steele, Lea and Flood, "Fast splittable pseudorandom
/// number generators", 2014).
const fn mix(number: u64) -> u64 {
    let number = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ (number >> 31)
}
