//! Arguments for two sources of dead stones: engines and ownership.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use clap::Args;
use etcetera::{BaseStrategy, choose_base_strategy};

use crate::Stop;
use crate::dead::DeadFrom;
use crate::external::cache::Cache;
use crate::external::dead_stones::DeadEngine;
use crate::external::{Engine, PositionEngine, command_line, command_words};
use crate::game::Options;

/// Arguments for two sources of dead stones: engines and ownership.
#[derive(Debug, Args)]
#[command(next_help_heading = "Engines")]
pub(super) struct EngineArgs {
    /// The command of a GTP engine, for --dead engine
    #[arg(long, value_name = "COMMAND")]
    engine: Option<String>,
    /// A file with the predicted owner of each point, one JSON line per game, for --dead ownership
    #[arg(long, value_name = "FILE")]
    pub(super) ownership: Option<PathBuf>,
}

impl EngineArgs {
    /// Sets the engine and the ownership file in `options`, if its sources of dead stones need
    /// them.
    ///
    /// # Errors
    /// If the engine or the ownership file is missing or superfluous, or the engine can't be
    /// started.
    pub(super) fn apply(
        &self,
        options: &mut Options,
        timeout: Option<Duration>,
        stop: &Stop,
    ) -> anyhow::Result<()> {
        options.engine = match (&self.engine, options.dead.contains(&DeadFrom::Engine)) {
            (None, false) => None,
            (Some(command), true) => Some(dead_engine(command, timeout.unwrap_or(TIMEOUT), stop)?),
            (None, true) => {
                bail!("--dead engine needs an engine, such as --engine 'gnugo --mode gtp'")
            }
            (Some(_), false) => bail!("--engine works only with --dead engine"),
        };
        options.ownership = match (&self.ownership, options.dead.contains(&DeadFrom::Ownership)) {
            (None, false) => None,
            (Some(file), true) => Some(file.clone()),
            (None, true) => bail!("--dead ownership needs --ownership FILE"),
            (Some(_), false) => bail!("--ownership works only with --dead ownership"),
        };
        Ok(())
    }
}

/// The default time limit per position.
const TIMEOUT: Duration = Duration::from_mins(1);

/// Starts the engine `command`, and caches its answers in the user's cache folder.
fn dead_engine(
    command: &str,
    timeout: Duration,
    stop: &Stop,
) -> anyhow::Result<Arc<dyn PositionEngine>> {
    let command = command_words(command).map_err(|why| anyhow!("--engine {command:?}: {why}"))?;
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
