//! `reading`: decides the dame by local search, and applies the 1989 rule to the final position.
//!
//! The board splits into local games: parts whose stones depend on each other through shared dame
//! or regions. Each is searched to its end, once with Black to move first and once with White. If
//! both searches give a point the same owner, the point is settled. Otherwise it is unsettled: the
//! player who moves first gets it, and the margin is an interval. The answer of `independent`
//! stands wherever there is no local game. It also stands where a local game has no proved value:
//! the game is too large, the search has used up the budget of the game or of the board, or no
//! proof is found. The module `search` contains the search and its limits: `BUDGET`,
//! `BOARD_BUDGET`, `MAX_POINTS`, `MAX_VERTICES` and `MOST_REFUTER_CAPTURES`. A game is unread if
//! its value may depend on the limit of captures. A local game is searched at increasing distances.
//! If the budget runs out at one distance, the value at the previous distance stands.
//!
//! # The rules of a local game
//! The source is the Nihon Kiin's rules of 1989. Article 8: "Empty points surrounded by the live
//! stones of just one player are called eye points. Other empty points are called dame. Stones
//! which are alive but possess dame are said to be in seki. Eye points surrounded by stones that
//! are alive but not in seki are called territory." Under article 9 the players make all necessary
//! moves, including dame and protective moves, before they count. So good play of the dame decides
//! everything that a static rule guesses:
//!
//! 1. The game starts from the final position. Stones that are dead by agreement are on the board
//!    if they stand on points that can be played, and have to be captured like any other stones.
//!    All other stones are alive by agreement. Stones that are captured no matter who moves first
//!    are *agreed*: the players consider them alive. So points that the opponent wins by capturing
//!    them are not eyes and join nothing on the map, and the eyes that they surround keep the
//!    static answer. During play, agreement does not protect a stone from capture.
//! 2. The players move in turn, and a player may pass. Two passes in succession end the game.
//!    Suicide is illegal. A player does not fill his own eye, which is a point adjacent to one of
//!    his blocks and nothing else. Captures are not limited, and there are no ko threats elsewhere.
//!    A ban follows if a lone stone captures exactly one stone, whose point becomes the only
//!    liberty of the lone stone: the colour that lost the stone may not capture exactly one stone
//!    by a move on that point until it passes (article 7-2). Its pass lifts all its bans, and a
//!    pass that lifts a ban does not count towards the two that end the game. Filling the point
//!    ends the ban, too; moves elsewhere do not. The points of a captured block of more than
//!    `MAX_STONES_APART` stones cannot be played: they count as uncapturable stones of the
//!    capturer. A game may repeat for ever. It has a value only if Black can force this value and
//!    White can limit him to it, each in finitely many moves. Otherwise it is unread.
//! 3. At the end, the remaining dame are filled as long as one of the players can do so without
//!    being in atari afterwards. These stones join nothing. So leaving a dame empty gains nothing,
//!    and the number of dame elsewhere makes no difference.
//! 4. Stones that were played where the opponent's stones surround them are dead, unless another
//!    stone of their colour reaches them: they are prisoners. So are surrounded stones that are
//!    dead by agreement and were left on the board. A stone on a point where its colour had a
//!    living stone at the start is never dead in this way. So a stone thrown into a sound territory
//!    costs the owner of the territory nothing.
//! 5. Then the rule applies. Stones that border a remaining dame are in seki. Their eyes are not
//!    territory, and neither is the eye of a group that has only one eye. Stones that share eyes
//!    with stones in seki are in seki, too, unless their group lives without these eyes: it
//!    contains chains with at least two eyes each that border no other chain. A region that neither
//!    player enters has at most the eyes that the static answer gives it.
//! 6. A player who still owes protective moves elsewhere, inside larger territories, does not pay
//!    for them, because the board is counted as it stands there. The trace names these moves.
//! 7. Each player plays for points: territory and prisoners. A stone that was alive by agreement is
//!    worth a point, and one more if its point becomes territory. A stone of a block of more than
//!    `MAX_STONES_APART` stones is worth two points. Among variations of equal value, the one with
//!    fewer prisoners is chosen, then the one with more passes. Points that were dame at the start
//!    are worth nothing, no matter who surrounds them in the end, because the players have agreed
//!    that they belong to neither side.

use crate::territory::{Decide, Rule, Strategy, Tools, Verdict};

/// Decides the dame by local search.
pub(super) struct LocalReading;

impl Strategy for LocalReading {
    fn name(&self) -> &'static str {
        "reading"
    }

    fn summary(&self) -> &'static str {
        "searches disputed dame, with Black first and with White first; \
         elsewhere, gives the answer of `independent`"
    }

    fn rule(&self) -> Rule<'_> {
        Rule::Own(self)
    }

    fn reads(&self) -> bool {
        true
    }
}

impl Decide for LocalReading {
    fn decide(&self, tools: &mut Tools<'_>, verdict: &mut Verdict) {
        tools.decide_by_search(verdict);
        tools.remark_protective_moves(verdict);
    }
}
