//! Scores games that the crate sgf-parse has parsed, with the dead stones that they mark:
//!
//! ```text
//! cargo run --example sgf_parse -- corpus/gnugo/*.sgf
//! ```

use std::error::Error;
use std::{env, fs};

use seichi::board::replay;
use seichi::dead::{DeadFrom, count_board};
use seichi::labels::{Claims, no_dead_info};
use seichi::sgf::{HeaderOverrides, Record, interpret, result_text};
use seichi::territory::{Evaluator, TerritoryMap, strategy};

fn main() -> Result<(), Box<dyn Error>> {
    let linked = strategy("linked").expect("a strategy of the table");
    let (mut evaluator, mut map) = (Evaluator::new(), TerritoryMap::default());
    for path in env::args().skip(1) {
        for tree in sgf_parse::go::parse(&fs::read_to_string(&path)?)? {
            let record = Record::from_sgf_parse(&tree)?;
            let headers = interpret(&record, &HeaderOverrides::default())?;
            let end = replay(record.size, &record.actions)
                .map_err(|(_, point)| format!("{point} is off the board"))?;
            let claims = Claims::new(&end.position, &record, None, headers.counts_all_stones);
            let (dead, _) = claims
                .dead(DeadFrom::Auto)
                .ok_or_else(|| no_dead_info(&record, &[DeadFrom::Auto]))?;
            let count = count_board(
                &end.position,
                &dead,
                headers.count(&end),
                linked,
                &mut evaluator,
                &mut map,
            );
            println!(
                "{path}: {}",
                result_text(count.margin(map.counts().scored()))
            );
        }
    }
    Ok(())
}
