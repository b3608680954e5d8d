//! A game's answers without its label, as `seichi score` prints them, and boards as `seichi gtp`
//! writes them.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::{protective_json, safety_json};
use crate::board::{Cell, Replayed};
use crate::explain::{
    dead_source_text, groups_text, notes_text, point_names, protective_text, rules_text,
    safety_text, stone_groups, tax_text, together, unclosed_text,
};
use crate::game::{Answer, AnswerKind, Evaluated, GameOutcome, Remark};
use crate::input::OwnershipLine;
use crate::rules::Method;
use crate::territory::{OwedMove, TerritoryMap};
use crate::text::{clean, clean_lines};

/// Returns a line of JSON for each strategy and scorer. `names` are their names, and `owed` are the
/// owed protective moves.
pub(crate) fn score_lines(
    outcome: &GameOutcome,
    game: &Evaluated,
    names: &[String],
    owed: &[OwedMove],
) -> Vec<String> {
    let mut lines = Vec::with_capacity(names.len());
    for (name, answer) in names.iter().zip(game.all_answers()) {
        let flags: Vec<String> = game.remarks.iter().map(Remark::to_string).collect();
        let mut line = json!({"game": outcome.name, "strategy": name, "flags": flags});
        match answer {
            Ok(answer) => add_answer(&mut line, game, answer, owed),
            Err(why) => line["error"] = why.to_string().into(),
        }
        lines.push(line.to_string());
    }
    lines
}

fn add_answer(line: &mut Value, game: &Evaluated, answer: &Answer, owed: &[OwedMove]) {
    match answer.kind {
        AnswerKind::Winner(winner) => line["winner"] = json!(winner),
        _ => line["margin"] = json!(answer.margin),
    }
    if let Some(map) = &answer.map {
        line["map"] = game
            .labelled
            .position
            .rows(|index, cell| letter(map, index, cell))
            .into();
    }
    let size = game.labelled.size;
    let [dead, seki] = stone_groups(&game.labelled, answer.map.as_deref());
    for (key, chains) in [("dead", dead), ("seki", seki)] {
        line[key] = chains
            .iter()
            .map(|stones| point_names(stones, size))
            .collect();
    }
    for (key, value) in safety_json(game) {
        line[key] = value;
    }
    if game.labelled.count.rules.method() == Method::Territory {
        line["protective_moves"] = protective_json(owed, game.labelled.position.grid());
    }
}

/// Returns the line of a game for an ownership file, if the game's ownership is known.
///
/// # Panics
/// Never, because every key is a string.
pub(crate) fn ownership_line(outcome: &GameOutcome, game: &Evaluated) -> Option<String> {
    let line = OwnershipLine::new(outcome.name.clone(), game.labelled.ownership.as_ref()?);
    Some(serde_json::to_string(&line).expect("keys are strings") + "\n")
}

/// Returns, as text, every distinct map with the names of the strategies that give it.
pub(crate) fn score_text(
    outcome: &GameOutcome,
    game: &Evaluated,
    names: &[String],
    owed: &[OwedMove],
) -> String {
    let count = &game.labelled.count;
    let mut text = format!(
        "{}  {}, {}, prisoners B {} W {}, dead {} ({})\n",
        clean(&outcome.name),
        game.labelled.size,
        rules_text(outcome, count),
        count.prisoners[0],
        count.prisoners[1],
        game.labelled.dead.len(),
        dead_source_text(game),
    );
    let protective = owed
        .iter()
        .map(|owed| protective_text(owed, game.labelled.position.grid()));
    for line in notes_text(outcome, game)
        .into_iter()
        .chain(safety_text(game))
        .chain(unclosed_text(game))
        .chain(protective)
    {
        let _ = writeln!(text, "{line}");
    }
    let mut boards = Vec::new();
    for (name, answer) in names.iter().zip(game.all_answers()) {
        match answer {
            Ok(answer) => {
                let mut board = tax_text(answer).map_or(String::new(), |tax| tax + "\n");
                if let Some(map) = &answer.map {
                    let labelled = &game.labelled;
                    for line in groups_text(&stone_groups(labelled, Some(map)), labelled.size) {
                        board += &(line + "\n");
                    }
                    board += &labelled.position.diagram(|index, cell| {
                        match labelled.dead_color(map.grid().point(index)) {
                            Some(dead) => Cell::from(dead).letter().to_ascii_lowercase(),
                            None => letter(map, index, cell),
                        }
                    });
                } else {
                    board += "no map\n";
                }
                boards.push((name.as_str(), (answer.result(), board)));
            }
            Err(why) => {
                let why = clean_lines(&why.to_string(), "");
                let _ = writeln!(text, "\n{name} has no answer: {why}");
            }
        }
    }
    let legend = if boards.is_empty() { "" } else { LEGEND };
    for ((result, board), names) in together(boards.into_iter()) {
        let _ = write!(text, "\n{result}  {}\n{board}", names.join(", "));
    }
    text + legend + "\n"
}

/// The meanings of the letters on a board.
const LEGEND: &str = "\nX O alive, x o dead, b w territory, . no territory\n";

/// Returns the letter of a point: `X` and `O` for living stones, `b` and `w` for territory, `.` for
/// the rest.
fn letter(map: &TerritoryMap, index: usize, cell: Cell) -> char {
    match map.statuses()[index].owner() {
        Some(owner) if cell == Cell::Empty => owner.letter().to_ascii_lowercase(),
        _ => cell.letter(),
    }
}

/// Returns a board with its stones and prisoners, below an empty first line.
pub(crate) fn board_text(game: &Replayed) -> String {
    let board = game.position.diagram(|_, cell| cell.letter());
    let [black, white] = game.prisoners;
    format!("\n{board}Prisoners: Black {black}, White {white}")
}
