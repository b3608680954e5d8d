//! The mismatches of a strategy as text for a terminal.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::compare::{Mismatch, SavedRow, is_reversed};
use crate::labels::LabelCheck;
use crate::pipeline::{Category, NO_ANSWER};
use crate::report::Style;
use crate::report::text::{COLUMNS, clean, count, fold};
use crate::rules::{Method, Points};
use crate::safety::Safety;
use crate::sgf::result_text;
use crate::territory;

/// The error, in points, above which a mismatch without a map is in doubt: of 7,260 finished professional games whose
/// dead stones playouts found, 47 were further off, and nearly always the playouts were wrong about a large group.
const IN_DOUBT: i64 = 20;

/// How certain it is that the answer, not the record or the dead stones, is what differs. The most certain comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Doubt {
    Winner,
    Nothing,
    Position,
    Label,
}

impl Doubt {
    fn of(row: &SavedRow) -> Self {
        let is = |category: Category| row.category == category.name();
        let is_far = row.map_diff.is_none() && row.delta.is_some_and(|delta| delta.abs() > Points::whole(IN_DOUBT));
        if row.label_check == LabelCheck::Inconsistent.name() {
            Self::Label
        } else if recorded(row).is_some_and(|label| row.margin.is_some_and(|margin| is_reversed(margin, label))) {
            Self::Winner
        } else if row.safety == Safety::name_of(false)
            || is_far
            || is(Category::DoubtfulStones)
            || is(Category::Unfinished)
        {
            Self::Position
        } else {
            Self::Nothing
        }
    }

    const fn heading(self) -> &'static str {
        match self {
            Self::Winner => "Same margin, other winner: the record may name the wrong winner",
            Self::Nothing => "Counted differently",
            Self::Position => "In doubt, because stones may not be dead or the game not finished",
            Self::Label => "The record contradicts itself",
        }
    }
}

/// Returns the number of mismatches of `strategy` in `rows`, the rows of `mismatches.csv`, by category, and a line for each:
/// the recorded and the counted result, the category, and the game. Games with the other winner come first, games in doubt
/// last, and in each group the most severe mismatches first. Missing answers are only counted. After the list comes the
/// command that shows a game.
#[must_use]
pub fn mismatches_text(rows: &[SavedRow], strategy: &str, style: Style) -> String {
    let own = rows.iter().filter(|row| row.strategy == strategy);
    let (silent, own): (Vec<&SavedRow>, Vec<&SavedRow>) = own.partition(|row| row.category == NO_ANSWER.0);
    let mut text = match own.last() {
        None => format!("{strategy} has no mismatches.\n"),
        Some(last) => {
            head(&own, strategy) + &list(&own, style) + &format!("\nTo look at one: {} GAME\n", clean(&command(last).0))
        }
    };
    if !silent.is_empty() {
        let games = count(silent.len() as u64, "game");
        let _ = writeln!(text, "No answer to {games}: see the category {} in mismatches.csv", NO_ANSWER.0);
    }
    text
}

/// Returns the number of mismatches by method and by category, and the meaning of the columns.
fn head(rows: &[&SavedRow], strategy: &str) -> String {
    let area = rows.iter().filter(|row| row.method == Method::Area.name()).count();
    let games = [(rows.len() - area, "territory game"), (area, "area game")];
    let games = games.into_iter().filter(|&(games, _)| games > 0).map(|(games, kind)| count(games as u64, kind));
    let mut categories: BTreeMap<&str, u64> = BTreeMap::new();
    for row in rows {
        *categories.entry(&row.category).or_default() += 1;
    }
    let mut categories: Vec<_> = categories.into_iter().collect();
    categories.sort_by_key(|&(name, games)| (Reverse(games), name));
    let categories: Vec<String> = categories.iter().map(|(name, games)| format!("{} {games}", clean(name))).collect();
    fold(&format!(
        "{strategy} differs from the record in {}: {}\n\n\
         delta: counted minus recorded, in points for Black; points: where the maps differ; category: see seichi list \
         categories\n\n",
        games.collect::<Vec<_>>().join(" and "),
        categories.join(", ")
    ))
}

fn list(rows: &[&SavedRow], style: Style) -> String {
    let mut rows: Vec<(Doubt, &SavedRow)> = rows.iter().map(|row| (Doubt::of(row), *row)).collect();
    // the sort is stable: games with equal mismatches stay sorted by name
    rows.sort_by_key(|(doubt, row)| (*doubt, Reverse(Mismatch::of(row).map(|mismatch| mismatch.severity()))));
    let mut text = format!("{}\n", style.bold("recorded   counted     delta  points  category          game"));
    for group in rows.chunk_by(|(one, _), (other, _)| one == other) {
        let _ = writeln!(text, "\n{}, {}:", group[0].0.heading(), count(group.len() as u64, "game"));
        for (_, row) in group {
            line(&mut text, row);
        }
    }
    text
}

/// Returns the recorded margin of a row with an answer.
fn recorded(row: &SavedRow) -> Option<Points> {
    row.margin.zip(row.delta).map(|(margin, delta)| margin - delta)
}

fn line(text: &mut String, row: &SavedRow) {
    let result = |margin: Option<Points>| margin.map_or_else(|| "–".to_owned(), result_text);
    let label = recorded(row).map_or_else(|| clean(&row.label).into_owned(), result_text);
    let number = |number: Option<String>| number.unwrap_or_else(|| "–".to_owned());
    let mut line = format!(
        "{label:<10} {:<10} {:>6} {:>7}  {:<16}  {}",
        result(row.margin),
        number(row.delta.map(|delta| delta.to_string())),
        number(row.map_diff.map(|points| points.to_string())),
        row.category,
        clean(command(row).1),
    );
    for remark in remarks(row) {
        let remark = format!("  # {}", clean(&remark));
        let is_too_long = line.chars().count() + remark.chars().count() > COLUMNS;
        line += if is_too_long { "\n        " } else { "" };
        line += &remark;
    }
    let _ = writeln!(text, "{line}");
}

/// Returns remarks on a mismatch: what would make the label fit, and why not to trust the record or the count.
fn remarks(row: &SavedRow) -> Vec<String> {
    let flag = |name: &str| row.flags.split(';').find_map(|flag| flag.strip_prefix(name)?.strip_prefix('='));
    let komi = Points::parse(&row.komi);
    let contradiction = recorded(row).zip(komi).filter(|&(label, komi)| !(label + komi).is_whole());
    let is_fault = row.label_check == LabelCheck::Inconsistent.name();
    [
        flag("fits_if").map(|words| format!("fits if {words}")),
        flag("rules_overridden").map(|rules| format!("the record has {rules} rules, --rules another")),
        contradiction
            .filter(|_| is_fault)
            .map(|(label, komi)| format!("komi {komi} cannot give {}", result_text(label))),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Splits the command that shows a game into the command and the game. It shows only this strategy next to the label,
/// because other strategies may differ on every point. The command is unchanged for an external scorer, and if the label has
/// no map, because then the strategies next to it give the reasons.
fn command(row: &SavedRow) -> (String, &str) {
    const START: &str = "seichi explain ";
    let (flags, game) = row.explain.split_at(last_word(&row.explain));
    let flags = flags.trim_end();
    let Some(rest) = flags
        .strip_prefix(START.trim_end())
        .filter(|_| row.map_diff.is_some() && territory::strategy(&row.strategy).is_some())
    else {
        return (flags.to_owned(), game);
    };
    // the strategies of the run, if its command line named any
    let rest = rest.trim_start();
    let rest = rest.strip_prefix("-s ").map_or(rest, |rest| rest.split_once(' ').map_or("", |(_, rest)| rest));
    (format!("{START}-s {} {rest}", row.strategy).trim_end().to_owned(), game)
}

/// Returns the start of the last word of a command for a POSIX shell. Words with blanks are in quotes.
fn last_word(command: &str) -> usize {
    let (mut start, mut quote, mut is_escaped) = (0, None, false);
    for (at, letter) in command.char_indices() {
        match (letter, quote) {
            _ if is_escaped => is_escaped = false,
            ('\\', None) => is_escaped = true,
            ('\'' | '"', None) => quote = Some(letter),
            (' ', None) => start = at + 1,
            (_, Some(open)) if letter == open => quote = None,
            _ => {}
        }
    }
    start
}
