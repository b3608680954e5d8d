//! The evaluation of one file after another.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use seichi::input::{Entry, Labels};
use seichi::pipeline::{GameEvaluator, GameOutcome, Options, OtherRecords, folder_of};
use seichi::report::RowFormatter;
use seichi::skip::Skip;
use wasm_bindgen::prelude::*;

use crate::options::{options, words};

/// The folders in which some record names rules that count area.
struct AreaFolders(HashSet<String>);

impl OtherRecords for AreaFolders {
    fn has_area_games_in_folder_of(&self, game: &str, _: &AtomicBool) -> bool {
        self.0.contains(folder_of(game))
    }

    fn duplicate(&self, _: &str, _: &AtomicBool) -> Option<&Skip> {
        None
    }
}

/// Evaluates one file after another, as `seichi eval` does.
#[wasm_bindgen]
pub struct FileEvaluator {
    evaluator: GameEvaluator,
    options: Options,
    names: Vec<String>,
}

#[wasm_bindgen]
impl FileEvaluator {
    /// Creates an evaluator of files, with the sources of dead stones that `dead` names. `area_folders` has what
    /// [`Self::area_folder`] returned for every file of the run.
    ///
    /// # Errors
    /// If there is no such source of dead stones.
    #[wasm_bindgen(constructor)]
    pub fn new(dead: &str, area_folders: Vec<String>) -> Result<Self, JsError> {
        let survey: Arc<dyn OtherRecords> = Arc::new(AreaFolders(area_folders.into_iter().collect()));
        let options = Options { survey: Some(survey), ..options(dead)? };
        Ok(Self { evaluator: GameEvaluator::new(&options), names: options.names(), options })
    }

    /// Returns the folder of a file if one of its records names rules that count area. What the rules of other records
    /// in the folder are, which do not name any, is then not known.
    #[must_use]
    pub fn area_folder(&mut self, name: &str, sgf: &[u8]) -> Option<String> {
        // without a source of dead stones every game is skipped before its replay, but after its headers
        let options = Options { dead: Vec::new(), survey: None, ..self.options.clone() };
        let outcomes = self.outcomes(name, Ok(sgf), &options);
        outcomes.iter().any(|outcome| outcome.facts.counts_area()).then(|| folder_of(name).to_owned())
    }

    /// Returns JSON: the formatted games of a file, for [`super::Run::add`].
    pub fn evaluate(&mut self, name: &str, sgf: &[u8]) -> String {
        let options = self.options.clone();
        let outcomes = self.outcomes(name, Ok(sgf), &options);
        self.formatted(name, outcomes)
    }

    /// Returns JSON, as [`Self::evaluate`] does, of a file that can't be read for the reason `skip`, which is JSON.
    ///
    /// # Errors
    /// If `skip` has another form.
    pub fn skipped(&mut self, name: &str, skip: &str) -> Result<String, JsError> {
        let options = self.options.clone();
        let outcomes = self.outcomes(name, Err(serde_json::from_str(skip)?), &options);
        Ok(self.formatted(name, outcomes))
    }

    fn formatted(&self, name: &str, outcomes: Vec<GameOutcome>) -> String {
        let labels = Labels::default();
        let (names, explain_options) = (&self.names, &words(&self.options)[..]);
        let formatter = RowFormatter { names, mismatches_only: false, explain_options, labels: &labels };
        let games = formatter.games(&entry(name), outcomes);
        serde_json::to_string(&games).expect("keys are strings")
    }

    fn outcomes(&mut self, name: &str, sgf: Result<&[u8], Skip>, options: &Options) -> Vec<GameOutcome> {
        self.evaluator.evaluate_bytes(&entry(name), sgf, &Labels::default(), options, &AtomicBool::new(false))
    }
}

fn entry(name: &str) -> Entry {
    Entry::new(name.to_owned(), PathBuf::from(name))
}
