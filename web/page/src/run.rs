//! The tables and the page of a run.

use std::path::PathBuf;

use csv::Reader;
use seichi::pipeline::Summary;
use seichi::render::html;
use seichi::run::SavedRow;
use seichi::run::{FileDigests, FormattedGame, SavedBoard, SavedRun, SkippedGame, header, summary_csv};
use seichi::stats::Bootstrap;
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;

use crate::list::GameList;
use crate::options::options;

/// Collects the rows of a run. The files must come in the order of the walk.
#[wasm_bindgen]
pub struct Run {
    summary: Summary,
    names: Vec<String>,
    games: String,
    mismatches: String,
    /// The rows of `games.csv` for games whose winner is in doubt.
    close: String,
    skipped: String,
    boards: Vec<SavedBoard>,
}

/// The files of a run, as `seichi eval` and `seichi report --format html` write them.
#[wasm_bindgen]
pub struct RunTables {
    games: String,
    summary: String,
    skipped: String,
    page: String,
    list: String,
}

#[wasm_bindgen]
impl Run {
    /// Creates a run without games, with the sources of dead stones that `dead` names.
    ///
    /// # Errors
    /// If a source of dead stones is unknown.
    #[wasm_bindgen(constructor)]
    pub fn new(dead: &str) -> Result<Self, JsError> {
        Ok(Self {
            summary: Summary::new(&options(dead)?),
            names: Vec::new(),
            games: header("games.csv"),
            mismatches: header("mismatches.csv"),
            close: header("games.csv"),
            skipped: header("skipped.csv"),
            boards: Vec::new(),
        })
    }

    /// Adds the games of a file, as [`super::FileEvaluator::evaluate`] returned them.
    ///
    /// # Errors
    /// If `games` has another form.
    pub fn add(&mut self, games: &str) -> Result<(), JsError> {
        let games: Vec<FormattedGame> = serde_json::from_str(games)?;
        for game in games {
            self.summary.add(&game.sample);
            self.games.push_str(&game.rows.games);
            self.mismatches.push_str(&game.rows.mismatches);
            if game.rows.games.contains("close=") {
                self.close.push_str(&game.rows.games);
            }
            if !game.rows.board.is_empty() {
                self.boards.push(serde_json::from_str(&game.rows.board)?);
            }
            self.skipped.push_str(&game.rows.skipped);
            self.names.push(game.name);
        }
        Ok(())
    }

    /// Returns the files of the run. `name` is its name on the page, `started` its start in seconds of Unix time, and
    /// `strategy` the strategy whose mismatches [`RunTables::list`] has.
    ///
    /// # Errors
    /// If a row can't be read again.
    pub fn finish(self, name: &str, started: u32, strategy: &str) -> Result<RunTables, JsError> {
        let figures = self.summary.figures(&Bootstrap::default(), 1);
        let summary = summary_csv(&figures);
        let run = SavedRun::new(PathBuf::from(name), figures, Vec::new(), started.into(), FileDigests::default());
        let skipped: Vec<SkippedGame> = rows(&self.skipped)?;
        let mut mismatches: Vec<SavedRow> = rows(&self.mismatches)?;
        let close: Vec<SavedRow> = rows(&self.close)?;
        mismatches.extend(close.into_iter().filter(SavedRow::is_close_match));
        let list = GameList::new(&self.names, &mismatches, &skipped, &self.boards, strategy).json();
        let page = html(&run, &skipped, &self.boards);
        Ok(RunTables { games: self.games, summary, skipped: self.skipped, page, list })
    }
}

#[wasm_bindgen]
impl RunTables {
    /// Returns `games.csv`.
    #[must_use]
    pub fn games(&self) -> Vec<u8> {
        self.games.clone().into_bytes()
    }

    /// Returns `summary.csv`.
    #[must_use]
    pub fn summary(&self) -> Vec<u8> {
        self.summary.clone().into_bytes()
    }

    /// Returns `skipped.csv`.
    #[must_use]
    pub fn skipped(&self) -> Vec<u8> {
        self.skipped.clone().into_bytes()
    }

    /// Returns `report.html`.
    #[must_use]
    pub fn page(&self) -> String {
        self.page.clone()
    }

    /// Returns JSON: all games of the run, by how the count differs from the record.
    #[must_use]
    pub fn list(&self) -> String {
        self.list.clone()
    }
}

/// Returns the rows of a CSV file.
fn rows<Row: DeserializeOwned>(csv: &str) -> csv::Result<Vec<Row>> {
    Reader::from_reader(csv.as_bytes()).deserialize().collect()
}
