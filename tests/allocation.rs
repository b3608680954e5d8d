//! Scoring and playouts reuse their buffers for the next position.

use fastrand::Rng;
use seichi::board::{Cell, Point, Position};
use seichi::dead::{Estimator, Playouts};
use seichi::territory::{Evaluator, STRATEGIES, TerritoryMap};
use seichi_oracle::playout;

#[test]
fn second_scoring_does_not_allocate() {
    let mut rng = Rng::with_seed(4);
    let boards: Vec<(Position, Vec<Point>)> = (0..60)
        .map(|_| {
            let rows = playout::end_position(&mut rng, 19, 19).rows();
            let board = Position::from_diagram(&rows.join("\n")).expect("a board");
            // dead stones stood on some of the empty points
            let dead = board
                .size()
                .iter()
                .filter(|&point| board.get(point) == Cell::Empty && rng.u8(..4) == 0);
            let dead = dead.collect();
            (board, dead)
        })
        .collect();
    let (mut evaluator, mut map) = (Evaluator::new(), TerritoryMap::default());
    let (mut territory, mut is_measured) = (0, false);
    let mut score_all = |strategy| {
        for (board, dead) in &boards {
            evaluator.on(board, dead).decide(strategy, &mut map);
            territory += map.counts().territory[0];
        }
    };
    // other strategies may allocate, for instance for a search
    let measured = STRATEGIES
        .iter()
        .filter(|strategy| strategy.is_fill() || strategy.name == "independent");
    for &strategy in measured.clone() {
        let first = allocation_counter::measure(|| score_all(strategy));
        is_measured |= first.count_total > 0;
    }
    assert!(is_measured, "the first pass allocates the buffers");
    for &strategy in measured {
        let second = allocation_counter::measure(|| score_all(strategy));
        assert_eq!(
            second.count_total, 0,
            "{} allocates memory for each board: in its file in core/src/territory/strategies, use \
             arrays instead of vectors",
            strategy.name
        );
    }
    assert!(territory > 0);
}

#[test]
fn playouts_do_not_allocate_one_by_one() {
    let rows = playout::end_position(&mut Rng::with_seed(4), 19, 19).rows();
    let board = Position::from_diagram(&rows.join("\n")).expect("a board");
    let mut estimator = Estimator::new();
    let mut estimate = |count| {
        let mut dead = Vec::new();
        let measured = allocation_counter::measure(|| {
            let playouts = Playouts {
                count,
                seed: 1,
                first: None,
            };
            dead = estimator.estimate(&board, playouts).dead;
        });
        (measured.count_total, dead.len())
    };
    let (first, _) = estimate(16);
    let (few, found) = estimate(200);
    let (many, _) = estimate(2_000);
    assert!(first > 0, "the first call allocates the buffers");
    assert!(found > 0);
    // the searches for captures allocate
    assert!(
        many < 2 * few,
        "{few} allocations for 200 playouts, {many} for 2,000"
    );
}
