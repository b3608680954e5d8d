//! Compares the margins of `teire` with best play at the end of the game, on small random boards.

use rayon::prelude::*;
use seichi::board::{Color, Point, Position};
use seichi::dead::remove_dead;
use seichi::rules::{Count, Points, Rules};
use seichi::territory::{Evaluator, TerritoryMap, strategy};
use seichi_oracle::endgame::{Counted, Finished, finished, row, score};
use seichi_oracle::playout::Board;

/// Returns the margins of `teire` and `linked` on a board under some rules. `to_move` matters only
/// under area rules.
fn margins(board: &Finished, rules: Rules, to_move: Color) -> [Points; 2] {
    let whole = Position::from_diagram(&board.board.rows().join("\n")).expect("a board");
    let mut dead = Vec::new();
    for &(x, y) in &board.dead {
        let [x, y] = [x, y].map(|number| u8::try_from(number).expect("a small board"));
        dead.push(Point::new(x, y));
    }
    let ending = Count {
        to_move: Some(to_move),
        ..Count::new(rules)
    };
    let (position, count) = remove_dead(&whole, &dead, ending);
    let mut evaluator = Evaluator::new();
    let mut scoring = evaluator.on(&position, &dead);
    ["teire", "linked"].map(|name| {
        let mut map = TerritoryMap::default();
        scoring.decide_under(
            &whole,
            &count,
            strategy(name).expect("it is listed"),
            &mut map,
        );
        count.margin(map.counts().scored())
    })
}

/// Returns how far each margin is from the scores of best play, which depend on who moves first.
fn distances(board: &Finished) -> [Points; 2] {
    let [black, white] = [0, 1].map(|first| Points::whole(board.endings[first].score.into()));
    let margins = margins(board, Rules::JAPANESE, Color::Black);
    margins.map(|margin| {
        (margin - black.max(white))
            .max(black.min(white) - margin)
            .max(Points::ZERO)
    })
}

/// Returns the board with capitals for dead stones, and the best moves.
fn show(board: &Finished) -> String {
    let mut marked = board.board.clone();
    for &(x, y) in &board.dead {
        marked.cells[y][x].make_ascii_uppercase();
    }
    let lines = board
        .endings
        .each_ref()
        .map(|ending| format!("{}: {:?}", ending.score, ending.moves));
    format!("{}\n{}", marked.rows().join("\n"), lines.join("\n"))
}

#[test]
fn best_play_scores_known_boards() {
    for (rows, scores) in [
        // White's move at B2 is atari, so Black fills C1; if Black moves first, he plays at B2
        // himself
        (".o.ox.x. ooooxxxx o.xx.x.x xx...xx.", [6, 5]),
        // if White captures two stones at H2, Black throws in and captures three
        (".o.ox.x. ooooxxxx X..oxxO. .Xooooxx", [-4, -4]),
        // Black has to fill D6, so White can connect at B5
        (".x.. xxxx x.x. x.ox xo.o o.o. oooo .o..", [-3, -3]),
    ] {
        let cells = rows
            .split(' ')
            .map(|row| row.to_lowercase().chars().collect())
            .collect();
        let board = Board { cells };
        assert_eq!(
            [0, 1].map(|first| score(&board, Counted::Prisoners, first)),
            scores.map(Some),
            "{rows}"
        );
    }
}

#[test]
fn best_play_scores_known_boards_by_area() {
    for (rows, scores) in [
        // one dame is left
        (".x.xo.o. xxxxoooo xx.xo.oo xxx.oooo", [0, -2]),
        // two dame are left
        (".x.xo.o. xxxxoooo xxx.oooo xxx.oooo", [-2, -2]),
    ] {
        let cells = rows.split(' ').map(|row| row.chars().collect()).collect();
        let board = Board { cells };
        assert_eq!(
            [0, 1].map(|first| score(&board, Counted::Stones, first)),
            scores.map(Some),
            "{rows}"
        );
    }
}

#[test]
fn teire_counts_like_best_play() {
    check_games(300);
}

#[test]
#[ignore = "takes four minutes"]
fn teire_counts_like_best_play_in_many_games() {
    check_games(3_000);
}

/// Compares the ends of the first random games.
fn check_games(games: u64) {
    let boards: Vec<(u64, Finished)> = (0..games)
        .into_par_iter()
        .filter_map(|number| Some((number, finished(number)?)))
        .collect();
    let distances: Vec<[Points; 2]> = boards.iter().map(|(_, board)| distances(board)).collect();
    for ((number, board), [teire, linked]) in boards
        .iter()
        .zip(&distances)
        .filter(|(_, [teire, _])| *teire > Points::ZERO)
    {
        println!(
            "game {number}: teire away by {teire}, linked by {linked}\n{}",
            show(board)
        );
    }
    let count = |test: fn(&&[Points; 2]) -> bool| distances.iter().filter(test).count();
    let (wrong, linked) = (
        count(|[teire, _]| *teire > Points::ZERO),
        count(|[_, linked]| *linked > Points::ZERO),
    );
    let (nearer, further) = (
        count(|[teire, linked]| teire < linked),
        count(|[teire, linked]| teire > linked),
    );
    println!(
        "{} boards: {wrong} wrong ({linked} by linked), {nearer} nearer, {further} further",
        boards.len()
    );
    assert!(
        boards.len() as u64 * 3 > games,
        "the search gave up too often"
    );
    assert!(
        linked * 20 > boards.len(),
        "few boards have protective moves"
    );
    assert!(wrong * 3 < linked && further * 3 < nearer);
}

#[test]
fn teire_counts_area_in_turn_like_best_play() {
    check_area(300);
}

#[test]
#[ignore = "takes minutes"]
fn teire_counts_area_in_turn_like_best_play_in_many_games() {
    check_area(3_000);
}

/// Compares the area of the first random games, for each player to move.
fn check_area(games: u64) {
    let turns = |number: u64| {
        let board = finished(number)?;
        let compare = |first: usize| {
            let best = Points::whole(score(&board.board, Counted::Stones, first)?.into());
            let margins = margins(&board, Rules::TROMP_TAYLOR, Color::BOTH[first]);
            if margins[0] != best {
                println!(
                    "game {number}, {first} first: best {best}, teire and linked {margins:?}\n{}",
                    show(&board)
                );
            }
            Some(margins.map(|margin| margin == best))
        };
        Some([compare(0), compare(1)])
    };
    let results: Vec<[bool; 2]> = (0..games)
        .into_par_iter()
        .filter_map(turns)
        .flatten_iter()
        .flatten()
        .collect();
    let count = |test: fn(&&[bool; 2]) -> bool| results.iter().filter(test).count();
    let (wrong, linked) = (count(|[teire, _]| !teire), count(|[_, linked]| !linked));
    println!(
        "{} turns: {wrong} wrong ({linked} by linked)",
        results.len()
    );
    println!(
        "{} only teire, {} only linked",
        count(|[a, b]| *a && !b),
        count(|[a, b]| !a && *b)
    );
    assert!(
        results.len() as u64 * 2 > games,
        "the search gave up too often"
    );
    assert!(wrong * 3 < linked);
}

#[test]
fn sample_of_the_data_set_is_made_anew() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("suite/endings/sample.jsonl");
    let sample = std::fs::read_to_string(path).expect("a sample");
    let lines: Vec<&str> = sample.lines().collect();
    assert_eq!(lines.len(), 100);
    for (made, line) in (0..).filter_map(row).zip(lines) {
        assert_eq!(made, line, "suite/endings/README.md has the command");
    }
}
