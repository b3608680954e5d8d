//! An engine that judges which stones of a finished position are dead.
//!
//! Its answers are kept by position, so that no position is judged twice, and a second run costs nothing (`cache`).

mod cache;

pub use cache::Cache;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::board::{Point, Position};
use crate::gtp::{Engine, check_dead};
use crate::process::{NoAnswer, command_line};
use crate::score::Points;

/// An engine that is asked for dead stones, and what it has answered before. Threads share it, and have a process each.
#[derive(Debug)]
pub struct DeadEngine {
    command: Vec<String>,
    timeout: Duration,
    name: String,
    cache: Option<Cache>,
}

/// Why an engine can't be asked.
#[derive(Debug, thiserror::Error)]
pub enum Unfit {
    /// It does not talk.
    #[error("the engine {command:?} has no answer: {why}")]
    Mute {
        /// The program and its arguments.
        command: String,
        /// Why.
        why: NoAnswer,
    },
    /// It does not know the question.
    #[error("the engine {0} does not know final_status_list, and can't say which stones are dead")]
    Ignorant(String),
}

impl DeadEngine {
    /// An engine of that command, which has `timeout` for an answer. It is started once to see that it knows the question,
    /// and who it is.
    ///
    /// # Errors
    /// When it has no answers, or none to this question.
    pub fn new(command: Vec<String>, timeout: Duration, stop: &AtomicBool) -> Result<Self, Unfit> {
        let mut engine = Engine::new(command.clone(), timeout);
        let mute = |why| Unfit::Mute { command: command_line(&command), why };
        let name = engine.identity(stop).map_err(mute)?;
        if !engine.knows("final_status_list", stop).map_err(mute)? {
            return Err(Unfit::Ignorant(name));
        }
        Ok(Self { command, timeout, name, cache: None })
    }

    /// The same with a memory of its answers.
    #[must_use]
    pub fn with_cache(self, cache: Cache) -> Self {
        Self { cache: Some(cache), ..self }
    }

    /// The engine's name and version, as it gives them.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What its answers depend on beside the position: its name, its version and its command.
    #[must_use]
    pub fn identity(&self) -> String {
        format!("{}: {}", self.name, command_line(&self.command))
    }

    /// The memory of its answers.
    #[must_use]
    pub const fn cache(&self) -> Option<&Cache> {
        self.cache.as_ref()
    }

    /// A process for one thread, not yet started.
    #[must_use]
    pub fn process(&self) -> Engine {
        Engine::new(self.command.clone(), self.timeout)
    }

    /// The dead stones of a position, sorted, from memory or from `process`.
    ///
    /// # Errors
    /// When the engine has no answer, or names a point without a stone.
    pub fn dead(&self, process: &mut Engine, position: &Position, stop: &AtomicBool) -> Result<Vec<Point>, NoAnswer> {
        if let Some(dead) = self.cache.as_ref().and_then(|cache| cache.get(position)) {
            return Ok(dead);
        }
        process.set_up(position, Points::ZERO, stop)?;
        let dead = process.points("final_status_list dead", position.size(), stop)?;
        check_dead(position, &dead)?;
        if let Some(cache) = &self.cache {
            cache.insert(position, &dead);
        }
        Ok(dead)
    }
}
