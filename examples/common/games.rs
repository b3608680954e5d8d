//! The games below some paths, without scores.

use std::path::PathBuf;

use seichi::Stop;
use seichi::dead::DeadFrom;
use seichi::game::{Context, LabelledGame, Options};
use seichi::input::{Labels, WalkOptions, walk};
use seichi::run::evaluate;

/// Returns the value that `select` takes from each game below some paths, with the game's name. The
/// dead stones come from the sources `dead`; a game without an answer is left out.
pub(crate) fn collect<T>(
    paths: &[String],
    dead: Vec<DeadFrom>,
    select: impl Fn(String, LabelledGame) -> Option<T>,
) -> Result<Vec<T>, String> {
    let paths: Vec<PathBuf> = paths.iter().map(PathBuf::from).collect();
    let walk = walk(&paths, &WalkOptions::default()).map_err(|error| error.to_string())?;
    let labels = Labels::read(&walk, &[]).map_err(|error| error.to_string())?;
    let options = Options {
        strategies: Vec::new(),
        dead,
        ..Options::default()
    };
    let mut games = Vec::new();
    for batch in evaluate(&walk, 0, &Context::new(options, labels, &Stop::default())) {
        for outcome in batch.map_err(|error| error.to_string())?.games {
            if let Ok(game) = outcome.result {
                games.extend(select(outcome.name, game.labelled));
            }
        }
    }
    Ok(games)
}
