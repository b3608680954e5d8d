//! Tests on positions whose status is known.

use super::{CaptureBoard, ChainSearch, ChainStatus};
use crate::board::{Cell, Point, Position};
use crate::territory::Analysis;

/// Returns the proved status of the chain at a point of a diagram, and whether it lives in seki if
/// all chains live. Chains with a liberty in a region of more than eight points are considered
/// alive.
fn search(diagram: &str, (x, y): (u8, u8)) -> (Option<ChainStatus>, bool) {
    let position = Position::from_diagram(diagram).expect("a board");
    let mut analysis = Analysis::default();
    analysis.set(&position, &[]);
    let grid = analysis.grid();
    let is_roomy = |cell: usize| {
        let near = grid
            .neighbours(cell)
            .into_iter()
            .filter(|&near| analysis.cells()[near] == Cell::Empty);
        near.map(|near| &analysis.regions()[analysis.region(near)])
            .any(|region| analysis.points(region).len() > 8)
    };
    let roomy: Vec<usize> = grid
        .points()
        .filter(|&cell| analysis.cells()[cell].color().is_some() && is_roomy(cell))
        .collect();
    let chains = CaptureBoard::new(&analysis, |stone| {
        let block = analysis.block(stone);
        roomy
            .iter()
            .any(|&cell| analysis.block(cell) == block)
            .then_some(ChainStatus::Alive)
    });
    let block = analysis.block(grid.index(Point::new(x, y)));
    let mut search = ChainSearch::default();
    (
        search.status(&chains, block, 0),
        search.is_in_seki(&chains, block, |_| true),
    )
}

fn status(diagram: &str, point: (u8, u8)) -> Option<ChainStatus> {
    search(diagram, point).0
}

#[test]
fn group_with_two_eyes_lives_and_group_with_one_dies() {
    let two = ".o.ox....\noooox....\nxxxxx....\n.........";
    assert_eq!(
        search(two, (1, 0)),
        (Some(ChainStatus::Alive), false),
        "alive, but not in seki"
    );
    let one = "..oox....\noooox....\nxxxxx....\n.........";
    assert_eq!(status(one, (2, 0)), Some(ChainStatus::Dead));
}

#[test]
fn bent_four_in_the_corner_is_dead() {
    let board = "xxx.ox...\n.oooox...\nooxxxx...\nxxx......\n.........";
    assert_eq!(status(board, (4, 0)), Some(ChainStatus::Dead));
}

#[test]
fn chains_that_share_two_liberties_live_in_seki() {
    let board = "...ox.ox...\n...ox.ox...\n...oxxox...\n...oooxx...\n...........";
    assert_eq!(search(board, (4, 0)), (Some(ChainStatus::Alive), true));
    assert_eq!(search(board, (6, 0)), (Some(ChainStatus::Alive), true));
    // with a third liberty, Black captures first
    let uneven =
        "...ox.ox...\n...ox.ox...\n...ox.ox...\n...oxxox...\n...o.xxx...\n...oooox...\n.......o...";
    assert_eq!(status(uneven, (6, 0)), Some(ChainStatus::Dead));
}
