//! Rows of `suite/endings`, the data set of small endings.

use super::boards::finished_within;
use super::field::{Set, each};
use super::{Counted, Endgame, PLAYERS, State, score_within};
use crate::playout::Point;

/// The maximum number of states that are searched for one board. Most boards need few.
const MOST_STATES: u32 = 100;

/// The maximum number of states once the board is finished.
const MOST_STATES_OF_FINISHED: u32 = 1_000;

/// Returns the row of random game number `number` as JSON, or `None` if the search gives up.
#[must_use]
pub fn row(number: u64) -> Option<String> {
    let finished = finished_within(number, MOST_STATES)?;
    let board = &finished.board;
    let mut game = Endgame::new(board, Counted::Prisoners, MOST_STATES_OF_FINISHED);
    let stones = game.stones(board);
    let dead = game.dead(stones)?;
    let best = [0, 1].map(|first| finished.endings[first].score);
    let (mut owned, mut owed) = ([0; 2], [0; 2]);
    let alive = stones.map(|stones| stones & !dead);
    let territory = game.field.territory(alive);
    for player in PLAYERS {
        for at in each(territory[player]) {
            let is_empty = at & game.field.empty(stones) != 0;
            if is_empty && game.is_owed(stones, player, at, best[player])? {
                owed[player] |= at;
            } else {
                owned[player] |= at;
            }
        }
    }
    let prisoners = |player: usize| super::count(stones[1 - player] & dead);
    let points = |player: usize| super::count(owned[player]) + prisoners(player);
    // if a player has a choice of points to fill, none of them costs anything
    let is_sum = best == [points(0) - points(1); 2];
    let owners = is_sum.then(|| rows(&game, [0, 1].map(|player| owned[player] | alive[player])));
    let area = |first| score_within(board, Counted::Stones, first, MOST_STATES_OF_FINISHED);
    let places = |set: Set| list(game.points(set).into_iter().map(name));
    Some(format!(
        "{{\"seed\":{number},\"rows\":{},\"dead\":{},\"owed\":{{\"black\":{},\"white\":{}}},\"owners\":{},\
         \"territory\":{{\"black_first\":{},\"white_first\":{}}},\"area\":{{\"black_first\":{},\"white_first\":{}}}}}",
        list(board.rows().iter().map(|row| row.to_uppercase())),
        places(dead),
        places(owed[0]),
        places(owed[1]),
        owners.map_or_else(|| "null".to_owned(), list),
        best[0],
        best[1],
        area(0)?,
        area(1)?,
    ))
}

impl Endgame {
    /// Returns whether it costs a player nothing to move first and fill one of his own points.
    fn is_owed(&mut self, stones: [Set; 2], player: usize, at: Set, best: i32) -> Option<bool> {
        let state = State {
            stones,
            ko: 0,
            player,
            passes: 0,
        };
        let Some((next, taken)) = self.after(state, at) else {
            return Some(false);
        };
        let sign = if player == 0 { 1 } else { -1 };
        self.gets(next, player, sign * best - taken)
    }
}

/// A point as in SGF.
fn name((x, y): Point) -> String {
    let letter = |number: usize| char::from(b'a' + u8::try_from(number).expect("a small board"));
    [letter(x), letter(y)].iter().collect()
}

fn list(texts: impl IntoIterator<Item = String>) -> String {
    let quoted: Vec<String> = texts
        .into_iter()
        .map(|text| format!("\"{text}\""))
        .collect();
    format!("[{}]", quoted.join(","))
}

/// The owners of all points by row: `B`, `W`, or `.` for neither player.
fn rows(game: &Endgame, owned: [Set; 2]) -> Vec<String> {
    let all = game.points(game.field.all());
    let letter = |bit: usize| match PLAYERS.map(|player| owned[player] >> bit & 1) {
        [1, _] => 'B',
        [_, 1] => 'W',
        _ => '.',
    };
    let letters: Vec<char> = (0..all.len()).map(letter).collect();
    letters
        .chunks(game.width)
        .map(|row| row.iter().collect())
        .collect()
}
