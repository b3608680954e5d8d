//! The games of a run as a list for a player, who looks for games that were counted wrongly.

use std::collections::{HashMap, HashSet};

use seichi::compare::{Doubt, by_doubt};
use seichi::run::SavedRow;
use seichi::run::{SavedBoard, SkippedGame};
use seichi::sgf::result_text;
use seichi::skip::Reason;
use serde::Serialize;

/// All games of a run, by how the count of one strategy differs from the record.
#[derive(Serialize)]
pub(crate) struct GameList<'a> {
    /// The games with mismatches, or with a winner in doubt.
    groups: Vec<Group<'a>>,
    /// The names of the other games that were counted as recorded.
    same: Vec<&'a str>,
    /// The skipped games, by reason.
    skipped: Vec<Skipped<'a>>,
}

/// The games with one kind of mismatch, the most severe first.
#[derive(Serialize)]
struct Group<'a> {
    kind: Doubt,
    heading: &'static str,
    games: Vec<Differing<'a>>,
}

#[derive(Serialize)]
struct Differing<'a> {
    game: &'a str,
    players: Option<&'a [String; 2]>,
    date: Option<&'a str>,
    recorded: String,
    counted: String,
    category: &'a str,
    remarks: Vec<String>,
}

#[derive(Serialize)]
struct Skipped<'a> {
    heading: String,
    games: Vec<&'a str>,
}

impl<'a> GameList<'a> {
    /// Lists the games with these names. `mismatches` has the rows of all strategies, and those of games that were counted as
    /// recorded although the winner is in doubt.
    pub(crate) fn new(
        names: &'a [String],
        mismatches: &'a [SavedRow],
        skipped: &'a [SkippedGame],
        boards: &'a [SavedBoard],
        strategy: &str,
    ) -> Self {
        let boards: HashMap<&str, &SavedBoard> = boards.iter().map(|board| (board.game.as_str(), board)).collect();
        let rows: Vec<&SavedRow> = mismatches.iter().filter(|row| row.strategy == strategy).collect();
        let others = rows.iter().map(|row| row.game.as_str()).chain(skipped.iter().map(|skip| skip.game.as_str()));
        let others: HashSet<&str> = others.collect();
        let differing = |row: &&'a SavedRow| {
            let board = boards.get(row.game.as_str());
            Differing {
                game: &row.game,
                players: board.map(|board| &board.players),
                date: board.map(|board| board.date.as_str()),
                recorded: row.recorded().map_or_else(|| row.label.clone(), result_text),
                counted: row.margin.map(result_text).unwrap_or_default(),
                category: &row.category,
                remarks: row.remarks(),
            }
        };
        let group = |(doubt, rows): (Doubt, Vec<&'a SavedRow>)| Group {
            kind: doubt,
            heading: doubt.heading(),
            games: rows.iter().map(differing).collect(),
        };
        let skipped_for = |&reason: &Reason| {
            let games: Vec<&str> =
                skipped.iter().filter(|skip| skip.reason == reason.name()).map(|skip| skip.game.as_str()).collect();
            (!games.is_empty()).then(|| Skipped { heading: reason.meaning(), games })
        };
        Self {
            groups: by_doubt(&rows).into_iter().map(group).collect(),
            same: names.iter().map(String::as_str).filter(|name| !others.contains(name)).collect(),
            skipped: Reason::ALL.iter().filter_map(skipped_for).collect(),
        }
    }

    /// Returns the list as JSON.
    pub(crate) fn json(&self) -> String {
        serde_json::to_string(self).expect("keys are strings")
    }
}
