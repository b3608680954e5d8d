//! Interprets an engine's answers about a finished game.

use std::collections::BTreeSet;

use crate::board::{Point, Position};
use crate::external::process::NoAnswer;
use crate::rules::Points;
use crate::sgf::{Recorded, parse_result};
use crate::territory::Evaluator;

/// Reads the margin from an answer to `final_score`: `B+3.5`, `0`, perhaps followed by remarks.
#[must_use]
pub fn parse_score(answer: &str) -> Option<Points> {
    match parse_result(answer.split_whitespace().next()?) {
        Recorded::Margin(margin) => Some(margin),
        Recorded::None(_) => None,
    }
}

/// Checks that every point of `dead` has a stone.
///
/// # Errors
/// [`NoAnswer::Nonsense`] with the first point that has no stone.
pub fn check_dead(position: &Position, dead: &[Point]) -> Result<(), NoAnswer> {
    match dead.iter().find(|&&point| position.get(point).color().is_none()) {
        Some(empty) => Err(NoAnswer::Nonsense(format!("{empty} is dead, it says, and there is no stone"))),
        None => Ok(()),
    }
}

/// Returns the empty points that only Black's and only White's stones surround, in a `position` without dead stones.
/// Regions adjacent to a stone of `seki` are left out. So an engine that lists dead, living and seki stones also
/// determines the territory.
#[must_use]
pub fn surrounded(position: &Position, seki: &[Point]) -> [Vec<Point>; 2] {
    let grid = position.grid();
    let mut evaluator = Evaluator::default();
    evaluator.set(position, &[]);
    let analysis = evaluator.analysis();
    let in_seki: BTreeSet<usize> = seki.iter().map(|&point| grid.index(point)).collect();
    let mut territory = [Vec::new(), Vec::new()];
    for region in analysis.regions() {
        let points = || analysis.points(region).iter().map(|&point| usize::from(point));
        let shared = points().flat_map(|index| grid.neighbours(index)).any(|point| in_seki.contains(&point));
        if let (Some(color), false) = (region.owner, shared) {
            territory[color.index()].extend(points().map(|index| grid.point(index)));
        }
    }
    territory
}
