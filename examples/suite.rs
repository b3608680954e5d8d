//! Runs the suite on a scorer, a command that answers lines of JSON: `cargo run --example suite --
//! COMMAND [SECONDS]`

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use seichi::board::{Cell, Position};
use serde_json::{Value, from_slice, from_str, json};

const GIVEN: &str = "id rows dead to_play rules komi handicap prisoners first_pass method tax sgf";

fn start(command: &str) -> (Child, Receiver<String>) {
    let mut words = shlex::split(command).expect("a command").into_iter();
    let mut program = Command::new(words.next().expect("a program"));
    let mut child = program
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("a scorer");
    let lines = BufReader::new(child.stdout.take().expect("an output")).lines();
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        lines
            .map_while(Result::ok)
            .try_for_each(|line| sender.send(line))
    });
    (child, receiver)
}

fn words(list: &Value) -> Vec<&str> {
    list.as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect()
}

/// Returns the answer's margin, and whether the answer is right: its margin, and its map if it has
/// one.
fn judge(case: &Value, answer: &Value) -> (f64, bool) {
    let [dead, found, black, white] = [
        &case["dead"],
        &answer["dead"],
        &answer["black"],
        &answer["white"],
    ]
    .map(words);
    let position = Position::from_diagram(&words(&case["rows"]).join("\n")).expect("a board");
    let (mut territory, mut stones, mut prisoners, mut owners) = (0, 0, 0, String::new());
    for point in position.size().iter() {
        let name = point.to_string();
        let is_in = |list: &[&str]| list.contains(&name.as_str());
        let stone = i32::from(position.get(point) == Cell::Black)
            - i32::from(position.get(point) == Cell::White);
        let listed = i32::from(is_in(&black)) - i32::from(is_in(&white));
        let is_dead = is_in(&dead) || is_in(&found);
        territory += listed;
        *if is_dead { &mut prisoners } else { &mut stones } += stone;
        owners.push(
            ['W', '.', 'B'][usize::try_from(
                1 + if is_dead || stone == 0 { listed } else { stone },
            )
            .expect("0 to 2")],
        );
    }
    let score = answer["score"].as_f64();
    let is_area = case["method"] == "area";
    let counted = score.unwrap_or(f64::from(territory + if is_area { stones } else { 0 }));
    let margin = counted - f64::from(if is_area { 0 } else { prisoners })
        + case["added"].as_f64().expect("a number");
    let margin = answer["margin"].as_f64().unwrap_or(margin);
    let has_map = answer["black"].is_array() && !case["owners"].is_null();
    (
        margin,
        case["margin"].as_f64() == Some(margin)
            && (!has_map || words(&case["owners"]).concat() == owners),
    )
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let limit = Duration::from_secs_f64(
        arguments
            .get(1)
            .map_or(10.0, |text| text.parse().expect("seconds")),
    );
    let mut scorer = start(&arguments[0]);
    let folder =
        std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/suite")).expect("the suite");
    let mut files: Vec<_> = folder.map(|file| file.expect("a file").path()).collect();
    files.retain(|file| file.extension().is_some_and(|end| end == "json"));
    files.sort();
    let mut failed = false;
    for file in files {
        let level: Value = from_slice(&std::fs::read(file).expect("a level")).expect("JSON");
        let mut counts = [0; 3];
        for case in level["cases"].as_array().into_iter().flatten() {
            let rows = words(&case["rows"]);
            let mut question = json!({"size": [rows[0].len(), rows.len()]});
            GIVEN
                .split(' ')
                .for_each(|key| question[key] = case[key].clone());
            // a scorer that ended gives no line either
            let _ = writeln!(scorer.0.stdin.as_ref().expect("an input"), "{question}");
            let answer = scorer
                .1
                .recv_timeout(limit)
                .ok()
                .and_then(|line| from_str::<Value>(&line).ok());
            if answer.is_none() {
                let _ = scorer.0.kill();
                scorer = start(&arguments[0]);
            }
            let answer = answer.filter(|answer| answer["error"].is_null());
            let judged = answer.map(|answer| judge(case, &answer));
            counts[judged.map_or(2, |(_, is_right)| usize::from(!is_right))] += 1;
            if judged.is_none_or(|(_, is_right)| !is_right) {
                failed = true;
                println!(
                    "{}: {:?}, not {}: {}",
                    case["id"],
                    judged.map(|(margin, _)| margin),
                    case["margin"],
                    rows.join(" ")
                );
            }
        }
        let name = level["level"].as_str().expect("a name");
        println!(
            "{name}: {} right, {} wrong, {} without an answer",
            counts[0], counts[1], counts[2]
        );
    }
    let _ = scorer.0.kill();
    std::process::exit(i32::from(failed));
}
