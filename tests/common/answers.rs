//! Checks of every strategy's answer: its figures match its map, and they do not depend on
//! orientation or on a swap of the colours.

use seichi::board::{Point, Position};
use seichi::rules::{Count, Points};
use seichi::territory::{
    Evaluator, PointCounts, STRATEGIES, Scoring, Status, Strategy, TerritoryMap,
};

use crate::fast;
use crate::symmetry::{swapped, turned};

/// The strategies that depend on neither the colours nor the orientation of the board.
pub(crate) const SYMMETRIC: [&str; 6] = [
    "flood",
    "strict",
    "unfilled",
    "grey",
    "linked",
    "independent",
];

/// The letter of a point where a dead stone stood.
const DEAD: char = '+';

/// Returns the rows of a position without its dead stones. Their points have a special letter.
pub(crate) fn rows(position: &Position, dead: &[Point]) -> Vec<String> {
    let text = position.to_string().to_lowercase();
    let mut rows: Vec<Vec<char>> = text.lines().map(|row| row.chars().collect()).collect();
    for point in dead {
        rows[usize::from(point.y)][usize::from(point.x)] = DEAD;
    }
    rows.into_iter().map(String::from_iter).collect()
}

/// Begins to score the position of `rows`.
fn on<'a>(evaluator: &'a mut Evaluator, rows: &[String]) -> Scoring<'a> {
    let side = |value: usize| u8::try_from(value).expect("a side of a board");
    let letters = rows
        .iter()
        .enumerate()
        .flat_map(|(y, row)| row.chars().enumerate().map(move |(x, at)| (x, y, at)));
    let dead = letters
        .filter(|&(.., letter)| letter == DEAD)
        .map(|(x, y, _)| Point::new(side(x), side(y)));
    let dead: Vec<Point> = dead.collect();
    let stones: Vec<String> = rows.iter().map(|row| row.replace(DEAD, ".")).collect();
    evaluator.on(&fast::position(&stones), &dead)
}

/// Returns a letter for each point, row by row, after checking that the figures of the answer match
/// them: `x` and `o` for stones, `b` and `w` for territory, `s` for seki, `f` for a false eye.
pub(crate) fn checked(
    scoring: &mut Scoring<'_>,
    strategy: &Strategy,
    map: &mut TerritoryMap,
) -> Vec<String> {
    scoring.decide(strategy, map);
    let analysis = scoring.analysis();
    let mut counts = PointCounts::default();
    let mut letters = Vec::new();
    for cell in analysis.grid().points() {
        letters.push(match analysis.cells()[cell].color() {
            Some(color) => ['x', 'o'][color.index()],
            None => letter(map.statuses()[cell], &mut counts),
        });
    }
    assert_eq!(
        counts,
        *map.counts(),
        "{}: the counts do not match the points",
        strategy.name
    );
    let width = usize::from(analysis.grid().size().width());
    letters.chunks(width).map(String::from_iter).collect()
}

/// Returns the letter of an empty point, and counts the point.
fn letter(status: Status, counts: &mut PointCounts) -> char {
    let (letter, count) = match status {
        Status::BlackTerritory => ('b', &mut counts.territory[0]),
        Status::WhiteTerritory => ('w', &mut counts.territory[1]),
        Status::Seki => ('s', &mut counts.seki),
        Status::FalseEye => ('f', &mut counts.false_eyes),
        Status::Dame => ('.', &mut counts.dame),
        Status::Stone | Status::Border => unreachable!("an empty point"),
    };
    *count += 1;
    letter
}

/// Checks that a margin is the sum of a map, prisoners and komi.
pub(crate) fn check_margin(count: &Count, map: &TerritoryMap, margin: Points) {
    assert_eq!(
        margin,
        count.margin(map.counts().scored()),
        "the margin is not the sum of the map, prisoners and komi"
    );
}

/// Checks the answers of all strategies on a board, and the answers of the symmetric strategies on
/// the board after `turn`: 1 to 7 are symmetries, and 8 to 15 are the same with the colours
/// swapped.
pub(crate) fn check_all(evaluator: &mut Evaluator, rows: &[String], turn: usize) {
    let moved = |rows: &[String]| {
        let turned = turned(rows, turn % 8);
        if turn >= 8 { swapped(&turned) } else { turned }
    };
    let mut map = TerritoryMap::default();
    for &strategy in STRATEGIES {
        let shown = checked(&mut on(evaluator, rows), strategy, &mut map);
        if !SYMMETRIC.contains(&strategy.name) {
            continue;
        }
        let other = checked(&mut on(evaluator, &moved(rows)), strategy, &mut map);
        assert_eq!(
            other,
            moved(&shown),
            "{} {turn}\n{}",
            strategy.name,
            rows.join("\n")
        );
    }
}
