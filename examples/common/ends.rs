//! The final positions of games.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use seichi::board::{Point, Position};
use seichi::dead::DeadFrom;
use seichi::input::{Entry, FileLimits, Labels, WalkOptions, walk};
use seichi::pipeline::{Context, GameOutcome, Interrupted, Options, evaluate_all};

/// The name of a game, its final position without dead stones, and the points of the dead stones.
pub(crate) type End = (String, Position, Vec<Point>);

/// Returns the final positions of all games below some paths.
pub(crate) fn boards(paths: &[String]) -> Result<Vec<End>, String> {
    let paths: Vec<PathBuf> = paths.iter().map(PathBuf::from).collect();
    let walk = walk(&paths, &WalkOptions::default()).map_err(|error| error.to_string())?;
    let labels = Labels::read(&walk, &[], &[], &FileLimits::default()).map_err(|error| error.to_string())?;
    let dead = vec![DeadFrom::Auto, DeadFrom::Estimate];
    let options = Options { strategies: Vec::new(), dead, ..Options::default() };
    let prepare = |_: &Entry, outcomes: Vec<GameOutcome>| -> Vec<End> {
        let end = |outcome: GameOutcome| {
            let game = outcome.result.ok()?.labelled;
            Some((outcome.name, game.position, game.dead))
        };
        outcomes.into_iter().filter_map(end).collect()
    };
    let mut boards = Vec::new();
    let context = Context { options: &options, labels: &labels, survey: None, stop: &AtomicBool::new(false) };
    evaluate_all(&walk.entries, 0, &context, prepare, |_, found| {
        boards.extend(found);
        Ok(true)
    })
    .map_err(|_: Interrupted| "interrupted".to_owned())?;
    Ok(boards)
}
