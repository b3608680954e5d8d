//! `readings.csv`: the results of local search, as evidence for the answers of the strategy `reading`.

use crate::board::{Color, Grid};
use crate::pipeline::Evaluated;
use crate::territory::{LocalResult, Step};

/// The columns of `readings.csv`. A local game has a row for each colour that may move first:
///
/// - `points`: the points that could be played
/// - `first`, `line`: the colour that moves first, and the principal variation
/// - `black`: the value of the local game to Black, in points
/// - `unsettled`: the points whose owner depends on who moves first
/// - `agreed`: stones that are alive by agreement although play captures them whoever moves first
/// - `moments`: the number of nodes searched for both colours
/// - `read`: `all` if the search covered all that is connected, `near` if only the nearby part, `unread` if it did not
///   finish
pub const READINGS_HEADER: [&str; 9] =
    ["game", "points", "first", "line", "black", "unsettled", "agreed", "moments", "read"];

/// Returns the rows of one game.
#[must_use]
pub fn readings_rows(name: &str, game: &Evaluated) -> Vec<[String; 9]> {
    let grid = game.position.grid();
    game.local_results.iter().flat_map(|result| Color::BOTH.map(|first| row(name, grid, result, first))).collect()
}

fn row(name: &str, grid: Grid, result: &LocalResult, first: Color) -> [String; 9] {
    let points = |points: &[u16]| points.iter().map(|&point| label(grid, point)).collect::<Vec<_>>().join(" ");
    let worth = result.value(first).map_or_else(String::new, |value| value.to_string());
    let read = match (result.is_unread, result.is_whole) {
        (true, _) => "unread",
        (false, true) => "all",
        (false, false) => "near",
    };
    [
        name.to_owned(),
        points(&result.points),
        first.to_string(),
        line_text(grid, &result.variations[first.index()]),
        worth,
        points(&result.unsettled),
        points(&result.agreed),
        result.nodes.to_string(),
        read.to_owned(),
    ]
}

/// Formats a principal variation: `B O3, W P4, B pass`.
pub(super) fn line_text(grid: Grid, line: &[Step]) -> String {
    let step = |&(color, point): &Step| {
        let color = if color == Color::Black { 'B' } else { 'W' };
        format!("{color} {}", point.map_or_else(|| "pass".to_owned(), |point| label(grid, point)))
    };
    line.iter().map(step).collect::<Vec<_>>().join(", ")
}

/// Returns the coordinates of the first few points, row by row.
pub(super) fn point_list(grid: Grid, points: &[u16]) -> String {
    const SHOWN: usize = 8;
    let mut points = points.to_vec();
    points.sort_unstable();
    let names: Vec<String> = points.iter().take(SHOWN).map(|&point| label(grid, point)).collect();
    let rest = if points.len() > SHOWN { format!(" … ({})", points.len()) } else { String::new() };
    names.join(" ") + &rest
}

/// Describes the result of a local search, with all lines of play.
pub(super) fn read_text(grid: Grid, result: &LocalResult) -> String {
    described(grid, result, true)
}

/// Describes the result of a local search with the lines that it consists of. The attempts to get more are left out
/// where there are such lines.
pub(super) fn read_summary(grid: Grid, result: &LocalResult) -> String {
    described(grid, result, false)
}

fn described(grid: Grid, result: &LocalResult, with_attempts: bool) -> String {
    if result.is_unread {
        let why = if result.is_cyclic { "play goes round in circles" } else { "not played out to an end" };
        return format!("{why}{}, so the static answer stands", bounds_text(result));
    }
    let agreed = match result.agreed.as_slice() {
        [] => String::new(),
        stones => format!(" (is a dead mark missing? play captures {} whoever moves first)", point_list(grid, stones)),
    };
    let attempts = attempts_text(grid, result);
    if result.variations.iter().flatten().all(|(_, point)| point.is_none()) {
        return format!("played out{agreed}: nobody gains by playing here{attempts}");
    }
    let attempts = if with_attempts { attempts } else { String::new() };
    let line = |first: Color| format!("{first} first: {}", line_text(grid, &result.variations[first.index()]));
    let lines = Color::BOTH.map(line).join("; ");
    match result.unsettled.as_slice() {
        [] => format!("played out{agreed}, {lines}{attempts}"),
        points => format!("unsettled at {}{agreed}, {lines}{attempts}", point_list(grid, points)),
    }
}

/// Describes the bounds of a local game that is not settled.
fn bounds_text(result: &LocalResult) -> String {
    let text = |first: Color| {
        let [low, high] = result.bounds[first.index()]?;
        Some(format!("{low} to {high} points to Black if {first} moves first"))
    };
    let texts: Vec<String> = Color::BOTH.into_iter().filter_map(text).collect();
    if texts.is_empty() { String::new() } else { format!(" ({})", texts.join(", ")) }
}

/// Describes how the attempts to get more are answered, if that was asked for.
fn attempts_text(grid: Grid, result: &LocalResult) -> String {
    let attempt = |first: Color| match result.attempts[first.index()].as_slice() {
        [] => String::new(),
        line => format!("; {first} gains nothing with {}", line_text(grid, line)),
    };
    Color::BOTH.map(attempt).concat()
}

/// Returns the coordinates of a point, such as `O3`.
fn label(grid: Grid, point: u16) -> String {
    grid.point(usize::from(point)).label(grid.size())
}
