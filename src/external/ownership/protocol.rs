//! The JSON lines of KataGo's analysis engine.
//!
//! Source: David J. Wu, `docs/Analysis_Engine.md` of KataGo. A query and its answers share an `id`; answers come in
//! any order. Lines with `warning`, or with `isDuringSearch` set, are not final answers.

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::json;

use crate::board::{Color, Position};
use crate::external::process::NoAnswer;

/// The ID of the question for the engine's version.
pub(super) const VERSION: &str = "version";

/// The ID of the question for the engine's networks.
pub(super) const MODELS: &str = "models";

/// A line that an engine writes.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct EngineJson {
    id: Option<String>,
    #[serde(default)]
    is_during_search: bool,
    warning: Option<IgnoredAny>,
    error: Option<String>,
    turn_number: Option<i64>,
    ownership: Option<Vec<f64>>,
    version: Option<String>,
    #[serde(rename = "git_hash")]
    git_hash: Option<String>,
    models: Option<Vec<Model>>,
}

/// A network of an engine.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Model {
    internal_name: Option<String>,
}

/// The meaning of an engine's line.
#[derive(Debug, PartialEq)]
pub(super) enum EngineLine {
    /// A warning, or the state of an unfinished search.
    Remark,
    /// The ownership of a position with one player to move, or the reason why there is none.
    Ownership { id: String, answer: Result<Vec<f64>, NoAnswer> },
    /// The version, with the digest of the source if the engine reports it.
    Version(String),
    /// The networks' names.
    Models(String),
}

/// Returns the lines that ask for the networks and then the version.
pub(super) fn greeting() -> Vec<u8> {
    let models = json!({"id": MODELS, "action": "query_models"});
    let version = json!({"id": VERSION, "action": "query_version"});
    format!("{models}\n{version}\n").into_bytes()
}

/// Returns the line that asks for the ownership of `position` with `to_move` to move.
///
/// Dead stones depend neither on komi nor on rules, so every position is sent with the same: no komi, and Japanese
/// rules, which let players leave dead stones on the board.
pub(super) fn query(id: &str, position: &Position, to_move: Color, visits: u32) -> Vec<u8> {
    let size = position.size();
    let stone = |point| {
        let color = position.get(point).color()?;
        Some((color.letter().to_string(), point.label(size)))
    };
    let query = json!({
        "id": id,
        "initialStones": size.iter().filter_map(stone).collect::<Vec<_>>(),
        "moves": [],
        "initialPlayer": to_move.letter().to_string(),
        "rules": "japanese",
        "komi": 0,
        "boardXSize": size.width(),
        "boardYSize": size.height(),
        "includeOwnership": true,
        "maxVisits": visits,
        "analyzeTurns": [0],
        "overrideSettings": {"reportAnalysisWinratesAs": "BLACK"},
    });
    format!("{query}\n").into_bytes()
}

/// Reads a line.
///
/// # Errors
/// If the line does not follow the protocol, or has no question's ID. The message quotes the line.
pub(super) fn reply(line: &[u8]) -> Result<EngineLine, NoAnswer> {
    let nonsense = |why: &str| NoAnswer::nonsense(line, why);
    // serde would accept a list of the values in the order of the fields
    if line.trim_ascii_start().starts_with(b"[") {
        return Err(nonsense("it is a list instead of an object"));
    }
    let read: EngineJson = serde_json::from_slice(line).map_err(|error| nonsense(&error.to_string()))?;
    if read.warning.is_some() || read.is_during_search {
        return Ok(EngineLine::Remark);
    }
    let Some(id) = read.id else {
        return Err(nonsense("it has no id"));
    };
    Ok(match (id.as_str(), read.error) {
        (VERSION, Some(_)) => EngineLine::Version("of an unknown version".to_owned()),
        (VERSION, None) => {
            let version = read.version.ok_or_else(|| nonsense("it has no version"))?;
            EngineLine::Version([Some(version), read.git_hash].into_iter().flatten().collect::<Vec<_>>().join(" "))
        }
        // an engine that does not support the question reports an error
        (MODELS, _) => {
            let names = read.models.into_iter().flatten().filter_map(|model| model.internal_name);
            EngineLine::Models(names.collect::<Vec<_>>().join(" "))
        }
        (_, Some(error)) => EngineLine::Ownership { id, answer: Err(NoAnswer::Refused(error)) },
        (_, None) => {
            let answer = match (read.turn_number, read.ownership) {
                (None | Some(0), Some(values)) => Ok(values),
                (None | Some(0), None) => Err(nonsense("it has no ownership")),
                (Some(turn), _) => Err(nonsense(&format!("it is about turn {turn} instead of turn 0"))),
            };
            EngineLine::Ownership { id, answer }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn query_has_the_stones_and_the_player_to_move() {
        let position = Position::from_diagram("x.o\n...").unwrap();
        let line = query("7w", &position, Color::White, 3);
        let query: serde_json::Value = serde_json::from_slice(&line).unwrap();
        assert_eq!(query["initialStones"], json!([["B", "A2"], ["W", "C2"]]));
        let sent = ["id", "initialPlayer", "boardXSize", "boardYSize", "maxVisits", "moves", "analyzeTurns"];
        assert_eq!(json!(sent.map(|key| &query[key])), json!(["7w", "W", 3, 2, 3, [], [0]]));
        assert!(line.iter().position(|&byte| byte == b'\n') == Some(line.len() - 1));
    }

    #[test]
    fn kinds_of_lines_are_distinguished() {
        let ownership = |id: &str, answer| Ok(EngineLine::Ownership { id: id.to_owned(), answer });
        let read = |line: &str| reply(line.as_bytes());
        let full = r#"{"id":"1b","isDuringSearch":false,"moveInfos":[{}],"turnNumber":0,"ownership":[1,-0.5]}"#;
        assert_eq!(read(full), ownership("1b", Ok(vec![1.0, -0.5])));
        let error = r#"{"error":"Illegal move","field":"moves","id":"1b"}"#;
        assert_eq!(read(error), ownership("1b", Err(NoAnswer::Refused("Illegal move".to_owned()))));
        for remark in [
            r#"{"warning":"Unexpected or unused field","field":"x","id":"1b"}"#,
            r#"{"id":"1b","isDuringSearch":true,"turnNumber":0,"ownership":[0,0]}"#,
        ] {
            assert_eq!(read(remark), Ok(EngineLine::Remark));
        }
        let version = r#"{"action":"query_version","git_hash":"92ee95c","id":"version","version":"1.18.1"}"#;
        assert_eq!(read(version), Ok(EngineLine::Version("1.18.1 92ee95c".to_owned())));
        let models = r#"{"id":"models","models":[{"internalName":"b10"},{"internalName":"human","name":"x"}]}"#;
        assert_eq!(read(models), Ok(EngineLine::Models("b10 human".to_owned())));
        assert_eq!(read(r#"{"id":"models","error":"unknown action"}"#), Ok(EngineLine::Models(String::new())));
    }

    #[test]
    fn nonsense_is_quoted() {
        let why = |line: &str| match reply(line.as_bytes()) {
            Err(NoAnswer::Nonsense(why)) | Ok(EngineLine::Ownership { answer: Err(NoAnswer::Nonsense(why)), .. }) => {
                why
            }
            other => panic!("{line}: {other:?}"),
        };
        assert!(why(r#"{"id":"1b","noResults":true}"#).starts_with("it has no ownership: it wrote "));
        assert!(why(r#"{"id":"1b","turnNumber":3,"ownership":[]}"#).starts_with("it is about turn 3"));
        assert!(why(r#"{"error":"Could not parse"}"#).starts_with("it has no id"));
        assert!(why(r#"{"id":"version"}"#).starts_with("it has no version"));
        for line in ["hello", "[]", r#"{"id":7,"ownership":[]}"#, r#"{"id":"1b","ownership":[NaN]}"#, "\"x\"", ""] {
            assert!(why(line).contains("it wrote "), "{line}");
        }
    }
}
