//! What is made of an engine's answers about a finished game.

use std::collections::BTreeSet;

use crate::board::{Point, Position};
use crate::process::NoAnswer;
use crate::score::Points;
use crate::scoring::Scorer;
use crate::sgf::{Recorded, parse_result};

/// The margin that `final_score` answers with: `B+3.5`, `0`, perhaps with remarks behind it.
#[must_use]
pub fn parse_score(answer: &str) -> Option<Points> {
    match parse_result(answer.split_whitespace().next()?) {
        Recorded::Margin(margin) => Some(margin),
        Recorded::None(_) => None,
    }
}

/// Whether all that are said to be dead are stones.
///
/// # Errors
/// [`NoAnswer::Nonsense`] with the first point that has none.
pub fn check_dead(position: &Position, dead: &[Point]) -> Result<(), NoAnswer> {
    match dead.iter().find(|&&point| position.get(point).color().is_none()) {
        Some(empty) => Err(NoAnswer::Nonsense(format!("{empty} is dead, it says, and there is no stone"))),
        None => Ok(()),
    }
}

/// What the stones of one colour surround alone in a position without dead stones, of Black and of White; none that
/// touches a stone of `seki`. So an engine that tells stones dead, alive and in seki tells territory, too.
#[must_use]
pub fn surrounded(position: &Position, seki: &[Point]) -> [Vec<Point>; 2] {
    let grid = position.grid();
    let mut scorer = Scorer::default();
    scorer.set(position, &[]);
    let analysis = scorer.analysis();
    let in_seki: BTreeSet<usize> = seki.iter().map(|&point| grid.index(point)).collect();
    let mut territory = [Vec::new(), Vec::new()];
    for region in analysis.regions() {
        let points = || analysis.points(region).iter().map(|&point| usize::from(point));
        let shared = points().flat_map(|index| grid.neighbours(index)).any(|beside| in_seki.contains(&beside));
        if let (Some(color), false) = (region.owner, shared) {
            territory[color.index()].extend(points().map(|index| grid.point(index)));
        }
    }
    territory
}
