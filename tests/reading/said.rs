//! What `reading` says of a board, as rows of text.

use seichi::board::{Color, Point};
use seichi::scoring::{Readout, Scorer, Strategy, Verdict, strategy};

use crate::fast;

/// An answer, by who moves first where that decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Said {
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

/// What the strategy says.
pub(crate) fn said(scorer: &mut Scorer, rows: &[String]) -> Said {
    scorer.set(&fast::position(rows), &[]);
    let mut verdict = Verdict::default();
    scorer.decide(reading(), &mut verdict);
    of_verdict(scorer, &verdict, rows)
}

/// What comes of playing out every field, and how, where dead stones stood at `dead`.
pub(crate) fn read_all(scorer: &mut Scorer, rows: &[String], dead: &[Point]) -> (Said, Vec<Readout>) {
    scorer.set(&fast::position(rows), dead);
    let mut verdict = Verdict::default();
    let readouts = scorer.read_all(&mut verdict);
    (of_verdict(scorer, &verdict, rows), readouts)
}

fn of_verdict(scorer: &Scorer, verdict: &Verdict, rows: &[String]) -> Said {
    let analysis = scorer.analysis();
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
    Said {
        map: map(&settled),
        maps: Color::BOTH.map(if_first),
        margin,
        margins: open.swings.map(|swing| margin + swing),
        is_unread: open.is_unread,
    }
}
