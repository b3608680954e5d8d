//! Scores games that the crate sgf-parse has parsed, with the dead stones that they mark:
//!
//! ```text
//! cargo run --example sgf_parse -- corpus/gnugo/*.sgf
//! ```

use std::error::Error;
use std::{env, fs};

use seichi::board::{Color, replay};
use seichi::dead::{DeadFrom, take_off};
use seichi::labels::resolve;
use seichi::rules::Count;
use seichi::sgf::{HeaderOverrides, Record, interpret, result_text};
use seichi::territory::{Evaluator, Verdict, strategy};

fn main() -> Result<(), Box<dyn Error>> {
    let linked = strategy("linked").expect("a strategy of the table");
    let (mut evaluator, mut verdict) = (Evaluator::new(), Verdict::default());
    for path in env::args().skip(1) {
        for tree in sgf_parse::go::parse(&fs::read_to_string(&path)?)? {
            let record = Record::from_sgf_parse(&tree)?;
            let headers = interpret(&record, &HeaderOverrides::default())?;
            let end = replay(record.size, &record.actions).map_err(|(_, point)| format!("{point} is off the board"))?;
            let dead = resolve(&end.position, &record, None, None, &[DeadFrom::Auto], &mut ())?.dead;
            let (position, [black, white]) = take_off(&end.position, &dead);
            evaluator.set(&position, &dead);
            evaluator.decide(linked, &mut verdict);
            verdict.apply(evaluator.analysis(), headers.rules);
            let count = Count {
                rules: headers.rules,
                komi: headers.komi,
                handicap: headers.handicap,
                stones: Color::BOTH.map(|color| position.stones(color)),
                prisoners: [end.prisoners[0] + black, end.prisoners[1] + white],
                first_pass: end.first_pass,
                to_move: None,
            };
            println!("{path}: {}", result_text(count.margin(verdict.counts().scored())));
        }
    }
    Ok(())
}
