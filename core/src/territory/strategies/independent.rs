//! `independent`: decides by static rules which blocks are independently alive, and gives them the
//! points that they surround.
//!
//! Two blocks of one colour are joined if both touch the same dame point, or if both touch a dame
//! region that has room for two by three points and where no wall of the opponent separates the
//! blocks. An eye point that is the last liberty of a block is filled if another block, not yet
//! joined with it, borders the same region. The point is then a false eye, whatever stands on its
//! diagonals, and a region of any size loses one such point for each missing connection. Two kinds
//! of blocks need no connection. Blocks that share eyes in a cycle, as in a two-headed dragon, are
//! never short of liberties, however false each eye looks. Blocks that are unconditionally alive,
//! or not hemmed in by the opponent, cannot be captured.
//!
//! The count of a region's eyes takes into account the dead stones in the region, and the stones
//! that the opponent can throw in where a point was filled. Surrounded points are territory if the
//! group around them has two eyes, or contains a block that is unconditionally alive or not hemmed
//! in. Otherwise they are in seki.
//!
//! The rule is Article 8 of the Japanese rules of 1989, as its commentary interprets it: territory
//! is surrounded by stones that are alive and not in seki, and such stones have two eyes of their
//! own.

use crate::territory::Strategy;

/// Judges life by static rules, and takes dead stones into account when it counts eyes.
///
/// The owner of each region makes the first move there, as in the eye table of
/// [`crate::territory`]'s article. If the owner has to fill two points, the opponent plays first.
/// These static rules ignore races to connect across narrow dame, moves outside an eye space that
/// threaten something inside, and the status of stones that hem in others.
pub(super) const INDEPENDENT: Strategy = Strategy::own(
    "independent",
    "joins blocks like `linked`, fills eyes where stones are cut off, and takes dead stones in \
     eyes into account",
    &|scoring, map| scoring.decide_by_life(map),
);

#[cfg(test)]
mod tests {
    use crate::territory::life::test_boards::territory;

    fn map(diagram: &str) -> String {
        territory("independent", diagram)
    }

    #[test]
    fn dead_stone_on_vital_point_leaves_one_eye() {
        let rest = "xxxxo.. ooooo.. ....... ....... ....... .......";
        assert!(map(&format!("...xo.. {rest}")).starts_with("bbbx"));
        assert!(map(&format!(".@.xo.. {rest}")).starts_with("sssx"));
    }

    #[test]
    fn two_headed_dragon_needs_no_connection() {
        // two white blocks each share an eye with a third block between them, and meet outside
        // where there is room
        let cycle = [
            "oxxxxxxo", "o......o", "o......o", "ooxxxxoo", "oooxxooo", "oo.oo.oo", "xooxxoox",
            "xxxxxxxx",
        ];
        let eyes = |second| {
            map(&[&cycle[..1], &[second], &cycle[2..]].concat().join(" "))
                .split(' ')
                .nth(5)
                .map(String::from)
        };
        assert_eq!(eyes("o......o").as_deref(), Some("xxwxxwxx"));
        // a black bamboo joint is in the way
        assert_eq!(eyes("o..xx..o").as_deref(), Some("xxfxxfxx"));
    }

    #[test]
    fn group_not_hemmed_in_lives_with_one_eye() {
        // one real eye, with a long or a short way out
        assert_eq!(
            map(".xx.....o xx......o oxx....oo"),
            "bxx.....x xx......x xxx....xx"
        );
        assert_eq!(map(".xx..o xx...o oxx.oo"), "sxx..x xx...x xxx.xx");
    }
}
