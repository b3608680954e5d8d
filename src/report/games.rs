//! `games.csv`, a row for each game and strategy, and `mismatches.csv`, those of them that differ from the label.

use std::path::Path;

use csv::StringRecord;

use crate::run::{Answer, Category, Evaluated, GameOutcome};
use crate::score::Points;

/// The columns of `games.csv`.
pub const GAMES_HEADER: [&str; 29] = [
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
];

/// The columns that `mismatches.csv` has after those of `games.csv`.
pub const MISMATCHES_HEADER: [&str; 2] = ["category", "explain"];

/// The rows of one game.
pub struct GameRows<'a> {
    game: &'a Evaluated,
    /// The columns before `strategy`, which all rows share.
    start: Vec<String>,
}

impl<'a> GameRows<'a> {
    /// The rows of `game`, which is `outcome`'s.
    #[must_use]
    pub fn new(outcome: &'a GameOutcome, game: &'a Evaluated) -> Self {
        let count = &game.count;
        let start = vec![
            outcome.name.clone(),
            format!("{:016x}", game.hash),
            game.size.to_string(),
            count.rules.name().to_owned(),
            count.rules.method().name().to_owned(),
            count.komi.to_string(),
            count.handicap.to_string(),
            game.moves.to_string(),
            outcome.facts.encoding.to_owned(),
            outcome.facts.origin.clone(),
            game.label.map(result_text).unwrap_or_default(),
            game.label.map(|label| label.to_string()).unwrap_or_default(),
            game.check.name().to_owned(),
        ];
        Self { game, start }
    }

    /// The row of `games.csv` for one strategy's answer.
    #[must_use]
    pub fn row(&self, strategy: &str, answer: &Answer) -> StringRecord {
        let comparison = answer.comparison.as_ref();
        let map_diff = comparison.and_then(|comparison| comparison.map).map(|(differences, _)| differences);
        let mut row = StringRecord::from(self.start.clone());
        let margin = answer.margin.to_string();
        row.push_field(strategy);
        // no strategy leaves a position unsettled yet: the margin is all that it can be
        (0..3).for_each(|_| row.push_field(&margin));
        row.push_field(&comparison.map(|comparison| comparison.delta.to_string()).unwrap_or_default());
        row.push_field(comparison.map(|comparison| comparison.outcome.name()).unwrap_or_default());
        row.push_field(&map_diff.map(|differences| differences.to_string()).unwrap_or_default());
        let prisoners = self.game.count.prisoners;
        let counts = [
            answer.territory[0],
            answer.territory[1],
            prisoners[0],
            prisoners[1],
            u32::try_from(self.game.dead.len()).expect("at most 52 · 52 stones"),
            answer.dame,
            answer.seki_points,
            answer.false_eyes,
        ];
        for count in counts {
            row.push_field(&count.to_string());
        }
        row.push_field(&self.game.flags.join(";"));
        row
    }

    /// The category column of `mismatches.csv`, or `None` where the answer is the label's.
    #[must_use]
    pub fn category(answer: &Answer) -> Option<&'static str> {
        answer.category.map(Category::name)
    }
}

/// The command that shows a game: `seichi explain`, `options`, and the game at `path`, for a POSIX shell.
#[must_use]
pub fn explain_command(options: &[String], path: &Path, game: &str) -> String {
    let number = game.rsplit_once('#').map_or("1", |(_, number)| number);
    let mut words = vec!["seichi".to_owned(), "explain".to_owned()];
    words.extend(options.iter().map(|option| shell_word(option)));
    words.push(shell_word(&format!("{}#{number}", path.display())));
    words.join(" ")
}

fn shell_word(text: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "/._-+=:,@%#".contains(letter);
    if !text.is_empty() && !text.starts_with('#') && text.chars().all(plain) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    }
}

/// A margin as `RE` writes it: `B+3.5`, `W+12`, `0`.
#[must_use]
pub fn result_text(margin: Points) -> String {
    match margin.sign() {
        0 => "0".to_owned(),
        sign => format!("{}+{}", if sign > 0 { 'B' } else { 'W' }, margin.abs()),
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
    fn results_are_written_as_in_a_record() {
        let text = |margin| result_text(Points::parse(margin).unwrap());
        assert_eq!((text("3.5"), text("-12"), text("0")), ("B+3.5".into(), "W+12".into(), "0".into()));
    }
}
