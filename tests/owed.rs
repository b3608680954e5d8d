//! Compares the margins of `teire` with best play of the end of the game, on small random boards.

use rayon::prelude::*;
use seichi::board::{Point, Position};
use seichi::territory::{Evaluator, Verdict, strategy};
use seichi_oracle::endgame::{Finished, finished, score};
use seichi_oracle::playout::Board;

/// Returns the margins of `teire` and `linked` on a board.
fn margins(board: &Finished) -> [i64; 2] {
    let mut position = Position::from_diagram(&board.board.rows().join("\n")).expect("a board");
    let (mut dead, mut prisoners) = (Vec::new(), 0);
    for &(x, y) in &board.dead {
        prisoners += if board.board.cells[y][x] == 'x' { -1 } else { 1 };
        let [x, y] = [x, y].map(|number| u8::try_from(number).expect("a small board"));
        dead.push(Point::new(x, y));
        position.set(Point::new(x, y), None);
    }
    let mut evaluator = Evaluator::new();
    evaluator.set(&position, &dead);
    ["teire", "linked"].map(|name| {
        let mut verdict = Verdict::default();
        evaluator.decide(strategy(name).expect("it is listed"), &mut verdict);
        let [black, white] = verdict.counts().territory.map(i64::from);
        black - white + prisoners
    })
}

/// Returns how far each margin is from the scores of best play, which depend on who moves first.
fn distances(board: &Finished) -> [i64; 2] {
    let [black, white] = [0, 1].map(|first| i64::from(board.endings[first].score));
    margins(board).map(|margin| (margin - black.max(white)).max(black.min(white) - margin).max(0))
}

/// Returns the board with capitals for dead stones, and the best moves.
fn show(board: &Finished) -> String {
    let mut marked = board.board.clone();
    for &(x, y) in &board.dead {
        marked.cells[y][x].make_ascii_uppercase();
    }
    let lines = board.endings.each_ref().map(|ending| format!("{}: {:?}", ending.score, ending.moves));
    format!("{}\n{}", marked.rows().join("\n"), lines.join("\n"))
}

#[test]
fn best_play_scores_known_boards() {
    for (rows, scores) in [
        // White's move at B2 is atari, so Black fills C1; if Black is first, he plays there himself
        (".o.ox.x. ooooxxxx o.xx.x.x xx...xx.", [6, 5]),
        // if White captures two stones at H2, Black throws in and captures three
        (".o.ox.x. ooooxxxx X..oxxO. .Xooooxx", [-4, -4]),
        // Black has to fill D6, so White can connect at B5
        (".x.. xxxx x.x. x.ox xo.o o.o. oooo .o..", [-3, -3]),
    ] {
        let cells = rows.split(' ').map(|row| row.to_lowercase().chars().collect()).collect();
        let board = Board { cells };
        assert_eq!([0, 1].map(|first| score(&board, first)), scores.map(Some), "{rows}");
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
    let boards: Vec<(u64, Finished)> =
        (0..games).into_par_iter().filter_map(|number| Some((number, finished(number)?))).collect();
    let distances: Vec<[i64; 2]> = boards.iter().map(|(_, board)| distances(board)).collect();
    for ((number, board), [teire, linked]) in boards.iter().zip(&distances).filter(|(_, [teire, _])| *teire > 0) {
        println!("game {number}: teire {:?}, away by {teire}, linked by {linked}\n{}", margins(board), show(board));
    }
    let count = |test: fn(&&[i64; 2]) -> bool| distances.iter().filter(test).count();
    let (wrong, linked) = (count(|[teire, _]| *teire > 0), count(|[_, linked]| *linked > 0));
    let (nearer, further) = (count(|[teire, linked]| teire < linked), count(|[teire, linked]| teire > linked));
    println!("{} boards: {wrong} wrong ({linked} by linked), {nearer} nearer, {further} further", boards.len());
    assert!(boards.len() as u64 * 3 > games, "the search gave up too often");
    assert!(linked * 20 > boards.len(), "few boards have protective moves");
    assert!(wrong * 3 < linked && further * 3 < nearer);
}
