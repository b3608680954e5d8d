//! `reading`: decides the dame by local search, and applies the 1989 rule to the final position.
//!
//! The board falls into local games: parts whose stones depend on each other through shared dame or regions. Each is
//! searched to its end, once with Black to move first and once with White. If both give a point the same owner, the
//! point is settled. If not, it is unsettled: whoever plays first gets the point, and the margin is an interval. Where
//! there is no local game, and where one is too large or its search uses up its budget, the answer of `independent`
//! stands. The module `search` has the search and its limits: `BUDGET`, `MAX_POINTS`, `MAX_VERTICES` and
//! `MAX_CAPTURES`.
//!
//! # The rules of a local game
//! The source is the Nihon Kiin's rules of 1989. Article 8: "Empty points surrounded by the live stones of just one
//! player are called eye points. Other empty points are called dame. Stones which are alive but possess dame are said
//! to be in seki. Eye points surrounded by stones that are alive but not in seki are called territory." Under article 9
//! the players play what has to be played, the dame and protective moves among it, before they count. So play decides
//! all that a static rule guesses, once the dame are played well:
//!
//! 1. The game starts from the final position without the stones that are dead by agreement. All other stones are alive
//!    by agreement. Stones that are captured whoever moves first still count as alive, in seki: the game is searched
//!    again, and they cannot be captured then. Stones whose capture depends on who moves first stay on the board; if
//!    they are captured, the points that they surround are nobody's.
//! 2. The players move in turn, and a player may pass. Two passes in succession end the game. Suicide is illegal, and
//!    so is retaking a ko at once; there are no ko threats elsewhere. A player does not fill an own eye, that is, a
//!    point that is adjacent to one block only. The game also ends after `MAX_CAPTURES` capturing moves.
//! 3. Dame that are left are filled while either player can do so without being in atari afterwards; these stones join
//!    nothing. So nobody gains by leaving a dame empty, and the number of dame elsewhere makes no difference.
//! 4. Stones that were played where the opponent's stones surround them, and that no other stone of their colour
//!    reaches, are dead: they are prisoners. A stone on a point where its colour had a stone at the start is not among
//!    them. So a stone thrown into a sound territory costs its owner nothing.
//! 5. Then the rule applies. Stones that border a remaining dame are in seki. Their eyes are no territory, and neither
//!    are the eyes of other stones that are connected through them and have no two eyes of their own. Nor are the eyes
//!    of a group that has only one.
//! 6. Each player plays for points: territory and prisoners. A stone that was alive by agreement is worth a point, and
//!    one more if its point becomes territory. Of variations with equal value, the one with fewer prisoners counts,
//!    then the one with more passes. Points that were dame at the start are worth nothing, whoever surrounds them in
//!    the end, because the players have agreed that nobody does.

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
        let region_eyes = tools.decide_by_life(verdict).clone();
        tools.search_uncertain_games(&region_eyes, verdict);
    }
}
