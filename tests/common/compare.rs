//! Compares strategies with their slow implementations, on one board.

use std::collections::BTreeSet;

use seichi::board::{Color, Point};
use seichi::territory::{Evaluator, Strategy, TerritoryMap, strategy};

use seichi_oracle::slow::{self, Answer};

use crate::fast;

/// Returns the strategies that have a slow implementation.
pub(crate) fn compared() -> impl Iterator<Item = &'static Strategy> {
    slow::NAMES
        .into_iter()
        .map(|name| strategy(name).expect("a strategy of the slow implementation"))
}

/// Compares every strategy of [`compared`] with its slow implementation on a board, and returns the
/// slow answers. `dead` lists empty points where dead stones stood.
pub(crate) fn compare(
    evaluator: &mut Evaluator,
    rows: &[String],
    dead: &BTreeSet<(usize, usize)>,
) -> Vec<Answer> {
    let position = fast::position(rows);
    let side = |value: usize| u8::try_from(value).expect("a small board");
    let points: Vec<Point> = dead
        .iter()
        .map(|&(x, y)| Point::new(side(x), side(y)))
        .collect();
    let mut scoring = evaluator.on(&position, &points);
    let mut map = TerritoryMap::default();
    let answers = compared().map(|strategy| {
        scoring.decide(strategy, &mut map);
        let slow = slow::score_with_dead(strategy.name, rows, dead, &mut slow::first);
        let fast = fast::map_rows(&position, &map);
        let (board, fast_text, slow_text) =
            (rows.join("\n"), fast.join("\n"), slow.rows.join("\n"));
        assert!(
            fast == slow.rows,
            "{} {dead:?}\n{board}\nfast:\n{fast_text}\nslow:\n{slow_text}",
            strategy.name
        );
        let count = |letter| {
            slow_text
                .chars()
                .map(|point| u32::from(point == letter))
                .sum::<u32>()
        };
        let slow_counts = [
            count('b'),
            count('w'),
            slow.dame.iter().sum(),
            slow.seki,
            slow.false_eyes,
        ];
        let territory = Color::BOTH.map(|color| map.territory(color));
        let fast_counts = [
            territory[0],
            territory[1],
            map.counts().dame,
            map.counts().seki,
            map.counts().false_eyes,
        ];
        assert_eq!(
            fast_counts, slow_counts,
            "black, white, dame, seki, false eyes: {}\n{board}",
            strategy.name
        );
        slow
    });
    answers.collect()
}
