//! `teire`: gives the answer of `independent`, then counts the protective moves that each player
//! owes inside his own territory once the dame are filled.
//!
//! A protective move (*teire*) is a move that a player has to make sooner or later inside his own
//! territory. Games end before the last dame are filled. Filling the last dame would force some
//! protective moves, and the players count as if they had been made. Each of them costs a point of
//! territory. The rule finds these moves on a board with the dead stones on it and every dame
//! filled. On this board, a dame is not a liberty, and blocks of one colour that touch the same
//! dame are one chain. The opponent moves first.
//!
//! - A search tries to capture each living chain that touches a living stone of the opponent and
//!   has at most two liberties. If the opponent captures it no matter how its owner answers, and
//!   does not immediately lose as many stones, the owner owes the move in his territory that saves
//!   the chain, or two moves if no single move saves it. A chain that touches only dead stones is
//!   not a target: anything that dead stones capture stays inside the territory, and the dead
//!   stones stay dead.
//! - A chain whose only liberties are dame is captured when the last of them is filled.
//! - If the opponent can take a dame that joins chains and then capture one of the chains, he takes
//!   this dame first, and the owner plays the move in his territory that saves the chains. The
//!   owner owes nothing if he can save the chains by taking another dame next to the first. If the
//!   owner can take the first dame and thereby leave an opponent's block with at most two
//!   liberties, he takes this dame himself, because the opponent has to answer.
//! - The opponent may have a move that threatens living chains with at most three liberties: a move
//!   on a liberty of such a chain, or of his own stones next to the chain. If no answer saves all
//!   threatened chains, the owner owes a move at that point. Here too, the chains must touch living
//!   stones of the opponent.
//! - The opponent may be able to capture a living chain after at most four ataris, if the owner can
//!   answer each of them only by playing the last liberty or by capturing stones next to the chain.
//!   The owner then owes a move that prevents this. The capture does not count if the opponent
//!   first loses as many stones.
//! - In a territory of at most twelve empty points, a proof search applies Article 7: if the
//!   opponent moves first, can he capture a living chain with at most four liberties, or make his
//!   dead stones live, for example in seki? If he can, but provably cannot once the owner has made
//!   a move in the territory, the owner owes that move.
//! - If no dame touches the stones that could be captured in one of the last three ways, nothing is
//!   owed. Such a threat already exists on the board as it stands, so the players have either
//!   answered it or agreed that it is not a threat.
//! - If fewer moves protect everything, only those are owed. To find out, the rule finally leaves
//!   out each move in turn and looks for the moves that are then owed.
//! - A filled point is not territory. The points of captured dead stones stay territory, and dead
//!   stones are prisoners whether or not they are captured.
//! - If only one player's stones surround a part of a neutral region, the opponent can enter this
//!   part only at a dame that touches stones of both players, and the player answers at the point
//!   behind that dame. The points further away are the player's territory if there are at least two
//!   of them, and if every point of the part touches his stones or is under a dead stone.
//! - A group with an eye in seki is alive under two conditions: it makes another eye by capturing
//!   dead stones in a neutral region, and every opposing chain at the dame around the group has
//!   territory. In a seki, such a chain would need these dame as liberties. The eye in seki is then
//!   territory.
//! - A point under a dead stone in a neutral region is the territory of the player who captures the
//!   stone. The capturing move is on a dame, so no move is owed there.
//!
//! A search that reaches its limit finds no capture.
//!
//! Under area rules, a protective move costs only a turn, and so does filling a false eye. The
//! players move in turn, taking dame and making these moves, until none are left. A player who
//! makes more such moves than his opponent takes that many fewer dame, and the player with the last
//! move takes one more dame. Points under dead stones in neutral regions also belong to their
//! captors under area rules. If the record ends with a pass, the board is counted as it stands.
//!
//! An open ko is also counted as if its owner had connected, no matter who is to move, because a
//! player who leaves his stone in atari to play elsewhere usually has the threats to win the ko.
//!
//! Article 8 of the Japanese rules of 1989 counts territory after the end of the game. According to
//! its commentary, the players fill dame and make the necessary protective moves before that.

use crate::territory::Strategy;

/// Removes from the territory of `independent` the points that their owners have to fill.
pub(super) const TEIRE: Strategy = Strategy {
    shares_dame: true,
    ..Strategy::own(
        "teire",
        "gives the answer of `independent`, then counts the protective moves owed once the dame \
         are filled",
        &|scoring, map| scoring.decide_with_protection(map),
    )
};

#[cfg(test)]
mod tests {
    use crate::territory::life::test_boards::territory;

    fn map(diagram: &str) -> String {
        territory("teire", diagram)
    }

    /// The top two rows of some boards. White has territory there, and Black has two eyes.
    const ABOVE: &str = "........ox.x. oooooooooxxxx";

    #[test]
    fn points_behind_dame_are_territory() {
        // White can enter at F3, and Black answers at E3
        let board = "xxxxxxoooo .x....o.o. xxxxxxoooo .x.xxxoooo";
        assert!(map(board).contains(" bxbb..xwxw "), "{}", map(board));
        // a dead stone at D3
        let board = "xxxxxxoooo .x.@..o.o. xxxxxxoooo .x.xxxoooo";
        assert!(map(board).contains(" bxbb..xwxw "), "{}", map(board));
        // no stone touches D4
        let board = "xxxxxxoooo .x....o.o. xx...xoooo xx...xoooo xxxxxxoooo .x.xxxoooo";
        assert!(map(board).contains(" bx....xwxw "), "{}", map(board));
    }

    #[test]
    fn eye_is_territory_if_stones_make_another_by_a_capture() {
        // Black captures A4 by a move at A5
        let board = "ooo... oxooo. .xo... @xxoo. xxxo.. ..xoo. xxoo.. ooo.oo .o.oo.";
        assert!(
            map(board).contains(" .xxwww bxxxxw xxxxww bbxxxw "),
            "{}",
            map(board)
        );
    }

    #[test]
    fn connection_is_owed_once_dame_are_filled() {
        // White at E2 cuts off seven stones, which then cannot be saved
        let board = format!("{ABOVE} oooo.oooox.x. oxxxxooxoxxxx oox..xxxox.x. .oox..x.xxxxx");
        assert!(
            map(&board).ends_with("xxxfbxxxxxbxb wxxxbbxbxxxxx"),
            "{}",
            map(&board)
        );
    }

    #[test]
    fn connection_is_owed_if_the_opponent_takes_a_dame() {
        // White at F3 cuts off seven stones, which need a move at D2 or E2
        let board = format!("{ABOVE} oooo..ooox.x. oxxxx.oxoxxxx oox..xxxox.x. .oox..x.xxxxx");
        assert!(
            map(&board).ends_with("xxxfbxxxxxbxb wxxxbbxbxxxxx"),
            "{}",
            map(&board)
        );
    }

    #[test]
    fn no_connection_is_owed_if_the_owner_takes_the_dame_with_a_threat() {
        // Black at F3 leaves the white block at G3 with two liberties
        let board = format!("{ABOVE} oooo...oox.x. oxxxx.oxoxxxx oox..xxxox.x. .oox..x.xxxxx");
        assert!(
            map(&board).ends_with("xxxbbxxxxxbxb wxxxbbxbxxxxx"),
            "{}",
            map(&board)
        );
    }

    #[test]
    fn no_connection_is_owed_if_the_owner_answers_at_the_next_dame() {
        // White at F3 threatens G2, and Black answers at G3
        let board = ".o....... .xoo..... .xxo.ooo. xoxooxxoo .oxxx.xxo \
                     o.ox.o..x ..oo..xx. o.ooxx... ..oxxx...";
        assert!(map(board).contains(" xwxxxxbbb "), "{}", map(board));
    }

    #[test]
    fn capture_is_owed_if_only_dame_are_left() {
        // once D7 is taken, the stones below it have no liberty
        let board = "ooo.oo. o.oxxoo oox@@xo oox.xxo oox..xo ooxxxxo oox.x.x";
        assert_eq!(
            map(board),
            "xxx.xxw xwxxxxx xxxbbxx xxxfxxx xxxbbxx xxxxxxx xxxbxfx"
        );
    }

    #[test]
    fn capture_is_owed_to_save_cut_stones() {
        let board = format!("{ABOVE} oooo.oooox.x. oxxxxooxoxxxx oox@.xxxox.x. .oox..x.xxxxx");
        assert!(
            map(&board).ends_with("xxxbfxxxxxbxb wxxxbbxbxxxxx"),
            "{}",
            map(&board)
        );
    }

    #[test]
    fn defence_against_double_threat_is_owed() {
        // White at B6 threatens to capture the stones above and the stones below
        let board = "o.o.oooo oooooooo xoxxxxxx xx.....x ..@x...x xxx@@x.x \
                     xooxx..x .oooxxxx o.ooxxxx .o.oxxxx";
        assert_eq!(
            map(board),
            "xwxwxxxx xxxxxxxx xxxxxxxx xxbbbbbx bfbxbbbx xxxbbxbx \
             xxxxxbbx .xxxxxxx xwxxxxxx wxwxxxxx"
        );
    }

    #[test]
    fn defence_against_threat_next_to_dead_stones_is_owed() {
        // White at B3 joins the dead stones and threatens the stones on both sides
        assert_eq!(
            map("o.xx. .x... xx@.. x.@.. oxxxx o.xox"),
            "x.xxb .xbbb xxbbb xfbbb xxxxx x.xxx"
        );
    }

    #[test]
    fn defence_against_ataris_is_owed() {
        // Black at C5 captures after ataris at C4 and B4
        let board = "xxoo.x oo..oo ...oxx ....ox o..oox oo.ox.";
        assert_eq!(map(board), "xxxx.x xxfwxx wwwxxx wwwwxx xwwxxx xxwxxf");
    }

    #[test]
    fn dead_stone_on_dame_leaves_territory() {
        assert_eq!(
            map(".oo@.xx. .ooooxx. oo.oox.x ..o.oxx. oooooxxx"),
            "wxxw.xxb wxxxxxxb xxwxxxbx wwxwxxxb xxxxxxxx"
        );
    }

    #[test]
    fn point_under_dead_stone_is_owed_if_stones_have_no_other_liberty() {
        // Black captures C6 by a move at C5, and need not fill the point
        let board = map(".x@x. xx.xx .o.xx xx.x. xxxxx .xx.x");
        assert!(board.starts_with("bxbxb "), "{board}");
        // once A6 is filled, C6 is the last liberty of B6
        let board = map(".x@x. .o.xx ...xx xx.x. xxxxx .xx.x");
        assert!(board.starts_with(".xfxb "), "{board}");
    }

    #[test]
    fn move_is_owed_if_fewer_stones_can_be_retaken() {
        // Black at D6 captures two stones, and White takes one back
        let board = ".oo.oo ..xoo. ....o. ...oo. .ooo.. ..oo..";
        assert!(map(board).starts_with(".xxfxx "), "{}", map(board));
    }

    #[test]
    fn two_moves_are_owed_if_no_single_move_saves() {
        // White at A5 captures the stones above. If Black answers there, White at A3 captures the
        // stones that A5 joins with A4.
        let board = "xxxxxx .xx... xo.... .x.... xx.x.x .xxxx.";
        let rows: Vec<String> = map(board).split(' ').map(str::to_owned).collect();
        assert!(
            rows[1].starts_with('f') && rows[3].starts_with('f'),
            "{rows:?}"
        );
    }

    #[test]
    fn move_is_owed_if_dead_stones_would_live_in_seki() {
        // White at G1 threatens five stones. Once Black has connected at H3, White at F1 makes a
        // seki.
        let board = ".ooooooooooo. oo.oooooooooo ooooxxooooooo oooo.xxxooooo \
                     ooo.ox..xxooo ooxxxx@xxo.oo .x.x...x.o.oo";
        let rows: Vec<String> = map(board).split(' ').map(str::to_owned).collect();
        assert_eq!(rows[6], ".xfxbfbx.xwxx", "{rows:?}");
    }

    #[test]
    fn move_is_owed_on_the_vital_point_once_a_dame_is_filled() {
        let with_dame = "...xo.... xxx.o.... ooooo.... .........";
        assert!(map(with_dame).starts_with("bfbxx"), "{}", map(with_dame));
        // without a dame, the players have seen the threat and agreed that the stones live
        let without = "...xo.... xxxxo.... ooooo.... .........";
        assert!(map(without).starts_with("bbbxx"), "{}", map(without));
    }

    #[test]
    fn no_move_is_owed_if_more_stones_can_be_retaken() {
        // Black at D4 captures E4, and White at E4 then captures four stones
        assert_eq!(
            map(".ooooooo.o oo@@@oooo. ooo.oxxooo ooooxx.xxx xxxxxxx.x. x.x.xxxxxx"),
            "wxxxxxxxwx xxwwwxxxxw xxxwxxxxxx xxxxxxbxxx xxxxxxxbxb xbxbxxxxxx"
        );
    }
}
