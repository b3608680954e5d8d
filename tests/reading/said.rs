//! The answer of `reading` on a board, as rows of text.

use seichi::board::{Color, Point};
use seichi::territory::{Evaluator, LocalResult, Strategy, Verdict, strategy};

use crate::fast;
use crate::symmetry::{swapped, turned};

/// An answer; where who moves first decides, one map and margin for each colour that moves first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RunOutput {
    /// The verdict's own map.
    pub(crate) map: Vec<String>,
    pub(crate) maps: [Vec<String>; 2],
    /// Black's territory less White's.
    pub(crate) margin: i32,
    pub(crate) margins: [i32; 2],
    pub(crate) is_unread: bool,
}

/// The strategy.
pub(crate) fn reading() -> &'static dyn Strategy {
    strategy("reading").expect("it is listed")
}

/// Returns the strategy's answer on a board.
pub(crate) fn said(evaluator: &mut Evaluator, rows: &[String]) -> RunOutput {
    evaluator.set(&fast::position(rows), &[]);
    let mut verdict = Verdict::default();
    evaluator.decide(reading(), &mut verdict);
    of_verdict(evaluator, &verdict, rows)
}

/// Searches every local game of a board, on which dead stones stood at `dead`. Returns the answer and the results of
/// the searches.
pub(crate) fn read_all(evaluator: &mut Evaluator, rows: &[String], dead: &[Point]) -> (RunOutput, Vec<LocalResult>) {
    evaluator.set(&fast::position(rows), dead);
    let mut verdict = Verdict::default();
    let readouts = evaluator.read_all(&mut verdict);
    (of_verdict(evaluator, &verdict, rows), readouts)
}

fn of_verdict(evaluator: &Evaluator, verdict: &Verdict, rows: &[String]) -> RunOutput {
    let analysis = evaluator.analysis();
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
        rows.iter().map(|row| row.chars().map(&mut letter).collect()).collect()
    };
    let settled = |cell: usize| {
        if analysis.cells()[cell].color().is_some() { None } else { verdict.status(analysis, cell).owner() }
    };
    let open = verdict.open();
    let if_first = |first: Color| {
        map(&|cell| {
            let point = open.points.iter().find(|(point, _)| usize::from(*point) == cell);
            point.map_or_else(|| settled(cell), |(_, owners)| owners[first.index()])
        })
    };
    let territory = verdict.counts().territory.map(u32::cast_signed);
    let margin = territory[0] - territory[1];
    RunOutput {
        map: map(&settled),
        maps: Color::BOTH.map(if_first),
        margin,
        margins: open.swings.map(|swing| margin + swing),
        is_unread: open.is_unread,
    }
}

/// Returns the answer that is expected after a symmetry and, if `swap`, an exchange of the colours.
fn moved(said: &RunOutput, symmetry: usize, swap: bool) -> RunOutput {
    let turn = |rows: &Vec<String>| if swap { swapped(&turned(rows, symmetry)) } else { turned(rows, symmetry) };
    let mut moved = RunOutput { map: turn(&said.map), maps: said.maps.each_ref().map(turn), ..said.clone() };
    if swap {
        moved.maps.swap(0, 1);
        moved.margin = -said.margin;
        moved.margins = [-said.margins[1], -said.margins[0]];
    }
    moved
}

/// Checks that a board and one of its fifteen other forms have the same answer. Returns whether anything was unsettled,
/// and whether anything was unread.
pub(crate) fn check_alike(rows: &[String], number: usize) -> [u32; 2] {
    let (symmetry, swap) = (number % 8, number >= 8);
    let first = said(&mut Evaluator::new(), rows);
    let board = turned(rows, symmetry);
    let board = if swap { swapped(&board) } else { board };
    let other = said(&mut Evaluator::new(), &board);
    assert_eq!(other, moved(&first, symmetry, swap), "symmetry {symmetry}, swapped: {swap}\n{}", rows.join("\n"));
    [u32::from(first.maps[0] != first.maps[1]), u32::from(first.is_unread)]
}
