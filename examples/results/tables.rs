//! Tables and figures of the page, in Markdown.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use seichi::pipeline::StrategyFigures;
use seichi::rules::Points;
use seichi::stats::mcnemar_exact;

use super::evaluation::{Evaluation, Game};

/// A cell of a table that compares several evaluations.
pub(crate) fn exact(figures: Option<&StrategyFigures>) -> String {
    figures.and_then(|figures| figures.exact_rate).map_or("–".to_owned(), percent)
}

/// A number with a comma between thousands.
pub(crate) fn grouped(number: usize) -> String {
    if number < 1000 { number.to_string() } else { format!("{},{:03}", grouped(number / 1000), number % 1000) }
}

/// A share in per cent.
pub(crate) fn percent(rate: f64) -> String {
    format!("{:.1} %", 100.0 * rate)
}

/// A p-value: two digits, and the power of ten if it is small.
pub(crate) fn p_value(p: f64) -> String {
    if p >= 0.001 {
        return format!("{p:.3}");
    }
    let text = format!("{p:.0e}");
    let (digit, power) = text.split_once('e').unwrap_or((&text, "0"));
    let raised = |letter: char| match letter {
        '-' => '⁻',
        digit => ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'][digit.to_digit(10).unwrap_or_default() as usize],
    };
    format!("{digit}·10{}", power.chars().map(raised).collect::<String>())
}

/// Games that only one of two strategies has right.
#[derive(Clone, Copy, Default)]
pub(crate) struct Discordant {
    /// Games that only the first strategy has right.
    pub(crate) first: u64,
    /// Games that only the second strategy has right.
    pub(crate) second: u64,
}

impl Discordant {
    /// Counts the games of an evaluation that satisfy `wanted`.
    pub(crate) fn of<'a>(evaluation: &'a Evaluation, pair: [&str; 2], wanted: impl Fn(&&'a Game) -> bool) -> Self {
        let number = |name: &str| evaluation.figures.strategies.iter().position(|known| known == name);
        let [Some(first), Some(second)] = pair.map(number) else { return Self::default() };
        let is_exact = |game: &Game, number: usize| game.deltas[number] == Some(Points::ZERO);
        let games = evaluation.games.iter().filter(wanted);
        games.fold(Self::default(), |mut sum, game| {
            match (is_exact(game, first), is_exact(game, second)) {
                (true, false) => sum.first += 1,
                (false, true) => sum.second += 1,
                _ => {}
            }
            sum
        })
    }

    /// As text for a table: `1126 : 549`.
    pub(crate) fn text(self) -> String {
        format!("{} : {}", self.first, self.second)
    }

    /// The p-value of McNemar's exact test, without correction for multiple tests.
    pub(crate) fn p(self) -> String {
        p_value(mcnemar_exact(self.first, self.second))
    }
}

/// A row for each stratum whose name begins with `kind`: the number of games, the share that each strategy has right,
/// and the games that only `linked` or only `grey` has right.
pub(crate) fn strata(evaluation: &Evaluation, kind: &str, order: &[&str]) -> String {
    const STRATEGIES: [&str; 5] = ["flood", "checkered", "grey", "linked", "reading"];
    let mut text = format!("| {kind} | games | {} | linked : grey | p |\n", STRATEGIES.join(" | "));
    let _ = writeln!(text, "|---|--:|{}--:|--:|", "--:|".repeat(STRATEGIES.len()));
    for value in order {
        let name = format!("{kind}={value}");
        let has = |game: &&Game| game.strata.contains(&name);
        let games = evaluation.games.iter().filter(has).count();
        if games == 0 {
            continue;
        }
        let share = |strategy: &str| {
            let (exact, games) = evaluation.exact_in(strategy, &name).unwrap_or_default();
            percent(share_of(exact, games))
        };
        let pair = Discordant::of(evaluation, ["linked", "grey"], has);
        let shares = STRATEGIES.map(share).join(" | ");
        let _ = writeln!(text, "| {value} | {} | {shares} | {} | {} |", grouped(games), pair.text(), pair.p());
    }
    text
}

/// A share.
#[allow(clippy::cast_precision_loss)] // games are fewer than 2^52
pub(crate) fn share_of(some: usize, all: usize) -> f64 {
    if all == 0 { 0.0 } else { some as f64 / all as f64 }
}

/// Rows of a CSV file, by column.
pub(crate) fn rows(text: &str) -> Result<Vec<BTreeMap<String, String>>, String> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    reader.deserialize().collect::<Result<_, _>>().map_err(|error| error.to_string())
}

/// The number of occurrences of each key, the most frequent first.
pub(crate) fn counts(keys: impl Iterator<Item = String>) -> Vec<(String, usize)> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    keys.for_each(|key| *counts.entry(key).or_default() += 1);
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    counts
}
