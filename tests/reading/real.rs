//! Real games from the folder `SEICHI_GAMES`, if it exists: see `tests/real_games.rs`.

use std::io::Write;
use std::path::PathBuf;

use seichi::Stop;
use seichi::dead::DeadFrom;
use seichi::game::{Context, Evaluated, Options};
use seichi::input::{Labels, WalkOptions, walk};
use seichi::run::evaluate;

/// Returns the final positions of all counted games, without their dead stones. Playouts estimate
/// dead stones where a record has no marks. Returns `None` and prints a note if the folder has no
/// games.
pub(crate) fn games() -> Option<Vec<Vec<String>>> {
    let top = std::env::var_os("SEICHI_GAMES").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/corpus")),
        PathBuf::from,
    );
    let path = top.join("kgs");
    if !cfg!(feature = "archives") {
        let _ = writeln!(
            std::io::stderr(),
            "SKIPPED: the real games are in archives, which this build can't read"
        );
        return None;
    }
    if !path.exists() {
        let _ = writeln!(
            std::io::stderr(),
            "SKIPPED: no real games at {}: set SEICHI_GAMES",
            path.display()
        );
        return None;
    }
    let walk = walk(&[path], &WalkOptions::default()).expect("a folder of games");
    let labels = Labels::read(&walk, &[]).expect("labels, if any");
    let options = Options {
        strategies: Vec::new(),
        dead: vec![DeadFrom::Auto, DeadFrom::Estimate],
        ..Options::default()
    };
    let rows = |game: &Evaluated| {
        game.labelled
            .position
            .to_string()
            .to_lowercase()
            .lines()
            .map(str::to_owned)
            .collect()
    };
    let mut boards = Vec::new();
    for batch in evaluate(&walk, 0, &Context::new(options, labels, &Stop::default())) {
        let games = batch.expect("the evaluation is not interrupted").games;
        let games = games
            .iter()
            .filter_map(|outcome| outcome.result.as_deref().ok());
        boards.extend(games.map(rows));
    }
    Some(boards)
}
