//! `outnumbered`: fills each neutral region with the colour of most blocks around it.

use seichi::board::Color;
use seichi::territory::{Approach, Dame, FillDame, Strategy};

/// Fills each neutral region with the colour of most blocks around it, or with Black on a tie.
pub(super) struct Outnumbered;

impl Strategy for Outnumbered {
    fn name(&self) -> &'static str {
        "outnumbered"
    }

    fn summary(&self) -> &'static str {
        "fills each region of dame with the colour of most blocks around it"
    }

    fn approach(&self) -> Approach<'_> {
        Approach::Fill(self)
    }
}

impl FillDame for Outnumbered {
    fn fill_dame(&self, dame: &mut Dame<'_>) {
        let analysis = dame.analysis();
        dame.fill(|_, region| {
            let blocks = analysis.blocks_around(&analysis.regions()[region]);
            let is_black =
                |&&block: &&u16| analysis.blocks()[usize::from(block)].color == Color::Black;
            let black = blocks.iter().filter(is_black).count();
            if 2 * black >= blocks.len() {
                Color::Black
            } else {
                Color::White
            }
        });
    }
}
