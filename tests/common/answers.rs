//! Checks of every strategy's answer: its figures match its map, and they do not depend on
//! orientation or on an exchange of the colours.

use seichi::board::{Color, Point, Position};
use seichi::rules::{Count, Points};
use seichi::territory::{Counts, Evaluator, STRATEGIES, Scoring, Status, Strategy, Verdict};

use crate::fast;
use crate::symmetry::{swapped, turned};

/// The strategies that depend on neither the colours nor the orientation of the board.
pub(crate) const SYMMETRIC: [&str; 7] = [
    "flood",
    "strict",
    "unfilled",
    "grey",
    "linked",
    "independent",
    "reading",
];

/// The letter of a point where a dead stone stood.
const DEAD: char = '+';

/// A strategy's answer as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shown {
    /// A letter for each point: `x` and `o` for stones, `b` and `w` for territory, `s` for seki,
    /// `f` for a false eye.
    pub(crate) map: Vec<String>,
    /// The letters of the owners if Black moves first everywhere, and if White does.
    pub(crate) maps: [Vec<String>; 2],
    /// Whether some local game was unread.
    pub(crate) is_unread: bool,
}

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

/// Returns the answer of a strategy, after checking that its figures match its map.
pub(crate) fn checked(
    scoring: &mut Scoring<'_>,
    strategy: &dyn Strategy,
    verdict: &mut Verdict,
) -> Shown {
    scoring.decide(strategy, verdict);
    let analysis = scoring.analysis();
    let mut counts = Counts::default();
    let (mut letters, mut first) = (Vec::new(), [Vec::new(), Vec::new()]);
    let open = verdict.unsettled();
    for cell in analysis.grid().points() {
        let (letter, owner) = match analysis.cells()[cell].color() {
            Some(color) => (['x', 'o'][color.index()], None),
            None => letter(verdict.status(analysis, cell), &mut counts),
        };
        letters.push(letter);
        let point = open
            .points
            .iter()
            .find(|(point, _)| usize::from(*point) == cell);
        let owners = point.map_or([owner; 2], |&(_, owners)| owners);
        assert!(
            point.is_none() || owners[0] != owners[1] && owners.contains(&owner),
            "the owner is neither of the two possible ones"
        );
        for (first, owner) in first.iter_mut().zip(owners) {
            first.push(owner.map_or('.', |owner| ['b', 'w'][owner.index()]));
        }
    }
    assert_eq!(
        counts,
        *verdict.counts(),
        "{}: the counts do not match the points",
        strategy.name()
    );
    let territory = |letters: &[char]| {
        let count = |of| {
            i32::try_from(letters.iter().filter(|&&letter| letter == of).count()).expect("a board")
        };
        count('b') - count('w')
    };
    let swings = first
        .each_ref()
        .map(|first| territory(first) - territory(&letters));
    assert_eq!(
        swings,
        open.swings,
        "{}: the swings do not match the maps",
        strategy.name()
    );
    let width = usize::from(analysis.grid().size().width());
    let rows = |letters: &Vec<char>| letters.chunks(width).map(String::from_iter).collect();
    Shown {
        map: rows(&letters),
        maps: first.each_ref().map(rows),
        is_unread: open.is_unread,
    }
}

/// Returns the letter and the owner of an empty point, and counts the point.
fn letter(status: Status, counts: &mut Counts) -> (char, Option<Color>) {
    let (letter, count) = match status {
        Status::BlackTerritory => ('b', &mut counts.territory[0]),
        Status::WhiteTerritory => ('w', &mut counts.territory[1]),
        Status::Seki => ('s', &mut counts.seki),
        Status::FalseEye => ('f', &mut counts.false_eyes),
        Status::Dame => ('.', &mut counts.dame),
        Status::Stone | Status::Border => unreachable!("an empty point"),
    };
    *count += 1;
    (letter, status.owner())
}

/// Checks that a margin is the sum of a map, prisoners and komi, and that its interval follows from
/// the swings.
pub(crate) fn check_margin(
    count: &Count,
    verdict: &Verdict,
    margin: Points,
    interval: [Points; 2],
) {
    let Counts { territory, .. } = *verdict.counts();
    assert_eq!(
        margin,
        count.margin(territory),
        "the margin is not the sum of the map, prisoners and komi"
    );
    let swung = verdict
        .unsettled()
        .swings
        .map(|swing| margin + Points::whole(i64::from(swing)));
    assert!(
        interval[0] <= margin && margin <= interval[1],
        "{margin:?} is outside {interval:?}"
    );
    let all = [margin, swung[0], swung[1]];
    assert_eq!(
        interval,
        [
            *all.iter().min().expect("three"),
            *all.iter().max().expect("three")
        ]
    );
}

/// Checks the answers of all strategies on a board, and the answers of the symmetric strategies on
/// the board after `turn`: 1 to 7 are symmetries, and 8 to 15 the same with the colours exchanged.
/// Returns whether `reading` has unsettled points, and whether it leaves a local game unread.
pub(crate) fn check_all(evaluator: &mut Evaluator, rows: &[String], turn: usize) -> [bool; 2] {
    let moved = |rows: &[String]| {
        let turned = turned(rows, turn % 8);
        if turn >= 8 { swapped(&turned) } else { turned }
    };
    let (mut verdict, mut found) = (Verdict::default(), [false; 2]);
    for &strategy in STRATEGIES {
        let shown = checked(&mut on(evaluator, rows), strategy, &mut verdict);
        if shown.maps[0] != shown.maps[1] {
            found[0] = true;
        }
        if shown.is_unread {
            found[1] = true;
        }
        if !SYMMETRIC.contains(&strategy.name()) {
            continue;
        }
        let other = checked(&mut on(evaluator, &moved(rows)), strategy, &mut verdict);
        let mut maps = shown.maps.each_ref().map(|rows| moved(rows));
        if turn >= 8 {
            maps.swap(0, 1);
        }
        let expected = Shown {
            map: moved(&shown.map),
            maps,
            ..shown
        };
        assert_eq!(
            other,
            expected,
            "{} {turn}\n{}",
            strategy.name(),
            rows.join("\n")
        );
    }
    found
}
