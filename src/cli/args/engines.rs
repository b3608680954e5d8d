//! Arguments for two sources of dead stones: engines and ownership.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use clap::Args;
use etcetera::{BaseStrategy, choose_base_strategy};

use super::numbers::parse_seconds;
use crate::Stop;
use crate::dead::DeadFrom;
use crate::external::PositionEngine;
use crate::external::cache::Cache;
use crate::external::command_words;
use crate::external::dead_stones::DeadEngine;
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
    /// The time limit per position for the engine, in seconds
    #[arg(
        long,
        hide_short_help = true,
        value_name = "SECONDS",
        default_value = "60",
        value_parser = parse_seconds,
    )]
    engine_timeout: Duration,
    /// The folder for cached engine answers; by default `seichi` in the user's cache folder
    #[arg(long, hide_short_help = true, value_name = "DIR")]
    engine_cache: Option<PathBuf>,
    /// Do not use cached engine answers, and do not cache new ones
    #[arg(long, hide_short_help = true, conflicts_with = "engine_cache")]
    no_engine_cache: bool,
}

impl EngineArgs {
    /// Sets the engine and the ownership of `options`, if its sources of dead stones need them.
    ///
    /// # Errors
    /// If the engine or the ownership file is missing or superfluous, or the engine can't be
    /// started.
    pub(super) fn apply(&self, options: &mut Options, stop: &Stop) -> anyhow::Result<()> {
        options.engine = match (&self.engine, options.dead.contains(&DeadFrom::Engine)) {
            (None, false) => None,
            (Some(command), true) => Some(self.dead_engine(command, stop)?),
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

    /// Starts the engine of `command`, with a cache of its answers unless `--no-engine-cache` is
    /// set.
    fn dead_engine(&self, command: &str, stop: &Stop) -> anyhow::Result<Arc<dyn PositionEngine>> {
        let command =
            command_words(command).map_err(|why| anyhow!("--engine {command:?}: {why}"))?;
        let mut engine = DeadEngine::new(command.clone(), self.engine_timeout, stop)?;
        if self.no_engine_cache {
            return Ok(Arc::new(engine));
        }
        let folder = match &self.engine_cache {
            Some(folder) => folder.clone(),
            None => choose_base_strategy()
                .context("failed to find the user's cache folder; name one with --engine-cache")?
                .cache_dir()
                .join("seichi"),
        };
        let cache = Cache::open(&folder, &engine.identity(), &command).with_context(|| {
            format!(
                "failed to cache the engine's answers in {}: name another folder with \
                 --engine-cache, or set --no-engine-cache",
                folder.display()
            )
        })?;
        engine.cache = Some(cache);
        Ok(Arc::new(engine))
    }
}
