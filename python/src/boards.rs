//! Scores boards that are numpy arrays.

use std::time::Instant;

use numpy::ndarray::{Array3, ArrayView2, ArrayViewMut2, Axis};
use numpy::{IntoPyArray, PyArray3, PyReadonlyArray3};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::IntoPyDict as _;
use seichi::board::{Color, Point, Position, Size};
use seichi::dead::{Estimator, Playouts, count_board, take_off};
use seichi::rules::{Count, Method, PlayerScore, Points, Rules};
use seichi::sgf::result_text;
use seichi::territory::{AREA, Evaluator, STRATEGIES, Status, Strategy, TerritoryMap, strategy};

use crate::interrupt::{INTERVAL, interruptible};

/// The owners of points (0 neither, 1 Black, 2 White) and their kinds ([`kind`]), each of shape
/// `[boards, height, width]`.
type Scored<'py> = (Bound<'py, PyArray3<i8>>, Bound<'py, PyArray3<u8>>);

/// Adds the functions of this module.
pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let names = STRATEGIES.iter().map(|strategy| strategy.name);
    module.add("strategies", names.collect::<Vec<_>>())?;
    let controls = STRATEGIES.iter().filter(|strategy| strategy.is_control);
    module.add(
        "controls",
        controls.map(|strategy| strategy.name).collect::<Vec<_>>(),
    )?;
    let rules = Rules::ALL.map(|rules| (rules.name(), rules.katago()));
    module.add("rules", rules.into_py_dict(module.py())?)?;
    module.add_function(wrap_pyfunction!(score_territory, module)?)?;
    module.add_function(wrap_pyfunction!(score_area, module)?)?;
    module.add_function(wrap_pyfunction!(final_score, module)?)?;
    module.add_function(wrap_pyfunction!(guess_dead, module)?)
}

/// Scores boards under territory rules with the strategy `name`. All arrays have the shape
/// `[boards, height, width]`.
#[pyfunction]
fn score_territory<'py>(
    stones: PyReadonlyArray3<'py, i8>,
    dead: PyReadonlyArray3<'py, bool>,
    name: &str,
) -> PyResult<Scored<'py>> {
    score(&stones, &dead, named_strategy(name)?, false)
}

/// Scores boards under area rules. All arrays have the shape `[boards, height, width]`.
#[pyfunction]
fn score_area<'py>(
    stones: PyReadonlyArray3<'py, i8>,
    dead: PyReadonlyArray3<'py, bool>,
) -> PyResult<Scored<'py>> {
    score(&stones, &dead, AREA, true)
}

/// A player's territory, stones, prisoners, handicap, komi, button and total.
type Parts = (i32, u32, u32, u32, f64, f64, f64);

/// Scores a board of shape `[1, height, width]` at the end of a game. Returns the scores of Black
/// and of White, the margin, the text of the result, and the owners and kinds of the points.
/// `first_pass` is the player who passed first: 1 for Black, 2 for White, 0 if unknown.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "Python names them")]
fn final_score<'py>(
    stones: PyReadonlyArray3<'py, i8>,
    dead: PyReadonlyArray3<'py, bool>,
    name: &str,
    rules: &str,
    komi: f64,
    handicap: u32,
    prisoners: [u32; 2],
    first_pass: u8,
) -> PyResult<(Parts, Parts, f64, String, Scored<'py>)> {
    let strategy = named_strategy(name)?;
    let rules = Rules::parse(rules)
        .map_err(|why| PyValueError::new_err(format!("rules is {rules:?}: {why}")))?;
    let komi = Points::parse_komi(&komi.to_string())
        .map_err(|why| PyValueError::new_err(format!("komi is {komi}: {why}")))?;
    let first_pass = Color::BOTH
        .get(usize::from(first_pass).wrapping_sub(1))
        .copied();
    if rules.has_button() && first_pass.is_none() {
        return Err(PyValueError::new_err(
            "under these rules, first_pass must be the player who passed first, 1 or 2",
        ));
    }
    let (py, shape) = (stones.py(), stones.as_array().raw_dim());
    let board = position(stones.as_array().index_axis(Axis(0), 0))?;
    let dead = dead_stones(&board, dead.as_array().index_axis(Axis(0), 0));
    let ending = Count {
        rules,
        komi,
        handicap,
        stones: [0; 2],
        prisoners,
        first_pass,
        to_move: None,
    };
    let mut map = TerritoryMap::default();
    let mut evaluator = Evaluator::new();
    let count = count_board(&board, &dead, ending, strategy, &mut evaluator, &mut map);
    let [black, white] = map.counts().scores(&count);
    let margin = black.total - white.total;
    let (living, _) = take_off(&board, &dead);
    let (mut owners, mut kinds) = (Array3::zeros(shape), Array3::zeros(shape));
    write_map(
        &living,
        &map,
        rules.method() == Method::Area,
        &mut owners.index_axis_mut(Axis(0), 0),
        &mut kinds.index_axis_mut(Axis(0), 0),
    );
    Ok((
        parts(black),
        parts(white),
        margin.to_f64(),
        result_text(margin),
        (owners.into_pyarray(py), kinds.into_pyarray(py)),
    ))
}

fn parts(score: PlayerScore) -> Parts {
    (
        score.territory,
        score.stones,
        score.prisoners,
        score.handicap,
        score.komi.to_f64(),
        score.button.to_f64(),
        score.total.to_f64(),
    )
}

/// Returns the stones that are dead according to playouts, on boards of shape
/// `[boards, height, width]`. The time limit is `timeout` seconds.
#[pyfunction]
fn guess_dead(
    stones: PyReadonlyArray3<'_, i8>,
    playouts: u32,
    seed: u64,
    timeout: Option<f64>,
) -> PyResult<Bound<'_, PyArray3<bool>>> {
    let (py, boards) = (stones.py(), stones.as_array().to_owned());
    let playouts = Playouts {
        count: playouts,
        seed,
        first: None,
    };
    let found = interruptible(py, timeout, move |stop| -> PyResult<Array3<bool>> {
        let mut dead = Array3::from_elem(boards.raw_dim(), false);
        let mut estimator = Estimator::new();
        estimator.watch(stop);
        for (board, mut dead) in boards.outer_iter().zip(dead.outer_iter_mut()) {
            let position = position(board)?;
            for point in estimator.estimate(&position, playouts).dead {
                dead[cell(point)] = true;
            }
            if stop.is_set() {
                break;
            }
        }
        Ok(dead)
    });
    Ok(found??.into_pyarray(py))
}

/// Calls `work` for each board of a batch without the interpreter lock.
///
/// # Errors
/// The error of `work`, or the exception of a signal handler, such as `KeyboardInterrupt`.
fn for_each_board(
    py: Python<'_>,
    boards: usize,
    mut work: impl FnMut(usize) -> PyResult<()> + Send,
) -> PyResult<()> {
    py.detach(|| {
        let mut checked = Instant::now();
        for board in 0..boards {
            work(board)?;
            if checked.elapsed() >= INTERVAL {
                Python::attach(|py| {
                    checked = Instant::now();
                    py.check_signals()
                })?;
            }
        }
        Ok(())
    })
}

fn score<'py>(
    stones: &PyReadonlyArray3<'py, i8>,
    dead: &PyReadonlyArray3<'py, bool>,
    strategy: &'static Strategy,
    counts_stones: bool,
) -> PyResult<Scored<'py>> {
    let (py, stones, dead) = (stones.py(), stones.as_array(), dead.as_array());
    let (mut evaluator, mut map) = (Evaluator::new(), TerritoryMap::default());
    let (mut owners, mut kinds) = (
        Array3::zeros(stones.raw_dim()),
        Array3::zeros(stones.raw_dim()),
    );
    for_each_board(py, stones.len_of(Axis(0)), |board| {
        let whole = position(stones.index_axis(Axis(0), board))?;
        let dead = dead_stones(&whole, dead.index_axis(Axis(0), board));
        let (living, _) = take_off(&whole, &dead);
        evaluator.on(&living, &dead).decide(strategy, &mut map);
        write_map(
            &living,
            &map,
            counts_stones,
            &mut owners.index_axis_mut(Axis(0), board),
            &mut kinds.index_axis_mut(Axis(0), board),
        );
        Ok(())
    })?;
    Ok((owners.into_pyarray(py), kinds.into_pyarray(py)))
}

/// Writes the owner and the kind of each point of a map. With `counts_stones`, a living stone's
/// point counts for its colour.
pub(crate) fn write_map(
    living: &Position,
    map: &TerritoryMap,
    counts_stones: bool,
    owners: &mut ArrayViewMut2<'_, i8>,
    kinds: &mut ArrayViewMut2<'_, u8>,
) {
    let grid = map.grid();
    for (row, cells) in grid.rows().enumerate() {
        for (column, index) in cells.enumerate() {
            let (status, stone) = (map.statuses()[index], living.cells()[index].color());
            let color = if counts_stones {
                status.owner().or(stone)
            } else {
                status.owner()
            };
            owners[[row, column]] = owner(color);
            kinds[[row, column]] = kind(status);
        }
    }
}

/// Returns the row and the column of a point.
pub(crate) fn cell(point: Point) -> [usize; 2] {
    [point.y.into(), point.x.into()]
}

/// Returns the number of an owner: 0 neither, 1 Black, 2 White.
pub(crate) fn owner(color: Option<Color>) -> i8 {
    match color {
        None => 0,
        Some(Color::Black) => 1,
        Some(Color::White) => 2,
    }
}

/// Returns the number of a point's kind in `seichi.Kind`.
pub(crate) fn kind(status: Status) -> u8 {
    match status {
        Status::BlackTerritory | Status::WhiteTerritory => 1,
        Status::Seki => 2,
        Status::FalseEye => 3,
        Status::Stone => 4,
        _ => 0,
    }
}

/// Returns the marked stones of a board. Marks on empty points have no effect.
fn dead_stones(board: &Position, dead: ArrayView2<'_, bool>) -> Vec<Point> {
    let is_dead = |point: &Point| dead[cell(*point)] && board.get(*point).color().is_some();
    board.size().iter().filter(is_dead).collect()
}

/// Returns the position of a board.
///
/// # Errors
/// If the size is not valid for a board, or a stone is not 0, 1 or 2.
fn position(stones: ArrayView2<'_, i8>) -> PyResult<Position> {
    let length = |axis| u32::try_from(stones.len_of(Axis(axis))).unwrap_or(u32::MAX);
    let size = Size::new(length(1), length(0))
        .map_err(|error| PyValueError::new_err(error.to_string()))?;
    let mut position = Position::new(size);
    for point in size.iter() {
        let color = match stones[cell(point)] {
            0 => continue,
            1 => Color::Black,
            2 => Color::White,
            other => {
                let message =
                    format!("a point must be 0 (empty), 1 (Black) or 2 (White), not {other}");
                return Err(PyValueError::new_err(message));
            }
        };
        position.set(point, Some(color));
    }
    Ok(position)
}

/// Returns the strategy with this name.
///
/// # Errors
/// If no strategy has the name.
fn named_strategy(name: &str) -> PyResult<&'static Strategy> {
    strategy(name).ok_or_else(|| {
        let names: Vec<&str> = STRATEGIES.iter().map(|strategy| strategy.name).collect();
        PyValueError::new_err(format!(
            "unknown strategy {name:?}; the strategies are {}",
            names.join(", ")
        ))
    })
}
