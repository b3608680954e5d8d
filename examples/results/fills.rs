//! The table of all fills that were tried.

use std::fmt::Write as _;

use super::evaluation::{Evaluation, Game, Part};
use super::page::SHOWN;
use super::rules;
use super::tables::{Discordant, grouped, p_value, percent, share};
use seichi::stats::holm;

/// The text above the table.
const TEXT: &str = include_str!("fills-head.md");

/// The fills that each fill is compared with.
const RIVALS: [&str; 3] = ["linked", "majority", "checkered"];

/// Returns the name of a tried fill in the CSV file, such as `f01`, given its place in the list.
pub(crate) fn number(place: usize) -> String {
    format!("f{:02}", place + 1)
}

/// A fill, measured on the finished games.
pub(crate) struct Fill {
    /// Its number among the strategies of the evaluation.
    strategy: usize,
    /// Its name in the table.
    pub(crate) name: String,
    /// The shares of games with the label's margin on parts A and B.
    pub(crate) shares: [f64; 2],
}

/// Returns the fills, the best on part A first.
pub(crate) fn fills(people: &Evaluation) -> Vec<Fill> {
    let halves = halves(people, Part::Finished);
    let tried = rules::tried();
    let mut fills = Vec::new();
    for (strategy, name) in people.figures.strategies.iter().enumerate() {
        let place = tried.iter().position(|fill| fill.name == name);
        let built_in = SHOWN.contains(&name.as_str()) && name != "teire" && name != "independent";
        if place.is_none() && !built_in {
            continue;
        }
        fills.push(Fill {
            strategy,
            name: place.map_or_else(
                || format!("`{name}`"),
                |place| format!("{}: {name}", number(place)),
            ),
            shares: halves.each_ref().map(|games| share(games, strategy)),
        });
    }
    fills.sort_by(|one, other| other.shares[0].total_cmp(&one.shares[0]));
    fills
}

/// Returns halves A and B of a part of the games.
fn halves(people: &Evaluation, part: Part) -> [Vec<&Game>; 2] {
    let (first, second) = people
        .part(part)
        .into_iter()
        .partition(|game| game.half() == 0);
    [first, second]
}

/// Returns the table: a row for each fill, with the shares of games with the label's margin on
/// parts A and B, and comparisons on part B.
pub(crate) fn table(people: &Evaluation) -> String {
    let fills = fills(people);
    let parts =
        [Part::Finished, Part::Few, Part::Many].map(|part| (part.name(), halves(people, part)));
    let [(_, [_, second]), ..] = &parts;
    let rivals = RIVALS.map(|name| people.number(name));
    let compare = |fill: &Fill| {
        rivals.map(|rival| Discordant::between(second.iter().copied(), [fill.strategy, rival]))
    };
    let pairs: Vec<[Discordant; 3]> = fills.iter().map(compare).collect();
    let p: Vec<f64> = pairs.iter().flatten().map(|pair| pair.p()).collect();
    let corrected = holm(&p);
    let mut text = TEXT.to_owned() + "\n| fill |";
    for (name, [first, second]) in &parts {
        let _ = write!(
            text,
            " {name}: part A, {} | part B, {} |",
            grouped(first.len()),
            grouped(second.len())
        );
    }
    let _ = writeln!(
        text,
        " {} |",
        RIVALS.map(|name| format!(": `{name}`, p")).join(" | ")
    );
    let _ = writeln!(
        text,
        "|---|{}",
        "--:|".repeat(2 * parts.len() + RIVALS.len())
    );
    for (row, fill) in fills.iter().enumerate() {
        let _ = write!(text, "| {} |", fill.name);
        for games in parts.iter().flat_map(|(_, halves)| halves) {
            let _ = write!(text, " {} |", percent(share(games, fill.strategy)));
        }
        for (rival, Discordant { first, second }) in pairs[row].iter().enumerate() {
            let _ = write!(
                text,
                " {first} : {second}, {} |",
                p_value(corrected[RIVALS.len() * row + rival])
            );
        }
        text.push('\n');
    }
    text
}
