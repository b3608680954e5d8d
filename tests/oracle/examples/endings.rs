//! Prints the first rows of the data set `suite/endings`: `endings [ROWS]`

use std::collections::HashSet;
use std::io::{self, Write};

use seichi_oracle::endgame::row;

fn main() -> io::Result<()> {
    let count = std::env::args()
        .nth(1)
        .map_or(50_000, |text| text.parse().expect("a number"));
    let (mut seen, mut number) = (HashSet::new(), 0);
    let mut output = io::stdout().lock();
    while seen.len() < count {
        if let Some(row) = row(number) {
            // everything except the seed
            let board = row.split_once(',').expect("fields").1.to_owned();
            if seen.insert(board) {
                writeln!(output, "{row}")?;
            }
        }
        number += 1;
    }
    Ok(())
}
