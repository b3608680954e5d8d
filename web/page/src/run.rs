//! The tables and the page of a run.

use std::path::PathBuf;

use seichi::Stop;
use seichi::game::Context;
use seichi::input::Labels;
use seichi::render::html;
use seichi::run::{
    FileDigests, GameRow, RunFacts, SavedBoard, SavedGame, SavedRun, SkippedRow, Summary,
    SummaryOptions, figures_csv, games_csv, skipped_csv,
};
use wasm_bindgen::prelude::*;

use crate::options::{dead_sources, of_run};

/// Collects the rows of a run. The files must come in the order of the walk.
#[wasm_bindgen]
pub struct Run {
    summary: Summary,
    games: Vec<GameRow>,
    skipped: Vec<SkippedRow>,
    boards: Vec<SavedBoard>,
    /// The number of games so far.
    count: u64,
}

/// The files of a run, as `seichi eval` and `seichi report --format html` write them.
#[wasm_bindgen]
pub struct RunTables {
    games: String,
    summary: String,
    skipped: String,
    page: String,
}

#[wasm_bindgen]
impl Run {
    /// Creates a run without games, with the sources of dead stones that `dead` names.
    ///
    /// # Errors
    /// If a source of dead stones is unknown.
    #[wasm_bindgen(constructor)]
    pub fn new(dead: &str) -> Result<Self, JsError> {
        let options = of_run(dead_sources(dead)?);
        let context = Context::new(options, Labels::default(), &Stop::default());
        Ok(Self {
            summary: Summary::new(SummaryOptions::new(&context)),
            games: Vec::new(),
            skipped: Vec::new(),
            boards: Vec::new(),
            count: 0,
        })
    }

    /// Adds the games of a file, as [`super::evaluated`] returned them.
    ///
    /// # Errors
    /// If `games` has a different form.
    pub fn add(&mut self, games: &str) -> Result<(), JsError> {
        let games: Vec<SavedGame> = serde_json::from_str(games)?;
        for mut game in games {
            // each file was evaluated on its own, so the places of its games do not count earlier
            // files
            for row in &mut game.rows {
                row.place = self.count;
            }
            if let Some(row) = &mut game.skipped {
                row.place = self.count;
            }
            self.count += 1;
            self.summary.add(&game);
            self.games.extend(game.rows);
            self.boards.extend(game.board);
            self.skipped.extend(game.skipped);
        }
        Ok(())
    }

    /// Returns the files of the run. `name` is its name on the page, and `started` its start in
    /// seconds of Unix time.
    pub fn finish(self, name: &str, started: u32) -> RunTables {
        let figures = self.summary.figures();
        let [(_, summary), ..] = figures_csv(&figures);
        let run = SavedRun {
            folder: PathBuf::from(name),
            figures,
            facts: RunFacts {
                started: started.into(),
                ..RunFacts::default()
            },
            options: SummaryOptions::default(),
            files: FileDigests::default(),
        };
        RunTables {
            games: games_csv(self.games),
            summary,
            skipped: skipped_csv(&self.skipped),
            page: html(&run, &self.boards),
        }
    }
}

#[wasm_bindgen]
impl RunTables {
    /// Returns `games.csv`.
    pub fn games(&self) -> Vec<u8> {
        self.games.clone().into_bytes()
    }

    /// Returns `summary.csv`.
    pub fn summary(&self) -> Vec<u8> {
        self.summary.clone().into_bytes()
    }

    /// Returns `skipped.csv`.
    pub fn skipped(&self) -> Vec<u8> {
        self.skipped.clone().into_bytes()
    }

    /// Returns `report.html`.
    pub fn page(&self) -> String {
        self.page.clone()
    }
}
