//! The final positions of games.

use seichi::board::{Point, Position};
use seichi::dead::DeadFrom;

use crate::games;

/// The name of a game, its final position without dead stones, and the points of the dead stones.
pub(crate) type End = (String, Position, Vec<Point>);

/// Returns the final positions of all games below some paths.
pub(crate) fn boards(paths: &[String]) -> Result<Vec<End>, String> {
    let dead = vec![DeadFrom::Auto, DeadFrom::Estimate];
    games::collect(paths, dead, |name, game| {
        Some((name, game.position, game.dead))
    })
}
