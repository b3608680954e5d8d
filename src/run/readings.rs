//! `readings.csv`: the results of local search, as evidence for the answers of the strategy `reading`.

use std::borrow::Cow;

use super::columns::FieldValue::{self, Integer, Name, Number, Text};
use super::columns::{ColumnOf, CsvRows, columns};
use crate::board::{Color, Grid};
use crate::pipeline::Evaluated;
use crate::territory::{LocalResult, Step};
use crate::text::some;

/// A local game, and the colour that moves first in it.
pub(super) struct Reading {
    grid: Grid,
    result: LocalResult,
    first: Color,
}

/// The columns of `readings.csv`. A local game has a row for each colour that moves first.
pub(super) const COLUMNS: &[ColumnOf<FieldValue<Reading>>] = columns! {
    game: Name, "the name of the game";
    points: Text(|reading| reading.labels(&reading.result.points)), "the points where the search could play";
    first: Text(|reading| reading.first.to_string().into()), "the colour that moves first";
    line: Text(|reading| line_text(reading.grid, reading.line()).into()),
        "the principal variation: the best play of both colours";
    black: Number(Reading::value), "the value of the local game to Black, in points";
    unsettled: Text(|reading| reading.labels(&reading.result.unsettled)),
        "the points whose owner depends on who moves first";
    agreed: Text(|reading| reading.labels(&reading.result.agreed)),
        "stones that the players agreed are alive, although play captures them";
    moments: Integer(|reading| Some(reading.result.nodes.into())), "the number of searched states, for both colours";
    read: Text(|reading| reading.extent().into()),
        "the extent of the search: `all` of the local game, `near` the dame only, or `unread` if nothing was proved";
};

/// Returns the rows of one game in `readings.csv`.
pub(crate) fn readings_rows(name: &str, game: &Evaluated) -> String {
    let mut csv = CsvRows::default();
    for (result, first) in game.local_results.iter().flat_map(|result| Color::BOTH.map(|first| (result, first))) {
        csv.row(COLUMNS, name, &Reading { grid: game.labelled.position.grid(), result: result.clone(), first });
    }
    csv.finish()
}

impl Reading {
    fn line(&self) -> &[Step] {
        &self.result.variations[self.first.index()]
    }

    fn value(&self) -> String {
        self.result.value(self.first).map(|value| value.to_string()).unwrap_or_default()
    }

    /// Returns the coordinates of points.
    fn labels(&self, points: &[u16]) -> Cow<'_, str> {
        points.iter().map(|&point| label(self.grid, point)).collect::<Vec<_>>().join(" ").into()
    }

    /// Returns the extent of the search.
    const fn extent(&self) -> &'static str {
        match (self.result.is_unread, self.result.is_whole) {
            (true, _) => "unread",
            (false, true) => "all",
            (false, false) => "near",
        }
    }
}

/// Formats a principal variation: `B O3, W P4, B pass`.
pub(crate) fn line_text(grid: Grid, line: &[Step]) -> String {
    let step = |&(color, point): &Step| {
        let color = if color == Color::Black { 'B' } else { 'W' };
        format!("{color} {}", point.map_or_else(|| "pass".to_owned(), |point| label(grid, point)))
    };
    line.iter().map(step).collect::<Vec<_>>().join(", ")
}

/// Returns the coordinates of the first few points, row by row.
pub(crate) fn point_list(grid: Grid, points: &[u16]) -> String {
    let mut points = points.to_vec();
    points.sort_unstable();
    some(&points.iter().map(|&point| label(grid, point)).collect::<Vec<_>>())
}

/// Describes the result of a local search with its lines of play. If it has lines, attempts to beat the result are
/// included only with `with_attempts`.
pub(crate) fn read_text(grid: Grid, result: &LocalResult, with_attempts: bool) -> String {
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

/// Describes the bounds of an unsettled local game.
fn bounds_text(result: &LocalResult) -> String {
    let text = |first: Color| {
        let [low, high] = result.bounds[first.index()]?;
        Some(format!("{low} to {high} points to Black if {first} moves first"))
    };
    let texts: Vec<String> = Color::BOTH.into_iter().filter_map(text).collect();
    if texts.is_empty() { String::new() } else { format!(" ({})", texts.join(", ")) }
}

/// Describes how the opponent answers attempts to beat the result, if requested.
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
