//! The list of the games in an audit.

use seichi::compare::{Audit, AuditRow, AuditedGame};
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

/// The facts with which the page says, in the reader's language, what is wrong with a record.
const FACTS: [&str; 6] = [
    "delta",
    "fitting_komi",
    "is_unclosed",
    "is_unfinished",
    "skipped",
    "unmarked_dead",
];

/// Returns JSON: the rows of an audit in the order of `seichi audit`, as [`row_json`] makes them.
/// `lines` are the facts about the games, as [`super::audited`] returns them.
///
/// # Errors
/// If a line has a different form.
#[wasm_bindgen]
pub fn audit(lines: Vec<String>) -> Result<String, JsError> {
    let games = lines
        .into_iter()
        .map(|line| AuditedGame::read(&line).map(Box::new))
        .collect::<Result<_, _>>()?;
    let audit = Audit::new(games);
    let rows: Value = audit.rows.iter().map(row_json).collect();
    Ok(rows.to_string())
}

/// Returns a row of an audit with the facts about its game, and whether the count has a different
/// winner.
pub(crate) fn row_json(row: &AuditRow) -> Value {
    let (mut json, game) = (json!(row), json!(row.game()));
    for fact in FACTS {
        json[fact] = game[fact].clone();
    }
    json["has_other_winner"] = json!(row.has_other_winner());
    json
}
