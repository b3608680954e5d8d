//! How often a strategy's answer depends on what ought not to matter: which colour is which, and how the board lies.
//!
//! `cargo run --release --example symmetry [-- BOARDS [SEED]]` scores the ends of random games, then the same boards
//! with the colours exchanged and in each of the other seven positions, and counts the boards whose answer changes.

#[path = "../tests/common/fast.rs"]
mod fast;
#[path = "../tests/common/playout.rs"]
mod playout;
#[path = "../tests/common/symmetry.rs"]
mod symmetry;

use std::env;
use std::process::ExitCode;

use fastrand::Rng;
use rayon::prelude::*;
use seichi::board::Color;
use seichi::scoring::{STRATEGIES, Strategy, score};

const BOARDS: usize = 20_000;
const SEED: u64 = 1;

/// The map's rows, and Black's territory less White's.
type Answer = (Vec<String>, i64);

/// The boards on which a strategy's map, its margin, changes; first by the exchange of colours, then by any symmetry.
type Changes = [u64; 4];

fn main() -> ExitCode {
    let Some((boards, seed)) = arguments() else {
        eprintln!("usage: symmetry [BOARDS [SEED]], both whole numbers");
        return ExitCode::FAILURE;
    };
    report(9, boards, seed);
    println!();
    report(19, boards.div_ceil(10), seed);
    ExitCode::SUCCESS
}

fn arguments() -> Option<(usize, u64)> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let boards = arguments.first().map_or(Some(BOARDS), |text| text.parse().ok().filter(|&boards| boards > 0))?;
    let seed = arguments.get(1).map_or(Some(SEED), |text| text.parse().ok())?;
    (arguments.len() <= 2).then_some((boards, seed))
}

fn report(side: usize, boards: usize, seed: u64) {
    let mut rng = Rng::with_seed(seed);
    let seeds: Vec<u64> = (0..boards).map(|_| rng.u64(..)).collect();
    let changes = seeds.into_par_iter().map(|seed| changes(side, &mut Rng::with_seed(seed)));
    let changes = changes.reduce(
        || vec![Changes::default(); STRATEGIES.len()],
        |one, other| one.iter().zip(&other).map(|(one, other)| std::array::from_fn(|k| one[k] + other[k])).collect(),
    );
    println!("{boards} ends of random games on {side}x{side}, seed {seed}: boards whose answer changes");
    println!("{:24}{:>36}{:>36}", "", "with the colours exchanged", "with one of the eight symmetries");
    println!("{:24}{:>18}{:>18}{:>18}{:>18}", "strategy", "map", "margin", "map", "margin");
    for (strategy, changes) in STRATEGIES.iter().zip(changes) {
        let cell = |count| format!("{count} {:6.2} %", percent(count, boards));
        println!("{:24}{}", strategy.name(), changes.map(|count| format!("{:>18}", cell(count))).concat());
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts of boards are far below 2^52")]
fn percent(count: u64, boards: usize) -> f64 {
    100.0 * count as f64 / boards as f64
}

fn changes(side: usize, rng: &mut Rng) -> Vec<Changes> {
    let board = playout::end_position(rng, side, side).rows();
    let swapped = symmetry::swapped(&board);
    let turned: Vec<Vec<String>> = (1..8).map(|number| symmetry::turned(&board, number)).collect();
    let of_strategy = |&strategy: &&dyn Strategy| {
        let (map, margin) = answer(strategy, &board);
        let (swapped_map, swapped_margin) = answer(strategy, &swapped);
        let turned: Vec<Answer> = turned.iter().map(|rows| answer(strategy, rows)).collect();
        let map_turns = (1..8).zip(&turned).any(|(number, answer)| answer.0 != symmetry::turned(&map, number));
        let margin_turns = turned.iter().any(|answer| answer.1 != margin);
        [swapped_map != symmetry::swapped(&map), swapped_margin != -margin, map_turns, margin_turns].map(u64::from)
    };
    STRATEGIES.iter().map(of_strategy).collect()
}

fn answer(strategy: &dyn Strategy, rows: &[String]) -> Answer {
    let position = fast::position(rows);
    let map = score(&position, strategy);
    let margin = i64::from(map.territory(Color::Black)) - i64::from(map.territory(Color::White));
    (fast::map_rows(&position, &map), margin)
}
