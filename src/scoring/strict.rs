//! `strict`: the 1989 Japanese rules, article 8, read to the letter.
//!
//! "Empty points surrounded by the live stones of just one player are called 'eye points.' Other empty points are
//! called 'dame.' Stones which are alive but possess dame are said to be in 'seki.' Eye points surrounded by stones
//! that are alive but not in seki are called 'territory'." The rules mean it for a board on which all dame are
//! played; most games end before that.

use super::{Analysis, Fill, Status, Strategy, Verdict};

/// A block that borders a dame is in seki, and what it borders is no territory.
pub(super) struct Strict;

impl Strategy for Strict {
    fn name(&self) -> &'static str {
        "strict"
    }

    fn summary(&self) -> &'static str {
        "the 1989 Japanese rule: a block with a dame is in seki, and its eyes are no territory"
    }

    fn is_control(&self) -> bool {
        true
    }

    fn score(&self, analysis: &Analysis, fill: &mut Fill, verdict: &mut Verdict) {
        for region in analysis.neutral() {
            fill.mark_around(analysis, region);
        }
        for (number, region, owner) in analysis.controlled() {
            let seki = fill.touches_marked(analysis, region);
            verdict.set(number, if seki { Status::Seki } else { Status::territory(owner) });
        }
    }
}
