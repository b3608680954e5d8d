//! `independent`: what is independently alive, by static rules that know dead stones, shapes and cuts.
//!
//! The 1989 Japanese rules, article 8, as the commentary reads it: territory is what stones surround that are alive
//! without being in seki, and those have two eyes of their own.

use super::{Analysis, Fill, Strategy, Verdict};

/// As [`super::linked`], but false eyes are points at which cut-off stones have to be connected, and dead stones count in
/// an eye.
pub(super) struct Independent;

impl Strategy for Independent {
    fn name(&self) -> &'static str {
        "independent"
    }

    fn summary(&self) -> &'static str {
        "joins as linked does, fills where stones are cut off, and counts eyes with the dead stones in them"
    }

    fn score(&self, analysis: &Analysis, fill: &mut Fill, verdict: &mut Verdict) {
        fill.life.judge(analysis, verdict);
    }
}
