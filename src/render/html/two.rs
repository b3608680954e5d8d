//! Two runs as one page: the verdict, and the board of every game where an answer changed.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::data::{PageData, PageGame, RUNS};
use super::markup::section;
use super::page::{Sections, date_and_command, page};
use serde_json::{Value, json};

use crate::compare::{ChangedGame, TwoRuns};
use crate::render::ComparisonReport;
use crate::render::text::comparison::summary_text;
use crate::rules::Points;
use crate::run::{BoardAnswer, SavedBoard};
use crate::text::{Style, escape};

/// Returns the page of two runs, with the games where their answers differ.
pub(super) fn runs_html(comparison: &ComparisonReport<'_>, boards: [&[SavedBoard]; 2]) -> String {
    let saved = comparison.runs;
    let (boards, changes) = changed_boards(comparison.changes, boards);
    let strategies = strategies(&boards);
    let names = saved.map(|run| run.folder.display().to_string());
    let mut header = String::new();
    for ((run, name), saved) in RUNS.iter().zip(&names).zip(saved) {
        let (name, command) = (escape(name), date_and_command(saved));
        let _ = writeln!(
            header,
            "<p class=\"run\">{run}<b>{name}</b> · {command}</p>"
        );
    }
    let verdict = summary_text(&ComparisonReport {
        style: Style::default(),
        ..*comparison
    });
    let lines: Vec<String> = verdict.lines().map(escape).collect();
    let verdict = format!(
        "<pre class=\"scroll\" role=\"region\" aria-label=\"Verdict\" tabindex=\"0\">{}\n</pre>\n",
        lines.join("\n")
    );
    page(&Sections {
        title: &names.join(" → "),
        kind: "seichi compare",
        header,
        before: section("pairs", "Is B better than A?", &verdict),
        games: "Games with a changed answer",
        after: String::new(),
        data: PageData::new(&strategies, PageGame::all(&boards, &changes), true),
    })
}

/// Returns the strategies with an answer on any of the boards.
fn strategies(boards: &[SavedBoard]) -> Vec<String> {
    let answers = boards.iter().flat_map(|board| &board.answers);
    let names: BTreeSet<&String> = answers.flat_map(|answer| &answer.strategies).collect();
    names.into_iter().cloned().collect()
}

/// Returns a change of an answer for the page's script.
fn change_json(change: &ChangedGame) -> Value {
    let kind = match change.delta.map(|delta| delta == Some(Points::ZERO)) {
        [false, true] => "fixed",
        [true, false] => "broken",
        // right in both runs, or wrong in both
        _ => "other",
    };
    json!({
        "strategy": change.strategy,
        "kind": kind,
        "deltas": change.delta,
        "answers": answer_names(&change.strategy),
    })
}

/// Returns the names of a strategy's answers in the two runs.
fn answer_names(strategy: &str) -> [String; 2] {
    RUNS.map(|run| format!("{run}{strategy}"))
}

/// Returns the boards of the games in `runs.changed`, with the changed answers of both runs, and
/// the changes of each game.
fn changed_boards(
    runs: &TwoRuns,
    boards: [&[SavedBoard]; 2],
) -> (Vec<SavedBoard>, Vec<Vec<Value>>) {
    let by_name = boards.map(|boards| {
        boards
            .iter()
            .map(|board| (&*board.game, board))
            .collect::<BTreeMap<_, _>>()
    });
    let mut changed_boards = Vec::new();
    let mut changes = Vec::new();
    for changed in runs.changed.chunk_by(|a, b| a.game == b.game) {
        let names: Vec<&str> = changed.iter().map(|change| &*change.strategy).collect();
        let boards = by_name
            .each_ref()
            .map(|boards| boards.get(&*changed[0].game).copied());
        if let Some(board) = merged(boards, &names) {
            changed_boards.push(board);
            changes.push(changed.iter().map(change_json).collect());
        }
    }
    (changed_boards, changes)
}

/// Returns one board with both runs' answers of the strategies in `changed`. A run has no board for
/// a game that all its strategies get right: the label is then the answer.
fn merged(boards: [Option<&SavedBoard>; 2], changed: &[&str]) -> Option<SavedBoard> {
    let base = boards[1].or(boards[0])?;
    let mut merged = SavedBoard {
        answers: Vec::new(),
        disputed: false,
        ..base.clone()
    };
    for (run, board) in boards.into_iter().enumerate() {
        let Some(board) = board else { continue };
        merged.disputed |= board.disputed;
        if board.position != base.position {
            merged.flags.push("dead_stones_differ".to_owned());
        }
        for answer in &board.answers {
            let own = answer
                .strategies
                .iter()
                .filter(|name| changed.contains(&name.as_str()));
            let strategies: Vec<String> = own.map(|name| answer_names(name)[run].clone()).collect();
            if !strategies.is_empty() {
                merged.answers.push(BoardAnswer {
                    strategies,
                    ..answer.clone()
                });
            }
        }
    }
    (!merged.answers.is_empty()).then_some(merged)
}
