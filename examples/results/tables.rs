//! Tables and figures of the page, in Markdown.

use std::collections::BTreeMap;

use seichi::pipeline::StrategyFigures;
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
    /// Compares two strategies of an evaluation by their names.
    pub(crate) fn of(evaluation: &Evaluation, pair: [&str; 2]) -> Self {
        let number = |name: &str| evaluation.figures.strategies.iter().position(|known| known == name);
        let [Some(first), Some(second)] = pair.map(number) else { return Self::default() };
        Self::between(&evaluation.games, [first, second])
    }

    /// Compares two strategies, given by their numbers, on some games.
    pub(crate) fn between<'a>(games: impl IntoIterator<Item = &'a Game>, [first, second]: [usize; 2]) -> Self {
        games.into_iter().fold(Self::default(), |mut sum, game| {
            match (game.is_exact(first), game.is_exact(second)) {
                (true, false) => sum.first += 1,
                (false, true) => sum.second += 1,
                _ => {}
            }
            sum
        })
    }

    /// The p-value of McNemar's exact test, without correction for multiple tests.
    pub(crate) fn p(self) -> String {
        p_value(mcnemar_exact(self.first, self.second))
    }
}

/// Rows of a CSV file, by column.
pub(crate) fn rows(text: &str) -> Result<Vec<BTreeMap<String, String>>, String> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    reader.deserialize().collect::<Result<_, _>>().map_err(|error| error.to_string())
}
