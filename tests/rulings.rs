//! The boards of `corpus/rulings`: playouts and search find the same stones dead as the rules of
//! 1989.

#[path = "../examples/common/games.rs"]
mod games;

use seichi::board::Point;
use seichi::dead::{ChainLife, DeadFrom, Estimate, Estimator, Playouts};
use seichi::territory::ChainStatus;

/// The boards on which the estimate removes living stones with one seed of five: playouts kill a
/// group, which no search of its size can decide.
const UNDECIDED: [&str; 1] = ["ten-thousand-year-ko"];

/// The seeds of the estimates. The first is the program's.
const SEEDS: [u64; 5] = [1979, 1, 2, 3, 4];

/// A board, with its dead stones according to the rules, and the estimate with each seed.
struct Board {
    name: String,
    ruled: Vec<Point>,
    estimates: Vec<Estimate>,
}

impl Board {
    /// Returns the status of a chain according to the rules.
    fn ruling(&self, chain: &ChainLife) -> ChainStatus {
        if self.ruled.contains(&chain.stones[0]) {
            ChainStatus::Dead
        } else {
            ChainStatus::Alive
        }
    }

    /// Returns whether a chain has a property, with any seed.
    fn any_chain(&self, test: impl Fn(&ChainLife) -> bool) -> bool {
        let mut chains = self.estimates.iter().flat_map(|made| &made.chains);
        chains.any(test)
    }
}

fn boards() -> Vec<Board> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/corpus/rulings").to_owned();
    let mut boards = games::collect(&[folder], vec![DeadFrom::Labels], |name, game| {
        let mut estimator = Estimator::new();
        let mut estimates = Vec::new();
        for seed in SEEDS {
            let playouts = Playouts {
                seed,
                ..Playouts::default()
            };
            estimates.push(estimator.estimate(&game.end.position, playouts));
        }
        Some(Board {
            name: name.trim_end_matches(".sgf#1").to_owned(),
            ruled: game.dead,
            estimates,
        })
    })
    .expect("the boards");
    boards.sort_by(|one, other| one.name.cmp(&other.name));
    assert!(boards.len() >= 11);
    boards
}

/// Returns the names of the boards with a property.
fn names(boards: &[Board], test: impl Fn(&Board) -> bool) -> Vec<&str> {
    boards
        .iter()
        .filter(|board| test(board))
        .map(|board| board.name.as_str())
        .collect()
}

#[test]
fn estimate_decides_as_ruled_except_on_listed_boards() {
    let is_wrong = |board: &Board| board.estimates.iter().any(|made| made.dead != board.ruled);
    assert_eq!(names(&boards(), is_wrong), UNDECIDED);
}

#[test]
fn proofs_agree_with_rulings() {
    let boards = boards();
    let is_wrong = |board: &Board| {
        board.any_chain(|chain| {
            chain
                .proved
                .is_some_and(|proved| proved != board.ruling(chain))
        })
    };
    assert_eq!(names(&boards, is_wrong), [""; 0]);
    // if several stones are dead, their death is proved
    let is_unproved = |board: &Board| {
        board.any_chain(|chain| {
            chain.stones.len() > 1
                && board.ruling(chain) == ChainStatus::Dead
                && chain.proved.is_none()
        })
    };
    assert_eq!(names(&boards, is_unproved), [""; 0]);
}
