//! A GTP engine as a source of dead stones.
use std::sync::Mutex;
use std::time::Duration;

use super::cache::Cache;
use super::gtp::{Engine, check_dead};
use super::process::{NoAnswer, command_line};
use super::{PositionEngine, lock};
use crate::Stop;
use crate::board::{Point, Position};
use crate::rules::Points;

/// A GTP engine that finds dead stones. Each thread that asks the engine has a separate process.
#[derive(Debug)]
pub(crate) struct DeadEngine {
    command: Vec<String>,
    timeout: Duration,
    name: String,
    /// The cache of the engine's answers, if there is one. With a cache, the engine judges no
    /// position twice, so a second run takes hardly any time.
    pub(crate) cache: Option<Cache>,
    /// The processes that are not in use.
    idle: Mutex<Vec<Engine>>,
}

impl DeadEngine {
    /// Creates an engine, which must support `final_status_list`. `name` is the engine's name and
    /// version, and `timeout` is the time limit for each answer.
    pub(crate) fn new(command: Vec<String>, name: String, timeout: Duration) -> Self {
        Self {
            command,
            timeout,
            name,
            cache: None,
            idle: Mutex::default(),
        }
    }

    /// Returns a string with everything that determines the engine's answers, except the position:
    /// the engine's name, version and command.
    pub(crate) fn identity(&self) -> String {
        format!("{}: {}", self.name, command_line(&self.command))
    }
}

impl PositionEngine for DeadEngine {
    fn name(&self) -> &str {
        &self.name
    }

    fn answer(&self, position: &Position, stop: &Stop) -> Result<Vec<Point>, NoAnswer> {
        if let Some(cache) = &self.cache {
            let size = position.size();
            let known = cache.get(position, |dead| {
                dead.iter().all(|&point| size.contains(point)) && check_dead(position, dead).is_ok()
            });
            if let Some(dead) = known {
                return Ok(dead);
            }
        }
        let idle = lock(&self.idle).pop();
        let mut process = idle.unwrap_or_else(|| Engine::new(self.command.clone(), self.timeout));
        let dead = dead(&mut process, position, stop);
        lock(&self.idle).push(process);
        if let (Some(cache), Ok(dead)) = (&self.cache, &dead) {
            cache.insert(position, dead.clone());
        }
        dead
    }

    fn cache_error(&self) -> Option<String> {
        self.cache.as_ref()?.failed_write()
    }
}

/// Returns the dead stones of `position` according to an engine.
fn dead(engine: &mut Engine, position: &Position, stop: &Stop) -> Result<Vec<Point>, NoAnswer> {
    engine.set_up(position, Points::ZERO, stop)?;
    let dead = engine.points("final_status_list dead", position.size(), stop)?;
    check_dead(position, &dead)?;
    Ok(dead)
}
