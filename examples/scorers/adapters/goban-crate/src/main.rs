//! goban (crates.io, 0.20.1): counts territory or area.

use std::io::{BufRead, Write};

use goban::pieces::goban::Goban;
use goban::pieces::stones::{Color, Stone};
use serde_json::{Value, json};

const LETTERS: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

fn name(x: usize, y: usize) -> String {
    [x, y].map(|index| &LETTERS[index..=index]).concat()
}

/// Returns the territory on the board of `question`, or `None` if the board is not square or is too
/// large.
fn score(question: &Value) -> Option<Value> {
    let size = |index: usize| u8::try_from(question["size"][index].as_u64()?).ok();
    if size(0)? != size(1)? || size(0)? > 19 {
        return None; // the crate names points off the board, or panics
    }
    let mut board = Goban::new((size(1)?, size(0)?));
    for (y, row) in question["rows"].as_array()?.iter().enumerate() {
        for (x, stone) in row.as_str()?.chars().enumerate() {
            let color = match stone {
                'X' => Color::Black,
                'O' => Color::White,
                _ => continue,
            };
            if !question["dead"].as_array()?.contains(&json!(name(x, y))) {
                board.push_stone(Stone { coord: (y as u8, x as u8), color });
            }
        }
    }
    let (black, white) = board.get_territories();
    let names = |points: Vec<_>| points.into_iter().map(|(y, x)| name(y, x)).collect::<Vec<_>>();
    let coords = |point: goban::pieces::stones::Point| (usize::from(point.coord.1), usize::from(point.coord.0));
    Some(json!({"black": names(black.map(coords).collect()), "white": names(white.map(coords).collect())}))
}

fn main() {
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let question: Value = serde_json::from_str(&line).expect("JSON");
        let mut answer = score(&question).unwrap_or_else(|| json!({"unsupported": "it has only square boards up to 19x19"}));
        answer["id"] = question["id"].clone();
        let mut out = std::io::stdout().lock();
        writeln!(out, "{answer}").and_then(|()| out.flush()).expect("an output");
    }
}
