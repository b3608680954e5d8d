use super::*;
use crate::board::Size;

/// What is estimated, as a diagram: dead stones are capital letters.
fn estimated(position: &Position, playouts: Playouts) -> Vec<String> {
    let dead = Estimator::new().dead(position, playouts);
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
const BOARDS: [(&str, &str); 4] = [
    ("one stone in each territory", "..xo..\n.Oxo..\n..xoX.\n..xo..\n..xo..\n..xo.."),
    ("a block with one eye", "xxxxxxx\nx.x...x\nxxxxxxx\nooooxxx\nXXXoooo\nX.Xo.o.\nXXXoooo"),
    ("a wall alone", ".ooooo.\noo.o.oo\n.ooooo.\nxxxxxxx\n.x...x.\nx.xxx.x"),
    ("a ko stone", ".xo.o.\nxxoooo\n.xxo.o\nxx.xoo\n..xxo.\n...xoo"),
];

#[test]
fn dead_stones_are_found() {
    for (name, board) in BOARDS {
        let position = Position::from_diagram(board).expect(name);
        assert_eq!(estimated(&position, Playouts::default()).join("\n"), board, "{name}");
    }
}

#[test]
fn the_same_seed_has_the_same_answer() {
    let position = Position::from_diagram(BOARDS[0].1).expect("a board");
    let owned = |seed| {
        let mut estimator = Estimator::new();
        // what was seen before does not matter
        estimator.dead(&Position::from_diagram(BOARDS[1].1).expect("a board"), Playouts { count: 3, seed });
        estimator.dead(&position, Playouts { count: 20, seed });
        position.size().iter().map(|point| estimator.owned(point)).collect::<Vec<_>>()
    };
    assert_eq!(owned(1), owned(1));
    assert_ne!(owned(1), owned(2));
}

#[test]
fn extreme_boards_end() {
    for (width, height) in [(1, 1), (1, 2), (2, 2), (1, 52), (52, 1), (52, 52)] {
        let size = Size::new(width, height).expect("a size");
        let mut position = Position::new(size);
        let playouts = Playouts { count: 2, seed: 1 };
        assert_eq!(Estimator::new().dead(&position, playouts), []);
        // blocks without liberties
        for point in size.iter() {
            position.set(point, Some(if (point.x / 2 + point.y) % 3 == 0 { Color::Black } else { Color::White }));
        }
        assert_eq!(Estimator::new().dead(&position, playouts), [], "nothing can be played");
        for point in size.iter().filter(|point| (point.x + point.y) % 5 == 0) {
            position.set(point, None);
        }
        Estimator::new().dead(&position, playouts);
    }
}
