//! Counts the chains whose status is proved when playouts estimate the dead stones.
//!
//! `cargo run --release --example proofs -- PATH...` estimates the dead stones of every counted
//! game, regardless of its marks, and prints a line for each path.

#[path = "common/games.rs"]
mod games;

use std::env;
use std::process::ExitCode;

use seichi::board::Position;
use seichi::dead::{DeadFrom, Estimator, Playouts};
use seichi::territory::ChainStatus;

fn main() -> ExitCode {
    println!(
        "| games | chains proved dead | proved alive | dead, unproved | unsure, unproved | not searched | states a game |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|");
    for path in env::args().skip(1) {
        let paths = [path];
        match games::collect(&paths, vec![DeadFrom::None], |_, game| {
            Some(game.end.position)
        }) {
            Ok(positions) => println!(
                "| {} of `{}` {}",
                positions.len(),
                paths[0],
                row(&positions)
            ),
            Err(message) => {
                eprintln!("proofs: {message}");
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}

/// Returns the cells of a line: how many chains are proved dead, proved alive, dead or unsure
/// without a proof, and not searched, and how many states the search visited per game.
fn row(positions: &[Position]) -> String {
    let mut estimator = Estimator::new();
    let (mut counts, mut states) = ([0; 5], 0);
    for position in positions {
        let estimate = estimator.estimate(position, Playouts::default());
        states += estimate.states;
        for chain in estimate.chains {
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
    let states = states / positions.len().max(1) as u64;
    counts.map(|count: u64| format!("| {count} ")).concat() + &format!("| {states} |")
}
