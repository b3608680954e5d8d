//! `readings.csv`: what was played out, and how: the proof of what the strategy `reading` says.

use crate::board::{Color, Grid};
use crate::run::{Answer, Evaluated};
use crate::scoring::{Readout, Step};
use crate::sgf::result_text;

/// The columns of `readings.csv`. A field has a row for each colour that may move first: the points that could be
/// played, the line of play, what the field is worth to Black, the points whose owner depends on who moves first, stones
/// that are alive by agreement although play captures them, how many moments were looked at for both, and whether `all` that hangs together was played in, only what is `near`, or
/// whether it is `unread`.
pub const READINGS_HEADER: [&str; 9] =
    ["game", "points", "first", "line", "black", "unsettled", "agreed", "moments", "read"];

/// What an answer leaves open: the margins that it can come to, and how many points that is about.
#[must_use]
pub fn open_text(answer: &Answer) -> Option<String> {
    let [low, high] = answer.interval.map(result_text);
    let points = if answer.unsettled == 1 { "a point".to_owned() } else { format!("{} points", answer.unsettled) };
    (answer.unsettled > 0).then(|| format!("unsettled, {low} to {high}: who plays first decides {points}"))
}

/// The rows of one game.
#[must_use]
pub fn readings_rows(name: &str, game: &Evaluated) -> Vec<[String; 9]> {
    let grid = game.position.grid();
    game.readouts.iter().flat_map(|readout| Color::BOTH.map(|first| row(name, grid, readout, first))).collect()
}

fn row(name: &str, grid: Grid, readout: &Readout, first: Color) -> [String; 9] {
    let points = |points: &[u16]| points.iter().map(|&point| label(grid, point)).collect::<Vec<_>>().join(" ");
    let worth = if readout.is_unread { String::new() } else { readout.values[first.index()].to_string() };
    let read = match (readout.is_unread, readout.is_whole) {
        (true, _) => "unread",
        (false, true) => "all",
        (false, false) => "near",
    };
    [
        name.to_owned(),
        points(&readout.points),
        first.to_string(),
        line_text(grid, &readout.lines[first.index()]),
        worth,
        points(&readout.unsettled),
        points(&readout.agreed),
        readout.nodes.to_string(),
        read.to_owned(),
    ]
}

/// A line of play: `B O3, W P4, B pass`.
fn line_text(grid: Grid, line: &[Step]) -> String {
    let step = |&(color, point): &Step| {
        let color = if color == Color::Black { 'B' } else { 'W' };
        format!("{color} {}", point.map_or_else(|| "pass".to_owned(), |point| label(grid, point)))
    };
    line.iter().map(step).collect::<Vec<_>>().join(", ")
}

/// Points by their coordinates, row by row: the first of them.
pub(super) fn point_list(grid: Grid, points: &[u16]) -> String {
    const SHOWN: usize = 8;
    let mut points = points.to_vec();
    points.sort_unstable();
    let names: Vec<String> = points.iter().take(SHOWN).map(|&point| label(grid, point)).collect();
    let rest = if points.len() > SHOWN { format!(" … ({})", points.len()) } else { String::new() };
    names.join(" ") + &rest
}

/// What came of playing a field out, in words.
pub(super) fn read_text(grid: Grid, readout: &Readout) -> String {
    if readout.is_unread {
        return "not played out to an end, so the static answer stands".to_owned();
    }
    let agreed = match readout.agreed.as_slice() {
        [] => String::new(),
        stones => format!(", if {} live by agreement, for play captures them", point_list(grid, stones)),
    };
    if readout.lines.iter().flatten().all(|(_, point)| point.is_none()) {
        return format!("played out{agreed}: nobody gains by playing here");
    }
    let line = |first: Color| format!("{first} first: {}", line_text(grid, &readout.lines[first.index()]));
    let lines = Color::BOTH.map(line).join("; ");
    match readout.unsettled.as_slice() {
        [] => format!("played out{agreed}, {lines}"),
        points => format!("unsettled at {}{agreed}, {lines}", point_list(grid, points)),
    }
}

/// A point's name, as a person says it.
fn label(grid: Grid, point: u16) -> String {
    grid.point(usize::from(point)).label(grid.size())
}
