//! Formats the rows of games, on the threads that evaluate them.

use std::cell::LazyCell;
use std::ffi::OsString;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::boards::SavedBoard;
use super::games::game_rows;
use crate::input::{Entry, Labels};
use crate::pipeline::{Effects, Evaluated, GameOutcome, NamedRules, Sample, guarded};
use crate::skip::Skip;
use crate::text::shell_path;

/// The formatted results of a game, the source of the files of a run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FormattedGame {
    /// The game's name.
    pub name: String,
    /// The contribution of the game to the figures.
    pub sample: Sample,
    /// The rules that the record names.
    pub rules: NamedRules,
    /// The effects of settings on the game.
    pub effects: Effects,
    /// The reason why the game was skipped, if it was.
    pub skip: Option<Skip>,
    /// The rows of the game.
    pub rows: GameRows,
}

/// The rows of an evaluated game in each file of a run; empty for files without a row.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[allow(missing_docs)] // named after the files, which docs/files.md describes
pub struct GameRows {
    pub games: String,
    pub mismatches: String,
    pub board: String,
}

impl FormattedGame {
    /// Returns a game that was skipped.
    #[must_use]
    pub fn skipped(name: String, rules: NamedRules, skip: Skip) -> Self {
        let (sample, rows) = (Sample::skipped(skip.reason), GameRows::default());
        Self { name, sample, rules, effects: Effects::default(), skip: Some(skip), rows }
    }
}

/// Formats the rows of games.
#[derive(Clone, Copy)]
pub struct RowFormatter<'a> {
    /// The names of the strategies and external scorers: see [`crate::pipeline::Options::names`].
    pub names: &'a [String],
    /// The options of the commands that show games.
    pub explain_options: &'a [String],
    /// The labels and descriptions of the games.
    pub labels: &'a Labels,
}

impl RowFormatter<'_> {
    /// Formats the outcomes of a file.
    #[must_use]
    pub fn games(&self, entry: &Entry, outcomes: Vec<GameOutcome>) -> Vec<FormattedGame> {
        outcomes.into_iter().map(|outcome| self.game(entry, outcome)).collect()
    }

    fn game(&self, entry: &Entry, outcome: GameOutcome) -> FormattedGame {
        let (rules, effects) = (outcome.facts.named_rules(), Effects::of(&outcome));
        let formatted = match &outcome.result {
            // as in the evaluation, a panic in one game must not affect the others
            Ok(game) => guarded(|| Ok((Sample::of(&outcome), self.rows(entry, &outcome, game)))),
            Err(skip) => Err(skip.clone()),
        };
        match formatted {
            Ok((sample, rows)) => FormattedGame { name: outcome.name, sample, rules, effects, skip: None, rows },
            Err(skip) => FormattedGame::skipped(outcome.name, rules, skip),
        }
    }

    fn rows(&self, entry: &Entry, outcome: &GameOutcome, game: &Evaluated) -> GameRows {
        let command = LazyCell::new(|| explain(self.explain_options, entry, outcome, game, self.labels));
        let [games, mismatches] = game_rows(outcome, game, self.names, || command.clone());
        let board = SavedBoard::of(outcome, game, self.names, || command.clone());
        GameRows { games, mismatches, board: board.map(|board| board.line()).unwrap_or_default() }
    }
}

/// Returns the command that shows a game, with the labels file that names it and the settings from its folder's
/// description.
fn explain(options: &[String], entry: &Entry, outcome: &GameOutcome, game: &Evaluated, labels: &Labels) -> String {
    let mut options: Vec<OsString> = options.iter().map(OsString::from).collect();
    let mut add = |flag: &str, value: OsString| {
        if !options.iter().any(|option| option == flag) {
            options.extend([flag.into(), value]);
        }
    };
    if let Some(file) = labels.file_of(&outcome.name) {
        add("--labels", file.into());
    }
    let description = labels.description(&outcome.name);
    if description.rules.is_some() && outcome.facts.rules_guessed == Some("corpus") {
        add("--rules", game.labelled.count.rules.name().into_owned().into());
    }
    if game.flags.iter().any(|flag| flag == "komi_given") {
        add("--komi", game.labelled.count.komi.to_string().into());
    }
    if description.origin.as_ref() == Some(&outcome.facts.origin) {
        add("--origin", outcome.facts.origin.clone().into());
    }
    explain_command(&options, entry.path_in_commands(), &outcome.name)
}

/// Returns the command that shows a game: `seichi explain`, `options`, and the game in the file `path`, for a POSIX
/// shell. For the path `-`, the user has to supply the same standard input again.
fn explain_command(options: &[OsString], path: &Path, game: &str) -> String {
    let number = game.rsplit_once('#').map_or("1", |(_, number)| number);
    let mut words = vec!["seichi".to_owned(), "explain".to_owned()];
    words.extend(options.iter().map(|option| shell_path(option)));
    // a path that starts with a dash would be parsed as an option
    let start = path.as_os_str().as_encoded_bytes();
    let is_input = start == b"-" || start.starts_with(b"-!/");
    let mut word = OsString::from(if start.starts_with(b"-") && !is_input { "./" } else { "" });
    word.push(path);
    word.push(format!("#{number}"));
    words.extend(is_input.then(|| "--".to_owned()));
    words.push(shell_path(&word));
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_is_quoted_for_a_shell() {
        let command = |path: &str| explain_command(&["--dead".into(), "none".into()], Path::new(path), "x.sgf#3");
        assert_eq!(command("-"), "seichi explain --dead none -- -#3");
        assert_eq!(command("-x.sgf"), "seichi explain --dead none ./-x.sgf#3");
        assert_eq!(command("kgs/x.sgf"), "seichi explain --dead none kgs/x.sgf#3");
        assert_eq!(command("it's here/x (1).sgf"), r"seichi explain --dead none 'it'\''s here/x (1).sgf#3'");
    }
}
