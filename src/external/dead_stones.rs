//! A GTP engine as a source of dead stones.
//!
//! The engine's answers are cached by position, so that no position is judged twice and a second run costs nothing.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::board::{Point, Position};
use crate::external::cache::Cache;
use crate::external::gtp::{Engine, check_dead};
use crate::external::process::{NoAnswer, command_line};
use crate::rules::Points;

/// A program that knows the dead stones of positions. Threads share it; each has its own process.
///
/// It is a trait, so that a build that makes no engine, as for a browser, has no code for one.
pub trait DeadStoneEngine: fmt::Debug + Send + Sync {
    /// Returns the name and version that the engine reports.
    fn name(&self) -> &str;

    /// Returns a process of the engine for one thread, not yet started.
    fn process(self: Arc<Self>) -> Box<dyn DeadStoneProcess>;

    /// Returns a message about the first error in caching answers, and clears it.
    fn cache_error(&self) -> Option<String>;
}

/// A process of an engine that knows dead stones.
pub trait DeadStoneProcess: fmt::Debug + Send {
    /// Returns the dead stones of `position`, sorted, from the cache or from the process. The process is asked however often
    /// it has failed before: the caller decides when an engine is given up.
    ///
    /// # Errors
    /// If the engine has no answer, or lists a point without a stone.
    fn dead(&mut self, position: &Position, stop: &AtomicBool) -> Result<Vec<Point>, NoAnswer>;
}

/// A GTP engine that is asked for dead stones, and a cache of its answers.
#[derive(Debug)]
pub struct DeadEngine {
    command: Vec<String>,
    timeout: Duration,
    name: String,
    cache: Option<Cache<Box<[Point]>>>,
}

/// Reasons why an engine can't be used as a source of dead stones.
#[derive(Debug, thiserror::Error)]
pub enum Unfit {
    /// The engine does not answer.
    #[error("the engine {command:?} has no answer: {why}")]
    Mute {
        /// The program and its arguments.
        command: String,
        /// Why there is no answer.
        why: NoAnswer,
    },
    /// The engine does not support `final_status_list`.
    #[error("the engine {0} does not know final_status_list, and can't say which stones are dead")]
    Ignorant(String),
}

impl DeadEngine {
    /// Starts the engine of `command` once, to learn its name and to check that it supports `final_status_list`.
    /// `timeout` is the time for each answer.
    ///
    /// # Errors
    /// If the engine does not answer, or does not support `final_status_list`.
    pub fn new(command: Vec<String>, timeout: Duration, stop: &AtomicBool) -> Result<Self, Unfit> {
        let mut engine = Engine::new(command.clone(), timeout);
        let mute = |why| Unfit::Mute { command: command_line(&command), why };
        let name = engine.identity(stop).map_err(mute)?;
        if !engine.knows("final_status_list", stop).map_err(mute)? {
            return Err(Unfit::Ignorant(name));
        }
        Ok(Self { command, timeout, name, cache: None })
    }

    /// Returns the engine with a cache of its answers.
    #[must_use]
    pub fn with_cache(self, cache: Cache<Box<[Point]>>) -> Self {
        Self { cache: Some(cache), ..self }
    }

    /// Returns a text of everything but the position that determines the engine's answers: its name, version and
    /// command.
    #[must_use]
    pub fn identity(&self) -> String {
        format!("{}: {}", self.name, command_line(&self.command))
    }
}

impl DeadStoneEngine for DeadEngine {
    fn name(&self) -> &str {
        &self.name
    }

    fn process(self: Arc<Self>) -> Box<dyn DeadStoneProcess> {
        Box::new(DeadProcess { process: Engine::new(self.command.clone(), self.timeout), engine: self })
    }

    fn cache_error(&self) -> Option<String> {
        self.cache.as_ref()?.failed_write()
    }
}

/// The process of one thread, with the engine that all threads share.
#[derive(Debug)]
struct DeadProcess {
    engine: Arc<DeadEngine>,
    process: Engine,
}

impl DeadStoneProcess for DeadProcess {
    fn dead(&mut self, position: &Position, stop: &AtomicBool) -> Result<Vec<Point>, NoAnswer> {
        let (process, cache) = (&mut self.process, &self.engine.cache);
        if let Some(dead) = cache.as_ref().and_then(|cache| cache.get(position)) {
            return Ok(dead.into());
        }
        process.forget_failures();
        process.set_up(position, Points::ZERO, stop)?;
        let dead = process.points("final_status_list dead", position.size(), stop)?;
        check_dead(position, &dead)?;
        if let Some(cache) = cache {
            cache.insert(position, dead.as_slice().into());
        }
        Ok(dead)
    }
}
