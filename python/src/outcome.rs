//! The parts of an evaluated game as Python values.

use numpy::ndarray::Array2;
use numpy::{IntoPyArray, PyArray2};
use pyo3::prelude::*;
use seichi::board::{Position, Size};
use seichi::external::NoAnswer;
use seichi::game::{Evaluated, Options};
use seichi::rules::Method;
use seichi::sgf::result_text;

use crate::boards::{cell, owner, write_map};
use crate::errors::mistaken;

/// An answer: the strategy's name, the margin, the result in the syntax of `RE`, the owner and the
/// kind of each point, and the flags.
pub(crate) type Answer = (
    String,
    f64,
    String,
    Py<PyArray2<i8>>,
    Py<PyArray2<u8>>,
    Vec<String>,
);

/// A label: the result in the syntax of `RE`, the margin, the source of the label, the label check,
/// and the owner of each point if the label has a map.
pub(crate) type Label = (
    String,
    f64,
    &'static str,
    &'static str,
    Option<Py<PyArray2<i8>>>,
);

/// Returns the answers of the strategies and the scorers to a game.
///
/// # Errors
/// If a scorer has no answer.
pub(crate) fn answers(
    py: Python<'_>,
    game: &Evaluated,
    options: &Options,
) -> PyResult<Vec<Answer>> {
    let counts_stones = game.labelled.count.rules.method() == Method::Area;
    let answer = |(name, answer): (String, Result<&seichi::game::Answer, &NoAnswer>)| {
        let answer = answer.map_err(|why| mistaken(py, &format!("{name} has no answer: {why}")))?;
        let (mut owners, mut kinds) = (
            Array2::zeros(shape(game.labelled.size)),
            Array2::zeros(shape(game.labelled.size)),
        );
        let (Some(map), Some(margin)) = (&answer.map, answer.margin) else {
            return Err(mistaken(py, &format!("{name} gives no map")));
        };
        write_map(
            &game.labelled.position,
            map,
            counts_stones,
            &mut owners.view_mut(),
            &mut kinds.view_mut(),
        );
        let (owners, kinds) = (
            owners.into_pyarray(py).unbind(),
            kinds.into_pyarray(py).unbind(),
        );
        Ok((
            name,
            margin.to_f64(),
            result_text(margin),
            owners,
            kinds,
            answer.remarks().iter().map(ToString::to_string).collect(),
        ))
    };
    options
        .names()
        .into_iter()
        .zip(game.all_answers())
        .map(answer)
        .collect()
}

/// Returns the label of a game, if its record has a counted result.
pub(crate) fn label(py: Python<'_>, game: &Evaluated) -> Option<Label> {
    let margin = game.labelled.label.margin?;
    let map = game.labelled.label.map.as_ref().map(|map| {
        let mut owners = Array2::zeros(shape(game.labelled.size));
        let grid = game.labelled.position.grid();
        for point in game.labelled.size.iter() {
            owners[cell(point)] = owner(map.owner(grid.index(point)));
        }
        owners.into_pyarray(py).unbind()
    });
    Some((
        result_text(margin),
        margin.to_f64(),
        game.labelled.label.from.name(),
        game.labelled.label.check.name(),
        map,
    ))
}

/// Returns the stones of a position.
pub(crate) fn board<'py>(py: Python<'py>, position: &Position) -> Bound<'py, PyArray2<i8>> {
    let mut stones = Array2::zeros(shape(position.size()));
    for point in position.size().iter() {
        stones[cell(point)] = owner(position.get(point).color());
    }
    stones.into_pyarray(py)
}

/// Returns an array that is true on each dead stone.
pub(crate) fn dead_stones<'py>(py: Python<'py>, game: &Evaluated) -> Bound<'py, PyArray2<bool>> {
    let mut dead = Array2::from_elem(shape(game.labelled.size), false);
    for &point in &game.labelled.dead {
        dead[cell(point)] = true;
    }
    dead.into_pyarray(py)
}

fn shape(size: Size) -> [usize; 2] {
    [size.height().into(), size.width().into()]
}
