//! `strict`: the definition of seki in Article 8 of the Japanese rules of 1989, applied to the
//! final position as it is.
//!
//! A region is a maximal set of connected empty points. A region that borders stones of both
//! colours, or no stones, is dame, and every block of stones that borders a dame is in seki. A
//! region surrounded by one colour is territory of that colour, unless a block in seki borders it.
//! Nothing is filled, so any unfilled dame costs territory.
//!
//! "Empty points surrounded by the live stones of just one player are called 'eye points.' Other
//! empty points are called 'dame.' Stones which are alive but possess dame are said to be in
//! 'seki.' Eye points surrounded by stones that are alive but not in seki are called 'territory'."
//! The rules assume that all dame are filled, but most games end before that.

use crate::territory::{Region, Scoring, Strategy, TerritoryMap};

/// Treats every block that borders a dame as being in seki, so that the regions next to such a
/// block are not territory.
pub(super) const STRICT: Strategy = Strategy {
    is_control: true,
    ..Strategy::own(
        "strict",
        "the 1989 Japanese rule: a block that touches dame is in seki, and its eyes are not \
         territory (control)",
        &decide,
    )
};

fn decide(scoring: &mut Scoring<'_>, map: &mut TerritoryMap) {
    let analysis = scoring.analysis();
    let mut in_seki = vec![false; analysis.blocks().len()];
    for region in analysis.neutral() {
        for &block in analysis.blocks_around(region) {
            in_seki[usize::from(block)] = true;
        }
    }
    let is_alive = |region: &Region| {
        let mut blocks = analysis.blocks_around(region).iter();
        blocks.all(|&block| !in_seki[usize::from(block)])
    };
    map.set_controlled(analysis, is_alive, |_| false);
}
