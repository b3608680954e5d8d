//! Orders points independently of the orientation of the board and of the colours.
//!
//! Where several moves protect as well, one has to be chosen, and the choice may not depend on the orientation. So each
//! point gets a hash of its surroundings, by the colour refinement of Weisfeiler and Leman ("A reduction of a graph to
//! a canonical form", 1968): a point's hash is renewed from its own and the sum of its neighbours', again and again.

use super::board::{Board, Spot};
use crate::board::Color;

/// The number of times that hashes are renewed, and so the distance up to which surroundings count.
const ROUNDS: usize = 8;

/// The hash of every cell, as each colour sees it.
#[derive(Debug, Default)]
pub(super) struct Ranks {
    ranks: [Vec<u64>; 2],
    next: Vec<u64>,
}

impl Ranks {
    /// Ranks the cells of a board.
    pub(super) fn set(&mut self, board: &Board) {
        for (color, ranks) in Color::BOTH.into_iter().zip(&mut self.ranks) {
            ranks.clear();
            ranks.extend(board.spots().iter().map(|&spot| first_hash(spot, color)));
            for _ in 0..ROUNDS {
                self.next.clone_from(ranks);
                for row in board.grid().rows() {
                    for cell in row {
                        let around = board.grid().neighbours(cell).map(|cell| ranks[cell]);
                        let sum = around.iter().fold(0_u64, |sum, &hash| sum.wrapping_add(hash));
                        self.next[cell] = mix(ranks[cell].rotate_left(32) ^ sum);
                    }
                }
                std::mem::swap(ranks, &mut self.next);
            }
        }
    }

    /// Returns the rank of a cell for `color`.
    pub(super) fn rank(&self, color: Color, cell: u16) -> u64 {
        self.ranks[color.index()][usize::from(cell)]
    }
}

/// Returns the hash of a cell without its surroundings.
fn first_hash(spot: Spot, color: Color) -> u64 {
    let number = |other: Color| u64::from(other != color);
    mix(match spot {
        Spot::Border => 1,
        Spot::Dame => 2,
        Spot::Empty => 3,
        Spot::Living(other) => 4 + number(other),
        Spot::Other(other) => 6 + number(other),
    })
}

/// Mixes the bits of a number: the finalizer of `SplitMix64` (Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", 2014).
const fn mix(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ (number >> 31)
}
