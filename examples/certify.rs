//! Writes certificates for the local games that the strategy `reading` settles, and checks them.
//!
//! `cargo run --release --example certify -- [-o FILE] PATHS...` evaluates the games below the paths, and checks the
//! certificate of each settled local game with the checker of `tests/oracle`, which shares no code with the search.
//! Then it damages each certificate in several ways, and counts how often the checker rejects the result. With `-o` the
//! certificates are written to a file, one JSON object a line.

#[path = "common/ends.rs"]
mod ends;
#[path = "common/games.rs"]
mod games;

use std::fmt;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use seichi::board::Position;
use seichi::territory::{Certificate, Evaluator, NoCertificate};
use seichi_oracle::certificate::damage::{DAMAGES, damaged};
use seichi_oracle::certificate::{TOO_MANY, check};

fn main() -> ExitCode {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let file = (arguments.first().is_some_and(|first| first == "-o") && arguments.len() > 1)
        .then(|| arguments.drain(..2).nth(1).expect("two arguments"));
    match run(file.as_deref(), &arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("certify: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(file: Option<&str>, paths: &[String]) -> Result<(), String> {
    let mut out =
        file.map(|file| File::create(file).map(BufWriter::new)).transpose().map_err(|error| error.to_string())?;
    let mut evaluator = Evaluator::new();
    let mut figures = Figures::default();
    for (name, board, dead) in &ends::boards(paths)? {
        evaluator.set(board, dead);
        let start = Instant::now();
        let certificates = evaluator.certify();
        figures.making.push(start.elapsed());
        figures.games += 1;
        figures.with_games += u32::from(!certificates.is_empty());
        for certificate in certificates {
            let Some(json) = figures.add(name, board, certificate) else { continue };
            if let Some(out) = &mut out {
                writeln!(out, "{json}").map_err(|error| error.to_string())?;
            }
        }
    }
    println!("{figures}");
    Ok(())
}

#[derive(Debug, Default)]
struct Figures {
    games: u32,
    with_games: u32,
    settled: u32,
    too_large: u32,
    refuted: u32,
    checked: u32,
    bytes: Vec<usize>,
    positions: Vec<usize>,
    making: Vec<Duration>,
    checking: Vec<Duration>,
    /// For each kind of damage, the numbers of damaged certificates, of refuted ones, and of those whose check took too
    /// long.
    damaged: [[u32; 3]; DAMAGES.len()],
}

impl Figures {
    /// Adds a settled local game. Returns its certificate.
    fn add(&mut self, name: &str, board: &Position, certificate: Result<Certificate, NoCertificate>) -> Option<String> {
        self.settled += 1;
        let certificate = match certificate {
            Ok(certificate) => certificate,
            Err(NoCertificate::TooLarge) => {
                self.too_large += 1;
                return None;
            }
            Err(NoCertificate::Refuted) => {
                self.refuted += 1;
                println!("refuted: {name}\n{board}");
                return None;
            }
        };
        let json = certificate.to_json();
        let start = Instant::now();
        match check(&json) {
            Ok(checked) => {
                self.checked += 1;
                self.positions.push(checked.positions);
            }
            Err(error) => println!("rejected: {name}: {error}\n{json}"),
        }
        self.checking.push(start.elapsed());
        self.bytes.push(json.len());
        for (damage, counts) in DAMAGES.iter().zip(&mut self.damaged) {
            for json in damaged(&json, *damage) {
                counts[0] += 1;
                match check(&json) {
                    Ok(_) => {}
                    Err(error) if error.starts_with(TOO_MANY) => counts[2] += 1,
                    Err(_) => counts[1] += 1,
                }
            }
        }
        Some(json)
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { games, with_games, settled, too_large, refuted, checked, .. } = self;
        writeln!(f, "games: {games}; with settled local games: {with_games}")?;
        writeln!(f, "settled local games: {settled}; certificates: {}, checked: {checked}", self.bytes.len())?;
        writeln!(f, "without certificate: too large: {too_large}, refuted: {refuted}")?;
        for (damage, [all, refuted, long]) in DAMAGES.iter().zip(self.damaged) {
            writeln!(f, "damaged ({damage:?}): {all}, refuted: {refuted}, {TOO_MANY}: {long}")?;
        }
        writeln!(f, "bytes of a certificate: {}", quantiles(&self.bytes))?;
        writeln!(f, "positions of a certificate: {}", quantiles(&self.positions))?;
        writeln!(f, "time to search and write, a game: {}", quantiles(&self.making))?;
        write!(f, "time to check a certificate: {}", quantiles(&self.checking))
    }
}

/// Returns some quantiles and the largest of some figures.
fn quantiles<T: Ord + fmt::Debug>(figures: &[T]) -> String {
    let mut sorted: Vec<&T> = figures.iter().collect();
    sorted.sort();
    let quantile = |percent: usize| sorted.get((sorted.len() * percent / 100).min(sorted.len().saturating_sub(1)));
    let text = |percent| quantile(percent).map_or(String::new(), |figure| format!("{percent} %: {figure:.1?}"));
    [50, 90, 99, 100].map(text).join(", ")
}
