//! Runs the suite on a scorer, a command that answers lines of JSON: `cargo run --example suite -- COMMAND [SECONDS]`

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, from_slice, from_str, json};

#[derive(Default, Deserialize)]
#[serde(default)]
struct Answer {
    margin: Option<f64>,
    score: Option<f64>,
    black: Vec<String>,
    white: Vec<String>,
    dead: Vec<String>,
    error: Option<String>,
}

fn start(command: &str) -> (Child, Receiver<String>) {
    let mut words = shlex::split(command).expect("a command").into_iter();
    let mut program = Command::new(words.next().expect("a program"));
    let mut child = program.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("a scorer");
    let lines = BufReader::new(child.stdout.take().expect("an output")).lines();
    let (sender, receiver) = channel();
    std::thread::spawn(move || lines.map_while(Result::ok).try_for_each(|line| sender.send(line)));
    (child, receiver)
}

fn rows(value: &Value) -> Vec<&str> {
    value.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

/// Returns the answer's margin, and whether the answer is right: its margin, and its map if it has one.
fn judge(case: &Value, answer: &Answer) -> (f64, bool) {
    let (is_area, is_map, mut is_right) = (case["method"] == "area", answer.score.is_none(), true);
    let mut score = answer.score.unwrap_or(answer.black.len() as f64 - answer.white.len() as f64);
    for (y, row) in rows(&case["rows"]).into_iter().enumerate() {
        for (x, stone) in row.chars().enumerate() {
            let letter = |at: usize| ('a'..='z').chain('A'..='Z').nth(at);
            let point = String::from_iter([letter(x), letter(y)].into_iter().flatten());
            let is_dead = rows(&case["dead"]).contains(&&*point) || answer.dead.contains(&point);
            let sign = [('X', 1.0), ('O', -1.0)].into_iter().find(|side| side.0 == stone).map_or(0.0, |side| side.1);
            match (is_area, is_dead) {
                (false, true) => score -= sign,
                (true, false) if is_map => score += sign,
                _ => {}
            }
            let owner = match stone {
                'X' if !is_dead => 'B',
                'O' if !is_dead => 'W',
                _ if answer.white.contains(&point) => 'W',
                _ if answer.black.contains(&point) => 'B',
                _ => '.',
            };
            is_right &= !is_map || rows(&case["owners"]).get(y).is_none_or(|row| row[x..].starts_with(owner));
        }
    }
    let margin = answer.margin.unwrap_or(score + case["added"].as_f64().expect("a number"));
    (margin, (is_right || answer.margin.is_some()) && case["margin"].as_f64() == Some(margin))
}

fn main() {
    let command = std::env::args().nth(1).expect("a command");
    let limit = Duration::from_secs_f64(std::env::args().nth(2).map_or(10.0, |text| text.parse().expect("seconds")));
    let mut scorer = start(&command);
    let files = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/suite")).expect("the suite");
    let files = files.map(|file| file.expect("a file").path());
    let mut files: Vec<_> = files.filter(|path| path.extension().is_some_and(|end| end == "json")).collect();
    files.sort();
    for file in files {
        let level: Value = from_slice(&std::fs::read(file).expect("a level")).expect("JSON");
        let mut counts = [0; 3];
        for case in level["cases"].as_array().into_iter().flatten() {
            let rows = rows(&case["rows"]);
            let mut question = json!({"size": [rows[0].len(), rows.len()]});
            for key in "id rows dead to_play rules komi handicap prisoners first_pass method tax sgf".split(' ') {
                question[key] = case[key].clone();
            }
            let _ = writeln!(scorer.0.stdin.as_ref().expect("an input"), "{question}");
            let line = scorer.1.recv_timeout(limit).unwrap_or_default();
            let answer: Answer = from_str(&line).unwrap_or_else(|_| {
                let _ = scorer.0.kill();
                scorer = start(&command);
                Answer { error: Some("no answer in time, or no JSON".to_owned()), ..Answer::default() }
            });
            let (got, is_right) = judge(case, &answer);
            counts[if answer.error.is_some() { 2 } else { usize::from(!is_right) }] += 1;
            if answer.error.is_some() || !is_right {
                println!(
                    "{}: {}, not {}: {}",
                    case["id"],
                    answer.error.unwrap_or(got.to_string()),
                    case["margin"],
                    rows.join(" ")
                );
            }
        }
        println!(
            "{}: {} right, {} wrong, {} without an answer",
            level["level"].as_str().expect("a name"),
            counts[0],
            counts[1],
            counts[2]
        );
    }
    let _ = scorer.0.kill();
}
