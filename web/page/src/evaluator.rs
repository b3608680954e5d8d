//! The evaluation and the audit of one file after another.

use std::path::PathBuf;
use std::sync::Arc;

use seichi::Stop;
use seichi::compare::AuditedGame;
use seichi::dead::DeadFrom;
use seichi::game::{Context, GameEvaluator, GameOutcome, Options};
use seichi::input::{Entry, Labels};
use seichi::run::{Commands, SavedBoard, SavedGame};
use seichi::skip::Skip;
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::options::{dead_sources, of_audit, of_run, words, words_of_dead};

/// Evaluates one file after another, as `seichi eval` and `seichi audit` do.
#[wasm_bindgen]
pub struct FileEvaluator {
    pub(crate) dead: Vec<DeadFrom>,
}

/// A game of an audit.
#[derive(Serialize)]
struct OneGame {
    game: String,
    /// The row, for [`super::audit`].
    row: String,
    /// The board as JSON, if the count differs from the record.
    board: String,
}

#[wasm_bindgen]
impl FileEvaluator {
    /// Creates an evaluator of files, with the sources of dead stones that `dead` names.
    ///
    /// # Errors
    /// If a source of dead stones is unknown.
    #[wasm_bindgen(constructor)]
    pub fn new(dead: &str) -> Result<Self, JsError> {
        Ok(Self {
            dead: dead_sources(dead)?,
        })
    }

    /// Returns JSON: what a run keeps of the games of a file, for [`super::Run::add`]. If the file can't be
    /// read, `skip` is the reason, as JSON.
    ///
    /// # Errors
    /// If `skip` has a different form.
    pub fn evaluate(
        &self,
        name: &str,
        sgf: &[u8],
        skip: Option<String>,
    ) -> Result<String, JsError> {
        let options = of_run(self.dead.clone());
        let (names, commands) = (options.names(), commands(words(&options), true));
        let mut games = Vec::new();
        for outcome in outcomes(options, name, sgf, skip)? {
            games.push(SavedGame::of(&outcome, &names, &commands));
        }
        Ok(serde_json::to_string(&games).expect("keys are strings"))
    }

    /// Returns JSON: the games of a file as `seichi audit` judges them, each with its name, its row
    /// and its board.
    ///
    /// # Errors
    /// If `skip` has a different form.
    pub fn audit(&self, name: &str, sgf: &[u8], skip: Option<String>) -> Result<String, JsError> {
        let options = of_audit(self.dead.clone());
        let commands = commands(words_of_dead(&options), false);
        let mut games = Vec::new();
        for outcome in outcomes(options, name, sgf, skip)? {
            let (row, board) = audited(&outcome, &commands);
            games.push(OneGame {
                game: outcome.name,
                row: row.line(),
                board: board.map(|board| board.line()).unwrap_or_default(),
            });
        }
        Ok(serde_json::to_string(&games).expect("keys are strings"))
    }
}

/// Returns the row of a game in an audit, and its board if the count differs from the record.
pub(crate) fn audited(
    outcome: &GameOutcome,
    commands: &Commands,
) -> (AuditedGame, Option<SavedBoard>) {
    let row = AuditedGame::of(outcome, commands);
    let Ok(game) = &outcome.result else {
        return (row, None);
    };
    if !game.differs {
        return (row, None);
    }
    let lead = game.labelled.lead().name;
    let command = commands.explain_by(lead, outcome);
    let board = SavedBoard::of(outcome, game, &[lead.to_owned()], &command);
    (row, board)
}

/// Returns the maker of commands with these options.
pub(crate) fn commands(options: Vec<String>, is_portable: bool) -> Commands {
    Commands {
        options,
        labels: Arc::default(),
        is_portable,
    }
}

fn outcomes(
    options: Options,
    name: &str,
    sgf: &[u8],
    skip: Option<String>,
) -> Result<Vec<GameOutcome>, JsError> {
    let skip: Option<Skip> = skip.map(|skip| serde_json::from_str(&skip)).transpose()?;
    let context = Context::new(options, Labels::default(), &Stop::default());
    Ok(GameEvaluator::new(context).evaluate_bytes(&entry(name), skip.map_or(Ok(sgf), Err)))
}

fn entry(name: &str) -> Entry {
    Entry::new(name.to_owned(), PathBuf::from(name))
}
