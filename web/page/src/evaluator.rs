//! The evaluation and the audit of one file after another.

use std::path::PathBuf;
use std::sync::Arc;

use seichi::Stop;
use seichi::compare::AuditedGame;
use seichi::game::{Context, GameEvaluator, GameOutcome, Options};
use seichi::input::{Entry, Labels};
use seichi::run::{Commands, SavedBoard, SavedGame};
use seichi::skip::Skip;
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::options::{dead_sources, of_audit, of_run, words, words_of_dead};

/// A game of an audit.
#[derive(Serialize)]
struct OneGame {
    game: String,
    /// The facts about it, for [`super::audit`].
    line: String,
    /// The board, if the count differs from the record.
    board: Option<SavedBoard>,
}

/// Returns JSON: the data that a run keeps about the games in a file, for [`super::Run::add`].
/// `dead` names the sources of dead stones. If the file can't be read, `skip` is the reason, as
/// JSON.
///
/// # Errors
/// If a source of dead stones is unknown, or `skip` has a different form.
#[wasm_bindgen]
pub fn evaluated(
    dead: &str,
    name: &str,
    sgf: &[u8],
    skip: Option<String>,
) -> Result<String, JsError> {
    let options = of_run(dead_sources(dead)?);
    let (names, commands) = (options.names(), commands(words(&options), true));
    let mut games = Vec::new();
    for outcome in outcomes(options, name, sgf, skip)? {
        games.push(SavedGame::of(&outcome, &names, &commands));
    }
    Ok(serde_json::to_string(&games).expect("keys are strings"))
}

/// Returns JSON: the games of a file as `seichi audit` judges them, each with its name, its facts
/// and its board. `dead` names the sources of dead stones. If the file can't be read, `skip` is the
/// reason, as JSON.
///
/// # Errors
/// If a source of dead stones is unknown, or `skip` has a different form.
#[wasm_bindgen]
pub fn audited(
    dead: &str,
    name: &str,
    sgf: &[u8],
    skip: Option<String>,
) -> Result<String, JsError> {
    let options = of_audit(dead_sources(dead)?);
    let commands = commands(words_of_dead(&options), false);
    let mut games = Vec::new();
    for outcome in outcomes(options, name, sgf, skip)? {
        let (game, board) = audited_game(&outcome, &commands);
        games.push(OneGame {
            game: outcome.name,
            line: game.line(),
            board,
        });
    }
    Ok(serde_json::to_string(&games).expect("keys are strings"))
}

/// Returns a game from an audit, and its board if the count differs from the record.
pub(crate) fn audited_game(
    outcome: &GameOutcome,
    commands: &Commands,
) -> (AuditedGame, Option<SavedBoard>) {
    let audited = AuditedGame::of(outcome, commands);
    let Ok(game) = &outcome.result else {
        return (audited, None);
    };
    if !game.differs {
        return (audited, None);
    }
    let lead = game.labelled.lead().name;
    let command = commands.explain_by(lead, outcome);
    let board = SavedBoard::of(outcome, game, &[lead.to_owned()], &command);
    (audited, board)
}

/// Returns the object that writes commands with these options.
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
