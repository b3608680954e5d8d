//! Counts the chains whose status is proved when playouts estimate the dead stones.
//!
//! `cargo run --release --example proofs -- PATH...` estimates the dead stones of every counted game, whatever its marks
//! say, and prints a line for each path.

use std::env;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use seichi::board::Position;
use seichi::dead::{DeadFrom, Estimator, Playouts};
use seichi::input::{Entry, FileLimits, Labels, WalkOptions, walk};
use seichi::pipeline::{Context, GameOutcome, Interrupted, Options, evaluate_all};
use seichi::territory::ChainStatus;

fn main() -> ExitCode {
    println!(
        "| games | chains proved dead | proved alive | dead, unproved | unsure, unproved | not searched | states a game |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|");
    for path in env::args().skip(1) {
        match positions(&path) {
            Ok(positions) => println!("| {} of `{path}` {}", positions.len(), row(&positions)),
            Err(message) => {
                eprintln!("proofs: {message}");
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}

/// Returns the final positions of the counted games below a path, with all stones.
fn positions(path: &str) -> Result<Vec<Position>, String> {
    let walk = walk(&[PathBuf::from(path)], &WalkOptions::default()).map_err(|error| error.to_string())?;
    let labels = Labels::read(&walk, &[], &[], &FileLimits::default()).map_err(|error| error.to_string())?;
    let options = Options { strategies: Vec::new(), dead: vec![DeadFrom::None], ..Options::default() };
    let prepare = |_: &Entry, outcomes: Vec<GameOutcome>| -> Vec<Position> {
        let games = outcomes.into_iter().filter_map(|outcome| outcome.result.ok());
        games.map(|game| game.labelled.whole).collect()
    };
    let mut positions = Vec::new();
    let context = Context { options: &options, labels: &labels, survey: None, stop: &AtomicBool::new(false) };
    evaluate_all(&walk.entries, 0, &context, prepare, |_, found| {
        positions.extend(found);
        Ok::<_, Interrupted>(true)
    })
    .map_err(|error| error.to_string())?;
    Ok(positions)
}

/// Returns the cells of a line: how many chains are proved dead, proved alive, dead or unsure without a proof, and not
/// searched, and how many states the search visited for each game.
fn row(positions: &[Position]) -> String {
    let mut estimator = Estimator::new();
    let mut counts = [0; 5];
    for position in positions {
        estimator.dead(position, Playouts::default());
        for chain in estimator.chains() {
            let kind = match chain.proved {
                Some(ChainStatus::Dead) => 0,
                Some(ChainStatus::Alive) => 1,
                None if chain.mean < -1.0 / 3.0 => 2,
                None if chain.mean <= 1.0 / 3.0 => 3,
                None => 4,
            };
            counts[kind] += 1;
        }
    }
    let nodes = estimator.nodes() / positions.len().max(1) as u64;
    counts.map(|count: u64| format!("| {count} ")).concat() + &format!("| {nodes} |")
}
