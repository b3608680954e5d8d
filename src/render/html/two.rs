//! Two runs as one page: the verdict, and the board of every game where an answer changed.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::data::{PageData, PageGame, RUNS, external};
use super::markup::count_link;
use super::page::{Sections, date_and_command, page, run_name};
use serde_json::{Value, json};

use crate::compare::{ChangedGame, StrategyChange, TwoRuns};
use crate::render::text::comparison::exact_difference;
use crate::rules::Points;
use crate::run::p_value;
use crate::run::{BoardAnswer, SavedBoard, SavedRun};
use crate::stats::PairVerdict;
use crate::text::{count, escape};

/// Returns the page of two runs, with the games where their answers differ.
pub(super) fn runs_html(
    saved: [&SavedRun; 2],
    runs: &TwoRuns,
    boards: [&[SavedBoard]; 2],
) -> String {
    let (boards, changes) = changed_boards(runs, boards);
    let strategies = strategies(&boards);
    page(&Sections {
        title: &names(saved).join(" → "),
        kind: "seichi compare",
        header: header(saved, runs),
        before: verdicts(runs),
        games: "Games with a changed answer",
        after: String::new(),
        data: data(&strategies, PageGame::all(&boards, &changes)),
    })
}

/// Returns the strategies with an answer on any of the boards.
pub(super) fn strategies(boards: &[SavedBoard]) -> Vec<String> {
    let mut strategies: Vec<String> = Vec::new();
    for name in boards
        .iter()
        .flat_map(|board| &board.answers)
        .flat_map(|answer| &answer.strategies)
    {
        if !strategies.contains(name) {
            strategies.push(name.clone());
        }
    }
    strategies
}

/// Returns the data of a page that compares two answers of each strategy.
pub(super) fn data<'a>(strategies: &'a [String], games: Vec<PageGame<'a>>) -> PageData<'a> {
    PageData {
        strategies,
        controls: Vec::new(),
        external: external(strategies),
        best: Vec::new(),
        eras: Vec::new(),
        ranks: Vec::new(),
        runs: true,
        games,
    }
}

/// Returns the names of the two runs: the names of their folders, or their paths if the names are
/// equal.
fn names(saved: [&SavedRun; 2]) -> [String; 2] {
    let names = saved.map(|run| run_name(&run.folder));
    if names[0] == names[1] {
        saved.map(|run| run.folder.display().to_string())
    } else {
        names
    }
}

fn header(saved: [&SavedRun; 2], runs: &TwoRuns) -> String {
    let mut text = String::new();
    for ((run, name), saved) in RUNS.iter().zip(names(saved)).zip(saved) {
        let signature = escape(&saved.figures.signature);
        let _ = writeln!(
            text,
            "<p class=\"run\">{run}<b>{}</b> · {}</p>\n\
             <p class=\"signature\"><code>{signature}</code></p>",
            escape(&name),
            date_and_command(saved),
        );
    }
    let [before, now] = runs.games;
    let _ = writeln!(
        text,
        "<p>{} in both, out of {before} in A and {now} in B.</p>",
        count(runs.common, "counted game")
    );
    for (names, run) in runs.only.iter().zip(["A", "B"]) {
        if !names.is_empty() {
            let _ = writeln!(text, "<p>Only in {run}: {}.</p>", escape(&names.join(", ")));
        }
    }
    text
}

/// Returns the table that says, for each strategy, whether the second run is better.
fn verdicts(runs: &TwoRuns) -> String {
    let mut text = String::from(
        "<section aria-labelledby=\"summary\" class=\"figures\">\n\
         <h2 id=\"summary\">Is B better than A?</h2>\n",
    );
    let (changed, same): (Vec<_>, Vec<_>) = runs
        .strategies
        .iter()
        .partition(|change| change.changed > 0);
    if !changed.is_empty() {
        text.push_str(
            "<div class=\"scroll\" role=\"region\" aria-labelledby=\"summary\" tabindex=\"0\">\n\
             <table class=\"summary runs\">\n<thead><tr><th scope=\"col\">strategy</th>\
             <th scope=\"col\">exact A</th><th scope=\"col\">B</th><th scope=\"col\">changed</th>\
             <th scope=\"col\">fixed</th><th scope=\"col\">broken</th></tr></thead>\n<tbody>\n",
        );
        for change in changed {
            row(&mut text, change);
        }
        text.push_str(
            "</tbody>\n</table>\n</div>\n\
             <p class=\"small\">fixed, broken: games that only B or only A gets right; \
             p: McNemar's exact test, with Holm's correction across the strategies; \
             interval: for the difference between the exact rates. \
             Counted games: territory and area games.</p>\n",
        );
    }
    if !same.is_empty() {
        let names: Vec<&str> = same.iter().map(|change| &*change.strategy).collect();
        let _ = writeln!(
            text,
            "<p>The same answers in both: {}.</p>",
            escape(&names.join(", "))
        );
    }
    text + "</section>\n"
}

fn row(text: &mut String, change: &StrategyChange) {
    let counts = &change.pair.discordance;
    let name = escape(&change.strategy);
    let (class, word) = word(change);
    let links = [
        (change.changed, "", "changed"),
        (counts.b_only, FIXED, FIXED),
        (counts.a_only, BROKEN, BROKEN),
    ]
    .map(|(games, outcome, words)| {
        let view = [("strategy", change.strategy.as_str()), ("outcome", outcome)];
        count_link(games, &view, &format!("games {words}: {}", change.strategy))
    });
    let _ = writeln!(
        text,
        "<tr><th scope=\"row\">{name}</th><td>{}</td><td>{}</td><td>{}</td></tr>\n\
         <tr class=\"more\"><td colspan=\"6\"><b class=\"{class}\">{word}</b> (p = {}); \
         exact, B minus A: {}</td></tr>",
        counts.both + counts.a_only,
        counts.both + counts.b_only,
        links.join("</td><td>"),
        p_value(change.pair.holm_p),
        exact_difference(&change.pair)
            .map_or_else(|| "–".to_owned(), |text| text.replace('-', "−")),
    );
}

/// Returns the verdict on the second run: its CSS class and its text.
const fn word(change: &StrategyChange) -> (&'static str, &'static str) {
    // the pair compares the first run with the second
    match change.pair.verdict {
        PairVerdict::Better => ("worse", "B is worse"),
        PairVerdict::Worse => ("better", "B is better"),
        word => ("same", word.text()),
    }
}

/// The kinds of changes of an answer: right in the second run only, or in the first run only.
const FIXED: &str = "fixed";
const BROKEN: &str = "broken";

/// Returns a change of an answer for the page's script.
fn change_json(change: &ChangedGame) -> Value {
    let kind = match change.delta.map(|delta| delta == Some(Points::ZERO)) {
        [false, true] => FIXED,
        [true, false] => BROKEN,
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
pub(super) fn answer_names(strategy: &str) -> [String; 2] {
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
pub(super) fn merged(boards: [Option<&SavedBoard>; 2], changed: &[&str]) -> Option<SavedBoard> {
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
            let same = merged.answers.iter_mut().find(|other| {
                other.map == answer.map && other.margin.total_cmp(&answer.margin).is_eq()
            });
            match same {
                Some(other) => other.strategies.extend(strategies),
                None if strategies.is_empty() => {}
                None => merged.answers.push(BoardAnswer {
                    strategies,
                    ..answer.clone()
                }),
            }
        }
    }
    (!merged.answers.is_empty()).then_some(merged)
}
