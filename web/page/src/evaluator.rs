//! The evaluation and the audit of one file after another.

use std::path::PathBuf;

use seichi::Stop;
use seichi::compare::AuditRow;
use seichi::dead::DeadFrom;
use seichi::input::{Entry, Labels};
use seichi::pipeline::{Context, GameEvaluator, GameOutcome, Options, Survey};
use seichi::run::{FormattedGame, RowFormatter};
use seichi::skip::Skip;
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::options::{dead_sources, of_audit, of_run, words, words_of_dead};

/// Evaluates one file after another, as `seichi eval` and `seichi audit` do.
#[wasm_bindgen]
pub struct FileEvaluator {
    pub(crate) dead: Vec<DeadFrom>,
    pub(crate) survey: Survey,
}

/// A game of an audit.
#[derive(Serialize)]
struct AuditedGame {
    game: String,
    /// The row, for [`super::audit`].
    row: String,
    /// The board as JSON, if the count differs from the record.
    board: String,
}

#[wasm_bindgen]
impl FileEvaluator {
    /// Creates an evaluator of files, with the sources of dead stones that `dead` names. `surveys`
    /// has the results of [`Self::survey`] for every file of the run.
    ///
    /// # Errors
    /// If a source of dead stones is unknown, or a survey has another form.
    #[wasm_bindgen(constructor)]
    pub fn new(dead: &str, surveys: Vec<String>) -> Result<Self, JsError> {
        let mut survey = Survey::default();
        for one in surveys {
            survey.extend(serde_json::from_str(&one)?);
        }
        Ok(Self {
            dead: dead_sources(dead)?,
            survey,
        })
    }

    /// Returns JSON: the rules of the records of a file, if they affect other files.
    #[must_use]
    pub fn survey(&self, name: &str, sgf: &[u8]) -> Option<String> {
        let (options, labels, stop) = (
            of_run(self.dead.clone()),
            Labels::default(),
            Stop::default(),
        );
        let mut survey = Survey::default();
        survey.add_file(
            &entry(name),
            sgf,
            &Context {
                options: &options,
                labels: &labels,
                survey: None,
                stop: &stop,
            },
        );
        (!survey.is_empty()).then(|| serde_json::to_string(&survey).expect("keys are strings"))
    }

    /// Returns JSON: the formatted games of a file, for [`super::Run::add`]. If the file can't be
    /// read, `skip` is the reason, as JSON.
    ///
    /// # Errors
    /// If `skip` has another form.
    pub fn evaluate(
        &self,
        name: &str,
        sgf: &[u8],
        skip: Option<String>,
    ) -> Result<String, JsError> {
        let options = of_run(self.dead.clone());
        let outcomes = self.outcomes(&options, name, sgf, skip)?;
        Ok(serde_json::to_string(&formatted(&options, name, outcomes)).expect("keys are strings"))
    }

    /// Returns JSON: the games of a file as `seichi audit` judges them, each with its name, its row
    /// and its board.
    ///
    /// # Errors
    /// If `skip` has another form.
    pub fn audit(&self, name: &str, sgf: &[u8], skip: Option<String>) -> Result<String, JsError> {
        let options = of_audit(self.dead.clone());
        let outcomes = self.outcomes(&options, name, sgf, skip)?;
        let audited = |(row, game): (AuditRow, FormattedGame)| AuditedGame {
            game: game.name,
            row: row.line(),
            board: game.rows.board,
        };
        let games: Vec<AuditedGame> = rows(&options, name, outcomes)
            .into_iter()
            .map(audited)
            .collect();
        Ok(serde_json::to_string(&games).expect("keys are strings"))
    }

    fn outcomes(
        &self,
        options: &Options,
        name: &str,
        sgf: &[u8],
        skip: Option<String>,
    ) -> Result<Vec<GameOutcome>, JsError> {
        let (labels, stop) = (Labels::default(), Stop::default());
        let skip: Option<Skip> = skip.map(|skip| serde_json::from_str(&skip)).transpose()?;
        let context = Context {
            options,
            labels: &labels,
            survey: Some(&self.survey),
            stop: &stop,
        };
        Ok(GameEvaluator::new(context).evaluate_bytes(&entry(name), skip.map_or(Ok(sgf), Err)))
    }
}

/// Returns the games of a file with their rows in an audit.
pub(crate) fn rows(
    options: &Options,
    name: &str,
    outcomes: Vec<GameOutcome>,
) -> Vec<(AuditRow, FormattedGame)> {
    AuditRow::of_games(
        &entry(name),
        outcomes,
        &words_of_dead(options),
        &Labels::default(),
    )
}

fn formatted(options: &Options, name: &str, outcomes: Vec<GameOutcome>) -> Vec<FormattedGame> {
    let (labels, names, words) = (Labels::default(), options.names(), words(options));
    RowFormatter {
        names: &names,
        explain_options: &words,
        labels: &labels,
        is_portable: true,
    }
    .games(&entry(name), outcomes)
}

fn entry(name: &str) -> Entry {
    Entry::new(name.to_owned(), PathBuf::from(name))
}
