//! `majority`: gives each dame the colour of the majority of the stones that touch it.
//!
//! If as many black as white stones touch it, it gets the colour of the largest block that touches
//! it. If the largest blocks are equal, it stays empty and joins nothing. The stones join the
//! stones of their colour that they touch, and oppose the other colour's eyes on diagonals. So the
//! rule treats both colours and all directions alike. Then come the steps shared by all fills. A
//! surrounded point with two occupied neighbours and two diagonals held by the opponent (on the
//! first line: one neighbour and one diagonal) is filled if it is the last liberty of an adjacent
//! block. The eyes of every surrounded region are counted from its boundary length and shape.
//! Regions that share a block (joined blocks count as one) are territory if they have two eyes in
//! all, and in seki otherwise.

use std::cmp::Ordering;

use crate::board::Color;
use crate::territory::{Approach, Dame, FillDame, Strategy};

/// Fills each dame with the colour of the majority of the adjacent stones.
pub(super) struct Majority;

impl Strategy for Majority {
    fn name(&self) -> &'static str {
        "majority"
    }

    fn summary(&self) -> &'static str {
        "fills each dame with the colour of the majority of adjacent stones \
         or, on a tie, of the largest adjacent block"
    }

    fn approach(&self) -> Approach<'_> {
        Approach::Fill(self)
    }
}

impl FillDame for Majority {
    fn fill_dame(&self, dame: &mut Dame<'_>) {
        let analysis = dame.analysis();
        let (grid, cells) = (analysis.grid(), analysis.cells());
        dame.fill_some(|index, _| {
            // for each colour, the number of adjacent stones, and the stones of the largest
            // adjacent block
            let mut sides = [(0, 0); 2];
            for neighbour in grid.neighbours(index) {
                if let Some(color) = cells[neighbour].color() {
                    let (stones, largest) = &mut sides[color.index()];
                    *stones += 1;
                    *largest = analysis.blocks()[analysis.block(neighbour)]
                        .stones
                        .max(*largest);
                }
            }
            match sides[0].cmp(&sides[1]) {
                Ordering::Greater => Some(Color::Black),
                Ordering::Less => Some(Color::White),
                Ordering::Equal => None,
            }
        });
    }
}
