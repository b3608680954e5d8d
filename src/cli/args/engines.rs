//! Arguments for two sources of dead stones: engines and ownership.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use clap::Args;
use etcetera::{BaseStrategy, choose_base_strategy};

use super::numbers::parse_seconds;
use crate::board::Point;
use crate::dead::{DeadFrom, Ownership};
use crate::external::PositionEngine;
use crate::external::cache::{Cache, CachedAnswer, CachedEngine};
use crate::external::dead_stones::DeadEngine;
use crate::external::ownership::{AnalysisEngine, EngineLimits};
use crate::external::process::{command_line, command_words};
use crate::pipeline::{Options, OwnershipSource};

/// Arguments for two sources of dead stones: engines and ownership.
#[derive(Debug, Args)]
#[command(next_help_heading = "Engines")]
pub(super) struct EngineArgs {
    /// The command of a GTP engine, for --dead engine
    #[arg(long, value_name = "COMMAND", value_parser = parse_command)]
    engine: Option<EngineCommand>,
    /// A file with the predicted owner of each point, one JSON line per game, for --dead ownership
    #[arg(long, value_name = "FILE")]
    pub(super) ownership: Option<PathBuf>,
    /// The command of KataGo's analysis engine, or of a program with the same protocol: used with --dead ownership for
    /// games that are not in the ownership file
    #[arg(long, value_name = "COMMAND", value_parser = parse_command)]
    ownership_engine: Option<EngineCommand>,
    /// The number of visits per search by --ownership-engine, which searches each position twice: once with each player
    /// to move
    #[arg(long, hide_short_help = true, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    ownership_visits: u32,
    /// The time limit per position for an engine, in seconds
    #[arg(long, hide_short_help = true, value_name = "SECONDS", default_value = "60", value_parser = parse_seconds)]
    engine_timeout: Duration,
    /// The folder for cached engine answers; by default `seichi` in the user's cache folder
    #[arg(long, hide_short_help = true, value_name = "DIR")]
    engine_cache: Option<PathBuf>,
    /// Do not use cached engine answers, and do not cache new ones
    #[arg(long, hide_short_help = true, conflicts_with = "engine_cache")]
    no_engine_cache: bool,
}

/// The time limit for an analysis engine to load its network and tune itself for the machine.
const START: Duration = Duration::from_mins(30);

/// A program and its arguments.
#[derive(Clone, Debug)]
struct EngineCommand(Vec<String>);

fn parse_command(text: &str) -> Result<EngineCommand, String> {
    command_words(text).map(EngineCommand)
}

/// An engine that threads share.
type SharedEngine<A> = Arc<dyn PositionEngine<A>>;

impl EngineArgs {
    /// Sets the engine and the ownership of `options`, if its sources of dead stones need them.
    ///
    /// # Errors
    /// If one is missing, superfluous, or can't be started.
    pub(super) fn apply(&self, options: &mut Options, stop: &AtomicBool) -> anyhow::Result<()> {
        options.engine = match (&self.engine, options.dead.contains(&DeadFrom::Engine)) {
            (None, false) => None,
            (Some(command), true) => Some(self.dead_engine(command, stop)?),
            (None, true) => bail!("--dead engine needs an engine, such as --engine 'gnugo --mode gtp'"),
            (Some(_), false) => bail!("--engine works only with --dead engine"),
        };
        options.ownership = match (&self.ownership, &self.ownership_engine, options.dead.contains(&DeadFrom::Ownership))
        {
            (None, None, false) => None,
            (Some(_), _, false) => bail!("--ownership works only with --dead ownership"),
            (None, Some(_), false) => bail!("--ownership-engine works only with --dead ownership"),
            (None, None, true) => bail!("--dead ownership needs --ownership FILE or --ownership-engine COMMAND"),
            (file, command, true) => {
                let engine = command.as_ref().map(|command| self.ownership_engine(command, stop)).transpose()?;
                Some(OwnershipSource { file: file.clone(), engine })
            }
        };
        Ok(())
    }

    /// Returns the engine of `command` that judges stones, with a cache of its answers.
    fn dead_engine(&self, command: &EngineCommand, stop: &AtomicBool) -> anyhow::Result<SharedEngine<Vec<Point>>> {
        let engine = DeadEngine::new(command.0.clone(), self.engine_timeout, stop)?;
        let identity = engine.identity();
        self.cached(engine, "dead", &identity)
    }

    /// Returns the engine with a cache of its answers, unless `--no-engine-cache` is set.
    fn cached<A: CachedAnswer + 'static>(
        &self,
        engine: impl PositionEngine<A> + 'static,
        kind: &str,
        identity: &str,
    ) -> anyhow::Result<SharedEngine<A>> {
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
        let cache = Cache::open(&folder, kind, identity).with_context(|| {
            format!(
                "failed to cache the engine's answers in {}: name another folder with --engine-cache, or set --no-engine-cache",
                folder.display()
            )
        })?;
        Ok(Arc::new(CachedEngine { engine, cache }))
    }

    /// Starts the analysis engine of `command`, with a cache of its answers.
    fn ownership_engine(&self, command: &EngineCommand, stop: &AtomicBool) -> anyhow::Result<SharedEngine<Ownership>> {
        let limits = EngineLimits { answer: self.engine_timeout, start: START };
        let engine = AnalysisEngine::new(command.0.clone(), limits, self.ownership_visits, stop)
            .map_err(|why| anyhow!("--ownership-engine {}: {why}", command_line(&command.0)))?;
        let identity = engine.identity().to_owned();
        self.cached(engine, "ownership", &identity)
    }
}
