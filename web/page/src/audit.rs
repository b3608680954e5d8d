//! The list of the games in an audit.

use seichi::compare::{Audit, AuditRow, AuditedGame};
use seichi::render::audit_csv;
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

/// The facts by which the page says in the reader's language what is wrong with a record.
const FACTS: [&str; 5] = [
    "delta",
    "fitting_komi",
    "is_unfinished",
    "skipped",
    "unmarked_dead",
];

/// Returns JSON: the rows of an audit in the order of `seichi audit`, as [`row_json`] makes them,
/// and the same rows as CSV. `rows` are the rows of the games, as [`super::FileEvaluator::audit`]
/// returns them.
///
/// # Errors
/// If a row has a different form.
#[wasm_bindgen]
pub fn audit(rows: Vec<String>) -> Result<String, JsError> {
    let games = rows
        .into_iter()
        .map(|row| AuditedGame::read(&row))
        .collect::<Result<_, _>>()?;
    let audit = Audit::new(games);
    let list: Value = audit.rows.iter().map(row_json).collect();
    let csv = audit_csv(&audit.rows.iter().collect::<Vec<_>>());
    Ok(json!({"rows": list, "csv": csv}).to_string())
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
