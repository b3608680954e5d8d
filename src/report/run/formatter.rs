//! Formats the rows of games, on the threads that evaluate them.

use std::cell::LazyCell;

use super::FormattedGame;
use crate::input::{Entry, Labels};
use crate::pipeline::{Evaluated, GameOutcome, NamedRules, Sample, guarded};
use crate::report::boards::board_line;
use crate::report::explain_command::explain_command;
use crate::report::games::GameRows;
use crate::report::readings::readings_rows;

/// Formats the rows of games.
#[derive(Clone, Copy)]
pub struct RowFormatter<'a> {
    /// The names of the strategies and external scorers: see [`crate::pipeline::Options::names`].
    pub names: &'a [String],
    /// Whether to leave out the rows of `games.csv`.
    pub mismatches_only: bool,
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

    fn game(&self, entry: &Entry, mut outcome: GameOutcome) -> FormattedGame {
        // as in the evaluation, a panic in one game must not lose the others
        let game = guarded(|| Ok(self.format(entry, &outcome))).unwrap_or_else(|skip| {
            outcome.result = Err(skip);
            self.format(entry, &outcome)
        });
        FormattedGame { name: outcome.name, skip: outcome.result.err(), ..game }
    }

    /// Returns the formatted outcome without its name and skip.
    fn format(&self, entry: &Entry, outcome: &GameOutcome) -> FormattedGame {
        let mut rows = GameRows { mismatches_only: self.mismatches_only, ..GameRows::default() };
        let (mut board, mut readings, mut no_answers) = (Vec::new(), Vec::new(), Vec::new());
        if let Ok(game) = &outcome.result {
            let command = LazyCell::new(|| explain(self.explain_options, entry, outcome, game, self.labels));
            rows.add(outcome, game, self.names, || command.clone());
            readings = readings_rows(&outcome.name, game);
            board = board_line(outcome, game, self.names, || command.clone()).unwrap_or_default();
            no_answers = game.no_answers();
        }
        FormattedGame {
            sample: Sample::of(outcome),
            rules: NamedRules::of(&outcome.facts),
            rows,
            board,
            readings,
            name: String::new(),
            skip: None,
            no_answers,
        }
    }
}

/// Returns the command that shows a game, with the labels file that names it and the settings that its folder's
/// description gives.
fn explain(options: &[String], entry: &Entry, outcome: &GameOutcome, game: &Evaluated, labels: &Labels) -> String {
    let mut options = options.to_vec();
    let mut add = |flag: &str, value: String| {
        if !options.iter().any(|option| option == flag) {
            options.extend([flag.to_owned(), value]);
        }
    };
    if let Some(file) = labels.file_of(&outcome.name) {
        add("--labels", file.display().to_string());
    }
    let description = labels.description(&outcome.name);
    if description.rules.is_some() && outcome.facts.rules_guessed == Some("corpus") {
        add("--rules", game.count.rules.name().into_owned());
    }
    if game.flags.iter().any(|flag| flag == "komi_given") {
        add("--komi", game.count.komi.to_string());
    }
    if description.origin.as_ref() == Some(&outcome.facts.origin) {
        add("--origin", outcome.facts.origin.clone());
    }
    explain_command(&options, entry.path_in_commands(), &outcome.name)
}
