//! The tables of the page: strategies, pairs of strategies, parts of the games.

use std::fmt::Write as _;

use super::markup::{count_link, section, table};
use crate::labels::LabelCheck;
use crate::render::text::run_text::{best_first, cells, faulty_labels, heading, tables};
use crate::rules::Method;
use crate::run::{Figures, PairFigures, StrategyFigures, StratumFigures, p_value, stratum_order};
use crate::text::{count, escape, rate};

/// The criteria that divide the games, as the strata and the page's filters name them.
const DIVISIONS: [&str; 9] = [
    "size", "era", "rank", "rules", "origin", "finished", "dame", "owed", "safety",
];

/// Returns the table of strategies against the labels of territory games, and remarks below it.
pub(super) fn summary(figures: &Figures) -> String {
    let mut body = strategies(figures, Method::Territory);
    body += &outside_the_table(figures);
    section("summary", heading(Method::Territory), &body)
}

/// Returns the table of strategies against the labels of area games, if there are any.
pub(super) fn area(figures: &Figures) -> String {
    let body = strategies(figures, Method::Area);
    if body.is_empty() {
        body
    } else {
        section("area", heading(Method::Area), &body)
    }
}

fn strategies(figures: &Figures, method: Method) -> String {
    let Some((_, stratum)) = tables(figures).into_iter().find(|(own, _)| *own == method) else {
        return String::new();
    };
    let heads = [
        "strategy",
        "exact",
        "95 % interval",
        "error",
        "not exact",
        "wrong winner",
    ];
    let rows = best_first(stratum).into_iter();
    let rows = rows.map(|one| summary_row(one, method.name()));
    format!(
        "{}<p class=\"small\">{}. exact: share of games with the label's margin, with Wilson's \
         interval; error: mean absolute error of the margin, in points. Click a number to list its \
         games.</p>\n",
        table(&format!("{} games", method.name()), &heads, rows),
        count(stratum.games, "game"),
    )
}

fn summary_row(figures: &StrategyFigures, method: &str) -> Vec<String> {
    let [_, exact, interval, _, error] = cells(figures);
    let name = &*figures.strategy;
    let wrong = figures.games - figures.winner;
    let view = [
        ("strategy", name),
        ("outcome", "wrong"),
        ("games", method),
        ("sort", "error"),
    ];
    vec![
        escape(name).replace('-', "-<wbr>"),
        exact,
        interval,
        error,
        inexact_link(figures, method, &[]),
        count_link(
            wrong,
            &view,
            &format!("games with the wrong winner: {name}"),
        ),
    ]
}

/// Returns the number of a strategy's games with a margin other than the label's, as a link to
/// them. `part` has the filters of a part of the games.
fn inexact_link(figures: &StrategyFigures, games: &str, part: &[(&str, &str)]) -> String {
    let name = &*figures.strategy;
    let mut view = vec![
        ("strategy", name),
        ("outcome", "inexact"),
        ("games", games),
        ("sort", "error"),
    ];
    view.extend(part);
    let words = format!("games not exact: {name}");
    count_link(figures.games - figures.exact, &view, &words)
}

/// Returns lines about games that the table leaves out or that need a remark.
fn outside_the_table(figures: &Figures) -> String {
    let mut text = String::new();
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
        let games = reasons.values().sum();
        let _ = writeln!(
            text,
            "<p>No answer from {} for {}.</p>",
            escape(scorer),
            count(games, "game")
        );
    }
    text
}

/// Returns the comparisons of pairs of strategies.
pub(super) fn pairs(figures: &Figures) -> String {
    if figures.pairwise.is_empty() || figures.all().games == 0 {
        return String::new();
    }
    let table = table(
        "pairs",
        &["A", "B", "only A exact", "only B exact", "p", "A is"],
        figures.pairwise.iter().map(pair_row),
    );
    section(
        "pairs",
        "Which is better?",
        &format!(
            "<p>Games that only one of two strategies gets exactly right. p: McNemar's exact test, \
             with Holm's correction.</p>\n{table}"
        ),
    )
}

fn pair_row(PairFigures { a, b, pair, .. }: &PairFigures) -> Vec<String> {
    let only = |games, right: &str, wrong: &str| {
        let view = [
            ("strategy", wrong),
            ("outcome", "inexact"),
            ("right", right),
            ("games", "territory"),
            ("sort", "error"),
        ];
        count_link(
            games,
            &view,
            &format!("games only {right} gets right, not {wrong}"),
        )
    };
    vec![
        escape(a),
        escape(b),
        only(pair.discordance.a_only, a, b),
        only(pair.discordance.b_only, b, a),
        p_value(pair.holm_p),
        pair.verdict.text().to_owned(),
    ]
}

/// Returns the parts of the games by a criterion, with their names, in ascending order.
fn parts<'a>(figures: &'a Figures, division: &str) -> Vec<(&'a str, &'a StratumFigures)> {
    let mut parts = Vec::new();
    for (name, stratum) in &figures.strata {
        if name.split_once('=').is_some_and(|(own, _)| own == division) && stratum.games > 0 {
            parts.push((name.as_str(), stratum));
        }
    }
    parts.sort_by(|(one, _), (other, _)| stratum_order(one).cmp(&stratum_order(other)));
    for (name, _) in &mut parts {
        *name = &name[division.len() + 1..];
    }
    parts
}

/// Returns the exact rate of each strategy in each part of the games. A criterion with only one
/// part is left out.
pub(super) fn strata(figures: &Figures) -> String {
    let strategies = best_first(figures.all());
    let mut heads = vec!["part".to_owned(), "games".to_owned()];
    heads.extend(strategies.iter().map(|one| escape(&one.strategy)));
    let mut rows = Vec::new();
    for division in DIVISIONS {
        let parts = parts(figures, division);
        // area games are only in the strata of their rules
        let games = if division == "rules" {
            "counted"
        } else {
            "territory"
        };
        for (part, stratum) in parts.iter().filter(|_| parts.len() > 1) {
            let mut row = vec![
                format!("{division} {}", escape(part)),
                stratum.games.to_string(),
            ];
            for strategy in &strategies {
                let mut all = stratum.strategies.iter();
                let own = all.find(|one| one.strategy == strategy.strategy);
                row.push(own.map_or(String::new(), |own| {
                    let link = inexact_link(own, games, &[(division, part)]);
                    format!("{} · {link}", rate(own.exact_rate))
                }));
            }
            rows.push(row);
        }
    }
    if rows.is_empty() {
        return String::new();
    }
    let table = table("parts", &heads, rows);
    section(
        "strata",
        "By size, year, rank, rules …",
        &format!(
            "<p>Share of games with exactly the label's margin, and the number of games with \
             a different margin.</p>\n{table}"
        ),
    )
}
