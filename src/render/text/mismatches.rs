//! The mismatches of a strategy as text for a terminal.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::compare::by_doubt;
use crate::pipeline::NO_ANSWER;
use crate::rules::{Method, Points};
use crate::run::SavedRow;
use crate::sgf::result_text;
use crate::territory;
use crate::text::{COLUMNS, Style, clean, count, fold, shell_word};

/// Returns the number of mismatches of `strategy` in `rows`, by category, and a line for each of these rows:
/// the recorded and the counted result, the category, and the game. Records that contradict themselves come first, games in
/// doubt last, and in each group the most severe mismatches first. Missing answers are only counted. After the list comes the
/// command that shows a game.
#[must_use]
pub(crate) fn mismatches_text(rows: &[SavedRow], strategy: &str, style: Style) -> String {
    let own = rows.iter().filter(|row| row.strategy == strategy);
    let (silent, own): (Vec<&SavedRow>, Vec<&SavedRow>) = own.partition(|row| row.category == NO_ANSWER.0);
    let different: Vec<&SavedRow> = own.iter().copied().filter(|row| !row.is_close_match()).collect();
    let mut text = head(&different, strategy);
    if !own.is_empty() {
        text += &list(&own, style);
    }
    if let Some(one) = different.last() {
        let _ = writeln!(text, "\nTo see a game: {} GAME", clean(&command(one).0));
    }
    if !silent.is_empty() {
        let games = count(silent.len() as u64, "game");
        let _ = writeln!(text, "No answer for {games}: see the category {} in mismatches.csv", NO_ANSWER.0);
    }
    text
}

/// Returns the number of mismatches by method and by category, and the meaning of the columns.
fn head(rows: &[&SavedRow], strategy: &str) -> String {
    if rows.is_empty() {
        return format!("{strategy} has no mismatches.\n");
    }
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
         delta: counted minus recorded, in points for Black; points: number of points where the maps differ; category: see \
         seichi list categories\n\n",
        games.collect::<Vec<_>>().join(" and "),
        categories.join(", ")
    ))
}

fn list(rows: &[&SavedRow], style: Style) -> String {
    let mut text = format!("{}\n", style.bold("recorded   counted     delta  points  category          game"));
    for (doubt, rows) in by_doubt(rows) {
        let _ = writeln!(text, "\n{} ({}):", doubt.heading(), count(rows.len() as u64, "game"));
        for row in rows {
            line(&mut text, row);
        }
    }
    text
}

fn line(text: &mut String, row: &SavedRow) {
    let result = |margin: Option<Points>| margin.map_or_else(|| "–".to_owned(), result_text);
    let label = row.recorded().map_or_else(|| clean(&row.label).into_owned(), result_text);
    let number = |number: Option<String>| number.unwrap_or_else(|| "–".to_owned());
    let mut line = format!(
        "{label:<10} {:<10} {:>6} {:>7}  {:<16}  {}",
        result(row.margin),
        number(row.delta.map(|delta| delta.to_string())),
        number(row.map_diff.map(|points| points.to_string())),
        row.category,
        clean(&command(row).1),
    );
    for remark in row.remarks() {
        let remark = format!("  # {}", clean(&remark));
        let is_too_long = line.chars().count() + remark.chars().count() > COLUMNS;
        line += if is_too_long { "\n        " } else { "" };
        line += &remark;
    }
    let _ = writeln!(text, "{line}");
}

/// Splits the command that shows a game into the command and the game. It shows only this strategy next to the label,
/// because other strategies may differ on every point. The command is unchanged for an external scorer or a label
/// without a map, because the other strategies then give the reasons.
fn command(row: &SavedRow) -> (String, String) {
    let mut words = shlex::split(&row.explain).unwrap_or_default();
    let game = words.pop().unwrap_or_else(|| row.game.clone());
    if row.map_diff.is_some() && territory::strategy(&row.strategy).is_some() {
        // the strategies of the run, if its command line named any
        if words.get(2).is_some_and(|flag| flag == "-s") {
            words.drain(2..words.len().min(4));
        }
        words.splice(words.len().min(2)..words.len().min(2), ["-s".to_owned(), row.strategy.clone()]);
    }
    let words: Vec<String> = words.iter().map(|word| shell_word(word)).collect();
    (words.join(" "), shell_word(&game))
}
