//! `games.csv`, a row for each game and strategy, and `mismatches.csv`, those rows that differ from the label.

use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::path::Path;

use crate::external::scorer::NoAnswer;
use crate::pipeline::{Answer, Category, Evaluated, GameOutcome};
use crate::rules::Points;
use crate::sgf::result_text;
use crate::territory::Completeness;

/// The columns of `games.csv`.
pub const GAMES_HEADER: [&str; 34] = [
    "game",
    "hash",
    "size",
    "rules",
    "method",
    "komi",
    "handicap",
    "moves",
    "encoding",
    "origin",
    "label",
    "label_margin",
    "label_check",
    "strategy",
    "margin",
    "margin_lo",
    "margin_hi",
    "delta",
    "outcome",
    "map_diff",
    "black_territory",
    "white_territory",
    "black_prisoners",
    "white_prisoners",
    "dead",
    "dame",
    "seki_points",
    "false_eyes",
    "flags",
    "neutral",
    "largest_neutral",
    "ko_shapes",
    "open_borders",
    "finished",
];

/// The number of columns on how finished a game is: the last of [`GAMES_HEADER`].
const COMPLETENESS: usize = 5;

/// Returns the columns of `mismatches.csv`: those of `games.csv`, with the category of the difference and the command
/// that shows the game. Columns are never moved, so the latest additions to `games.csv` are last in both files.
#[must_use]
pub fn mismatches_header() -> Vec<&'static str> {
    let (first, last) = GAMES_HEADER.split_at(GAMES_HEADER.len() - COMPLETENESS);
    [first, &["category", "explain"], last].concat()
}

/// The rows of a game in `games.csv` and in `mismatches.csv`, as bytes.
///
/// With a row for each strategy these are by far the largest files of a run. So rows are written field by field, and
/// the fields that the rows of a game share are formatted once.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct GameRows {
    /// Whether to write only the rows of `mismatches.csv`.
    #[serde(skip)]
    pub mismatches_only: bool,
    /// The rows of `games.csv`.
    #[serde(with = "super::text::bytes")]
    pub games: Vec<u8>,
    /// The rows of `mismatches.csv`.
    #[serde(with = "super::text::bytes")]
    pub mismatches: Vec<u8>,
}

impl GameRows {
    /// Adds the rows of `game`, the result in `outcome`. `names` are those of the strategies and then of the external
    /// scorers; `explain` returns the command that shows the game.
    pub fn add(&mut self, outcome: &GameOutcome, game: &Evaluated, names: &[String], explain: impl FnOnce() -> String) {
        let start = shared_start(outcome, game);
        let mut flags = Row(Vec::new());
        flags.text(&game.flags.join(";"));
        let completeness = completeness(game).end();
        let mut command = Row(Vec::new());
        let answers: Vec<Result<&Answer, &NoAnswer>> = game.all_answers().collect();
        let differs = |answer: &Result<&Answer, _>| answer.is_ok_and(|answer| answer.category.is_some());
        let mismatches = answers.iter().filter(|answer| answer.is_err() || differs(answer)).count();
        if self.mismatches_only && mismatches == 0 {
            return;
        }
        if mismatches > 0 {
            command.text(&explain());
        }
        // reserved at once, since growing row by row would copy the buffer again and again
        let row_room = start.0.len() + flags.0.len() + completeness.len() + 100;
        self.games.reserve(answers.len() * row_room);
        self.mismatches.reserve(mismatches * (row_room + command.0.len()));
        // the range of each answer's fields in `games`, to copy them for an equal answer
        let mut fields: Vec<Range<usize>> = Vec::with_capacity(answers.len());
        for (name, &answer) in names.iter().zip(&answers) {
            if self.mismatches_only && answer.is_ok_and(|answer| answer.category.is_none()) {
                fields.push(0..0);
                continue;
            }
            let row_start = self.games.len();
            let mut row = Row(std::mem::take(&mut self.games));
            row.0.extend_from_slice(&start.0);
            row.name(name);
            let fields_start = row.0.len();
            match answers[..fields.len()].iter().position(|earlier| *earlier == answer) {
                Some(same) => row.0.extend_from_within(fields[same].clone()),
                None => answer_fields(&mut row, game, answer.ok()),
            }
            fields.push(fields_start..row.0.len());
            match answer {
                Ok(answer) => match own_flags(answer) {
                    own if own.is_empty() => row.0.extend_from_slice(&flags.0),
                    own => row.text(&with_flags(game, &own)),
                },
                Err(why) => row.text(&with_flags(game, &[format!("no_answer={}", why.name())])),
            }
            let category = match answer {
                Ok(answer) => answer.category.map(Category::name),
                // if the game has a label, a missing answer counts as a mismatch
                Err(_) => game.label.map(|_| "no_answer"),
            };
            if let Some(category) = category {
                self.mismatches.extend_from_slice(&row.0[row_start..]);
                let mut mismatch = Row(std::mem::take(&mut self.mismatches));
                mismatch.name(category);
                mismatch.0.extend_from_slice(&command.0);
                mismatch.0.extend_from_slice(&completeness);
                self.mismatches = mismatch.0;
            }
            row.0.extend_from_slice(&completeness);
            self.games = row.0;
        }
        if self.mismatches_only {
            self.games.clear();
        }
    }
}

/// Returns the columns after `flags`.
fn completeness(game: &Evaluated) -> Row {
    let Completeness { neutral, largest_neutral, ko_shapes, open_borders } = game.completeness;
    let mut row = Row(Vec::with_capacity(20));
    for number in [neutral, largest_neutral, ko_shapes, open_borders] {
        row.number(number);
    }
    row.name(if game.is_finished() { "yes" } else { "no" });
    row
}

/// Returns the flags of an answer.
fn own_flags(answer: &Answer) -> Vec<String> {
    let mut flags = Vec::new();
    if !answer.also_dead.is_empty() {
        flags.push(format!("also_dead={}", answer.also_dead.len()));
    }
    if answer.unsettled > 0 {
        flags.push(format!("unsettled={}", answer.unsettled));
    }
    if answer.is_unread {
        flags.push("unread".to_owned());
    }
    flags
}

/// Returns the flags of the game, followed by those of an answer.
fn with_flags(game: &Evaluated, own: &[String]) -> String {
    game.flags.iter().chain(own).map(String::as_str).collect::<Vec<_>>().join(";")
}

/// Returns the columns before `strategy`.
fn shared_start(outcome: &GameOutcome, game: &Evaluated) -> Row {
    let count = &game.count;
    let mut row = Row(Vec::with_capacity(160));
    row.text(&outcome.name);
    row.text(&format!("{:016x}", game.hash));
    row.text(&game.size.to_string());
    row.text(count.rules.name());
    row.text(count.rules.method().name());
    row.points(count.komi);
    row.number(count.handicap);
    row.number(game.moves);
    row.text(outcome.facts.encoding);
    row.text(&outcome.facts.origin);
    row.text(&game.label.map(result_text).unwrap_or_default());
    match game.label {
        Some(label) => row.points(label),
        None => row.text(""),
    }
    row.text(game.check.name());
    row
}

/// Writes the columns between `strategy` and `flags`. Without an answer the strategy's own columns are empty, never
/// zero.
fn answer_fields(row: &mut Row, game: &Evaluated, answer: Option<&Answer>) {
    let comparison = answer.and_then(|answer| answer.comparison);
    match answer {
        Some(answer) => [answer.margin, answer.interval[0], answer.interval[1]].map(|points| row.points(points)),
        None => [(); 3].map(|()| row.name("")),
    };
    match &comparison {
        Some(comparison) => {
            row.points(comparison.delta);
            row.name(comparison.outcome.name());
        }
        None => (0..2).for_each(|_| row.name("")),
    }
    row.optional(comparison.and_then(|comparison| comparison.map).map(|(differences, _)| differences));
    let counts = answer.and_then(|answer| answer.counts);
    let prisoners = game.count.prisoners;
    let dead = u32::try_from(game.dead.len()).expect("at most 52 · 52 stones");
    row.optional(counts.map(|counts| counts.territory[0]));
    row.optional(counts.map(|counts| counts.territory[1]));
    row.number(prisoners[0]);
    row.number(prisoners[1]);
    row.number(dead);
    row.optional(counts.map(|counts| counts.dame));
    row.optional(counts.map(|counts| counts.seki));
    row.optional(counts.map(|counts| counts.false_eyes));
}

/// A row as bytes, with a comma after each field.
struct Row(Vec<u8>);

impl Row {
    fn text(&mut self, text: &str) {
        if text.is_empty() {
            // `csv_core` would write quotes, as for a record of a single empty field
            return self.0.push(b',');
        }
        let mut writer = csv_core::Writer::new();
        let start = self.0.len();
        // room for the quotes around the text, and for doubling every quote in it
        self.0.resize(start + 2 * text.len() + 2, 0);
        let (_, _, written) = writer.field(text.as_bytes(), &mut self.0[start..]);
        let (_, end) = writer.finish(&mut self.0[start + written..]);
        self.0.truncate(start + written + end);
        self.0.push(b',');
    }

    /// Writes a name of the program's own, which needs no quotes.
    fn name(&mut self, name: &str) {
        self.0.extend_from_slice(name.as_bytes());
        self.0.push(b',');
    }

    fn number(&mut self, number: u32) {
        self.0.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
        self.0.push(b',');
    }

    fn optional(&mut self, number: Option<u32>) {
        match number {
            Some(number) => self.number(number),
            None => self.name(""),
        }
    }

    fn points(&mut self, points: Points) {
        let hundredths = points.hundredths();
        if !points.is_in_halves() {
            return self.text(&points.to_string());
        }
        if hundredths < 0 {
            self.0.push(b'-');
        }
        self.0.extend_from_slice(itoa::Buffer::new().format(hundredths.unsigned_abs() / 100).as_bytes());
        self.0.extend_from_slice(if points.is_whole() { b"," } else { b".5," });
    }

    /// Returns the row as a line: a newline replaces the last comma.
    fn end(mut self) -> Vec<u8> {
        self.0.pop();
        self.0.push(b'\n');
        self.0
    }
}

/// Returns the command that shows a game: `seichi explain`, `options`, and the game in the file `path`, for a POSIX
/// shell.
#[must_use]
pub fn explain_command(options: &[String], path: &Path, game: &str) -> String {
    let number = game.rsplit_once('#').map_or("1", |(_, number)| number);
    let mut words = vec!["seichi".to_owned(), "explain".to_owned()];
    words.extend(options.iter().map(|option| shell_word(option)));
    // a path that starts with a dash would be parsed as an option
    let path = path.display().to_string();
    let dash = if path.starts_with('-') { "./" } else { "" };
    words.push(shell_word(&[dash, &path, "#", number].concat()));
    words.join(" ")
}

/// Returns `text` as a word for a POSIX shell, quoted if necessary.
#[must_use]
pub fn shell_word(text: &str) -> String {
    let plain = |letter: u8| letter.is_ascii_alphanumeric() || b"/._-+=:,@%#".contains(&letter);
    if !text.is_empty() && !text.starts_with('#') && text.bytes().all(plain) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_is_one_for_a_shell() {
        let command = |path: &str| explain_command(&["--dead".into(), "none".into()], Path::new(path), "x.sgf#3");
        assert_eq!(command("kgs/x.sgf"), "seichi explain --dead none kgs/x.sgf#3");
        assert_eq!(command("it's here/x (1).sgf"), r"seichi explain --dead none 'it'\''s here/x (1).sgf#3'");
    }

    #[test]
    fn fields_are_quoted_where_they_have_to_be() {
        let mut row = Row(Vec::new());
        for text in ["plain", "", "a,b", "say \"x\"", "two\nlines"] {
            row.text(text);
        }
        row.points(Points::parse("-6.5").unwrap());
        row.points(Points::parse("-12").unwrap());
        row.number(7);
        let line = String::from_utf8(row.end()).unwrap();
        assert_eq!(line, "plain,,\"a,b\",\"say \"\"x\"\"\",\"two\nlines\",-6.5,-12,7\n");
    }
}
