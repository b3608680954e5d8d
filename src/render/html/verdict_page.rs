//! The gate's verdict as a page: for every changed mismatch, the accepted answer next to the new
//! one.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::{Value, json};

use super::data::{PageGame, RUNS};
use super::markup::count_link;
use super::page::{Sections, date_and_command, page, run_name};
use super::two::{answer_names, data, merged, strategies};
use crate::compare::{Change, ChangeKind, Judgement, StrategyVerdict};
use crate::render::VerdictReport;
use crate::render::text::headline;
use crate::rules::Points;
use crate::run::SavedBoard;
use crate::text::{count, escape};

/// Returns the page of a verdict, with the boards of the games whose mismatches differ from the
/// baseline's. New and worse mismatches come first.
pub(super) fn gate_html(verdict: &VerdictReport<'_>, boards: &[SavedBoard]) -> String {
    let (boards, changes) = changed_boards(verdict, boards);
    let strategies = strategies(&boards);
    page(&Sections {
        title: &run_name(&verdict.run.run.folder),
        kind: "seichi gate",
        header: header(verdict),
        before: table(verdict.judgement, boards.len()),
        games: "Games with a changed mismatch",
        after: String::new(),
        data: data(&strategies, PageGame::all(&boards, &changes)),
    })
}

/// Returns the board of each changed game, with the accepted answers and the run's, and the changes
/// of each game. The run has no board of a game where all answers agree.
fn changed_boards(
    verdict: &VerdictReport<'_>,
    boards: &[SavedBoard],
) -> (Vec<SavedBoard>, Vec<Vec<Value>>) {
    let mut changes_of: BTreeMap<&str, Vec<&Change>> = BTreeMap::new();
    for change in &verdict.judgement.changes {
        changes_of.entry(&change.game).or_default().push(change);
    }
    let mut changed_boards = Vec::new();
    let mut values = Vec::new();
    for board in boards {
        let Some(changes) = changes_of.get(&*board.game) else {
            continue;
        };
        let answers = changes
            .iter()
            .filter_map(|change| verdict.baseline.accepted(change, board))
            .collect();
        let accepted = SavedBoard {
            answers,
            ..board.clone()
        };
        let names: Vec<&str> = changes.iter().map(|change| &*change.strategy).collect();
        if let Some(board) = merged([Some(&accepted), Some(board)], &names) {
            changed_boards.push(board);
            values.push(changes.iter().map(|change| change_json(change)).collect());
        }
    }
    (changed_boards, values)
}

/// Returns a change for the page's script.
fn change_json(change: &Change) -> Value {
    let deltas = [change.before, change.now].map(|mismatch| match mismatch {
        None => Some(Points::ZERO),
        Some(mismatch) => mismatch.outcome.map(|_| mismatch.delta),
    });
    json!({
        "strategy": change.strategy,
        "kind": change.kind.name(),
        "deltas": deltas,
        "answers": answer_names(&change.strategy),
    })
}

fn header(verdict: &VerdictReport<'_>) -> String {
    let (run, judgement) = (verdict.run.run, verdict.judgement);
    let [before, now] =
        [&verdict.baseline.signature, &run.figures.signature].map(|signature| escape(signature));
    let mut text = format!(
        "<p class=\"run\">{}<b>the baseline</b></p>\n\
         <p class=\"signature\"><code>{before}</code></p>\n\
         <p class=\"run\">{}<b>{}</b> · {}</p>\n\
         <p class=\"signature\"><code>{now}</code></p>\n<p><strong>{}</strong></p>\n",
        RUNS[0],
        RUNS[1],
        escape(&run_name(&run.folder)),
        date_and_command(run),
        escape(&headline(judgement)),
    );
    for violation in &judgement.violations {
        let _ = writeln!(
            text,
            "<p class=\"note\">{}</p>",
            escape(&violation.to_string())
        );
    }
    text
}

/// Returns the table of the strategies. `shown` is the number of games with a board.
fn table(judgement: &Judgement, shown: usize) -> String {
    let mut text = String::from(
        "<section aria-labelledby=\"summary\" class=\"figures\">\n\
         <h2 id=\"summary\">Is the run worse than the baseline?</h2>\n\
         <div class=\"scroll\" role=\"region\" aria-labelledby=\"summary\" tabindex=\"0\">\n\
         <table class=\"summary runs\">\n<thead><tr><th scope=\"col\">strategy</th>\
         <th scope=\"col\">exact A</th><th scope=\"col\">B</th><th scope=\"col\">new</th>\
         <th scope=\"col\">worse</th><th scope=\"col\">changed</th><th scope=\"col\">fixed</th>\
         </tr></thead>\n<tbody>\n",
    );
    for verdict in &judgement.strategies {
        row(&mut text, verdict);
    }
    text.push_str("</tbody>\n</table>\n</div>\n");
    let _ = writeln!(
        text,
        "<p class=\"small\">exact: games with the label's margin. The list has {} with a board. \
         A game without a known mismatch had the label's map; other maps in A are unknown.</p>\n\
         </section>",
        count(shown as u64, "game"),
    );
    text
}

fn row(text: &mut String, verdict: &StrategyVerdict) {
    let StrategyVerdict {
        strategy,
        before,
        now,
        new,
        worse,
        changed,
        fixed,
        ..
    } = verdict;
    let [before, now] = [before, now]
        .map(|counts| counts.map_or("–".to_owned(), |counts| counts.exact.to_string()));
    let _ = write!(
        text,
        "<tr><th scope=\"row\">{}</th><td>{before}</td><td>{now}</td>",
        escape(strategy)
    );
    for (kind, number) in [
        (ChangeKind::New, new),
        (ChangeKind::Worse, worse),
        (ChangeKind::Changed, changed),
        (ChangeKind::Fixed, fixed),
    ] {
        let view = [("strategy", strategy.as_str()), ("outcome", kind.name())];
        let words = format!("games {}: {strategy}", kind.name());
        let _ = write!(text, "<td>{}</td>", count_link(*number, &view, &words));
    }
    text.push_str("</tr>\n");
}
