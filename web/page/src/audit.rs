//! The list of the games of an audit.

use seichi::compare::{Audit, AuditRow, AuditedGame};
use seichi::render::audit_csv;
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

/// Returns JSON: the rows of an audit in the order of `seichi audit`, each with whether the count
/// has another winner; and the same rows as CSV. `rows` has the rows of the games, as
/// [`super::FileEvaluator::audit`] returns them.
///
/// # Errors
/// If a row has another form.
#[wasm_bindgen]
pub fn audit(rows: Vec<String>) -> Result<String, JsError> {
    let games = rows
        .into_iter()
        .map(|row| AuditedGame::read(&row))
        .collect::<Result<_, _>>()?;
    let audit = Audit::new(games);
    let row = |row: &AuditRow| {
        let mut json = json!(row);
        json["has_other_winner"] = json!(row.has_other_winner());
        json
    };
    let list: Value = audit.rows.iter().map(row).collect();
    let csv = audit_csv(&audit.rows.iter().collect::<Vec<_>>());
    Ok(json!({"rows": list, "csv": csv}).to_string())
}
