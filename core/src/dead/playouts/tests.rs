use fastrand::Rng;

use super::*;
use crate::board::{Cell, Color, Point, Position, Size, Symmetry};
use crate::territory::ChainStatus;

/// Returns a diagram of the estimate, with dead stones as capital letters.
fn estimated(position: &Position, playouts: Playouts) -> Vec<String> {
    let dead = Estimator::new().estimate(position, playouts).dead;
    position.rows(|index, cell| {
        let is_dead = cell.color().is_some() && dead.contains(&position.grid().point(index));
        match (cell, is_dead) {
            (Cell::Black, false) => 'x',
            (Cell::Black, true) => 'X',
            (Cell::White, false) => 'o',
            (Cell::White, true) => 'O',
            _ => '.',
        }
    })
}

/// Boards whose dead stones are capital letters.
const BOARDS: [(&str, &str); 17] = [
    (
        "a stone in each territory",
        "..xo..\n.Oxo..\n..xoX.\n..xo..\n..xo..\n..xo..",
    ),
    (
        "one eye",
        "xxxxxxx\nx.x...x\nxxxxxxx\nooooxxx\nXXXoooo\nX.Xo.o.\nXXXoooo",
    ),
    (
        "group without eyes beside a wall",
        ".ooooo.\noo.o.oo\n.ooooo.\nxxxxxxx\n.x...x.\nx.xxx.x",
    ),
    (
        "a stone in a ko",
        ".xo.o.\nxxoooo\n.xxo.o\nxx.xoo\n..xxo.\n...xoo",
    ),
    (
        "seki without eyes",
        "xxxxxxxxx\nxooooooox\nxo.xxx.ox\nxooooooox\nxxxxxxxxx\n.x.......",
    ),
    (
        "seki with an eye each",
        "..xo.ox.xo.\n..xoooxxxo.\n..xxxo.xoo.\n....xoxxo..\n....xxooo..\n.....xxxoo.",
    ),
    (
        "seki with a false eye",
        ".xx.ox..\noxooox..\n.ooxxx..\nooxx....\nxxxx....\n........\n........",
    ),
    (
        "stones that can be captured before they connect",
        "........\nxxxx....\n.xxxx...\nxOxxx...\n.OOxx...\nO.OOx...",
    ),
    (
        "three points with an opponent's stone on the vital point",
        ".o.Xo...\nXXXXo...\noooo....\n........\n........",
    ),
    (
        "bulky five with an opponent's stone on the vital point",
        ".o.Xo..\n..XXo..\nXXXoo..\noooo...\n.......\n.......",
    ),
    (
        "bent four in the corner",
        "xxx.Ox.\n.OOOOx.\nOOxxxx.\nxxx....\n.......\n.......",
    ),
    (
        "ten stones around three in the corner",
        ".o.o.oox..\nooooooox..\nooXoooox..\nXXXXooox..\n.oXXXXox..\no.o.Xoox..",
    ),
    (
        "a two-headed dragon",
        "oooooooo\no.xxx.xo\noxxoxxxo\noxooooxo\noxxooxxo\no.xxxx.o\noooooooo",
    ),
    (
        "three stones in five points",
        "xxxxxxx\nx.OOO.x\nxxxxxxx\n.......",
    ),
    ("snapback", "xxxxxxx\nxOOOxxx\nxOx.xxx\nxOOxx.x\nxxxx.xx"),
    ("no stone", "...\n...\n..."),
    ("one colour", "....\n.x..\n....\n..x."),
];

#[test]
fn playouts_find_dead_stones() {
    for (name, board) in BOARDS {
        let position = Position::from_diagram(board).expect(name);
        assert_eq!(
            estimated(&position, Playouts::default()).join("\n"),
            board,
            "{name}"
        );
    }
}

/// Returns a position after a symmetry, and perhaps a swap of the colours.
fn turned(position: &Position, symmetry: Symmetry, swap: bool) -> Position {
    let size = position.size();
    let mut image = Position::new(symmetry.size(size));
    for point in size.iter() {
        let color = position
            .get(point)
            .color()
            .map(|color| if swap { color.opponent() } else { color });
        image.set(symmetry.apply(size, point), color);
    }
    image
}

#[test]
fn estimate_is_the_same_after_turning_and_swapping_colours() {
    let mut rng = Rng::with_seed(9);
    let (mut estimator, mut turned_estimator) = (Estimator::new(), Estimator::new());
    for _ in 0..20 {
        let size = Size::new(rng.u32(5..9), rng.u32(5..9)).expect("a size");
        let mut position = Position::new(size);
        size.iter().for_each(|point| {
            position.set(
                point,
                [None, Some(Color::Black), Some(Color::White)][rng.usize(0..3)],
            );
        });
        let playouts = Playouts {
            count: 40,
            seed: 2,
            first: Some(Color::Black),
        };
        let estimate = estimator.estimate(&position, playouts);
        for (symmetry, swap) in
            Symmetry::all(size).flat_map(|symmetry| [(symmetry, false), (symmetry, true)])
        {
            let first = Some(if swap { Color::White } else { Color::Black });
            let image = turned(&position, symmetry, swap);
            let mut expected: Vec<Point> = estimate
                .dead
                .iter()
                .map(|&point| symmetry.apply(size, point))
                .collect();
            expected.sort_unstable();
            let turned = turned_estimator.estimate(&image, Playouts { first, ..playouts });
            assert_eq!(turned.dead, expected, "{position}");
            let (ownership, image) = (&estimate.ownership, turned.ownership);
            let sign = if swap { -1.0 } else { 1.0 };
            let difference =
                |point| image.mean(symmetry.apply(size, point)) - sign * ownership.mean(point);
            let is_same = |point| difference(point).abs() < 1e-9;
            assert!(size.iter().all(is_same), "{position}");
        }
    }
}

#[test]
fn zero_playouts_find_no_dead_stones() {
    let position = Position::from_diagram(BOARDS[0].1).expect("a board");
    let playouts = Playouts {
        count: 0,
        ..Playouts::default()
    };
    let estimate = Estimator::new().estimate(&position, playouts);
    assert_eq!(estimate.dead, []);
}

#[test]
fn same_seed_gives_the_same_answer() {
    let position = Position::from_diagram(BOARDS[0].1).expect("a board");
    let ownership = |seed| {
        let mut estimator = Estimator::new();
        // the previously estimated position does not matter
        estimator.estimate(
            &Position::from_diagram(BOARDS[1].1).expect("a board"),
            Playouts {
                count: 3,
                seed,
                first: None,
            },
        );
        let playouts = Playouts {
            count: 20,
            seed,
            first: None,
        };
        estimator.estimate(&position, playouts).ownership
    };
    assert_eq!(ownership(1), ownership(1));
    assert_ne!(ownership(1), ownership(2));
}

#[test]
fn player_to_move_wins_a_race() {
    // both chains are in atari at the same point
    let position = Position::from_diagram("xxoo\nxxoo\nx.oo\nxxoo\nxxoo").expect("a board");
    for first in Color::BOTH {
        let playouts = Playouts {
            first: Some(first),
            ..Playouts::default()
        };
        let dead = Estimator::new().estimate(&position, playouts).dead;
        assert!(!dead.is_empty());
        assert!(
            dead.iter()
                .all(|&point| position.get(point).color() == Some(first.opponent())),
            "{first}"
        );
    }
}

#[test]
fn playouts_of_extreme_boards_end() {
    for (width, height) in [(1, 1), (1, 2), (2, 2), (1, 52), (52, 1), (52, 52)] {
        let size = Size::new(width, height).expect("a size");
        let mut position = Position::new(size);
        let playouts = Playouts {
            count: 2,
            ..Playouts::default()
        };
        let dead = |position: &Position| Estimator::new().estimate(position, playouts).dead;
        assert_eq!(dead(&position), []);
        // blocks without liberties
        for point in size.iter() {
            position.set(
                point,
                Some(if (point.x / 2 + point.y) % 3 == 0 {
                    Color::Black
                } else {
                    Color::White
                }),
            );
        }
        assert_eq!(dead(&position), [], "no move is legal");
        for point in size.iter().filter(|point| (point.x + point.y) % 5 == 0) {
            position.set(point, None);
        }
        dead(&position);
    }
}

#[test]
fn dead_stones_of_random_boards_form_whole_blocks() {
    let mut rng = Rng::with_seed(3);
    let mut estimator = Estimator::new();
    let mut found = 0;
    for _ in 0..300 {
        let mut position =
            Position::new(Size::new(rng.u32(1..=9), rng.u32(1..=9)).expect("a size"));
        let empty = rng.usize(1..6);
        for point in position.size().iter() {
            position.set(
                point,
                [Some(Color::Black), Some(Color::White)]
                    .get(rng.usize(..empty + 2))
                    .copied()
                    .flatten(),
            );
        }
        let playouts = Playouts {
            count: rng.u32(..20),
            seed: rng.u64(..),
            first: None,
        };
        let dead = estimator.estimate(&position, playouts).dead;
        assert!(
            dead.is_sorted()
                && dead
                    .iter()
                    .all(|&point| position.get(point).color().is_some()),
            "{position}"
        );
        for &point in &dead {
            let index = position.grid().index(point);
            for neighbour in position.grid().neighbours(index) {
                let same = position.cells()[neighbour] == position.cells()[index];
                assert!(
                    !same || dead.contains(&position.grid().point(neighbour)),
                    "{position}"
                );
            }
        }
        found += dead.len();
    }
    assert!(found > 0, "some stones are dead");
}

#[test]
fn ownership_matches_the_sides_of_a_clear_board() {
    let position =
        Position::from_diagram("..xo..\n.oxo..\n..xox.\n..xo..\n..xo..\n..xo..").expect("a board");
    let ownership = |playouts| Estimator::new().estimate(&position, playouts).ownership;
    let clear = ownership(Playouts::default());
    for point in position.size().iter() {
        let sign = if point.x < 3 { 1.0 } else { -1.0 };
        assert!(
            sign * clear.mean(point) > 0.2,
            "{point}: {}",
            clear.mean(point)
        );
    }
    let nothing = ownership(Playouts {
        count: 0,
        ..Playouts::default()
    });
    assert!(
        position
            .size()
            .iter()
            .all(|point| nothing.mean(point) == 0.0)
    );
}

#[test]
fn chains_have_no_proofs_without_playouts() {
    let position = Position::from_diagram("xo.\nxo.\nxo.").expect("a board");
    let playouts = Playouts {
        count: 0,
        ..Playouts::default()
    };
    let estimate = Estimator::new().estimate(&position, playouts);
    assert!(estimate.dead.is_empty());
    assert!(
        estimate
            .chains
            .iter()
            .all(|chain| chain.proved.is_none() && chain.mean == 0.0)
    );
}

#[test]
fn stones_in_seki_live_and_are_proved() {
    // two chains without eyes share two liberties, and a white stone is dead in Black's territory
    let board =
        "...ox.ox...\n...ox.ox.o.\n...oxxox...\n...oooxx...\n...ooxx....\n...ox......\n...ox......";
    let position = Position::from_diagram(board).expect("a board");
    let Estimate { dead, chains, .. } = Estimator::new().estimate(&position, Playouts::default());
    assert_eq!(
        dead.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["jb"]
    );
    let chain = |x| {
        chains
            .iter()
            .find(|chain| chain.stones.contains(&Point::new(x, 0)))
            .expect("a chain")
    };
    assert_eq!(
        [4, 6].map(|x| (chain(x).proved, chain(x).in_seki)),
        [(Some(ChainStatus::Alive), true); 2]
    );
}

#[test]
fn estimate_is_independent_of_previous_estimates() {
    let positions =
        [BOARDS[0].1, BOARDS[1].1].map(|board| Position::from_diagram(board).expect("a board"));
    let mut estimator = Estimator::new();
    // every combination of position and settings follows every combination, including itself
    for (first, second) in (0..8).flat_map(|first| (0..8).map(move |second| (first, second))) {
        for case in [first, second] {
            let position = &positions[case % 2];
            let playouts = Playouts {
                count: [0, 3, 20, 20][case / 2],
                seed: [1, 1, 1, 2][case / 2],
                first: None,
            };
            assert_eq!(
                estimator.estimate(position, playouts),
                Estimator::new().estimate(position, playouts),
                "{first} {second}"
            );
        }
    }
}
