//! The games of some paths, without a score.

use std::path::PathBuf;

use seichi::Stop;
use seichi::dead::DeadFrom;
use seichi::input::{Entry, Labels, WalkOptions, walk};
use seichi::pipeline::{Context, GameOutcome, Interrupted, LabelledGame, Options, evaluate};

/// Returns what `select` takes from each game below some paths, with its name. The dead stones come
/// from the sources `dead`; a game without an answer is left out.
pub(crate) fn collect<T: Send>(
    paths: &[String],
    dead: Vec<DeadFrom>,
    select: impl Fn(String, LabelledGame) -> Option<T> + Sync,
) -> Result<Vec<T>, String> {
    let paths: Vec<PathBuf> = paths.iter().map(PathBuf::from).collect();
    let walk = walk(&paths, &WalkOptions::default()).map_err(|error| error.to_string())?;
    let labels = Labels::read(&walk, &[]).map_err(|error| error.to_string())?;
    let options = Options {
        strategies: Vec::new(),
        dead,
        ..Options::default()
    };
    let prepare = |_: &Entry, outcomes: Vec<GameOutcome>| -> Vec<T> {
        let game = |outcome: GameOutcome| select(outcome.name, outcome.result.ok()?.labelled);
        outcomes.into_iter().filter_map(game).collect()
    };
    let mut games = Vec::new();
    let context = Context {
        options: &options,
        labels: &labels,
        survey: None,
        stop: &Stop::default(),
    };
    evaluate(&walk.entries, 0, &context, prepare, |files| {
        for file in files {
            games.extend(file?.kept);
        }
        Ok(())
    })
    .map_err(|_: Interrupted| "interrupted".to_owned())?;
    Ok(games)
}
