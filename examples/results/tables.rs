//! Tables and figures of the page, in Markdown.

use std::fmt::Write as _;

use seichi::stats::{mcnemar_exact, wilson};

use super::evaluation::Game;
use super::events::Events;

/// A table of a page.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Table {
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// Returns a table without rows.
    pub(crate) fn new(columns: &[&str]) -> Self {
        Self {
            columns: columns.iter().map(ToString::to_string).collect(),
            rows: Vec::new(),
        }
    }

    /// Adds a row.
    pub(crate) fn add(&mut self, row: Vec<String>) {
        self.rows.push(row);
    }

    /// Returns the first columns in Markdown, of the rows with these names or, without names, of
    /// all rows.
    pub(crate) fn markdown(&self, names: &[&str], columns: usize) -> String {
        let mut text = format!("| {} |\n|---|", self.columns[..columns].join(" | "));
        text += &"--:|".repeat(columns - 1);
        text.push('\n');
        for row in &self.rows {
            if names.is_empty() || names.iter().any(|name| row[0] == format!("`{name}`")) {
                let _ = writeln!(text, "| {} |", row[..columns].join(" | "));
            }
        }
        text
    }

    /// Returns the whole table as a CSV file.
    pub(crate) fn csv(&self) -> String {
        let mut text = String::new();
        for row in std::iter::once(&self.columns).chain(&self.rows) {
            let fields = row
                .iter()
                .map(|field| super::table::quoted(&field.replace(['`', '*'], "")));
            let _ = writeln!(text, "{}", fields.collect::<Vec<_>>().join(","));
        }
        text
    }
}

/// A share of independent games or boards, with its 95 % Wilson interval.
pub(crate) fn part_of(part: usize, whole: usize) -> String {
    let [successes, trials] = [part, whole].map(|number| number as u64);
    let (low, high) = wilson(successes, trials);
    let share = percent(count(part) / count(whole.max(1)));
    format!("{share} ({:.1} – {:.1})", 100.0 * low, 100.0 * high)
}

/// A number with a comma between thousands.
pub(crate) fn grouped(number: usize) -> String {
    if number < 1000 {
        number.to_string()
    } else {
        format!("{},{:03}", grouped(number / 1000), number % 1000)
    }
}

/// A share in per cent.
pub(crate) fn percent(rate: f64) -> String {
    format!("{:.1} %", 100.0 * rate)
}

/// A difference of rates in percentage points, with its interval.
pub(crate) fn difference(difference: f64, [low, high]: [f64; 2]) -> String {
    format!(
        "{} ({} to {})",
        points(difference),
        points(low),
        points(high)
    )
}

/// A difference of rates in percentage points.
pub(crate) fn points(difference: f64) -> String {
    // adding 0 turns negative zero into zero
    let tenths = (1000.0 * difference).round() + 0.0;
    format!("{:+.1}", tenths / 10.0).replace('-', "−")
}

/// The share of games that a strategy, given by its number, gets right.
pub(crate) fn share(games: &[&Game], strategy: usize) -> f64 {
    let exact = games.iter().filter(|game| game.is_exact(strategy)).count();
    count(exact) / count(games.len().max(1))
}

/// The share of games that a strategy gets right, with the 95 % interval of a sample of events.
pub(crate) fn share_of_events(games: &[&Game], strategy: usize) -> String {
    with_interval(&Events::new(games, |game| {
        f64::from(u8::from(game.is_exact(strategy)))
    }))
}

/// The mean of a share over events, with its 95 % interval.
pub(crate) fn with_interval(events: &Events) -> String {
    let [low, high] = events.interval();
    format!(
        "{} ({:.1} – {:.1})",
        percent(events.mean()),
        100.0 * low,
        100.0 * high
    )
}

/// A number of games.
pub(crate) fn count(games: usize) -> f64 {
    f64::from(u32::try_from(games).expect("fewer than 2^32 games"))
}

/// A p-value with two digits, and with a power of ten if it is small.
pub(crate) fn p_value(p: f64) -> String {
    if p >= 0.001 {
        return format!("{p:.3}");
    }
    if p < 1e-300 {
        return "< 10⁻³⁰⁰".to_owned();
    }
    let text = format!("{p:.0e}");
    let (digit, power) = text.split_once('e').unwrap_or((&text, "0"));
    let raised = |letter: char| match letter {
        '-' => '⁻',
        digit => ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹']
            [digit.to_digit(10).unwrap_or_default() as usize],
    };
    format!(
        "{digit}·10{}",
        power.chars().map(raised).collect::<String>()
    )
}

/// Games that only one of two strategies gets right.
#[derive(Clone, Copy, Default)]
pub(crate) struct Discordant {
    /// Games that only the first strategy gets right.
    pub(crate) first: u64,
    /// Games that only the second strategy gets right.
    pub(crate) second: u64,
}

impl Discordant {
    /// Compares two strategies, given by their numbers, on some games.
    pub(crate) fn between<'a>(
        games: impl IntoIterator<Item = &'a Game>,
        [first, second]: [usize; 2],
    ) -> Self {
        let mut sum = Self::default();
        for game in games {
            match (game.is_exact(first), game.is_exact(second)) {
                (true, false) => sum.first += 1,
                (false, true) => sum.second += 1,
                _ => {}
            }
        }
        sum
    }

    /// The p-value of McNemar's exact test, without correction for multiple tests.
    pub(crate) fn p(self) -> f64 {
        mcnemar_exact(self.first, self.second)
    }
}
