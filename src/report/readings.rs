//! `readings.csv`: the results of local search, as evidence for the answers of the strategy `reading`.

use super::columns::ColumnType::{Integer, Text};
use super::columns::{Column, CsvRows, column};
use crate::board::{Color, Grid};
use crate::pipeline::Evaluated;
use crate::territory::{LocalResult, Step};

/// Writes a field of the row of a local game in which `Color` moves first.
type Write = fn(&mut CsvRows, &str, Grid, &LocalResult, Color);

/// The columns of `readings.csv`. A local game has a row for each colour that may move first.
pub(super) const COLUMNS: &[Column<Write>] = &[
    column("game", Text, "the name of the game", |csv, game, _, _, _| csv.text(game)),
    column("points", Text, "the points that could be played", |csv, _, grid, result, _| {
        csv.name(&labels(grid, &result.points));
    }),
    column("first", Text, "the colour that moves first", |csv, _, _, _, first| csv.name(&first.to_string())),
    column("line", Text, "the principal variation", |csv, _, grid, result, first| {
        csv.text(&line_text(grid, &result.variations[first.index()]));
    }),
    column("black", Integer, "the value of the local game to Black, in points", |csv, _, _, result, first| {
        csv.optional(result.value(first));
    }),
    column("unsettled", Text, "the points whose owner depends on who moves first", |csv, _, grid, result, _| {
        csv.name(&labels(grid, &result.unsettled));
    }),
    column(
        "agreed",
        Text,
        "stones that are alive by agreement although play captures them whoever moves first",
        |csv, _, grid, result, _| csv.name(&labels(grid, &result.agreed)),
    ),
    column("moments", Integer, "the number of states that were searched, for both colours", |csv, _, _, result, _| {
        csv.integer(result.nodes);
    }),
    column(
        "read",
        Text,
        "what was searched: `all` of the local game, `near` the dame only, or `unread`: nothing was proved",
        |csv, _, _, result, _| csv.name(extent(result)),
    ),
];

/// Returns the rows of one game in `readings.csv`.
#[must_use]
pub fn readings_rows(name: &str, game: &Evaluated) -> Vec<u8> {
    let mut csv = CsvRows::default();
    for (result, first) in game.local_results.iter().flat_map(|result| Color::BOTH.map(|first| (result, first))) {
        for column in COLUMNS {
            (column.write)(&mut csv, name, game.position.grid(), result, first);
        }
        csv.end_row();
    }
    csv.0
}

/// Returns the coordinates of points.
fn labels(grid: Grid, points: &[u16]) -> String {
    points.iter().map(|&point| label(grid, point)).collect::<Vec<_>>().join(" ")
}

/// Returns how much of a local game was searched.
const fn extent(result: &LocalResult) -> &'static str {
    match (result.is_unread, result.is_whole) {
        (true, _) => "unread",
        (false, true) => "all",
        (false, false) => "near",
    }
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
