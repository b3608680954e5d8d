//! Runs the suite on a scorer, a command that answers lines of JSON, and prints the same text as
//! `suite/run.py`: `cargo run --example suite -- COMMAND [--seconds N] [--expect FILE] [LEVEL...]`
#![expect(clippy::float_cmp, reason = "halves of points are exact")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{read, read_dir, read_to_string};
use std::io::{BufRead as _, BufReader, Error, ErrorKind, Write as _};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use seichi::board::{Cell, Position};
use serde_json::{Value, from_slice, from_str, json};
use sha2::{Digest as _, Sha256};

const GIVEN: &str = "id rows dead to_play rules komi handicap prisoners first_pass method tax sgf";
const KEYS: &str = "id black white dead score margin winner unsupported error";
const OUTCOMES: [&str; 4] = ["right", "wrong", "declined", "invalid"];

#[derive(Default)]
struct Arguments {
    command: String,
    seconds: f64,
    expect: Option<String>,
    levels: BTreeSet<String>,
}

impl Arguments {
    fn read() -> Self {
        let mut read = Self {
            seconds: 10.0,
            ..Self::default()
        };
        let mut words = std::env::args().skip(1);
        while let Some(word) = words.next() {
            match word.as_str() {
                "--seconds" => {
                    read.seconds = words
                        .next()
                        .and_then(|it| it.parse().ok())
                        .expect("seconds");
                }
                "--expect" => read.expect = words.next(),
                _ if read.command.is_empty() => read.command = word,
                _ => {
                    read.levels.insert(word);
                }
            }
        }
        read
    }
}

struct Scorer {
    process: Child,
    lines: Receiver<String>,
}

impl Scorer {
    fn start(command: &str) -> Result<Self, Error> {
        let words = shlex::split(command).unwrap_or_default();
        let (program, rest) = words.split_first().ok_or(ErrorKind::InvalidInput)?;
        let mut process = Command::new(program)
            .args(rest)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let lines = BufReader::new(process.stdout.take().expect("an output")).split(b'\n');
        let (sender, receiver) = channel();
        std::thread::spawn(move || {
            lines
                .map_while(Result::ok)
                .try_for_each(|line| sender.send(String::from_utf8_lossy(&line).into_owned()))
        });
        Ok(Self {
            process,
            lines: receiver,
        })
    }

    /// Returns the answer, or the reason why there is none.
    fn ask(&self, question: &Value, seconds: f64) -> Result<Value, String> {
        // if the scorer has ended, reading a line fails as well
        let _ = writeln!(self.process.stdin.as_ref().expect("an input"), "{question}");
        let answer: Option<Value> = match self.lines.recv_timeout(Duration::from_secs_f64(seconds))
        {
            Err(RecvTimeoutError::Timeout) => return Err(format!("no answer in {seconds} s")),
            line => line.ok().and_then(|line| from_str(&line).ok()),
        };
        match answer {
            None => Err("it ended, or wrote no JSON".to_owned()),
            Some(answer) if answer.get("id") == question.get("id") => Ok(answer),
            Some(_) => Err("the answer has another id, or none".to_owned()),
        }
    }
}

fn words(list: &Value) -> Vec<&str> {
    list.as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect()
}

fn winner(margin: f64) -> &'static str {
    match margin {
        _ if margin > 0.0 => "black",
        _ if margin < 0.0 => "white",
        _ => "draw",
    }
}

/// A case and a valid answer, or one to be examined.
struct Answered<'a> {
    case: &'a Value,
    answer: &'a Value,
    position: Position,
    dead: BTreeSet<&'a str>,
}

impl<'a> Answered<'a> {
    fn new(case: &'a Value, answer: &'a Value) -> Self {
        let rows = words(&case["rows"]).join("\n");
        let mut dead = BTreeSet::from_iter(words(&case["dead"]));
        dead.extend(words(&answer["dead"]));
        Self {
            case,
            answer,
            position: Position::from_diagram(&rows).expect("a board"),
            dead,
        }
    }

    /// Each point with its name, and 1, −1 or 0 for its stone.
    fn stones(&self) -> impl Iterator<Item = (String, i32)> {
        self.position.size().iter().map(|point| {
            let sign = match self.position.get(point) {
                Cell::Black => 1,
                Cell::White => -1,
                _ => 0,
            };
            (point.to_string(), sign)
        })
    }

    fn has(&self, key: &str) -> bool {
        self.answer.get(key).is_some()
    }

    /// Returns the reason why the answer is invalid.
    fn fault(&self) -> Option<String> {
        let answer = self.answer.as_object()?;
        let is_unknown = |key: &&String| !KEYS.split(' ').any(|known| known == *key);
        if let Some(key) = answer.keys().filter(is_unknown).min() {
            return Some(format!("unknown key {}", json!(key)));
        }
        for key in ["error", "unsupported"] {
            if answer.get(key).is_some_and(|text| !text.is_string()) {
                return Some(format!("\"{key}\" is not a text"));
            }
        }
        if let Some(error) = answer.get("error") {
            return Some(error.to_string());
        }
        if self.has("unsupported") {
            return (answer.len() > 2)
                .then(|| "\"unsupported\" with another part of an answer".to_owned());
        }
        for key in ["margin", "score"] {
            let is_number = |value: &Value| value.as_f64().is_some_and(|it| it.abs() <= 100_000.0);
            if answer.get(key).is_some_and(|value| !is_number(value)) {
                return Some(format!("\"{key}\" is not a number of points"));
            }
        }
        let winners = ["black", "white", "draw"].map(Value::from);
        if answer.get("winner").is_some_and(|it| !winners.contains(it)) {
            return Some("\"winner\" is not \"black\", \"white\" or \"draw\"".to_owned());
        }
        self.fault_of_points().or_else(|| {
            let mut said = self.margins();
            if self.has("margin") && !self.has("score") {
                // a margin counts even if the map contradicts it, because players see the margin
                said.truncate(1);
            }
            let won = answer.get("winner");
            let Some(&first) = said.first() else {
                return won
                    .is_none()
                    .then(|| "no map, score, margin or winner".to_owned());
            };
            let other = match said.iter().find(|other| **other != first) {
                Some(&other) => signed(other),
                None => format!(
                    "winner {}",
                    won.filter(|won| **won != winner(first))?.as_str()?
                ),
            };
            let first = signed(first);
            Some(format!(
                "parts of the answer contradict each other: {first} and {other}"
            ))
        })
    }

    fn fault_of_points(&self) -> Option<String> {
        let stones: BTreeMap<String, i32> = self.stones().collect();
        for key in ["dead", "black", "white"]
            .into_iter()
            .filter(|key| self.has(key))
        {
            let points = words(&self.answer[key]);
            let is_list = self.answer[key].as_array().map(Vec::len) == Some(points.len());
            if !is_list || !points.iter().all(|point| stones.contains_key(*point)) {
                return Some(format!("\"{key}\" is not a list of points of the board"));
            }
            if BTreeSet::from_iter(&points).len() < points.len() {
                return Some(format!("\"{key}\" names a point twice"));
            }
        }
        let [black, white] = ["black", "white"].map(|key| words(&self.answer[key]));
        let fault = if self.dead.iter().any(|point| stones[*point] == 0) {
            "\"dead\" names a point without a stone"
        } else if self.has("black") != self.has("white") {
            "\"black\" without \"white\", or \"white\" without \"black\""
        } else if black.iter().any(|point| white.contains(point)) {
            "a point belongs to both players"
        } else if (black.iter().chain(&white))
            .any(|point| stones[*point] != 0 && !self.dead.contains(point))
        {
            "a point of territory has a living stone"
        } else {
            return None;
        };
        Some(fault.to_owned())
    }

    /// Returns the margin according to each part of the answer: its margin, its score, and its map.
    fn margins(&self) -> Vec<f64> {
        let [mut dead, mut living] = [0, 0];
        for (point, sign) in self.stones() {
            *if self.dead.contains(point.as_str()) {
                &mut dead
            } else {
                &mut living
            } += sign;
        }
        let is_area = self.case["method"] == "area";
        let added = self.case["added"].as_f64().expect("a number");
        let added = added - f64::from(if is_area { 0 } else { dead });
        let mut found = Vec::new();
        found.extend(self.answer["margin"].as_f64());
        found.extend(self.answer["score"].as_f64().map(|score| score + added));
        if self.has("black") {
            let [black, white] = ["black", "white"]
                .map(|key| i32::try_from(words(&self.answer[key]).len()).expect("a small board"));
            let territory = black - white + if is_area { living } else { 0 };
            found.push(f64::from(territory) + added);
        }
        found
    }

    /// Returns whether every point has the right owner, if the answer has a map.
    fn has_right_owners(&self) -> bool {
        let [black, white] = ["black", "white"].map(|key| words(&self.answer[key]));
        let owner = |(point, sign): (String, i32)| {
            let point = point.as_str();
            match if self.dead.contains(point) { 0 } else { sign } {
                1 => 'B',
                -1 => 'W',
                _ if black.contains(&point) => 'B',
                _ if white.contains(&point) => 'W',
                _ => '.',
            }
        };
        !self.has("black")
            || self.case["owners"].is_null()
            || words(&self.case["owners"]).concat() == self.stones().map(owner).collect::<String>()
    }

    /// Returns the mistakes that would change the answer, each with whether it explains a wrong
    /// answer.
    fn mistakes(&self, is_wrong: bool) -> BTreeMap<&str, bool> {
        let mut found = BTreeMap::new();
        let said = self.margins().first().copied();
        for trap in self.case["traps"].as_array().into_iter().flatten() {
            let fits = match (said, trap["margin"].as_f64()) {
                (Some(said), Some(margin)) => said == margin,
                (None, None) => trap["winner"] == self.answer["winner"],
                _ => continue,
            };
            found.insert(trap["mistake"].as_str().expect("a text"), fits);
        }
        let mut territory = words(&self.answer["black"]);
        territory.extend(words(&self.answer["white"]));
        let dead = words(&self.case["dead"]);
        // the point of a stone that stays on the board cannot be territory
        let leaves = self.has("black") && !dead.iter().any(|point| territory.contains(point));
        if leaves && !dead.is_empty() {
            found.insert("leaves dead stones on the board", is_wrong);
        }
        if let Some(said) = said {
            let number = |key: &str| self.case[key].as_f64().expect("a number");
            let (right, komi) = (number("margin"), number("komi"));
            if komi != 0.0 {
                found.insert("gives komi to Black", said == right + 2.0 * komi);
            }
            if right.fract() != 0.0 {
                let fits = said.fract() == 0.0 && (said - right).abs() < 1.0;
                found.insert("drops half points", fits);
            }
        }
        found
    }

    /// Returns the outcome of a valid answer, and the text that describes it.
    fn judge(&self) -> (&'static str, String) {
        let text = |key: &str| self.answer[key].as_str().map(str::to_owned);
        if let Some(why) = text("unsupported") {
            return ("declined", why);
        }
        let right = self.case["margin"].as_f64().expect("a number");
        match (self.margins().first(), text("winner")) {
            (Some(&said), _) if said != right => {
                let said = format!("{}, not {}", signed(said), signed(right));
                ("wrong", said)
            }
            (Some(&said), _) if !self.has_right_owners() => {
                let said = signed(said);
                let text =
                    format!("the margin {said} is right, but the owners of some points are not");
                ("wrong", text)
            }
            (None, Some(won)) if self.case["winner"] != *won => {
                let right = self.case["winner"].as_str().expect("a winner");
                ("wrong", format!("winner {won}, not {right}"))
            }
            _ => ("right", String::new()),
        }
    }
}

/// Returns a line for each mistake that explains at least three and a quarter of the wrong answers,
/// and that more answers show than refute, unless another mistake fits as well. For each mistake,
/// `seen` has the number of answers of both kinds.
fn likely(seen: &BTreeMap<String, [usize; 2]>, wrong: usize) -> Vec<String> {
    let mut found = Vec::new();
    for (name, &[refuted, shown]) in seen {
        let mut others = seen.iter().filter(|&(other, _)| other != name);
        let has_rival = others.any(|(_, &[less, more])| less <= refuted && more >= shown);
        if shown >= wrong.div_ceil(4).max(3) && shown > refuted && !has_rival {
            found.push((wrong - shown, name));
        }
    }
    found.sort();
    let line = |(rest, name)| {
        let shown = wrong - rest;
        format!("likely mistake: {name} (explains {shown} of {wrong} wrong answers)")
    };
    found.into_iter().map(line).collect()
}

fn signed(number: f64) -> String {
    let text = format!("{:+.2}", number + 0.0);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Returns the cases that are known to fail: the first word of each line.
fn expectations(file: Option<&str>) -> Result<BTreeSet<String>, Error> {
    let text = file.map_or(Ok(String::new()), read_to_string)?;
    Ok(text
        .lines()
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| !name.starts_with('#'))
        .map(str::to_owned)
        .collect())
}

/// Returns the bytes of each level's file and their JSON, by the file's name.
fn levels() -> Result<Vec<(Vec<u8>, Value)>, Error> {
    let folder = read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/suite"))?;
    let mut files: Vec<_> = folder.map(|file| file.expect("a file").path()).collect();
    files.retain(|file| file.extension().is_some_and(|end| end == "json"));
    files.sort();
    let mut levels = Vec::new();
    for file in files {
        let bytes = read(&file)?;
        let level = from_slice(&bytes)?;
        levels.push((bytes, level));
    }
    Ok(levels)
}

fn name_of(level: &Value) -> &str {
    level["level"].as_str().expect("a name")
}

fn cases_of(level: &Value) -> impl Iterator<Item = &Value> {
    level["cases"].as_array().into_iter().flatten()
}

/// Returns which of the given levels and expected failures the suite does not have.
fn unknown(
    levels: &[(Vec<u8>, Value)],
    given: &BTreeSet<String>,
    expected: &BTreeSet<String>,
) -> Option<String> {
    let known: Vec<&str> = levels.iter().map(|(_, level)| name_of(level)).collect();
    let cases: BTreeSet<&str> = (levels.iter())
        .flat_map(|(_, level)| cases_of(level))
        .filter_map(|case| case["id"].as_str())
        .collect();
    let missing: Vec<&str> = (given.iter().map(String::as_str))
        .filter(|name| !known.contains(name))
        .collect();
    if !missing.is_empty() {
        let (missing, known) = (missing.join(", "), known.join(", "));
        return Some(format!("unknown level: {missing} (the levels are {known})"));
    }
    let missing: Vec<&str> = (expected.iter().map(String::as_str))
        .filter(|id| !cases.contains(id))
        .collect();
    (!missing.is_empty()).then(|| {
        let missing = missing.join(", ");
        format!("unknown case in the file of expected failures: {missing}")
    })
}

fn question(case: &Value) -> Value {
    let rows = words(&case["rows"]);
    let mut question = json!({"size": [rows[0].len(), rows.len()]});
    for key in GIVEN.split(' ') {
        if let Some(value) = case.get(key) {
            question[key] = value.clone();
        }
    }
    question
}

/// Asks about every case, and returns whether every outcome was as expected.
fn run(arguments: &Arguments) -> Result<bool, Error> {
    let expected = expectations(arguments.expect.as_deref())?;
    let all = levels()?;
    if let Some(wrong) = unknown(&all, &arguments.levels, &expected) {
        return Err(Error::new(ErrorKind::NotFound, wrong));
    }
    let mut scorer = Scorer::start(&arguments.command)?;
    let mut digest = Sha256::new();
    let (mut unexpected, mut right, mut wrong) = (0, 0, 0);
    let mut seen = BTreeMap::new();
    for (bytes, level) in &all {
        let name = name_of(level);
        let is_default = arguments.levels.is_empty() && level["optional"] != true;
        if !is_default && !arguments.levels.contains(name) {
            continue;
        }
        digest.update(bytes);
        let (mut counts, mut bare) = ([0; 4], [0; 2]);
        for case in cases_of(level) {
            let answer = scorer.ask(&question(case), arguments.seconds);
            if answer.is_err() {
                let _ = scorer.process.kill();
                scorer = Scorer::start(&arguments.command)?;
            }
            let (outcome, said) = match &answer {
                Err(why) => ("invalid", why.clone()),
                Ok(answer) => {
                    let answered = Answered::new(case, answer);
                    let (outcome, said) = answered
                        .fault()
                        .map_or_else(|| answered.judge(), |why| ("invalid", why));
                    let is_map = answered.has("black") && !case["owners"].is_null();
                    if outcome == "right" && !is_map {
                        bare[usize::from(answered.margins().is_empty())] += 1;
                    }
                    if ["right", "wrong"].contains(&outcome) {
                        for (mistake, fits) in answered.mistakes(outcome == "wrong") {
                            let numbers = seen.entry(mistake.to_owned()).or_insert([0; 2]);
                            numbers[usize::from(fits)] += 1;
                        }
                    }
                    (outcome, said)
                }
            };
            let number = OUTCOMES.iter().position(|known| *known == outcome);
            counts[number.expect("an outcome")] += 1;
            let id = case["id"].as_str().expect("a name");
            let is_known = expected.contains(id);
            let is_unexpected = is_known == (outcome == "right") && outcome != "declined";
            unexpected += i32::from(is_unexpected);
            let rows = words(&case["rows"]);
            let mut board = String::new();
            if rows.len() <= 13 {
                board = format!(": {}", rows.join(" "));
            }
            let known = if is_known { ", as expected" } else { "" };
            match outcome {
                "wrong" | "invalid" => println!("{id}: {outcome}{known}: {said}{board}"),
                "right" if is_known => println!("{id}: right, but expected to fail"),
                _ => {}
            }
        }
        right += counts[0];
        wrong += counts[1];
        let mut shown: Vec<String> = (counts.iter().zip(OUTCOMES))
            .map(|(number, outcome)| format!("{number} {outcome}"))
            .collect();
        for (number, key) in bare.iter().zip(["margin", "winner"]) {
            if *number > 0 {
                shown.push(format!("{number} by {key} only"));
            }
        }
        println!("{name}: {}", shown.join(", "));
    }
    for line in likely(&seen, wrong) {
        println!("{line}");
    }
    let start = digest.finalize()[..6]
        .iter()
        .fold(0_u64, |sum, byte| sum << 8 | u64::from(*byte));
    let levels: Vec<&str> = arguments.levels.iter().map(String::as_str).collect();
    let levels = if levels.is_empty() {
        "default".to_owned()
    } else {
        levels.join(",")
    };
    println!(
        "suite:{}|data:{start:012x}|levels:{levels}|scorer:{}",
        all[0].1["version"].as_str().expect("a version"),
        arguments.command
    );
    let _ = scorer.process.kill();
    Ok(unexpected == 0 && right > 0)
}

fn main() -> ExitCode {
    match run(&Arguments::read()) {
        Ok(is_expected) => return ExitCode::from(u8::from(!is_expected)),
        Err(error) if error.get_ref().is_some() => eprintln!("{error}"),
        Err(_) => eprintln!("cannot start the command, or read the file of expected failures"),
    }
    ExitCode::from(2)
}
