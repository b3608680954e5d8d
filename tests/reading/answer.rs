//! The answer of `reading` on a board, as rows of text.

use seichi::board::{Color, Point};
use seichi::territory::{Analysis, Evaluator, LocalResult, Strategy, Verdict, strategy};

use crate::fast;
use crate::symmetry::{swapped, turned};

/// An answer of the strategy `reading`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReadingAnswer {
    /// The map of the verdict: `b` and `w` on the territory of each colour.
    pub(crate) map: Vec<String>,
    /// The maps if Black moves first, and if White does.
    pub(crate) maps: [Vec<String>; 2],
    /// Black's territory minus White's.
    pub(crate) margin: i32,
    /// The margins if Black moves first, and if White does.
    pub(crate) margins: [i32; 2],
    /// Whether the search of some uncertain local game failed.
    pub(crate) is_unread: bool,
}

/// Returns the strategy `reading`.
pub(crate) fn reading() -> &'static dyn Strategy {
    strategy("reading").expect("a listed strategy")
}

/// Returns the answer of `reading` on a board.
pub(crate) fn answer(evaluator: &mut Evaluator, rows: &[String]) -> ReadingAnswer {
    let position = fast::position(rows);
    let mut scoring = evaluator.on(&position, &[]);
    let mut verdict = Verdict::default();
    scoring.decide(reading(), &mut verdict);
    of_verdict(scoring.analysis(), &verdict, rows)
}

/// Returns the answer of `reading` if it searches every local game, and the results. `dead` lists
/// the points of dead stones.
pub(crate) fn read_all(
    evaluator: &mut Evaluator,
    rows: &[String],
    dead: &[Point],
) -> (ReadingAnswer, Vec<LocalResult>) {
    let position = fast::position(rows);
    let mut scoring = evaluator.on(&position, dead);
    let mut verdict = Verdict::default();
    let results = scoring.read_all(&mut verdict);
    (of_verdict(scoring.analysis(), &verdict, rows), results)
}

/// Returns the maps and margins of a verdict.
fn of_verdict(analysis: &Analysis, verdict: &Verdict, rows: &[String]) -> ReadingAnswer {
    let map = |owner: &dyn Fn(usize) -> Option<Color>| -> Vec<String> {
        let mut cells = analysis.grid().points();
        let mut letter = |stone| {
            let cell = cells.next().expect("a point for each letter");
            match (stone, owner(cell)) {
                ('.', Some(Color::Black)) => 'b',
                ('.', Some(Color::White)) => 'w',
                _ => stone,
            }
        };
        rows.iter()
            .map(|row| row.chars().map(&mut letter).collect())
            .collect()
    };
    let settled = |cell: usize| {
        if analysis.cells()[cell].color().is_some() {
            None
        } else {
            verdict.status(analysis, cell).owner()
        }
    };
    let open = verdict.unsettled();
    let if_first = |first: Color| {
        map(&|cell| {
            let point = open
                .points
                .iter()
                .find(|(point, _)| usize::from(*point) == cell);
            point.map_or_else(|| settled(cell), |(_, owners)| owners[first.index()])
        })
    };
    let territory = verdict.counts().territory.map(u32::cast_signed);
    let margin = territory[0] - territory[1];
    ReadingAnswer {
        map: map(&settled),
        maps: Color::BOTH.map(if_first),
        margin,
        margins: open.swings.map(|swing| margin + swing),
        is_unread: open.is_unread,
    }
}

/// Returns the answer on the board after a symmetry, and after an exchange of the colours.
fn moved(answer: &ReadingAnswer, symmetry: usize, swap: bool) -> ReadingAnswer {
    let turn = |rows: &Vec<String>| {
        if swap {
            swapped(&turned(rows, symmetry))
        } else {
            turned(rows, symmetry)
        }
    };
    let mut moved = ReadingAnswer {
        map: turn(&answer.map),
        maps: answer.maps.each_ref().map(turn),
        ..answer.clone()
    };
    if swap {
        moved.maps.swap(0, 1);
        moved.margin = -answer.margin;
        moved.margins = [-answer.margins[1], -answer.margins[0]];
    }
    moved
}

/// Checks that one of the fifteen other boards that differ from `rows` by symmetry and colours has
/// the same answer. Returns two numbers, each 1 or 0: whether any point was unsettled, and whether
/// any local game was unread.
pub(crate) fn check_symmetry(rows: &[String], number: usize) -> [u32; 2] {
    let (symmetry, swap) = (number % 8, number >= 8);
    let first = answer(&mut Evaluator::new(), rows);
    let board = turned(rows, symmetry);
    let board = if swap { swapped(&board) } else { board };
    let other = answer(&mut Evaluator::new(), &board);
    assert_eq!(
        other,
        moved(&first, symmetry, swap),
        "symmetry {symmetry}, swapped: {swap}\n{}",
        rows.join("\n")
    );
    [
        u32::from(first.maps[0] != first.maps[1]),
        u32::from(first.is_unread),
    ]
}
