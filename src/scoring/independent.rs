//! `independent`: what is independently alive, by static rules that know dead stones, shapes and cuts.
//!
//! The 1989 Japanese rules, article 8, as the commentary reads it: territory is what stones surround that are alive
//! without being in seki, and those have two eyes of their own.

use super::{Analysis, Fill, Strategy, Verdict};

/// As [`super::linked`], but false eyes are points at which cut-off stones have to be connected, dead stones count in an
/// eye, and who is not hemmed in needs no two eyes.
///
/// The owner plays first, once in each region, as in the article's table. What the rules don't see: links over a gap of
/// two dame, moves outside a space that threaten something inside, and stones that only seem to hem in others because
/// they have no life of their own.
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
        fill.note_life(analysis);
    }
}

#[cfg(test)]
mod tests {
    use crate::board::{Point, Position};
    use crate::scoring::{Scorer, Status, TerritoryMap, strategy};

    /// The map of a diagram with dead stones, `@`: `b` `w` territory, `s` eyes in seki, `f` false eyes.
    fn map(diagram: &str) -> String {
        let rows: Vec<&str> = diagram.split_whitespace().collect();
        let position = Position::from_diagram(&rows.join("\n").replace('@', ".")).expect("a board");
        let dead: Vec<Point> =
            position.size().iter().filter(|at| rows[usize::from(at.y)].as_bytes()[usize::from(at.x)] == b'@').collect();
        let (mut scorer, mut map) = (Scorer::new(), TerritoryMap::default());
        scorer.set(&position, &dead);
        scorer.score(strategy("independent").expect("it is listed"), &mut map);
        let letter = |index: usize| match map.statuses()[index] {
            Status::BlackTerritory => 'b',
            Status::WhiteTerritory => 'w',
            Status::Seki => 's',
            Status::FalseEye => 'f',
            Status::Stone => 'x',
            Status::Dame | Status::Border => '.',
        };
        position.rows(|index, _| letter(index)).join(" ")
    }

    #[test]
    fn a_dead_stone_on_the_vital_point_makes_one_eye() {
        let rest = "xxxxo.. ooooo.. ....... ....... ....... .......";
        assert!(map(&format!("...xo.. {rest}")).starts_with("bbbx"));
        assert!(map(&format!(".@.xo.. {rest}")).starts_with("sssx"));
    }

    #[test]
    fn stones_that_are_not_hemmed_in_need_no_two_eyes() {
        // one real eye, and the way out is long or short
        assert_eq!(map(".xx.....o xx......o oxx....oo"), "bxx.....x xx......x xxx....xx");
        assert_eq!(map(".xx..o xx...o oxx.oo"), "sxx..x xx...x xxx.xx");
    }
}
