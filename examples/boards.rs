//! Measures strategies and playouts on every fourth board of a run, for comparison with the npm
//! package, which `web/bench.mjs` measures. Run with `cargo run --release --example boards
//! RUN/boards.ndjson`.

use std::fs;
use std::time::{Duration, Instant};

use seichi::board::{Point, Position};
use seichi::dead::{Estimator, Playouts};
use seichi::rules::Rules;
use seichi::run::SavedBoard;
use seichi::territory::{Evaluator, TerritoryMap, strategy};

/// Returns the mean time of `work` per board in microseconds. For each board, only the fastest of
/// five passes counts, which leaves out most of the machine's other work.
fn measure<T>(boards: &[T], mut work: impl FnMut(&T)) -> f64 {
    let mut least = vec![Duration::MAX; boards.len()];
    for _ in 0..5 {
        for (least, board) in least.iter_mut().zip(boards) {
            let start = Instant::now();
            work(board);
            *least = start.elapsed().min(*least);
        }
    }
    let count = u32::try_from(boards.len()).expect("as many boards as fit into memory");
    least.iter().sum::<Duration>().as_secs_f64() * 1e6 / f64::from(count)
}

/// Returns the position with its dead stones.
fn whole(board: &SavedBoard) -> Option<Position> {
    Position::from_diagram(&board.position.join("\n"))
}

fn main() {
    let path = std::env::args()
        .nth(1)
        .expect("usage: boards RUN/boards.ndjson");
    let text = fs::read_to_string(path).expect("a file of boards");
    let boards = text
        .lines()
        .map(|line| serde_json::from_str::<SavedBoard>(line).expect("a board"));
    let boards: Vec<(Position, Position, Vec<Point>)> = boards
        .filter(|board| board.rules == Rules::JAPANESE)
        .map(|board| {
            (
                whole(&board).expect("a board"),
                board.living().expect("a board"),
                board.dead(),
            )
        })
        .collect();
    let boards: Vec<_> = boards.into_iter().step_by(4).collect();
    println!("{} boards of territory games, native", boards.len());
    let print = |name: &str, time: f64| println!("{time:10.1} µs a board: {name}");
    let (mut evaluator, mut map, mut estimator) =
        (Evaluator::new(), TerritoryMap::default(), Estimator::new());
    for name in ["independent", "linked"] {
        let strategy = strategy(name).expect("it is listed");
        let time = measure(&boards, |(_, living, dead)| {
            evaluator.on(living, dead).decide(strategy, &mut map);
        });
        print(name, time);
    }
    let time = measure(&boards, |(whole, ..)| {
        drop(estimator.estimate(whole, Playouts::default()));
    });
    print("playouts", time);
}
