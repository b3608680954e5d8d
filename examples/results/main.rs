//! Makes `docs/results.md`, the page that compares filling strategies, its appendix,
//! `docs/dead-stones.md`, and the tables in this folder, from archives of games.
//!
//! ```sh
//! cargo run --release --example results -- --people PATH... --server PATH... --positions PATH... \
//!     --owners FILE --table FILE
//! ```
//!
//! `--people` are games that people counted, as in A. E. Brouwer's *Games of Go*; playouts find
//! their dead stones. `--server` are games of KGS with marks, and `--positions` are boards with
//! marks and full maps. All are evaluated like `seichi eval`. `--owners` is an ownership file for
//! games of `--people`, with which eyes in seki are judged. The margins of every game go to the CSV
//! file `--table`. The other files in this folder have the text of the page and the findings about
//! boards.

mod dead;
mod evaluation;
mod events;
mod fills;
pub(crate) mod page;
mod rules;
pub(crate) mod seki;
mod table;
mod tables;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use evaluation::{Evaluation, counted_by_people, evaluate_paths, evaluate_unique};
use page::{Page, SHOWN, TEXTS};
use seichi::dead::{DeadFrom, Playouts};
use seichi::game::Options;
use seichi::territory::{Strategy, strategy};
use seki::{Owners, read_owners};

const USAGE: &str = "usage: results --people PATH... --server PATH... --positions PATH... \
                     --owners FILE --table FILE";

/// The other settings of playouts that the page tries: their number and their seed.
const OTHER_PLAYOUTS: [(u32, u64); 3] = [(200, 1), (200, 2), (50, 1979)];

/// The files that are made from the games.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Results {
    /// The pages `docs/results.md`, its appendix and `docs/dead-stones.md`.
    pub(crate) pages: [String; 3],
    /// The tables that are too long for the pages, by the name of their file.
    pub(crate) tables: Vec<(&'static str, String)>,
    /// The table `examples/results/fills.md`.
    pub(crate) fills: String,
    /// The picture `docs/seki.svg`.
    pub(crate) pictures: String,
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
    let mut lists = [const { Vec::new() }; 5];
    let mut list = None;
    for argument in env::args().skip(1) {
        match (argument.as_str(), list) {
            ("--people", _) => list = Some(0),
            ("--server", _) => list = Some(1),
            ("--positions", _) => list = Some(2),
            ("--owners", _) => list = Some(3),
            ("--table", _) => list = Some(4),
            (path, Some(number)) => lists[number].push(PathBuf::from(path)),
            (_, None) => return Err(USAGE.to_owned()),
        }
    }
    let [people, server, positions, owners, table] = lists;
    let [owners] = owners.try_into().map_err(|_| USAGE.to_owned())?;
    let [table] = table.try_into().map_err(|_| USAGE.to_owned())?;
    if people.is_empty() || server.is_empty() || positions.is_empty() {
        return Err(USAGE.to_owned());
    }
    let results = results(
        &people,
        &server,
        &positions,
        &read_owners(&owners)?,
        Some(&owners),
    )?;
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    let [page, appendix, dead_stones] = results.pages;
    let folder = top.join("examples/results");
    let tables = results.tables.into_iter();
    let tables = tables.map(|(name, text)| (folder.join(name), text));
    let example = table::example(&results.table);
    let files = [
        (top.join("docs/results.md"), page),
        (top.join("docs/results-appendix.md"), appendix),
        (top.join("docs/dead-stones.md"), dead_stones),
        (top.join("docs/seki.svg"), results.pictures),
        (folder.join("fills.md"), results.fills),
        (table, results.table),
        (folder.join("table.csv"), example),
    ];
    for (file, text) in files.into_iter().chain(tables) {
        fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))?;
    }
    Ok(())
}

/// Evaluates games that people counted, games of a server, and boards with maps. `owners` has the
/// ownership of the points of some games, from `owners_file`.
pub(crate) fn results(
    people: &[PathBuf],
    server: &[PathBuf],
    positions: &[PathBuf],
    owners: &Owners,
    owners_file: Option<&PathBuf>,
) -> Result<Results, String> {
    let strategies: Vec<&'static Strategy> = SHOWN
        .into_iter()
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
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    let of_suite = Options {
        dead: vec![DeadFrom::Marks, DeadFrom::None],
        ..marked()
    };
    let boards = [
        evaluate_paths(&[top.join("corpus/article")], &marked())?,
        evaluate_paths(positions, &marked())?,
        evaluate_paths(&[top.join("suite/seki.sgf")], &of_suite)?,
    ];
    let with_maps = Options {
        safety: true,
        ..counted_by_people(&all)
    };
    let counted = evaluate_unique(people, &with_maps, owners)?;
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
                owners,
            )?,
        ))
    };
    let table = table::text(&counted);
    let fills = fills::table(&counted);
    let pictures = seki::pictures(
        &counted.games,
        ["checkered", "linked"].map(|name| counted.number(name)),
    );
    let page = Page {
        boards,
        other_playouts: OTHER_PLAYOUTS
            .into_iter()
            .map(other)
            .collect::<Result<_, _>>()?,
        server: evaluate_paths(server, &marked())?,
        estimated: evaluate_paths(
            server,
            &Options {
                dead: vec![DeadFrom::Estimate],
                safety: true,
                ..marked()
            },
        )?,
        archives: people
            .iter()
            .chain(server)
            .chain(owners_file)
            .filter(|path| path.is_file())
            .cloned()
            .collect(),
        table: &table,
        people: counted,
    };
    Ok(Results {
        pages: [
            page.text(TEXTS[0])?,
            page.text(TEXTS[1])?,
            page.text(TEXTS[2])?,
        ],
        tables: page.tables()?,
        fills,
        pictures,
        table,
    })
}
