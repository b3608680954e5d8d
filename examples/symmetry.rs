//! Measures how often a strategy's answer depends on the colours or on the orientation of the
//! board.
//!
//! `cargo run --release --example symmetry [-- BOARDS [SEED]]` scores the final boards of random
//! games, then the same boards with the colours swapped and in each of the other seven
//! orientations, and counts the boards whose answer changes. `-- --games PATH...` does the same for
//! the territory games with marks below the paths.

#[path = "../tests/common/fast.rs"]
mod fast;
#[path = "common/games.rs"]
mod games;
#[path = "../tests/common/symmetry.rs"]
mod symmetry;

use std::env;
use std::process::ExitCode;

use fastrand::Rng;
use rayon::prelude::*;
use seichi::board::Color;
use seichi::dead::DeadFrom;
use seichi::rules::Method;
use seichi::territory::{STRATEGIES, Strategy, territory_map};
use seichi_oracle::playout;

const BOARDS: usize = 20_000;
const SEED: u64 = 1;

/// The rows of the map, and Black's territory minus White's.
type Answer = (Vec<String>, i64);

/// The numbers of boards on which a strategy's map or margin changes, first after a swap of the
/// colours, then after any symmetry.
type Changes = [u64; 4];

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let done = match arguments.split_first() {
        Some((first, paths)) if first == "--games" => real_games(paths),
        _ => random_games(&arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("symmetry: {message}");
            ExitCode::FAILURE
        }
    }
}

fn random_games(arguments: &[String]) -> Result<(), String> {
    let usage = || "usage: symmetry [BOARDS [SEED]], or symmetry --games PATH...".to_owned();
    let boards = arguments
        .first()
        .map_or(Ok(BOARDS), |text| text.parse().map_err(|_| usage()))?;
    let seed = arguments
        .get(1)
        .map_or(Ok(SEED), |text| text.parse().map_err(|_| usage()))?;
    if arguments.len() > 2 {
        return Err(usage());
    }
    for (side, boards) in [(9, boards), (19, boards / 10)] {
        let mut rng = Rng::with_seed(seed);
        let seeds: Vec<u64> = (0..boards).map(|_| rng.u64(..)).collect();
        let board =
            |&seed: &u64| playout::end_position(&mut Rng::with_seed(seed), side, side).rows();
        report(
            &format!("{boards} ends of random games on {side}x{side}, seed {seed}"),
            &seeds,
            board,
        );
    }
    Ok(())
}

fn real_games(paths: &[String]) -> Result<(), String> {
    let boards = games::collect(paths, vec![DeadFrom::Auto], |_, game| {
        let rows = || {
            game.position
                .to_string()
                .to_lowercase()
                .lines()
                .map(str::to_owned)
                .collect::<Vec<String>>()
        };
        (game.count.rules.method() == Method::Territory).then(rows)
    })?;
    report(
        &format!("{} territory games with marks", boards.len()),
        &boards,
        Clone::clone,
    );
    Ok(())
}

/// Counts the changes on the boards that `rows` makes.
fn report<T: Sync>(title: &str, boards: &[T], rows: impl Fn(&T) -> Vec<String> + Sync) {
    let changes = boards.par_iter().map(|board| changes(&rows(board))).reduce(
        || vec![Changes::default(); STRATEGIES.len()],
        |one, other| {
            one.iter()
                .zip(&other)
                .map(|(one, other)| std::array::from_fn(|k| one[k] + other[k]))
                .collect()
        },
    );
    println!("{title}: boards whose answer changes");
    println!(
        "{:24}{:>36}{:>36}",
        "", "with the colours exchanged", "with one of the eight symmetries"
    );
    println!(
        "{:24}{:>18}{:>18}{:>18}{:>18}",
        "strategy", "map", "margin", "map", "margin"
    );
    for (strategy, changes) in STRATEGIES.iter().zip(changes) {
        let cell = |count| format!("{count} {:6.2} %", percent(count, boards.len()));
        println!(
            "{:24}{}",
            strategy.name,
            changes.map(|count| format!("{:>18}", cell(count))).concat()
        );
    }
    println!();
}

fn percent(count: u64, boards: usize) -> f64 {
    100.0 * count as f64 / boards as f64
}

fn changes(board: &[String]) -> Vec<Changes> {
    let swapped = symmetry::swapped(board);
    let turned: Vec<Vec<String>> = (1..8)
        .map(|number| symmetry::turned(board, number))
        .collect();
    let of_strategy = |&strategy: &&Strategy| {
        let (map, margin) = answer(strategy, board);
        let (swapped_map, swapped_margin) = answer(strategy, &swapped);
        let turned: Vec<Answer> = turned.iter().map(|rows| answer(strategy, rows)).collect();
        let map_turns = (1..8)
            .zip(&turned)
            .any(|(number, answer)| answer.0 != symmetry::turned(&map, number));
        let margin_turns = turned.iter().any(|answer| answer.1 != margin);
        [
            swapped_map != symmetry::swapped(&map),
            swapped_margin != -margin,
            map_turns,
            margin_turns,
        ]
        .map(u64::from)
    };
    STRATEGIES.iter().map(of_strategy).collect()
}

fn answer(strategy: &Strategy, rows: &[String]) -> Answer {
    let position = fast::position(rows);
    let map = territory_map(&position, strategy);
    let margin = i64::from(map.territory(Color::Black)) - i64::from(map.territory(Color::White));
    (fast::map_rows(&position, &map), margin)
}
