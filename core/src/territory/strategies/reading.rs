//! `reading`: plays out disputed dame by local search; elsewhere the answer of `independent` stands.
//!
//! The board falls into local games: parts whose stones depend on each other through shared dame or regions. Each is
//! searched to its end, once with Black to move first and once with White. If both give a point the same owner, the
//! point is settled. If not, it is unsettled: whoever plays first gets the point, and the margin is an interval. The
//! rules of a local game stand in [`search`](crate::territory::search).

use crate::territory::{Decide, Rule, Strategy, Tools, Verdict};

/// Decides the dame by local search.
pub(super) struct Reading;

impl Strategy for Reading {
    fn name(&self) -> &'static str {
        "reading"
    }

    fn summary(&self) -> &'static str {
        "plays disputed dame out by search, for Black first and for White first; elsewhere the static answer"
    }

    fn rule(&self) -> Rule<'_> {
        Rule::Own(self)
    }

    fn reads(&self) -> bool {
        true
    }
}

impl Decide for Reading {
    fn decide(&self, tools: &mut Tools<'_>, verdict: &mut Verdict) {
        let region_eyes = tools.decide_by_life(verdict).to_vec();
        tools.search_uncertain_games(&region_eyes, verdict);
    }
}
