//! `majority`: gives each dame the colour of the majority of the stones that touch it.
//!
//! If equal numbers of black and white stones touch the dame, it gets the colour of the largest
//! block that touches it. If the largest blocks have the same size, the dame stays empty and joins
//! nothing. Each stone on a dame joins the stones of its colour that it touches, and counts against
//! an eye of the other colour if it stands on a diagonal of that eye. The rule treats both colours
//! and all directions alike. After that come the steps that all fills share: see
//! [`Approach::Fill`](crate::territory::Approach::Fill).

use std::cmp::Ordering;

use crate::board::Color;
use crate::territory::{Dame, Strategy};

/// Fills each dame with the colour of the majority around it.
pub(super) const MAJORITY: Strategy = Strategy::fill(
    "majority",
    "fills each dame with the colour of the majority of adjacent stones or, on a tie, of the \
     largest adjacent block",
    &fill,
);

fn fill(dame: &mut Dame<'_>) {
    let analysis = dame.analysis();
    let (grid, cells) = (analysis.grid(), analysis.cells());
    dame.fill_some(|index, _| {
        // for each colour, the number of adjacent stones, and the stones of the largest adjacent
        // block
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
