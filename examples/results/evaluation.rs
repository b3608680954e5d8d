//! Evaluates the games below some paths, as `seichi eval` does.

use std::path::PathBuf;

use seichi::Stop;
use seichi::dead::{DeadFrom, Playouts};
use seichi::input::{Entry, Labels, WalkOptions, walk};
use seichi::pipeline::{
    Context, Figures, GameOutcome, Interrupted, Options, Sample, StrategyFigures, Summary, Survey, evaluate,
};
use seichi::rules::Points;
use seichi::stats::Bootstrap;
use seichi::territory::Strategy;

/// The figures and the games of an evaluation.
pub(crate) struct Evaluation {
    /// The figures, as in `run.json`.
    pub(crate) figures: Figures,
    /// The games that count in the headline figures, in the walk's order.
    pub(crate) games: Vec<Game>,
}

impl Evaluation {
    /// The number of a strategy that was evaluated.
    pub(crate) fn number(&self, strategy: &str) -> usize {
        self.figures.strategies.iter().position(|name| name == strategy).expect("an evaluated strategy")
    }

    /// The figures of a strategy, if it was evaluated.
    pub(crate) fn of(&self, strategy: &str) -> Option<&StrategyFigures> {
        self.figures.all().strategies.iter().find(|figures| figures.strategy == strategy)
    }
}

/// Returns the paths after `--people` and after `--server`.
pub(crate) fn people_and_server(
    arguments: impl Iterator<Item = String>,
    usage: &str,
) -> Result<[Vec<PathBuf>; 2], String> {
    let mut paths = [Vec::new(), Vec::new()];
    let mut list = None;
    for argument in arguments {
        match (argument.as_str(), list) {
            ("--people", _) => list = Some(0),
            ("--server", _) => list = Some(1),
            (path, Some(number)) => paths[number].push(PathBuf::from(path)),
            (_, None) => return Err(usage.to_owned()),
        }
    }
    if paths.iter().any(Vec::is_empty) { Err(usage.to_owned()) } else { Ok(paths) }
}

/// Returns options for games that people counted: playouts find the dead stones, and each game counts once.
pub(crate) fn counted_by_people(strategies: &[&'static dyn Strategy]) -> Options {
    Options {
        strategies: strategies.to_vec(),
        // the program's default seed
        playouts: Playouts { seed: Bootstrap::default().seed, ..Playouts::default() },
        dead: vec![DeadFrom::Auto, DeadFrom::Estimate],
        origin: Some("people".to_owned()),
        unique: true,
        ..Options::default()
    }
}

/// A game that counts in the headline figures.
pub(crate) struct Game {
    /// Its name.
    pub(crate) name: String,
    /// For each strategy, whether it has the margin, and the map if the label has one.
    pub(crate) is_right: Vec<bool>,
    /// For each strategy, its margin minus the label's.
    pub(crate) deltas: Vec<Option<Points>>,
}

impl Game {
    /// Returns whether a strategy, given by its number, has the label's margin.
    pub(crate) fn is_exact(&self, strategy: usize) -> bool {
        self.deltas[strategy] == Some(Points::ZERO)
    }
}

/// Evaluates the games below `paths`.
pub(crate) fn evaluate_paths(paths: &[PathBuf], options: &Options) -> Result<Evaluation, String> {
    let walk = walk(paths, &WalkOptions::default()).map_err(|error| error.to_string())?;
    let labels = Labels::read(&walk, &[], &[]).map_err(|error| error.to_string())?;
    let stop = Stop::default();
    let unsurveyed = Context { options, labels: &labels, survey: None, stop: &stop };
    let survey = Survey::read(&walk.entries, 0, &unsurveyed).map_err(|error| error.to_string())?;
    let context = Context { survey: Some(&survey), ..unsurveyed };
    let prepare = |_: &Entry, outcomes: Vec<GameOutcome>| -> Vec<(Sample, Option<Game>)> {
        let evaluated = |outcome: &GameOutcome| {
            let sample = Sample::of(outcome);
            let game = game(outcome, sample.strata());
            (sample, game)
        };
        outcomes.iter().map(evaluated).collect()
    };
    let mut summary = Summary::new(options);
    let mut games = Vec::new();
    evaluate(&walk.entries, 0, &context, prepare, |files| {
        for file in files {
            for (sample, game) in file?.kept {
                summary.add(&sample);
                games.extend(game);
            }
        }
        Ok(())
    })
    .map_err(|error: Interrupted| error.to_string())?;
    Ok(Evaluation { figures: summary.figures(&Bootstrap::default(), 0), games })
}

fn game(outcome: &GameOutcome, strata: &[String]) -> Option<Game> {
    let game = outcome.result.as_ref().ok().filter(|_| strata.iter().any(|name| name == seichi::pipeline::ALL))?;
    let delta = |answer: &seichi::pipeline::Answer| answer.comparison.map(|comparison| comparison.delta);
    Some(Game {
        name: outcome.name.clone(),
        is_right: game.answers.iter().map(|answer| answer.category.is_none()).collect(),
        deltas: game.answers.iter().map(delta).collect(),
    })
}
