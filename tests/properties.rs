//! Properties that hold on every board: a symmetric strategy does not depend on the colours or on
//! the orientation of the board, the order in which false eyes are filled does not matter, a replay
//! loses no stone, and the prisoners are consistent with any marks of dead stones.

#[path = "common/answers.rs"]
#[expect(dead_code, reason = "only tests of games use margins")]
mod answers;
#[path = "common/fast.rs"]
mod fast;
#[path = "common/symmetry.rs"]
mod symmetry;

use fastrand::Rng;
use rayon::prelude::*;
use seichi::board::{Action, Cell, Color, MoveFault, Point, Size, replay};
use seichi::dead::{count_board, take_off};
use seichi::rules::{Count, Points, Rules};
use seichi::sgf::{Encoding, read};
use seichi::territory::{Evaluator, STRATEGIES, TerritoryMap, strategy, territory_map};
use seichi_oracle::playout::Board;
use seichi_oracle::{boards, slow};

/// The first board of these tests comes after the last one of the differential test.
const FIRST_BOARD: u64 = 1_000_000;

/// The map of a diagram, as rows.
fn scored(name: &str, rows: &[String]) -> Vec<String> {
    let position = fast::position(rows);
    fast::map_rows(
        &position,
        &territory_map(&position, strategy(name).expect("a listed strategy")),
    )
}

#[test]
fn symmetric_strategies_ignore_colours_and_orientation() {
    let moved = |number| {
        let board = boards::random(FIRST_BOARD + number).rows();
        let mut is_moved = false;
        for name in [
            "flood",
            "strict",
            "unfilled",
            "grey",
            "linked",
            "independent",
            "teire",
        ] {
            // on a symmetric board, two protective moves may be equally good
            if name == "teire" && is_symmetric(&board) {
                continue;
            }
            let map = scored(name, &board);
            for turn in 0..8 {
                let (turned, expected) =
                    (symmetry::turned(&board, turn), symmetry::turned(&map, turn));
                let swapped = symmetry::swapped(&turned);
                let diagram = board.join("\n");
                assert_eq!(scored(name, &turned), expected, "{name} {turn}\n{diagram}");
                assert_eq!(
                    scored(name, &swapped),
                    symmetry::swapped(&expected),
                    "{name} swapped {turn}\n{diagram}"
                );
                is_moved |= map.concat().contains(['b', 'w']) && expected != map;
            }
        }
        u32::from(is_moved)
    };
    let moved: u32 = (0..2_000_u64).into_par_iter().map(moved).sum();
    assert!(
        moved > 1_000,
        "too few boards with territory that a symmetry moves: {moved}"
    );
}

/// Marks a random quarter of a board's blocks as dead.
fn random_dead(board: &[String], rng: &mut Rng) -> Vec<String> {
    let cells: Vec<&[u8]> = board.iter().map(String::as_bytes).collect();
    let mut marks = vec![vec![' '; cells[0].len()]; cells.len()];
    for start in (0..cells.len()).flat_map(|y| (0..cells[0].len()).map(move |x| (x, y))) {
        let mark = if rng.u8(..4) == 0 { 'd' } else { '-' };
        let mut queue = vec![start];
        while let Some((x, y)) = queue.pop() {
            let is_same = cells.get(y).and_then(|row| row.get(x)) == Some(&cells[start.1][start.0]);
            if is_same && marks[y][x] == ' ' && cells[y][x] != b'.' {
                marks[y][x] = mark;
                queue.extend([
                    (x + 1, y),
                    (x, y + 1),
                    (x.wrapping_sub(1), y),
                    (x, y.wrapping_sub(1)),
                ]);
            }
        }
    }
    marks.into_iter().map(String::from_iter).collect()
}

/// The map of a board without the stones marked as dead.
fn scored_without(name: &str, board: &[String], marks: &[String]) -> Vec<String> {
    let whole = fast::position(board);
    let is_dead =
        |point: &Point| marks[usize::from(point.y)].as_bytes()[usize::from(point.x)] == b'd';
    let dead: Vec<Point> = whole.size().iter().filter(is_dead).collect();
    let (living, _) = take_off(&whole, &dead);
    let (mut evaluator, mut map) = (Evaluator::new(), TerritoryMap::default());
    let strategy = strategy(name).expect("a listed strategy");
    evaluator.on(&living, &dead).decide(strategy, &mut map);
    fast::map_rows(&living, &map)
}

#[test]
fn dead_stones_ignore_colours_and_orientation() {
    let moved = |number: u64| {
        let board = boards::random(FIRST_BOARD + number).rows();
        let marks = random_dead(&board, &mut Rng::with_seed(number));
        let mut is_moved = false;
        for name in ["independent", "teire"] {
            if name == "teire" && is_symmetric(&board) {
                continue;
            }
            let map = scored_without(name, &board, &marks);
            for turn in 0..8 {
                let [turned, turned_marks, expected] =
                    [&board, &marks, &map].map(|rows| symmetry::turned(rows, turn));
                let swapped = symmetry::swapped(&turned);
                let diagram = format!("{}\n{}", board.join("\n"), marks.join("\n"));
                assert_eq!(
                    scored_without(name, &turned, &turned_marks),
                    expected,
                    "{name} {turn}\n{diagram}"
                );
                let expected = symmetry::swapped(&expected);
                assert_eq!(
                    scored_without(name, &swapped, &turned_marks),
                    expected,
                    "{name} swapped {turn}\n{diagram}"
                );
                is_moved |= map.concat().contains(['b', 'w']) && expected != map;
            }
        }
        u32::from(is_moved)
    };
    let moved: u32 = (0..2_000_u64).into_par_iter().map(moved).sum();
    assert!(
        moved > 1_000,
        "too few boards with territory that a symmetry moves: {moved}"
    );
}

/// Whether some turn leaves the board unchanged, with or without a swap of the colours.
fn is_symmetric(board: &[String]) -> bool {
    let is_same = |turn| {
        let turned = symmetry::turned(board, turn);
        turn > 0 && turned == board || symmetry::swapped(&turned) == board
    };
    (0..8).any(is_same)
}

/// Returns the rows of a random board. On every second board, some empty points are marked as
/// points of dead stones, and on every fourth board, a block is marked as dead.
fn with_dead_stones(number: u64) -> Vec<String> {
    let mut rng = Rng::with_seed(number);
    let mut board = boards::random(FIRST_BOARD + number);
    let stones = [board.all('x'), board.all('o')].concat();
    let dead = match number % 4 {
        0 | 1 => board
            .all('.')
            .into_iter()
            .filter(|_| rng.u8(..5) == 0)
            .collect(),
        2 => rng
            .choice(&stones)
            .map(|&stone| board.block_until(stone, |_| false).0)
            .unwrap_or_default(),
        _ => Vec::new(),
    };
    for (x, y) in dead {
        board.cells[y][x] = '+';
    }
    board.rows()
}

#[test]
fn figures_match_map_on_turned_boards() {
    let number = 1_000;
    (0..number).into_par_iter().for_each(|number: u64| {
        let turn = Rng::with_seed(number).usize(1..16);
        answers::check_all(&mut Evaluator::new(), &with_dead_stones(number), turn);
    });
}

/// Dead stones affect only the strategies that use them.
#[test]
fn dead_stones_affect_only_strategies_that_use_them() {
    let changed = |number: u64| {
        let board = boards::random(FIRST_BOARD + number);
        let mut rng = Rng::with_seed(number);
        let side = |value: usize| u8::try_from(value).expect("a small board");
        let dead = board.all('.').into_iter().filter(|_| rng.bool());
        let dead: Vec<Point> = dead.map(|(x, y)| Point::new(side(x), side(y))).collect();
        let position = fast::position(&board.rows());
        let (mut evaluator, mut map) = (Evaluator::new(), TerritoryMap::default());
        let mut scoring = evaluator.on(&position, &dead);
        let mut changed = 0;
        for strategy in slow::NAMES.into_iter().filter_map(strategy) {
            scoring.decide(strategy, &mut map);
            let is_same = map == territory_map(&position, strategy);
            assert!(
                is_same || strategy.name == "independent",
                "{}\n{position}",
                strategy.name
            );
            changed += u32::from(!is_same);
        }
        changed
    };
    let changed: u32 = (0..6_000_u64).into_par_iter().map(changed).sum();
    println!("dead stones change the map of {changed} of 6000 boards");
    assert!(changed > 100, "{changed}");
}

/// Makes a mirrored board or map.
type Mirror = fn(&[String]) -> Vec<String>;

/// An asymmetric strategy and its counterpart give mirrored answers on mirrored boards.
#[test]
fn asymmetric_fill_and_counterpart_mirror_each_other() {
    let mirror: [(&str, &str, Mirror); 3] = [
        ("fixed-black", "fixed-white", symmetry::swapped),
        ("checkered", "checkered-white", symmetry::swapped),
        ("alternating", "alternating-transposed", |rows| {
            symmetry::turned(rows, 4)
        }),
    ];
    for (name, counterpart, mirrored) in mirror {
        let unfair = |number| {
            let board = boards::random(FIRST_BOARD + number).rows();
            let expected = mirrored(&scored(name, &board));
            assert_eq!(
                scored(counterpart, &mirrored(&board)),
                expected,
                "{name}\n{}",
                board.join("\n")
            );
            u32::from(scored(name, &mirrored(&board)) != expected)
        };
        let unfair: u32 = (0..2_000_u64).into_par_iter().map(unfair).sum();
        println!("{name}: not fair on {unfair} of 2000 boards");
        assert!(unfair > 15, "{name} is unfair on only {unfair} boards");
    }
}

/// Dame filled in a player's own colour join his blocks and never oppose them; dame in the
/// opponent's colour do not join them and may oppose them. Therefore, the answer of every fill lies
/// between the two fixed fills, and a board is disputed only if these two differ.
#[test]
fn fixed_fills_bound_the_answer_of_every_fill() {
    let bounds = [
        ('b', "fixed-white", "fixed-black"),
        ('w', "fixed-black", "fixed-white"),
    ];
    let between = |number| {
        let board = boards::random(FIRST_BOARD + number).rows();
        let mut strictly = 0;
        for (letter, least, most) in bounds {
            let points = |name: &str| -> Vec<bool> {
                scored(name, &board)
                    .concat()
                    .chars()
                    .map(|at| at == letter)
                    .collect()
            };
            let (least, most) = (points(least), points(most));
            assert_eq!(points("grey"), most, "grey {letter}\n{}", board.join("\n"));
            for strategy in STRATEGIES.iter().filter(|strategy| strategy.is_fill()) {
                let (name, own) = (strategy.name, points(strategy.name));
                let is_between =
                    (0..own.len()).all(|at| least[at] <= own[at] && own[at] <= most[at]);
                assert!(is_between, "{name} {letter}\n{}", board.join("\n"));
                strictly |= u32::from(own != least && own != most);
            }
        }
        strictly
    };
    let strictly: u32 = (0..4_000_u64).into_par_iter().map(between).sum();
    println!("an answer that is neither the least nor the most on {strictly} of 4000 boards");
    assert!(strictly > 8, "{strictly}");
}

/// The number of boards on which false eyes can be filled in several orders.
#[derive(Default)]
struct Orders {
    boards: u32,
    with_a_choice: u32,
}

#[test]
fn filling_order_of_false_eyes_does_not_matter() {
    let filling = STRATEGIES
        .iter()
        .filter(|strategy| strategy.is_fill() && slow::NAMES.contains(&strategy.name));
    let orders: Vec<(&str, Orders)> = filling
        .map(|strategy| (strategy.name, orders(strategy.name)))
        .collect();
    for (
        name,
        Orders {
            boards,
            with_a_choice,
        },
    ) in orders
    {
        println!(
            "{name}: false eyes filled on {boards} boards, on {with_a_choice} in a free order"
        );
        assert!(
            boards > 200 && with_a_choice > 40,
            "{name}: {boards}, {with_a_choice}"
        );
    }
}

fn orders(name: &str) -> Orders {
    let board = |number| {
        let rows = boards::random(FIRST_BOARD + number).rows();
        let expected = slow::score(name, &rows, &mut slow::first);
        if expected.false_eyes == 0 {
            return Orders::default();
        }
        let mut rng = Rng::with_seed(number);
        let mut free = 0;
        for _ in 0..6 {
            let answer = slow::score(name, &rows, &mut |count| {
                free += u32::from(count > 1);
                rng.usize(..count)
            });
            assert_eq!(answer, expected, "{name}\n{}", rows.join("\n"));
        }
        Orders {
            boards: 1,
            with_a_choice: u32::from(free > 0),
        }
    };
    (0..4_000_u64)
        .into_par_iter()
        .map(board)
        .reduce(Orders::default, |one, other| Orders {
            boards: one.boards + other.boards,
            with_a_choice: one.with_a_choice + other.with_a_choice,
        })
}

/// A game of random moves on empty points, legal or not, with passes and set-up stones, both as
/// actions for `replay` and as played on the plain board of these tests.
struct Game {
    board: Board,
    actions: Vec<Action>,
    prisoners: [u32; 2],
    moves: u32,
    set_up: u32,
    suicides: u32,
}

fn random_game(rng: &mut Rng, width: usize, height: usize) -> Game {
    let (board, actions) = (Board::empty(width, height), Vec::new());
    let mut game = Game {
        board,
        actions,
        prisoners: [0; 2],
        moves: 0,
        set_up: 0,
        suicides: 0,
    };
    for _ in 0..rng.usize(..4 * width * height) {
        let (color, letter) = *rng
            .choice(&[(Color::Black, 'x'), (Color::White, 'o')])
            .expect("there are two");
        let Some((x, y)) = rng.choice(game.board.all('.')).filter(|_| rng.u8(..20) > 0) else {
            game.actions.push(Action::Move(color, None));
            continue;
        };
        let side = |value: usize| u8::try_from(value).expect("a small board");
        let point = Point::new(side(x), side(y));
        if rng.u8(..20) == 0 {
            game.set_up += 1;
            game.board.cells[y][x] = letter;
            game.actions.push(Action::Setup(point, Some(color)));
            continue;
        }
        game.moves += 1;
        game.actions.push(Action::Move(color, Some(point)));
        let (captured, own) = game.board.play(letter, (x, y));
        let count = |stones: usize| u32::try_from(stones).expect("a small board");
        game.prisoners[color.index()] += count(captured);
        game.prisoners[color.opponent().index()] += count(own);
        game.suicides += u32::from(own > 0);
    }
    game
}

#[test]
fn replay_loses_no_stone() {
    let (mut captured, mut suicides, mut set_up, mut passes) = (0, 0, 0, 0);
    for seed in 0..5_000 {
        let mut rng = Rng::with_seed(seed);
        let (width, height) = (rng.u8(1..=9), rng.u8(1..=9));
        let game = random_game(&mut rng, width.into(), height.into());
        let size = Size::new(width.into(), height.into()).expect("a small board");
        let end = replay(size, &game.actions).expect("every point is on the board");

        let on_board = end
            .position
            .cells()
            .iter()
            .filter(|cell| matches!(cell, Cell::Black | Cell::White))
            .count();
        let stones =
            end.prisoners[0] + end.prisoners[1] + u32::try_from(on_board).expect("a small board");
        assert_eq!(stones, end.moves + game.set_up - end.passes, "seed {seed}");
        assert_eq!(end.moves - end.passes, game.moves, "seed {seed}");
        assert_eq!(
            end.position,
            fast::position(&game.board.rows()),
            "seed {seed}"
        );
        assert_eq!(
            (end.prisoners, end.count(MoveFault::Suicide)),
            (game.prisoners, game.suicides),
            "seed {seed}"
        );
        assert_eq!(end.count(MoveFault::OnStone), 0, "seed {seed}");

        captured += game.prisoners[0] + game.prisoners[1];
        suicides += game.suicides;
        set_up += game.set_up;
        passes += end.passes;
    }
    println!("{captured} prisoners, {suicides} suicides, {set_up} stones set up, {passes} passes");
    assert!(
        [captured, suicides, set_up, passes]
            .iter()
            .all(|&count| count > 5_000)
    );
}

/// Whatever stones are marked as dead, a player holds at most the prisoners that the marks give.
/// The margins with and without the dead stones in seki as prisoners differ by these stones.
#[test]
fn prisoners_fit_any_marks_of_dead_stones() {
    let records = std::fs::read_dir("corpus/article").expect("the positions");
    let mut left_stones = 0;
    for path in records.map(|entry| entry.expect("an entry").path()) {
        let bytes = std::fs::read(&path).expect("a file");
        let Ok((_, games)) = read(&bytes, Encoding::default()) else {
            continue;
        };
        let record = games[0].record.as_ref().expect("a record");
        let board = replay(record.size, &record.actions)
            .expect("a board")
            .position;
        for seed in 0..40 {
            let mut rng = Rng::with_seed(seed);
            let is_dead = |point: &Point| board.get(*point).color().is_some() && rng.u8(..6) == 0;
            let dead: Vec<Point> = record.size.iter().filter(is_dead).collect();
            let (_, given) = take_off(&board, &dead);
            let (mut evaluator, mut map) = (Evaluator::new(), TerritoryMap::default());
            for name in ["strict", "linked", "independent"] {
                let strategy = strategy(name).expect("a listed strategy");
                let mut scores = |rules: Rules| {
                    let ending = Count::new(rules);
                    let count =
                        count_board(&board, &dead, ending, strategy, &mut evaluator, &mut map);
                    (map.counts().left_in_seki, map.counts().scores(&count))
                };
                let (none, taken) = scores(Rules::JAPANESE.with_prisoners_in_seki());
                let (left, scores) = scores(Rules::JAPANESE);
                assert_eq!(none, [0; 2]);
                for color in 0..2 {
                    let what = format!("{name} {} {dead:?}", path.display());
                    let prisoners = given[color].checked_sub(left[color]);
                    assert_eq!(Some(scores[color].prisoners), prisoners, "{what}");
                    assert_eq!(taken[color].prisoners, given[color], "{what}");
                    let stones = Points::whole(left[color].into());
                    assert_eq!(taken[color].total, scores[color].total + stones, "{what}");
                    left_stones += left[color];
                }
            }
        }
    }
    assert!(left_stones > 100, "too few stones in seki: {left_stones}");
}
