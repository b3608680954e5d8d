//! The results of local search in words.

use crate::board::{Color, Grid};
use crate::territory::{LocalResult, Step};
use crate::text::some;

/// Returns the coordinates of the first few points, row by row.
pub(super) fn point_list(grid: Grid, points: &[u16]) -> String {
    let mut points = points.to_vec();
    points.sort_unstable();
    some(
        &points
            .iter()
            .map(|&point| label(grid, point))
            .collect::<Vec<_>>(),
    )
}

/// Describes the result of a local search with its lines of play.
pub(super) fn read_text(grid: Grid, result: &LocalResult) -> String {
    if result.is_unread {
        let why = if result.is_cyclic {
            "play repeats"
        } else {
            "not played out to the end"
        };
        return format!("{why}{}, so the static answer stands", bounds_text(result));
    }
    let agreed = match result.agreed.as_slice() {
        [] => String::new(),
        stones => {
            let stones = point_list(grid, stones);
            format!(
                " (is a mark of dead stones missing? {stones} can be captured whoever moves first)"
            )
        }
    };
    if result
        .variations
        .iter()
        .flatten()
        .all(|(_, point)| point.is_none())
    {
        return format!("played out{agreed}: neither player gains by playing here");
    }
    let lines = Color::BOTH.map(|first| {
        let line = line_text(grid, &result.variations[first.index()]);
        format!("{first} first: {line}")
    });
    let lines = lines.join("; ");
    match result.unsettled.as_slice() {
        [] => format!("played out{agreed}, {lines}"),
        points => format!("unsettled at {}{agreed}, {lines}", point_list(grid, points)),
    }
}

/// Describes the bounds of an unsettled local game.
fn bounds_text(result: &LocalResult) -> String {
    let mut texts = Vec::new();
    for first in Color::BOTH {
        if let Some([low, high]) = result.bounds[first.index()] {
            texts.push(format!(
                "{low} to {high} points to Black if {first} moves first"
            ));
        }
    }
    if texts.is_empty() {
        String::new()
    } else {
        format!(" ({})", texts.join(", "))
    }
}

/// Formats a principal variation: `B O3, W P4, B pass`.
pub(crate) fn line_text(grid: Grid, line: &[Step]) -> String {
    let mut steps = Vec::new();
    for &(color, point) in line {
        let color = if color == Color::Black { 'B' } else { 'W' };
        let point = point.map_or_else(|| "pass".to_owned(), |point| label(grid, point));
        steps.push(format!("{color} {point}"));
    }
    steps.join(", ")
}

/// Returns the coordinates of a point, such as `O3`.
pub(crate) fn label(grid: Grid, point: u16) -> String {
    grid.point(usize::from(point)).label(grid.size())
}
