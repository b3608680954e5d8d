//! Whether a board can be counted without asking a person.

use seichi::board::{Grid, Point};
use seichi::dead::Playouts;
use seichi::territory::{Completeness, READING};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::Scorer;

/// A reason why a person has to look at a board.
#[derive(Serialize)]
struct Reason {
    kind: &'static str,
    /// The points, each as `[x, y]`.
    points: Vec<[u8; 2]>,
}

impl Reason {
    /// Returns the reason `kind`, unless there is no point. Sorts the points row by row.
    fn of(kind: &'static str, mut points: Vec<Point>) -> Option<Self> {
        points.sort_unstable_by_key(|point| (point.y, point.x));
        points.dedup();
        let points: Vec<[u8; 2]> = points.into_iter().map(|point| [point.x, point.y]).collect();
        (!points.is_empty()).then_some(Self { kind, points })
    }
}

#[wasm_bindgen]
impl Scorer {
    /// Returns JSON: the reasons why a person has to look at a board before it is counted. Nothing is searched under
    /// area rules, where eyes in seki count, and before the borders are closed, when a search takes long.
    ///
    /// # Errors
    /// If the board has no valid size.
    pub fn safe(
        &mut self,
        width: u32,
        stones: &[u8],
        dead: &[u8],
        is_area: bool,
        playouts: u32,
        seed: u32,
    ) -> Result<String, JsError> {
        let whole = crate::position(width, stones)?;
        let found = self.estimator.dead(&whole, Playouts { count: playouts, seed: seed.into() });
        let (_, dead) = self.set(width, stones, dead)?;
        let open = Reason::of("open-border", self.open_borders());
        let is_searched = !is_area && open.is_none();
        let mut reasons = vec![open, Reason::of("dead-stones", symmetric_difference(&dead, &found))];
        if is_searched {
            reasons.extend(self.searched());
        }
        let reasons: Vec<Reason> = reasons.into_iter().flatten().collect();
        Ok(serde_json::to_string(&reasons).expect("lists and strings"))
    }
}

impl Scorer {
    /// Returns the neutral points at which the border between Black and White is open.
    fn open_borders(&self) -> Vec<Point> {
        let analysis = self.evaluator.analysis();
        let points = Completeness::open_regions(analysis).flat_map(|region| analysis.points(region));
        points.map(|&point| analysis.grid().point(point.into())).collect()
    }

    /// Returns the points that local search could not settle: those whose owner depends on who moves first, and those
    /// of the local games that it did not finish.
    fn searched(&mut self) -> [Option<Reason>; 2] {
        self.evaluator.decide(READING, &mut self.verdict);
        let grid = self.evaluator.analysis().grid();
        let found = self.verdict.unsettled();
        // where the answer is certain all the same, a search that did not finish does not matter
        let unread = self.evaluator.local_results().iter().filter(|result| found.is_unread && result.is_unread);
        let unsettled = found.points.iter().map(|&(point, _)| point);
        [
            Reason::of("unsettled", on_board(grid, unsettled)),
            Reason::of("unread", on_board(grid, unread.flat_map(|result| result.points.iter().copied()))),
        ]
    }
}

fn on_board(grid: Grid, points: impl Iterator<Item = u16>) -> Vec<Point> {
    points.map(|point| grid.point(point.into())).collect()
}

/// Returns the points that are in one of two lists only.
fn symmetric_difference(one: &[Point], other: &[Point]) -> Vec<Point> {
    let only =
        |one: &[Point], other: &[Point]| one.iter().copied().filter(|point| !other.contains(point)).collect::<Vec<_>>();
    [only(one, other), only(other, one)].concat()
}
