//! Makes `docs/results.md`, the page that compares filling strategies, from archives of games.
//!
//! ```sh
//! cargo run --release --example results -- --people PATH... --server PATH... > docs/results.md
//! ```
//!
//! `--people` are games that people counted, as in A. E. Brouwer's *Games of Go*; playouts find their dead stones.
//! `--server` are games of KGS with marks. Both are evaluated like `seichi eval`. The other files in this folder have
//! the text of the page and the findings about boards.

mod evaluation;
mod page;
mod tables;

use std::env;
use std::path::PathBuf;
use std::process::ExitCode;

use evaluation::{counted_by_people, evaluate_paths, people_and_server};
use page::{Page, SHOWN};
use seichi::pipeline::{Against, EndOptions, Options};
use seichi::territory::strategy;

const USAGE: &str = "usage: results --people PATH... --server PATH...";

fn main() -> ExitCode {
    match page(env::args().skip(1)) {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("results: {message}");
            ExitCode::FAILURE
        }
    }
}

/// The text of the page.
pub(crate) fn page(arguments: impl Iterator<Item = String>) -> Result<String, String> {
    let [people, server] = people_and_server(arguments, USAGE)?;
    // `independent` shows where `teire` counts protective moves
    let names = SHOWN.into_iter().chain(["independent"]);
    let strategies: Vec<_> = names.map(|name| strategy(name).expect("a strategy")).collect();
    let marked = || Options { strategies: strategies.clone(), ..Options::default() };
    let counted = || counted_by_people(&strategies);
    let play = Options { against: Against::Reading, ..marked() };
    let article = [PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/corpus/article"))];
    Page {
        article: evaluate_paths(&article, &marked())?,
        people: evaluate_paths(&people, &counted())?,
        finished: evaluate_paths(&people, &Options { end: EndOptions { finished_only: true }, ..counted() })?,
        play: evaluate_paths(&server, &play)?,
        server: evaluate_paths(&server, &marked())?,
        archives: people.iter().chain(&server).filter(|path| path.is_file()).cloned().collect(),
    }
    .text()
}
