//! Plots of the strategies by board size, year, rank, rules and origin: a small chart and the games
//! that are not exact, for each strategy and each part of the games.

use std::cmp::Reverse;
use std::fmt::Write as _;

use super::markup::count_link;
use super::picture::Scale;
use crate::render::text::run_text::best_first;
use crate::run::{Figures, StratumFigures, stratum_order};
use crate::text::{count, escape, interval, rate};

/// The criteria that divide the games, each with its name in the strata and in the page's filter,
/// and its heading.
const DIVISIONS: [(&str, &str); 9] = [
    ("size", "By board size"),
    ("era", "By year"),
    ("rank", "By rank of the weaker player"),
    ("rules", "By rules"),
    ("origin", "By origin of the label"),
    ("finished", "By whether the game is finished"),
    ("dame", "By number of dame left"),
    ("owed", "By whether a protective move is owed"),
    ("safety", "By whether the game is safe to score"),
];

/// The maximum number of parts in a plot; `summary.csv` has all of them.
const SHOWN: usize = 8;

/// Returns the plots; all except the first are folded. A criterion with only one part has no plot.
pub(super) fn plots(figures: &Figures) -> String {
    let plots: Vec<_> = DIVISIONS
        .iter()
        .filter_map(|division| Some((division.1, plot(figures, division.0)?)))
        .collect();
    if plots.is_empty() {
        return String::new();
    }
    let mut text = String::from(
        "<section aria-labelledby=\"strata\">\n\
         <h2 id=\"strata\">By size, year, rank, rules …</h2>\n\
         <p>Share of games with exactly the label's margin, its 95 % interval, \
         and the number of games with another margin.</p>\n",
    );
    for (at, (heading, plot)) in plots.iter().enumerate() {
        let open = if at == 0 { " open" } else { "" };
        let _ = writeln!(
            text,
            "<details{open}><summary>{heading}</summary>\n{plot}</details>"
        );
    }
    text + "</section>\n"
}

/// Returns the largest parts of the games by a criterion, with their names, in ascending order.
fn parts<'a>(figures: &'a Figures, division: &str) -> Vec<(&'a str, &'a StratumFigures)> {
    let mut parts: Vec<(&str, &StratumFigures)> = Vec::new();
    for (name, stratum) in &figures.strata {
        if let Some((own, _)) = name.split_once('=')
            && own == division
            && stratum.games > 0
        {
            parts.push((name, stratum));
        }
    }
    parts.sort_by_key(|(_, stratum)| Reverse(stratum.games));
    parts.truncate(SHOWN);
    parts.sort_by(|(one, _), (other, _)| stratum_order(one).cmp(&stratum_order(other)));
    for (name, _) in &mut parts {
        *name = &name[division.len() + 1..];
    }
    parts
}

fn plot(figures: &Figures, division: &str) -> Option<String> {
    let parts = parts(figures, division);
    if parts.len() < 2 {
        return None;
    }
    let scale = Scale::of(parts.iter().flat_map(|(_, stratum)| &stratum.strategies));
    let mut text = format!(
        "<div class=\"scroll\" role=\"region\" aria-label=\"Plot by {division}\" tabindex=\"0\">\n\
         <table class=\"strata\">\n<thead><tr><td></td>"
    );
    for (name, stratum) in &parts {
        let _ = write!(
            text,
            "<th scope=\"col\">{}<br><span class=\"small\">{}</span>{}</th>",
            escape(name),
            count(stratum.games, "game"),
            scale.ends()
        );
    }
    text.push_str("</tr></thead>\n<tbody>\n");
    for strategy in best_first(figures.all()) {
        let strategy = &strategy.strategy;
        let _ = write!(text, "<tr><th scope=\"row\">{}</th>", escape(strategy));
        for (name, stratum) in &parts {
            let Some(one) = stratum
                .strategies
                .iter()
                .find(|one| one.strategy == *strategy)
            else {
                continue;
            };
            // area games are only in the strata of their rules
            let games = if division == "rules" {
                "counted"
            } else {
                "territory"
            };
            let view = [
                ("strategy", strategy.as_str()),
                ("outcome", "inexact"),
                ("games", games),
                (division, *name),
                ("sort", "error"),
            ];
            let _ = write!(
                text,
                "<td title=\"{}\">{}<span class=\"rate\"><span>{}</span> {}</span></td>",
                interval(one.exact_interval),
                scale.interval(one),
                rate(one.exact_rate),
                count_link(
                    one.games - one.exact,
                    &view,
                    &format!("games not exact: {strategy}, {division} {name}")
                ),
            );
        }
        text.push_str("</tr>\n");
    }
    Some(text + "</tbody>\n</table>\n</div>\n")
}
