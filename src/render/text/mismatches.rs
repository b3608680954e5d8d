//! The mismatches of a strategy as text for a terminal.

use std::cmp::Reverse;
use std::fmt::Write as _;

use crate::compare::{Mismatch, SavedRow};
use crate::labels::LabelCheck;
use crate::pipeline::Category;
use crate::report::Style;
use crate::report::text::{clean, count};
use crate::rules::Points;
use crate::safety::Safety;
use crate::sgf::result_text;
use crate::territory;

/// The error, in points, above which a mismatch without a map is in doubt: of 7,260 finished professional games whose
/// dead stones playouts found, 47 were further off, and nearly always the playouts were wrong about a large group.
const IN_DOUBT: i64 = 20;

/// How certain it is that the answer, not the record or the dead stones, is what differs. The most certain comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Doubt {
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
            Self::Nothing => "Counted differently",
            Self::Position => "In doubt, because stones may not be dead or the game not finished",
            Self::Label => "The record contradicts itself",
        }
    }
}

/// Returns a line for each mismatch of `strategy` in `rows`, the rows of `mismatches.csv`: the recorded and the counted
/// result, the category, and the game. The games where nothing is in doubt come first, and in each group the most severe
/// mismatches. After the list comes the command that shows a game.
#[must_use]
pub fn mismatches_text(rows: &[SavedRow], strategy: &str, style: Style) -> String {
    let mut own: Vec<(Doubt, &SavedRow)> =
        rows.iter().filter(|row| row.strategy == strategy).map(|row| (Doubt::of(row), row)).collect();
    let Some((_, last)) = own.last() else { return format!("{strategy} has no mismatches.\n") };
    let (command, _) = command(last);
    // the sort is stable: games with equal mismatches stay sorted by name
    own.sort_by_key(|(doubt, row)| (*doubt, Reverse(Mismatch::of(row).map(|mismatch| mismatch.severity()))));
    let mut text = format!("{}\n", style.bold("recorded   counted     delta  points  category          game"));
    for group in own.chunk_by(|(one, _), (other, _)| one == other) {
        let _ = writeln!(text, "\n{}, {}:", group[0].0.heading(), count(group.len() as u64, "game"));
        for (_, row) in group {
            line(&mut text, row);
        }
    }
    let _ = write!(
        text,
        "\nTo look at one: {} GAME\ndelta: its margin minus the record's; points: where the maps differ;\n\
         category: see seichi list categories\n",
        clean(&command)
    );
    text
}

fn line(text: &mut String, row: &SavedRow) {
    let result = |margin: Option<Points>| margin.map_or_else(|| "–".to_owned(), result_text);
    let recorded = row.margin.zip(row.delta).map(|(margin, delta)| margin - delta);
    let recorded = recorded.map_or_else(|| clean(&row.label).into_owned(), result_text);
    let number = |number: Option<String>| number.unwrap_or_else(|| "–".to_owned());
    let fits = row.flags.split(';').find_map(|flag| flag.strip_prefix("fits_if="));
    let _ = writeln!(
        text,
        "{recorded:<10} {:<10} {:>6} {:>7}  {:<16}  {}{}",
        result(row.margin),
        number(row.delta.map(|delta| delta.to_string())),
        number(row.map_diff.map(|points| points.to_string())),
        row.category,
        clean(command(row).1),
        fits.map(|words| format!("  # fits if {}", clean(words))).unwrap_or_default(),
    );
}

/// Splits the command that shows a game into the command and the game. It shows only this strategy next to the label,
/// because other strategies may differ on every point. The command of an external scorer is unchanged, because the
/// strategies next to it give the reasons.
fn command(row: &SavedRow) -> (String, &str) {
    const START: &str = "seichi explain ";
    let (flags, game) = row.explain.split_at(last_word(&row.explain));
    let flags = flags.trim_end();
    let Some(rest) = flags.strip_prefix(START.trim_end()).filter(|_| territory::strategy(&row.strategy).is_some())
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
