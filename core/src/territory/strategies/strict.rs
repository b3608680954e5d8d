//! `strict`: the definition of seki in article 8 of the Japanese rules of 1989, applied to the
//! final position as it is.
//!
//! A region is a maximal set of connected empty points. A region that borders both colours, or
//! none, is dame, and every block of stones that borders a dame is in seki. A region surrounded by
//! one colour is territory of that colour, unless a block in seki borders it. Nothing is filled, so
//! any unfilled dame costs territory.
//!
//! "Empty points surrounded by the live stones of just one player are called 'eye points.' Other
//! empty points are called 'dame.' Stones which are alive but possess dame are said to be in
//! 'seki.' Eye points surrounded by stones that are alive but not in seki are called 'territory'."
//! The rules assume that all dame are filled; most games end before that.

use crate::territory::{Approach, Decide, Status, Strategy, Tools, Verdict};

/// Puts every block that borders a dame in seki, and denies territory to the regions that such a
/// block borders.
pub(super) struct Strict;

impl Strategy for Strict {
    fn name(&self) -> &'static str {
        "strict"
    }

    fn summary(&self) -> &'static str {
        "the 1989 Japanese rule: a block that touches dame is in seki, \
         and its eyes are not territory (control)"
    }

    fn approach(&self) -> Approach<'_> {
        Approach::Own(self)
    }

    fn is_control(&self) -> bool {
        true
    }
}

impl Decide for Strict {
    fn decide(&self, tools: &mut Tools<'_>, verdict: &mut Verdict) {
        let analysis = tools.analysis();
        let in_seki = tools.blocks_with_dame();
        for (number, region, owner) in analysis.controlled() {
            // test all blocks: leaving the loop early would cost a mispredicted branch
            let blocks = analysis.blocks_around(region).iter();
            let seki = blocks.fold(false, |any, &block| any | in_seki[usize::from(block)]);
            verdict.set(
                number,
                if seki {
                    Status::Seki
                } else {
                    Status::territory(owner)
                },
            );
        }
    }
}
