//! The engine that finds dead stones.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use etcetera::{BaseStrategy, choose_base_strategy};

use crate::Stop;
use crate::external::cache::Cache;
use crate::external::dead_stones::DeadEngine;
use crate::external::{Engine, PositionEngine, command_line, command_words};

/// The default time limit per position.
const TIMEOUT: Duration = Duration::from_mins(1);

/// Starts the engine with `command`. Its answers are cached in the user's cache folder.
pub(super) fn dead_engine(
    command: &str,
    timeout: Option<Duration>,
    stop: &Stop,
) -> anyhow::Result<Arc<dyn PositionEngine>> {
    let command = command_words(command).map_err(|why| anyhow!("--engine {command:?}: {why}"))?;
    let timeout = timeout.unwrap_or(TIMEOUT);
    let mut probe = Engine::new(command.clone(), timeout);
    let found = probe
        .identity(stop)
        .and_then(|name| Ok((name, probe.knows("final_status_list", stop)?)));
    let (name, is_able) = found.with_context(|| {
        let command = command_line(&command);
        format!("the engine {command:?} does not answer")
    })?;
    if !is_able {
        bail!(
            "the engine {name} does not support final_status_list, so it can't say which stones \
             are dead"
        );
    }
    let mut engine = DeadEngine::new(command.clone(), name, timeout);
    let folder = choose_base_strategy()
        .context("failed to find the user's cache folder; set XDG_CACHE_HOME")?
        .cache_dir()
        .join("seichi");
    let cache = Cache::open(&folder, &engine.identity(), &command).with_context(|| {
        let folder = folder.display();
        format!(
            "failed to cache the engine's answers in {folder}: set XDG_CACHE_HOME to another folder"
        )
    })?;
    engine.cache = Some(cache);
    Ok(Arc::new(engine))
}
