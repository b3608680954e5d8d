//! `outnumbered`: fills each neutral region with the colour that has the most blocks around it.

use seichi::board::Color;
use seichi::territory::{Dame, Strategy};

/// Fills each neutral region with the colour that has the most blocks around it, or with Black on a
/// tie.
pub(super) const OUTNUMBERED: Strategy = Strategy::fill(
    "outnumbered",
    "fills each region of dame with the colour of most blocks around it",
    &fill,
);

fn fill(dame: &mut Dame<'_>) {
    let analysis = dame.analysis();
    dame.fill(|_, region| {
        let blocks = analysis.blocks_around(&analysis.regions()[region]);
        let is_black = |&&block: &&u16| analysis.blocks()[usize::from(block)].color == Color::Black;
        let black = blocks.iter().filter(is_black).count();
        if 2 * black >= blocks.len() {
            Color::Black
        } else {
            Color::White
        }
    });
}
