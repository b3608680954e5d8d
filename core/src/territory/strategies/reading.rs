//! `reading`: decides the dame by local search, and applies the 1989 rule to the final position.
//!
//! The board falls into local games: parts whose stones depend on each other through shared dame or regions. Each is
//! searched to its end, once with Black to move first and once with White. If both give a point the same owner, the
//! point is settled. If not, it is unsettled: whoever plays first gets the point, and the margin is an interval. Where
//! there is no local game, and where one is too large, its search uses up its budget or no value can be proved, the
//! answer of `independent` stands. The module `search` has the search and its limits: `BUDGET`, `MAX_POINTS`,
//! `MAX_VERTICES` and `MOST_REFUTER_CAPTURES`. A game whose value may depend on a limit
//! of moves or captures is unread. A local game is searched at several distances, each wider than the one before; if the
//! budget does not reach for a wider one, the value of the last one stands.
//!
//! # The rules of a local game
//! The source is the Nihon Kiin's rules of 1989. Article 8: "Empty points surrounded by the live stones of just one
//! player are called eye points. Other empty points are called dame. Stones which are alive but possess dame are said
//! to be in seki. Eye points surrounded by stones that are alive but not in seki are called territory." Under article 9
//! the players play what has to be played, the dame and protective moves among it, before they count. So play decides
//! all that a static rule guesses, once the dame are played well:
//!
//! 1. The game starts from the final position. Stones that are dead by agreement are on the board, where they stand on
//!    points that can be played, and have to be captured like any others. All other stones are alive by agreement. Stones
//!    that are captured whoever moves first are *agreed*: the players hold them for alive, so that what the opponent wins
//!    by capturing them makes no eye and joins nothing in the map, and the static answer stands for the eyes that they
//!    surround. In play no stone is immortal for being alive by agreement.
//! 2. The players move in turn, and a player may pass. Two passes in succession end the game. Suicide is illegal. A
//!    player does not fill an own eye, that is, a point that is adjacent to one block only. There is no limit of
//!    captures, and no ko threat elsewhere. Where a lone stone has captured exactly one stone, and has no liberty but the
//!    captured stone's point, the colour that lost the stone may not capture exactly one stone by a move on that point
//!    until it passes (article 7-2). Its pass lifts all its bans, and a pass that lifts a ban does not count toward the
//!    two that end the game. A ban also goes when the point is filled; moves elsewhere lift nothing. The points of a
//!    captured block of more than `MAX_STONES_APART` stones are not played on: they count as stones of its captor that
//!    are never captured. A game can go round in circles. It has a value only if Black can force it and White can hold
//!    him to it, each in finitely many moves; else it is unread.
//! 3. Dame that are left are filled while either player can do so without being in atari afterwards; these stones join
//!    nothing. So nobody gains by leaving a dame empty, and the number of dame elsewhere makes no difference.
//! 4. Stones that were played where the opponent's stones surround them, and that no other stone of their colour
//!    reaches, are dead: they are prisoners. So are stones that are dead by agreement and left on the board like that. A
//!    stone on a point where its colour had a stone at the start, and was not dead, is not among them. So a stone thrown
//!    into a sound territory costs its owner nothing.
//! 5. Then the rule applies. Stones that border a remaining dame are in seki. Their eyes are no territory, and neither
//!    are the eyes of other stones that are connected through them and have no two eyes of their own. Nor are the eyes
//!    of a group that has only one. A region that nobody enters has no more eyes than the static answer gives it.
//! 6. A player who still owes protective moves elsewhere, inside larger territories, is not charged for them, because the
//!    board is counted as it stands there. The trace names these moves.
//! 7. Each player plays for points: territory and prisoners. A stone that was alive by agreement is worth a point, and
//!    one more if its point becomes territory; those of a block of more than `MAX_STONES_APART` stones are worth two
//!    points each. Of variations with equal value, the one with fewer prisoners counts, then the one with more passes.
//!    Points that were dame at the start are worth nothing, whoever surrounds them in the end, because the players have
//!    agreed that nobody does.

use crate::territory::{Decide, Rule, Strategy, Tools, Verdict};

/// Decides the dame by local search.
pub(super) struct LocalReading;

impl Strategy for LocalReading {
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

impl Decide for LocalReading {
    fn decide(&self, tools: &mut Tools<'_>, verdict: &mut Verdict) {
        tools.decide_by_search(verdict);
        tools.remark_protective_moves(verdict);
    }
}
