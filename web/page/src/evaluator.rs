//! The evaluation of one file after another.

use std::path::PathBuf;

use seichi::Stop;
use seichi::input::{Entry, Labels};
use seichi::pipeline::{Context, GameEvaluator, GameOutcome, Options, Survey};
use seichi::run::RowFormatter;
use seichi::skip::Skip;
use wasm_bindgen::prelude::*;

use crate::options::{options, words};

/// Evaluates one file after another, as `seichi eval` does.
#[wasm_bindgen]
pub struct FileEvaluator {
    options: Options,
    survey: Survey,
    names: Vec<String>,
}

#[wasm_bindgen]
impl FileEvaluator {
    /// Creates an evaluator of files, with the sources of dead stones that `dead` names. `surveys` has the results of
    /// [`Self::survey`] for every file of the run.
    ///
    /// # Errors
    /// If a source of dead stones is unknown, or a survey has another form.
    #[wasm_bindgen(constructor)]
    pub fn new(dead: &str, surveys: Vec<String>) -> Result<Self, JsError> {
        let (options, mut survey) = (options(dead)?, Survey::default());
        for one in surveys {
            survey.extend(serde_json::from_str(&one)?);
        }
        Ok(Self { names: options.names(), options, survey })
    }

    /// Returns JSON: the rules of the records of a file, if they affect other files.
    #[must_use]
    pub fn survey(&self, name: &str, sgf: &[u8]) -> Option<String> {
        let (labels, stop, mut survey) = (Labels::default(), Stop::default(), Survey::default());
        let context = Context { options: &self.options, labels: &labels, survey: None, stop: &stop };
        survey.add_file(&entry(name), sgf, &context);
        (!survey.is_empty()).then(|| serde_json::to_string(&survey).expect("keys are strings"))
    }

    /// Returns JSON: the formatted games of a file, for [`super::Run::add`].
    #[must_use]
    pub fn evaluate(&self, name: &str, sgf: &[u8]) -> String {
        let outcomes = self.outcomes(name, Ok(sgf));
        self.formatted(name, outcomes)
    }

    /// Returns JSON like [`Self::evaluate`], for a file that can't be read; `skip` is the reason, as JSON.
    ///
    /// # Errors
    /// If `skip` has another form.
    pub fn skipped(&self, name: &str, skip: &str) -> Result<String, JsError> {
        let outcomes = self.outcomes(name, Err(serde_json::from_str(skip)?));
        Ok(self.formatted(name, outcomes))
    }

    fn formatted(&self, name: &str, outcomes: Vec<GameOutcome>) -> String {
        let labels = Labels::default();
        let (names, explain_options) = (&self.names, &words(&self.options)[..]);
        let formatter = RowFormatter { names, explain_options, labels: &labels };
        let games = formatter.games(&entry(name), outcomes);
        serde_json::to_string(&games).expect("keys are strings")
    }

    fn outcomes(&self, name: &str, sgf: Result<&[u8], Skip>) -> Vec<GameOutcome> {
        let (labels, stop) = (Labels::default(), Stop::default());
        let context = Context { options: &self.options, labels: &labels, survey: Some(&self.survey), stop: &stop };
        GameEvaluator::new(context).evaluate_bytes(&entry(name), sgf)
    }
}

fn entry(name: &str) -> Entry {
    Entry::new(name.to_owned(), PathBuf::from(name))
}
