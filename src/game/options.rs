//! The options of an evaluation, and the other data that all games share.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::identity::split_archive;
use crate::Stop;
use crate::board::Size;
use crate::dead::{DeadFrom, Ownership, Playouts};
use crate::external::{ExternalScorer, PositionEngine, Spec};
use crate::input::Labels;
use crate::labels::LabelPoint;
use crate::rules::{Points, Rules};
use crate::sgf::Encoding;
use crate::skip::{Reason, Skip};
use crate::territory::{STRATEGIES, Strategy};

/// A part of the games in a walk, for one of several machines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// The number of the part, from 1.
    pub(crate) number: u32,
    /// The number of parts.
    pub(crate) of: u32,
}

/// The options of an evaluation.
///
/// Write `Options { strategies, ..Options::default() }`, so that your code still compiles when
/// options are added.
#[derive(Clone)]
pub struct Options {
    /// The strategies; the first is the reference.
    pub strategies: Vec<&'static Strategy>,
    /// Whether each game is counted only by [`super::LabelledGame::lead`], instead of by
    /// `strategies`.
    pub lead_only: bool,
    /// The external scorers, which are compared like strategies.
    pub scorers: Vec<Spec>,
    /// The time limit per position for an external scorer.
    pub scorer_timeout: Duration,
    /// The sources of dead stones; the first source with an answer is used.
    pub dead: Vec<DeadFrom>,
    /// Stones whose chains change from dead to alive, or back, once the source is known. A game
    /// that lacks one of these stones is skipped.
    pub toggle: Vec<LabelPoint>,
    /// The engine for [`DeadFrom::Engine`].
    pub engine: Option<Arc<dyn PositionEngine>>,
    /// The ownership file for [`DeadFrom::Ownership`]. It is read with the labels.
    pub dead_ownership: Option<PathBuf>,
    /// The file with the owners against which eyes in seki are measured. It is read with the
    /// labels.
    pub reference_owners: Option<PathBuf>,
    /// The playouts for [`DeadFrom::Estimate`].
    pub playouts: Playouts,
    /// The rules for every game. They override the record.
    pub rules: Option<Rules>,
    /// The rules for games whose records name no rules.
    pub missing_rules: Option<Rules>,
    /// The komi for games whose records give no komi.
    pub missing_komi: Option<Points>,
    /// The board sizes that are evaluated. If the list is empty, all sizes are evaluated.
    pub sizes: Vec<Size>,
    /// The encoding of every file.
    pub encoding: Encoding,
    /// Whether games without a counted result, or without known dead stones, are left out.
    pub needs_label: bool,
    /// The part of the games that is evaluated. A game's name decides which part it belongs to.
    pub part: Option<Part>,
    /// The name of the only game that is evaluated; `None` if all games are.
    pub only: Option<String>,
    /// The number of games, evaluated or skipped, after which a run ends.
    pub limit: Option<u64>,
    /// Whether unfinished games are left out: see [`super::Evaluated::is_finished`].
    pub finished_only: bool,
    /// Whether superfluous copies of a game are left out: see [`crate::run::superfluous_copies`].
    pub unique: bool,
    /// Whether to judge the safety of each game.
    pub safety: bool,
    /// Whether outcomes keep the uncompressed bytes of their files, for a command that writes them.
    pub keep_bytes: bool,
    /// Whether to identify each game, to find its copies.
    pub identify: bool,
}

impl Default for Options {
    /// Returns options with all strategies. Rules, komi and dead stones come from the files.
    fn default() -> Self {
        Self {
            strategies: STRATEGIES.to_vec(),
            lead_only: false,
            scorers: Vec::new(),
            scorer_timeout: Duration::from_secs(10),
            dead: vec![DeadFrom::Auto],
            toggle: Vec::new(),
            engine: None,
            dead_ownership: None,
            reference_owners: None,
            playouts: Playouts::default(),
            rules: None,
            missing_rules: None,
            missing_komi: None,
            sizes: Vec::new(),
            encoding: Encoding::default(),
            needs_label: true,
            part: None,
            only: None,
            limit: None,
            finished_only: false,
            unique: false,
            safety: false,
            keep_bytes: false,
            identify: false,
        }
    }
}

impl Options {
    /// Returns the names of the strategies and of the external scorers, which are treated as
    /// strategies everywhere.
    pub fn names(&self) -> Vec<String> {
        let strategies = self
            .strategies
            .iter()
            .map(|strategy| strategy.name.to_owned());
        strategies
            .chain(self.scorers.iter().map(|scorer| scorer.name.clone()))
            .collect()
    }

    /// Returns these options, changed for reading records and their bytes without scoring them.
    pub(crate) fn for_reading(&self) -> Self {
        Self {
            strategies: Vec::new(),
            lead_only: false,
            scorers: Vec::new(),
            engine: None,
            dead: vec![DeadFrom::None],
            toggle: Vec::new(),
            needs_label: false,
            safety: false,
            identify: false,
            keep_bytes: true,
            // a file is written whole, whatever the limit is
            limit: None,
            ..self.clone()
        }
    }

    /// Creates the external scorers for a thread.
    pub(crate) fn start_scorers(&self) -> Vec<Box<dyn ExternalScorer>> {
        // WebAssembly can't start programs; without the code for this, the npm package is a sixth
        // smaller
        if cfg!(target_family = "wasm") {
            return Vec::new();
        }
        let mut scorers = Vec::new();
        for spec in &self.scorers {
            scorers.push(spec.scorer(self.scorer_timeout));
        }
        scorers
    }

    /// Returns the details of each source of dead stones for signatures, such as the engine's name
    /// or the number of playouts.
    pub(crate) fn dead_sources(&self) -> BTreeMap<DeadFrom, String> {
        let Playouts { count, seed, .. } = self.playouts;
        let estimate = format!("{count} playouts, search; seed {seed}");
        let mut sources = BTreeMap::from([(DeadFrom::Estimate, estimate)]);
        if let Some(engine) = &self.engine {
            sources.insert(DeadFrom::Engine, engine.name().to_owned());
        }
        if let Some(file) = &self.dead_ownership {
            let file = file.file_name().unwrap_or_default().display();
            sources.insert(DeadFrom::Ownership, format!("{file}; {}", Ownership::DEAD));
        }
        sources
    }

    /// Returns whether the game or file `name` is evaluated. This depends only on its name.
    pub(crate) fn selects(&self, name: &str) -> bool {
        if let Some(only) = &self.only {
            // an unreadable file has a name without a game number
            let file = only.rsplit_once('#').map(|(file, _)| file);
            return only == name || file == Some(name);
        }
        let Some(part) = self.part else { return true };
        let digest = Sha256::digest(split_archive(name).1);
        let number = u32::from_be_bytes(digest[4..8].try_into().expect("four bytes"));
        number % part.of + 1 == part.number
    }
}

/// The data that the evaluations of all games in a run share. Clones are cheap.
#[derive(Clone, Default)]
#[non_exhaustive]
pub struct Context {
    /// The options of the evaluation.
    pub options: Arc<Options>,
    /// The labels of the games.
    pub(crate) labels: Arc<Labels>,
    /// Whether the engine that names dead stones failed too often to be asked again.
    pub(crate) engine_is_given_up: bool,
    /// Set when the user wants to stop. This ends searches and stops waiting for external programs.
    pub(crate) stop: Stop,
    /// The games, by name, that are left out because of other records of the same game.
    pub left_out: Arc<HashMap<String, Skip>>,
    /// The digests of games that need not be evaluated, because an earlier audit evaluated them:
    /// see `GameFacts::audit_key`. `None` if no earlier audit can be remembered.
    pub(crate) remembered: Option<Arc<HashSet<u128>>>,
}

impl Context {
    /// Returns a context in which no game is left out.
    pub fn new(
        options: impl Into<Arc<Options>>,
        labels: impl Into<Arc<Labels>>,
        stop: &Stop,
    ) -> Self {
        Self {
            options: options.into(),
            labels: labels.into(),
            engine_is_given_up: false,
            stop: stop.clone(),
            left_out: Arc::default(),
            remembered: None,
        }
    }

    /// Returns this context with different options.
    pub(crate) fn with_options(&self, options: Options) -> Self {
        Self {
            options: Arc::new(options),
            ..self.clone()
        }
    }

    /// If the user wants to stop, returns a skip, which ends a batch of games early. A run then
    /// drops the batch's results.
    pub(super) fn check_stop(&self) -> Result<(), Skip> {
        if self.stop.is_set() {
            return Err(Skip::new(Reason::Interrupted, ""));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stop_is_no_failure_of_an_engine() {
        let context = Context::default();
        assert_eq!(context.check_stop(), Ok(()));
        context.stop.set();
        let reason = context.check_stop().map_err(|skip| skip.reason);
        assert_eq!(reason, Err(Reason::Interrupted));
    }
}
