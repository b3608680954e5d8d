//! Makes `docs/results.md`, the page that compares filling strategies, and
//! `examples/results/fills.md`, the table of all fills that were tried, from archives of games.
//!
//! ```sh
//! cargo run --release --example results -- --people PATH... --server PATH... --table FILE
//! ```
//!
//! `--people` are games that people counted, as in A. E. Brouwer's *Games of Go*; playouts find
//! their dead stones. `--server` are games of KGS with marks. Both are evaluated like `seichi
//! eval`. The margins of every game go to the CSV file `--table`. The other files in this folder
//! have the text of the page and the findings about boards.

mod evaluation;
mod events;
mod fills;
mod page;
mod rules;
mod table;
mod tables;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use evaluation::{Evaluation, counted_by_people, evaluate_paths, evaluate_unique};
use page::{Page, SHOWN};
use seichi::dead::Playouts;
use seichi::game::Options;
use seichi::territory::{Strategy, strategy};

const USAGE: &str = "usage: results --people PATH... --server PATH... --table FILE";

/// The other playouts that the page tries: their number and their seed.
const OTHER_PLAYOUTS: [(u32, u64); 3] = [(200, 1), (200, 2), (50, 1979)];

/// The files that are made from some games.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Results {
    /// The page `docs/results.md`.
    pub(crate) page: String,
    /// The table `examples/results/fills.md`.
    pub(crate) fills: String,
    /// The CSV file with a row for each game.
    pub(crate) table: String,
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("results: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Writes the files.
fn run() -> Result<(), String> {
    let mut lists = [Vec::new(), Vec::new(), Vec::new()];
    let mut list = None;
    for argument in env::args().skip(1) {
        match (argument.as_str(), list) {
            ("--people", _) => list = Some(0),
            ("--server", _) => list = Some(1),
            ("--table", _) => list = Some(2),
            (path, Some(number)) => lists[number].push(PathBuf::from(path)),
            (_, None) => return Err(USAGE.to_owned()),
        }
    }
    let [people, server, table] = lists;
    let [table] = table.try_into().map_err(|_| USAGE.to_owned())?;
    if people.is_empty() || server.is_empty() {
        return Err(USAGE.to_owned());
    }
    let results = results(&people, &server)?;
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (file, text) in [
        (top.join("docs/results.md"), results.page),
        (top.join("examples/results/fills.md"), results.fills),
        (
            top.join("examples/results/table.csv"),
            table::example(&results.table),
        ),
        (table, results.table),
    ] {
        fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))?;
    }
    Ok(())
}

/// Evaluates games that people counted, and games of a server.
pub(crate) fn results(people: &[PathBuf], server: &[PathBuf]) -> Result<Results, String> {
    // `independent` decides like `teire`, but does not count protective moves
    let names = SHOWN.into_iter().chain(["independent"]);
    let strategies: Vec<&'static dyn Strategy> = names
        .map(|name| strategy(name).expect("a strategy"))
        .collect();
    let all: Vec<_> = strategies
        .iter()
        .copied()
        .chain(rules::controls())
        .chain(rules::tried())
        .collect();
    let marked = || Options {
        strategies: strategies.clone(),
        ..Options::default()
    };
    let article = [PathBuf::from(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/corpus/article"
    ))];
    let counted = evaluate_unique(people, &counted_by_people(&all))?;
    let other = |(count, seed): (u32, u64)| -> Result<(u32, u64, Evaluation), String> {
        let options = counted_by_people(&strategies);
        let playouts = Playouts {
            count,
            seed,
            ..options.playouts
        };
        Ok((
            count,
            seed,
            evaluate_unique(
                people,
                &Options {
                    playouts,
                    ..options
                },
            )?,
        ))
    };
    let table = table::text(&counted);
    let fills = fills::table(&counted);
    let page = Page {
        article: evaluate_paths(&article, &marked())?,
        other_playouts: OTHER_PLAYOUTS
            .into_iter()
            .map(other)
            .collect::<Result<_, _>>()?,
        server: evaluate_paths(server, &marked())?,
        archives: people
            .iter()
            .chain(server)
            .filter(|path| path.is_file())
            .cloned()
            .collect(),
        table: &table,
        people: counted,
    };
    Ok(Results {
        page: page.text()?,
        fills,
        table,
    })
}
