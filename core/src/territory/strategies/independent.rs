//! `independent`: decides by static rules which blocks are independently alive, and gives them their surrounded points.
//!
//! Two blocks of one colour are joined if both touch the same dame point, or if both touch a dame region with room and no
//! wall of the opponent separates them there. An eye point that is the last liberty of a block is filled if another
//! block, not yet joined with it, borders the same region: the point is a false eye, whatever its diagonals, and a
//! region of any size costs one such point for each missing connection. Blocks that share eyes in a cycle need no
//! connection, as in a two-headed dragon: none of them is short of liberties, however false each eye looks. Nor does a
//! block that is unconditionally alive, or not hemmed in by the opponent.
//!
//! The eyes of each region are counted with the dead stones that stand in it, and with the stones that the opponent can
//! throw in where a point was filled. Surrounded points are territory if the group around them has two eyes, or a block
//! that is unconditionally alive or not hemmed in; otherwise they are in seki.
//!
//! The rule is article 8 of the Japanese rules of 1989, as its commentary reads it: territory is surrounded by stones
//! that are alive and not in seki, and such stones have two eyes of their own.

use crate::territory::{Decide, Rule, Strategy, Tools, Verdict};

/// Judges life by static rules, with dead stones counted in eyes.
///
/// The owner of each region plays there first, once, as in the article's eye table; where the owner had to fill two
/// points, the opponent does. The rules do not see who wins a race to connect across narrow dame, moves outside an eye space
/// that threaten something inside, or stones that seem to hem in others but have no life of their own.
pub(super) struct Independent;

impl Strategy for Independent {
    fn name(&self) -> &'static str {
        "independent"
    }

    fn summary(&self) -> &'static str {
        "joins as linked does, fills where stones are cut off, and counts eyes with the dead stones in them"
    }

    fn rule(&self) -> Rule<'_> {
        Rule::Own(self)
    }
}

impl Decide for Independent {
    fn decide(&self, tools: &mut Tools<'_>, verdict: &mut Verdict) {
        tools.decide_by_life(verdict);
    }
}

#[cfg(test)]
mod tests {
    use crate::territory::life::test_boards::territory;

    fn map(diagram: &str) -> String {
        territory("independent", diagram)
    }

    #[test]
    fn a_dead_stone_on_the_vital_point_makes_one_eye() {
        let rest = "xxxxo.. ooooo.. ....... ....... ....... .......";
        assert!(map(&format!("...xo.. {rest}")).starts_with("bbbx"));
        assert!(map(&format!(".@.xo.. {rest}")).starts_with("sssx"));
    }

    #[test]
    fn blocks_that_share_eyes_in_a_cycle_need_no_connection() {
        // two white blocks and a third between them share two eyes, and meet outside where there is room
        let cycle = ["oxxxxxxo", "o......o", "o......o", "ooxxxxoo", "oooxxooo", "oo.oo.oo", "xooxxoox", "xxxxxxxx"];
        let eyes =
            |second| map(&[&cycle[..1], &[second], &cycle[2..]].concat().join(" ")).split(' ').nth(5).map(String::from);
        assert_eq!(eyes("o......o").as_deref(), Some("xxwxxwxx"));
        // a bamboo joint of Black's is in the way
        assert_eq!(eyes("o..xx..o").as_deref(), Some("xxfxxfxx"));
    }

    #[test]
    fn stones_that_are_not_hemmed_in_need_no_two_eyes() {
        // one real eye, with a way out that is long or short
        assert_eq!(map(".xx.....o xx......o oxx....oo"), "bxx.....x xx......x xxx....xx");
        assert_eq!(map(".xx..o xx...o oxx.oo"), "sxx..x xx...x xxx.xx");
    }
}
