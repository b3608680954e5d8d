//! Tries many fills on games that people counted and on games of a server, and prints a table in Markdown.
//!
//! ```sh
//! cargo run --release --example fills -- --people PATH... --server PATH... > examples/results/fills.md
//! ```
//!
//! The games are divided in two by the SHA-256 of their names. Choose a fill by the first half; the second half shows how
//! good it is.

#[path = "../results/evaluation.rs"]
#[expect(dead_code, reason = "the page of results needs more")]
mod evaluation;
mod rules;
#[path = "../results/tables.rs"]
#[expect(dead_code, reason = "the page of results needs more")]
mod tables;

use std::env;
use std::fmt::Write as _;
use std::process::ExitCode;

use evaluation::{Evaluation, Game, counted_by_people, evaluate_paths, people_and_server};
use seichi::pipeline::{Against, EndOptions, Options};
use seichi::stats::{holm, mcnemar_exact};
use seichi::territory::{Strategy, strategy};
use sha2::{Digest, Sha256};
use tables::{Discordant, p_value, percent};

const USAGE: &str = "usage: fills --people PATH... --server PATH...";

/// The strategies that the fills are compared with, and the chosen strategy.
const KNOWN: [&str; 8] =
    ["flood", "fixed-black", "alternating", "checkered", "grey", "linked", "independent", "majority"];

fn main() -> ExitCode {
    match run(env::args().skip(1)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("fills: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: impl Iterator<Item = String>) -> Result<(), String> {
    let [people, server] = people_and_server(arguments, USAGE)?;
    let known = KNOWN.iter().map(|name| strategy(name).expect("a strategy"));
    let strategies: Vec<&'static dyn Strategy> = known.chain(rules::tried()).collect();
    let options = || Options { strategies: strategies.clone(), ..Options::default() };
    let counted = counted_by_people(&strategies);
    let finished = Options { end: EndOptions { finished_only: true }, ..counted.clone() };
    let play = Options { against: Against::Reading, ..options() };
    let evaluations = [
        ("people", evaluate_paths(&people, &counted)?),
        ("finished", evaluate_paths(&people, &finished)?),
        ("play", evaluate_paths(&server, &play)?),
        ("KGS", evaluate_paths(&server, &options())?),
    ];
    print(&strategies, &evaluations);
    Ok(())
}

/// Prints a row for each fill: the shares of games with the label's margin on both halves, and comparisons on the second.
fn print(strategies: &[&'static dyn Strategy], evaluations: &[(&str, Evaluation)]) {
    let halves: Vec<(String, [Vec<&Game>; 2])> = evaluations.iter().map(|(name, all)| halves(name, all)).collect();
    let number = |name: &str| strategies.iter().position(|known| known.name() == name).expect("a strategy");
    let rivals = ["linked", "grey", "checkered"];
    let mut header = String::from("| fill |");
    for (name, [first, second]) in &halves {
        let _ = write!(header, " {name}: first {} | second {} |", first.len(), second.len());
    }
    println!("{header} {} |", rivals.map(|name| format!(": `{name}`, p")).join(" | "));
    println!("|---|{}", "--:|".repeat(2 * halves.len() + rivals.len()));
    let second = &halves[0].1[1];
    let compared = |one: usize| rivals.map(|name| Discordant::between(second.iter().copied(), [one, number(name)]));
    let pairs: Vec<[Discordant; 3]> = (0..strategies.len()).map(compared).collect();
    let p: Vec<f64> = pairs.iter().flatten().map(|pair| mcnemar_exact(pair.first, pair.second)).collect();
    let corrected = holm(&p);
    let mut order: Vec<usize> = (0..strategies.len()).collect();
    order.sort_by_key(|&at| std::cmp::Reverse(halves[0].1[0].iter().filter(|game| game.is_exact(at)).count()));
    for at in order {
        let name = strategies[at].name();
        let name = if KNOWN.contains(&name) { format!("`{name}`") } else { name.to_owned() };
        let share = |games: &Vec<&Game>| {
            #[expect(clippy::cast_precision_loss, reason = "there are fewer than 2^52 games")]
            let [exact, all] =
                [games.iter().filter(|game| game.is_exact(at)).count(), games.len()].map(|count| count as f64);
            percent(exact / all)
        };
        let shares: Vec<String> = halves.iter().flat_map(|(_, halves)| halves.iter().map(share)).collect();
        let pair = |rival: usize| {
            let Discordant { first, second } = pairs[at][rival];
            format!("{first} : {second}, {}", p_value(corrected[rivals.len() * at + rival]))
        };
        println!("| {name} | {} | {} | {} | {} |", shares.join(" | "), pair(0), pair(1), pair(2));
    }
}

/// Divides the games of an evaluation by the first bit of the SHA-256 of their names.
fn halves<'a>(name: &str, evaluation: &'a Evaluation) -> (String, [Vec<&'a Game>; 2]) {
    let is_first = |game: &&Game| Sha256::digest(&game.name)[0].is_multiple_of(2);
    let (first, second) = evaluation.games.iter().partition(is_first);
    (name.to_owned(), [first, second])
}
