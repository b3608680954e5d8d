//! Compares the search for the capture of a chain with a slow solver, on small random boards.

use std::collections::BTreeMap;

use fastrand::Rng;
use rayon::prelude::*;
use seichi::board::Position;
use seichi::dead::{Estimator, Playouts};
use seichi::territory::{Analysis, ChainStatus};
use seichi_oracle::capture::{Fate, fate};
use seichi_oracle::playout::{Board, end_position};

/// The largest number of states of a game that the slow solver searches.
const MOST_STATES: usize = 8_000;

/// The largest block of the opponent that the search does not treat as one vertex.
const LARGEST_BLOCK: u16 = 8;

/// Returns board number `number`, with sides of 2 to 5 points: the end of a random game, or stones
/// on all points except a few.
fn random_board(number: u64) -> Board {
    let mut rng = Rng::with_seed(number);
    let (width, height) = (rng.usize(2..=5), rng.usize(2..=5));
    if rng.u8(..4) == 0 {
        return end_position(&mut rng, width, height);
    }
    let mut board = Board::empty(width, height);
    for cell in board.cells.iter_mut().flatten() {
        *cell = *rng
            .choice(&['x', 'x', 'x', 'x', 'o', 'o', 'o', 'o', '.'])
            .expect("there are letters");
    }
    board
}

/// Returns whether every block has a liberty and at most [`LARGEST_BLOCK`] stones.
fn is_suitable(board: &Board, analysis: &Analysis) -> bool {
    let has_liberty = |&point: &(usize, usize)| board.block_until(point, |cell| cell == '.').1;
    let mut stones = board.all('x').into_iter().chain(board.all('o'));
    stones.all(|point| has_liberty(&point))
        && analysis
            .blocks()
            .iter()
            .all(|block| block.stones <= LARGEST_BLOCK)
}

/// The status of a chain if a search has proved one, and its fate if the slow solver finished.
type Compared = (Option<ChainStatus>, Option<Fate>);

/// Compares the search with the slow solver on each chain of a board. Returns what the search
/// proves without any assumption, and what an estimate of dead stones proves regardless of its
/// playouts.
fn compare(number: u64) -> Vec<[Compared; 2]> {
    let board = random_board(number);
    let position = Position::from_diagram(&board.rows().join("\n")).expect("a board");
    let analysis = &Analysis::new(&position, &[]);
    if !is_suitable(&board, analysis) {
        return Vec::new();
    }
    let estimate = Estimator::new().estimate(&position, Playouts::default());
    let mut compared = Vec::new();
    for chain in estimate.chains {
        let point = chain.stones[0];
        let fate = fate(&board, (point.x.into(), point.y.into()), MOST_STATES);
        let proved = ChainStatus::proved(analysis, analysis.block(position.grid().index(point)));
        for proved in [proved, chain.proved] {
            let is_wrong = matches!(
                (proved, fate),
                (
                    Some(ChainStatus::Alive),
                    Some(Fate::Captured | Fate::Endless)
                ) | (Some(ChainStatus::Dead), Some(Fate::Kept | Fate::Endless))
            );
            assert!(
                !is_wrong,
                "board {number}, {point}: {proved:?}, but {fate:?}\n{position}"
            );
        }
        compared.push([(proved, fate), (chain.proved, fate)]);
    }
    compared
}

#[test]
fn proofs_agree_with_the_slow_solver() {
    check_boards(1_000);
}

#[test]
#[ignore = "takes minutes"]
fn proofs_agree_with_the_slow_solver_on_many_boards() {
    check_boards(40_000);
}

/// Compares the first random boards.
fn check_boards(boards: u64) {
    let results: Vec<_> = (0..boards).into_par_iter().flat_map_iter(compare).collect();
    let (searched, estimated): (Vec<_>, Vec<_>) = results
        .into_iter()
        .map(|[search, estimate]| (search, estimate))
        .unzip();
    for compared in [&searched, &estimated] {
        let mut counts = BTreeMap::new();
        for (proved, fate) in compared {
            *counts.entry((format!("{proved:?}"), *fate)).or_insert(0) += 1;
        }
        println!("{counts:?}");
        let dead = (Some(ChainStatus::Dead), Some(Fate::Captured));
        assert!(compared.iter().filter(|&&chain| chain == dead).count() as u64 > boards / 100);
    }
    let count = |test: fn(&&Compared) -> bool| searched.iter().filter(test).count();
    let finished = count(|(_, fate)| fate.is_some_and(|fate| fate != Fate::Endless));
    let proved = count(|(proved, fate)| proved.is_some() && fate.is_some());
    assert!(proved * 4 > finished * 3, "{proved} proved of {finished}");
    assert!(
        count(|chain| **chain == (Some(ChainStatus::Alive), Some(Fate::Kept))) as u64
            > boards / 100
    );
}
