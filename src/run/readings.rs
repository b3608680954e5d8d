//! `readings.csv`: the results of local search, as evidence for the answers of the strategy `reading`.

use std::borrow::Cow;

use super::columns::FieldValue::{self, Integer, Name, Number, Text};
use super::columns::{ColumnOf, CsvRows, columns};
use crate::board::{Color, Grid};
use crate::pipeline::Evaluated;
use crate::territory::{LocalResult, Step};

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

/// Returns the coordinates of a point, such as `O3`.
pub(crate) fn label(grid: Grid, point: u16) -> String {
    grid.point(usize::from(point)).label(grid.size())
}
