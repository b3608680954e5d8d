//! `teire`: decides as `independent` does, then counts the protective moves that each player owes inside the own
//! territory once the dame are filled.
//!
//! A protective move (*teire*) is a move that its owner has to make sooner or later. Games end before the last dame are
//! filled, and players agree on the moves that filling them will force without making them; each costs a point of
//! territory. The rule finds these moves on a board on which dead stones stand and every dame is taken: a dame is no
//! liberty, and blocks of one colour that touch the same dame are one chain. The opponent moves first.
//!
//! - A living chain that touches a living stone of the opponent and has at most two liberties is read out. If the
//!   opponent captures it however its owner answers, and cannot lose at once as many stones as he has captured, the
//!   owner owes the move in his territory that saves it, a capture before any other, or two moves if no single one
//!   does. Stones that touch dead stones only are no target: what dead stones capture stays inside the territory, and
//!   they stay dead.
//! - If a move of the opponent takes a liberty of two such chains, of at most three liberties, and no answer saves all
//!   that he can then capture, the owner owes that point.
//! - A filled point is no territory. Dead stones that were captured leave their points as territory, and are prisoners
//!   either way.
//! - A point under a dead stone in a neutral region is territory of the player who captures it. It is captured by a move
//!   on a dame, so nobody owes a move there.
//!
//! A search that reaches its limit finds that nothing is owed.
//!
//! Article 8 of the Japanese rules of 1989 counts territory after the end of the game, and its commentary has the
//! players fill dame and make the necessary protective moves before.

use crate::territory::{Decide, Rule, Strategy, Tools, Verdict};

/// Takes the points that their owners have to fill from the territory of `independent`.
pub(super) struct Teire;

impl Strategy for Teire {
    fn name(&self) -> &'static str {
        "teire"
    }

    fn summary(&self) -> &'static str {
        "decides as independent does, then counts the protective moves that are owed once the dame are filled"
    }

    fn rule(&self) -> Rule<'_> {
        Rule::Own(self)
    }
}

impl Decide for Teire {
    fn decide(&self, tools: &mut Tools<'_>, verdict: &mut Verdict) {
        tools.decide_by_life(verdict);
        tools.count_protective_moves(verdict);
    }
}

#[cfg(test)]
mod tests {
    use crate::territory::life::test_boards::territory;

    fn map(diagram: &str) -> String {
        territory("teire", diagram)
    }

    /// The rest of a board: two eyes for White above, two for Black on the right.
    const ABOVE: &str = "........ox.x. oooooooooxxxx";

    #[test]
    fn a_connection_is_owed() {
        // once L4 is taken, White at L2 cuts four stones off, and they have no answer
        let board = format!("{ABOVE} oooo.oooox.x. oxxxxooxoxxxx oox..xxxox.x. .oox..x.xxxxx");
        assert!(map(&board).ends_with("xxxbfxxxxxbxb wxxxbbxbxxxxx"), "{}", map(&board));
    }

    #[test]
    fn a_group_that_connects_over_a_wider_dame_owes_nothing() {
        // the dame beside it touches living stones on both sides
        let board = format!("{ABOVE} oooo..ooox.x. oxxxx.oxoxxxx oox..xxxox.x. .oox..x.xxxxx");
        assert!(map(&board).ends_with("xxxbbxxxxxbxb wxxxbbxbxxxxx"), "{}", map(&board));
    }

    #[test]
    fn a_capture_is_owed() {
        let board = format!("{ABOVE} oooo.oooox.x. oxxxxooxoxxxx oox@.xxxox.x. .oox..x.xxxxx");
        assert!(map(&board).ends_with("xxxbfxxxxxbxb wxxxbbxbxxxxx"), "{}", map(&board));
    }

    #[test]
    fn a_move_against_a_double_threat_is_owed() {
        // White at B6 threatens to capture the stones above and those below
        let board = "o.o.oooo oooooooo xoxxxxxx xx.....x ..@x...x xxx@@x.x xooxx..x .oooxxxx o.ooxxxx .o.oxxxx";
        assert_eq!(
            map(board),
            "xwxwxxxx xxxxxxxx xxxxxxxx xxbbbbbx bfbxbbbx xxxbbxbx xxxxxbbx .xxxxxxx xwxxxxxx wxwxxxxx"
        );
    }

    #[test]
    fn a_point_under_a_dead_stone_on_a_dame_is_territory() {
        assert_eq!(map(".oo@.xx. .ooooxx. oo.oox.x ..o.oxx. oooooxxx"), "wxxw.xxb wxxxxxxb xxwxxxbx wwxwxxxb xxxxxxxx");
    }

    #[test]
    fn no_move_is_owed_at_a_point_under_a_dead_stone_on_a_dame() {
        // Black captures C6 by a move on a dame, and need not fill the point
        assert!(map(".x@x. .o.xx ...xx xx.x. xxxxx .xx.x").starts_with(".xbxb "));
    }

    #[test]
    fn a_capture_of_more_stones_than_are_retaken_is_a_gain() {
        // Black at D6 captures two stones, and White takes one back
        let board = ".oo.oo ..xoo. ....o. ...oo. .ooo.. ..oo..";
        assert!(map(board).starts_with(".xxfxx "), "{}", map(board));
    }

    #[test]
    fn two_moves_are_owed_where_no_single_one_saves() {
        // White at A5 captures the stones above, and after Black there, at A3 the stones that A5 joins with A4
        let board = "xxxxxx .xx... xo.... .x.... xx.x.x .xxxx.";
        let rows: Vec<String> = map(board).split(' ').map(str::to_owned).collect();
        assert!(rows[1].starts_with('f') && rows[3].starts_with('f'), "{rows:?}");
    }

    #[test]
    fn a_stone_that_is_captured_in_turn_is_no_gain() {
        // Black at D4 captures E4, and White at E4 then captures four stones
        assert_eq!(
            map(".ooooooo.o oo@@@oooo. ooo.oxxooo ooooxx.xxx xxxxxxx.x. x.x.xxxxxx"),
            "wxxxxxxxwx xxwwwxxxxw xxxwxxxxxx xxxxxxbxxx xxxxxxxbxb xbxbxxxxxx"
        );
    }
}
