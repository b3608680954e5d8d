//! The tables of the page: strategies, pairs of strategies, skipped games.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::markup::count_link;
use super::picture::Scale;
use crate::labels::LabelCheck;
use crate::render::text::run_text::{
    against, area_games, best_first, cells, explored, faulty_labels, heading, sign,
};
use crate::run::SkippedRow;
use crate::run::p_value;
use crate::run::{Figures, StrategyFigures};
use crate::stats::PairVerdict;
use crate::text::{count, escape, rate};

/// The number of games named for each reason; `skipped.csv` has all of them.
const NAMED: usize = 20;

/// Returns the table of strategies against the labels, with their intervals as charts, and remarks
/// below it.
pub(super) fn summary(figures: &Figures) -> String {
    let all = figures.all();
    let mut text = format!(
        "<section aria-labelledby=\"summary\" class=\"figures\">\n<h2 id=\"summary\">{}</h2>\n",
        heading(figures)
    );
    if all.games > 0 {
        let scale = Scale::of(&all.strategies);
        let _ = write!(
            text,
            "<table class=\"summary\">\n<thead><tr>\
             <th scope=\"col\">strategy</th><th scope=\"col\">exact</th>\
             <th scope=\"col\" class=\"picture\">95 % interval {}</th><th scope=\"col\">error</th>\
             <th scope=\"col\">not exact</th><th scope=\"col\">wrong winner</th>\
             </tr></thead>\n<tbody>\n",
            scale.ends()
        );
        for strategy in best_first(all) {
            summary_row(&mut text, scale, strategy);
        }
        let _ = writeln!(
            text,
            "</tbody>\n</table>\n<p class=\"small\">{}. exact: share of games with the label's \
             margin, with Wilson's interval (an arrow: off the scale); error: mean absolute error \
             of the margin, in points. Click a number to list its games.</p>",
            count(all.games, "game")
        );
    }
    text + &outside_the_table(figures) + "</section>\n"
}

fn summary_row(text: &mut String, scale: Scale, strategy: &StrategyFigures) {
    let name = &*strategy.strategy;
    let [_, exact, interval, _, error] = cells(strategy);
    let _ = write!(
        text,
        "<tr><th scope=\"row\">{}</th><td>{exact}</td><td class=\"picture\" title=\"{interval}\">\
         {}<span class=\"hidden\">{interval}</span></td><td>{error}</td>",
        escape(name).replace('-', "-<wbr>"),
        scale.interval(strategy),
    );
    for (right, outcome, words) in [
        (strategy.exact, "inexact", "not exact"),
        (strategy.winner, "wrong", "with the wrong winner"),
    ] {
        let view = [
            ("strategy", name),
            ("outcome", outcome),
            ("games", "territory"),
            ("sort", "error"),
        ];
        let words = format!("games {words}: {name}");
        let link = count_link(strategy.games - right, &view, &words);
        let _ = write!(text, "<td>{link}</td>");
    }
    text.push_str("</tr>\n");
}

/// Returns lines about games that the table leaves out or that need a remark.
fn outside_the_table(figures: &Figures) -> String {
    let mut text = String::new();
    for (name, area) in area_games(figures) {
        let wrong = area.games - area.exact;
        let view = [
            ("strategy", &*area.strategy),
            ("outcome", "inexact"),
            ("games", "area"),
            ("sort", "error"),
        ];
        let _ = writeln!(
            text,
            "<p>Area games{}: {} of {} exact, {}; not exact: {}.</p>",
            escape(&name),
            area.exact,
            area.games,
            rate(area.exact_rate),
            count_link(wrong, &view, "area games not exact"),
        );
    }
    for (check, words, games) in faulty_labels(figures) {
        let view = if check == LabelCheck::Area {
            "fits"
        } else {
            "inconsistent"
        };
        let _ = writeln!(
            text,
            "<p>{words}: {}.</p>",
            count_link(games, &[("games", view)], "games")
        );
    }
    for (scorer, reasons) in &figures.no_answers {
        let reasons: Vec<String> = reasons
            .iter()
            .map(|(reason, games)| format!("{} {games}", escape(reason)))
            .collect();
        if !reasons.is_empty() {
            let _ = writeln!(
                text,
                "<p>Games without an answer from {}: {}.</p>",
                escape(scorer),
                reasons.join(", ")
            );
        }
    }
    text
}

/// Returns the matrix of pairwise comparisons of strategies.
pub(super) fn matrix(figures: &Figures) -> String {
    let names = &figures.strategies;
    if names.len() < 2 || figures.all().games == 0 {
        return String::new();
    }
    let mut text = format!(
        "<section aria-labelledby=\"pairs\">\n<h2 id=\"pairs\">Which is better?</h2>\n\
         <p>Is a row's strategy exact more often than a column's? McNemar's exact test, Holm's \
         correction across {}, at 5 %. + better, − worse, = no difference shown, ? too few \
         discordant games.</p>\n<p id=\"pair\"></p>\n\
         <div class=\"scroll\" role=\"region\" aria-labelledby=\"pairs\" tabindex=\"0\">\n\
         <table class=\"matrix\">\n<thead><tr><td></td>",
        explored(figures)
    );
    for (column, name) in names.iter().enumerate() {
        let _ = write!(
            text,
            "<th scope=\"col\" title=\"{0}\" aria-label=\"{0}\">{1}</th>",
            escape(name),
            column + 1
        );
    }
    text.push_str("</tr></thead>\n<tbody>\n");
    for (row, name) in names.iter().enumerate() {
        let _ = write!(
            text,
            "<tr><th scope=\"row\">{} {}</th>",
            row + 1,
            escape(name)
        );
        for other in names {
            text.push_str(&cell(figures, name, other));
        }
        text.push_str("</tr>\n");
    }
    text + "</tbody>\n</table>\n</div>\n</section>\n"
}

fn cell(figures: &Figures, name: &str, other: &str) -> String {
    let Some((verdict, [own, others], p)) = against(figures, name, other) else {
        return "<td class=\"self\"><span aria-label=\"itself\" role=\"img\">·</span></td>"
            .to_owned();
    };
    let class = match verdict {
        PairVerdict::Better => "better",
        PairVerdict::Worse => "worse",
        PairVerdict::NoDifferenceShown => "same",
        PairVerdict::TooFew => "few",
    };
    let (words, sign) = (verdict.text(), sign(verdict));
    let title = escape(&format!(
        "{name} against {other}: {words}; {own} games to {others}, p = {}",
        p_value(p)
    ));
    format!(
        "<td class=\"{class}\" title=\"{title}\" data-games=\"{own} {others}\">\
         <span role=\"img\" aria-label=\"{words}\">{sign}</span></td>"
    )
}

/// Returns the skipped games by reason, the most frequent reason first.
pub(super) fn skipped(figures: &Figures, skipped: &[SkippedRow]) -> String {
    let mut text = String::from(
        "<section aria-labelledby=\"skipped\">\n<h2 id=\"skipped\">Skipped games</h2>\n",
    );
    if skipped.is_empty() {
        return text + "<p>None.</p>\n</section>\n";
    }
    let _ = writeln!(
        text,
        "<p>{:.1} % of all games. <code>skipped.csv</code> names every one.</p>",
        figures.skip_rate() * 100.0
    );
    let mut reasons: BTreeMap<&str, Vec<&SkippedRow>> = BTreeMap::new();
    for game in skipped {
        reasons.entry(game.reason.name()).or_default().push(game);
    }
    let mut reasons: Vec<_> = reasons.into_iter().collect();
    reasons.sort_by_key(|(name, games)| (std::cmp::Reverse(games.len()), *name));
    for (reason, games) in reasons {
        let _ = writeln!(
            text,
            "<details><summary>{} <b>{}</b></summary>\n<ul>",
            escape(reason),
            games.len()
        );
        for game in games.iter().take(NAMED) {
            let detail = if game.detail.is_empty() {
                String::new()
            } else {
                format!(": {}", escape(&game.detail))
            };
            let _ = writeln!(text, "<li><code>{}</code>{detail}</li>", escape(&game.game));
        }
        if games.len() > NAMED {
            let _ = writeln!(text, "<li>… and {} more</li>", games.len() - NAMED);
        }
        text.push_str("</ul></details>\n");
    }
    text + "</section>\n"
}
