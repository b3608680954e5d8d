//! Random boards at the end of a game, small enough for a full search.

use fastrand::Rng;

use super::field::{Set, Stones};
use super::{Counted, Endgame, Ending, MOST_STATES, PLAYERS};
use crate::playout::{Board, Point, opponent};

/// The rows of a living group at the edge of a board.
const ONE: [&str; 2] = [".x..x.", "xxxxxx"];

/// The rows of two living groups at the edge of a board, one of each colour.
const TWO: [&str; 4] = [".o.ox.x.", "ooooxxxx", ".oooxxx.", "ooooxxxx"];

/// The maximum number of moves that are played until a board is finished.
const MOST_MOVES: u64 = 10;

/// A finished board. With best play, whoever moves first, living stones stay on the board, neither
/// player loses territory, and dame do not become territory, except points under dead stones.
#[derive(Clone, Debug)]
pub struct Finished {
    /// The stones, dead ones included.
    pub board: Board,
    /// The stones that are captured even if their owner moves first.
    pub dead: Vec<Point>,
    /// The end of the game if Black moves first, and the end if White does.
    pub endings: [Ending; 2],
}

/// Returns the end of random game number `number`, or `None` if the search gives up. The search
/// plays the last moves of the game until the board is finished.
pub fn finished(number: u64) -> Option<Finished> {
    finished_within(number, MOST_STATES)
}

/// The same with a different limit on the search.
pub(super) fn finished_within(number: u64, states: u32) -> Option<Finished> {
    let mut board = random(number);
    let mut game = Endgame::new(&board, Counted::Prisoners, states);
    for turn in number..number + MOST_MOVES {
        let stones = game.stones(&board);
        let dead = game.dead(stones)?;
        let black = game.ending(stones, 0, 0)?;
        let white = game.ending(stones, 1, black.score)?;
        let endings = [black, white];
        if endings
            .iter()
            .all(|ending| is_finished(&game, stones, dead, ending))
        {
            return Some(Finished {
                board,
                dead: game.points(dead),
                endings,
            });
        }
        let order = if turn % 2 == 0 { [0, 1] } else { [1, 0] };
        let (player, at) = order
            .into_iter()
            .find_map(|player| Some((player, endings[player].moves[0]?)))?;
        board.play(['x', 'o'][player], at);
    }
    None
}

fn is_finished(game: &Endgame, stones: Stones, dead: Set, ending: &Ending) -> bool {
    let alive = stones.map(|stones| stones & !dead);
    let (territory, last) = (game.field.territory(alive), ending.last);
    let dame = game.field.empty(stones) & !territory[0] & !territory[1];
    let keeps = |player: usize| {
        let is_kept = alive[player] & !(last.stones[player] & last.alive[player]) == 0;
        is_kept && territory[player] & !last.alive[player] & !last.territory[player] == 0
    };
    PLAYERS.into_iter().all(keeps) && dame & (last.territory[0] | last.territory[1]) == 0
}

/// Returns random board number `number`. It has a living group of Black above and one of White
/// below, or both above, or none. Stones were played at random on the rest of the board.
fn random(number: u64) -> Board {
    let mut rng = Rng::with_seed(number);
    let kind = rng.u8(..8);
    let (above, (width, height)): (&[&str], _) = match kind {
        0 => (&[], (5, 5)),
        1..=4 => (
            &ONE,
            *rng.choice(&[(4, 4), (4, 5), (5, 3), (5, 4), (6, 3), (6, 4)])
                .expect("there are sizes"),
        ),
        _ => (&TWO, (8, rng.usize(2..=3))),
    };
    let mut rows: Vec<String> = above.iter().map(|row| row[..width].to_owned()).collect();
    rows.extend(vec![".".repeat(width); height]);
    if matches!(kind, 1..=4) {
        rows.extend(above.iter().rev().map(|row| row[..width].replace('x', "o")));
    }
    let mut board = Board {
        cells: rows.iter().map(|row| row.chars().collect()).collect(),
    };
    let top = above.len();
    let points: Vec<Point> = (top..top + height)
        .flat_map(|y| (0..width).map(move |x| (x, y)))
        .collect();
    play(&mut rng, &mut board, &points);
    board
}

/// Plays random moves on some points of a board until few of them are empty. Players do not fill
/// eyes of one point, and do not capture their own stones.
fn play(rng: &mut Rng, board: &mut Board, points: &[Point]) {
    let (mut color, least) = ('x', rng.usize(2..=2 + points.len() / 3));
    for _ in 0..3 * points.len() {
        let empty: Vec<Point> = points
            .iter()
            .copied()
            .filter(|&(x, y)| board.cells[y][x] == '.')
            .collect();
        if empty.len() <= least {
            break;
        }
        let at = *rng.choice(&empty).expect("a point is empty");
        let mut next = board.clone();
        if !board.is_own_eye(color, at) && next.play(color, at).1 == 0 {
            *board = next;
        }
        color = opponent(color);
    }
}
