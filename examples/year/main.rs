//! A simulated year: small random changes of a strategy, and the gate's verdicts on them.
//!
//! ```sh
//! cargo run --release --example year -- [--changes N] [--seed N] [--base VARIANT] [--list] [--gate PATH...] [--truth
//! PATH...]
//! ```
//!
//! A developer works on a strategy: adds, removes, edits or swaps exceptions, or refactors them. The gate runs on each
//! change, on the games of `--gate` (by default the project's corpus). The games of `--truth`, which the gate does not
//! see, decide whether the change was harmful; by default every second file of the gate's corpus is set aside for this.
//! A change that passes is merged. A change that the gate stops is reviewed: it is dropped if it is harmful, and
//! accepted into the baseline otherwise.
//!
//! A change is *harmful* if fewer games of the truth have the right margin, or fewer have the right map. The year is
//! simulated with the default thresholds, with others, and without a gate, each time from the same seed. The changes
//! are equal until settings disagree about merging one.

mod change;
mod corpus;
mod develop;
mod program;
mod variant;

use std::env;
use std::path::PathBuf;
use std::process::ExitCode;

use change::Source;
use corpus::Corpora;
use develop::{Change, Effect, Gate, Plan, Touch, Year, year};
use program::{AS_PROGRAM, Program};

/// A result whose error is a message for the user.
type Done<T> = Result<T, String>;

const USAGE: &str = "usage: year [--changes N] [--seed N] [--base VARIANT] [--list] [--gate PATH...] [--truth PATH...]";

/// The strategy at the start: a simple one with two exceptions, one of which is harmful.
const BASE: &str = "fixed-black:size=2,blocks>5:seki:on=3/40,size=4:lose-point";

/// The thresholds that are compared, by the headings of their columns.
const SETTINGS: [(&str, Gate); 5] = [
    ("default", Some(&[])),
    ("5 new", Some(&["--max-new-mismatches=5"])),
    ("drop 1%", Some(&["--max-new-mismatches=1000000", "--max-drop=1%"])),
    ("alpha", Some(&["--max-new-mismatches=1000000"])),
    ("no gate", None),
];

struct Arguments {
    plan: Plan,
    list: bool,
    gate: Vec<PathBuf>,
    truth: Vec<PathBuf>,
}

fn main() -> ExitCode {
    if env::var_os(AS_PROGRAM).is_some() {
        return seichi::cli::main();
    }
    match arguments().and_then(|arguments| run(&arguments)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("year: {message}");
            ExitCode::FAILURE
        }
    }
}

fn arguments() -> Done<Arguments> {
    let plan = Plan { source: Source::parse(BASE), changes: 200, seed: 1 };
    let mut read = Arguments { plan, list: false, gate: Vec::new(), truth: Vec::new() };
    let mut words = env::args().skip(1).peekable();
    let absolute = |path: &String| std::path::absolute(path).map_err(|error| format!("{path}: {error}"));
    while let Some(word) = words.next() {
        let mut paths = || -> Done<Vec<PathBuf>> {
            std::iter::from_fn(|| words.next_if(|word| !word.starts_with("--"))).map(|path| absolute(&path)).collect()
        };
        match word.as_str() {
            "--gate" => read.gate = paths()?,
            "--truth" => read.truth = paths()?,
            "--list" => read.list = true,
            "--base" => read.plan.source = Source::parse(&words.next().ok_or(USAGE)?),
            "--changes" => read.plan.changes = number(words.next())?,
            "--seed" => read.plan.seed = number(words.next())?,
            _ => return Err(USAGE.to_owned()),
        }
    }
    if read.gate.is_empty() {
        read.gate = vec![PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/corpus"))];
    }
    Ok(read)
}

fn number<T: std::str::FromStr>(word: Option<String>) -> Done<T> {
    word.and_then(|word| word.parse().ok()).ok_or_else(|| USAGE.to_owned())
}

fn run(Arguments { plan, list, gate, truth }: &Arguments) -> Done<()> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let path = env::current_exe().map_err(|error| error.to_string())?;
    let program = Program { path, folder: folder.path().to_owned() };
    let corpora = Corpora::new(gate, truth, &program)?;
    let years =
        SETTINGS.map(|(_, gate)| year(plan, gate, &corpora, &program)).into_iter().collect::<Done<Vec<Year>>>()?;
    if *list {
        years[0].changes.iter().for_each(|change| println!("{}", line(change)));
        println!();
    }
    if truth.is_empty() {
        println!("No --truth: every second file of the gate's corpus is set aside for it.");
    }
    println!("Gate: {} territory games. Truth: {} others.", corpora.games[0], corpora.games[1]);
    println!("{} changes of {} from seed {}.\n", plan.changes, plan.source, plan.seed);
    print!("{}", table(&years, corpora.games[1]));
    Ok(())
}

fn line(change: &Change) -> String {
    let word = if change.stopped { "stopped" } else { "passed" };
    let (kind, source) = &change.what;
    format!("{word:8}{:8}{kind:11}{source}", format!("{:?}", change.effect).to_lowercase())
}

/// The label of a row, and the condition of the changes that it counts.
type Row = (&'static str, fn(&Change) -> bool);

/// The rows of the table; an indented row counts some of the changes of the row above.
const ROWS: [Row; 11] = [
    ("harm: fewer games right", |change| change.effect == Effect::Harm),
    ("  unseen by the gate's games", |change| change.effect == Effect::Harm && change.gate == Touch::Nothing),
    ("more points wrong, no game", |change| change.effect == Effect::Points),
    ("neutral", |change| change.effect == Effect::Neutral),
    ("  no answer changes", |change| change.effect == Effect::Neutral && change.truth == Touch::Nothing),
    ("gain: more games right", |change| change.effect == Effect::Gain),
    ("  and some newly wrong", |change| change.effect == Effect::Gain && change.truth == Touch::Harm),
    ("all", |_| true),
    ("  a game newly wrong", |change| change.truth == Touch::Harm),
    ("    seen by the gate", |change| change.truth == Touch::Harm && change.gate > Touch::Nothing),
    ("  one of the gate's games", |change| change.gate == Touch::Harm),
];

/// Prints a column for each setting: the stopped and passed changes, and the right games at the end.
fn table(years: &[Year], games: usize) -> String {
    let row = |name: &str, cells: Vec<String>| {
        cells.iter().fold(format!("{name:<30}"), |row, cell| format!("{row}{cell:>10}")) + "\n"
    };
    let mut text = row("stopped/passed", SETTINGS.iter().map(|(name, _)| (*name).to_owned()).collect());
    for (name, counts) in ROWS {
        let number = |year: &Year, stopped| {
            year.changes.iter().filter(|change| change.stopped == stopped && counts(change)).count()
        };
        let cell = |year| format!("{}/{:>3}", number(year, true), number(year, false));
        text += &row(name, years.iter().map(cell).collect());
    }
    for (place, name) in ["truth right, at the start", "truth right, at the end"].into_iter().enumerate() {
        text += &row(name, years.iter().map(|year| percent(games - year.wrong[place], games)).collect());
    }
    text
}

#[expect(clippy::cast_precision_loss, reason = "games are far fewer than 2^52")]
fn percent(right: usize, games: usize) -> String {
    format!("{:.1} %", 100.0 * right as f64 / games as f64)
}
