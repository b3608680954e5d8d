//! Arguments for scoring games.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{anyhow, bail};
use clap::Args;
use clap::builder::{PossibleValue, TypedValueParser};

use super::RecordArgs;
use super::engines::dead_engine;
use crate::Stop;
use crate::cli::named::{Named, one_of};
use crate::dead::{DeadFrom, Playouts};
use crate::external::{Running, Spec};
use crate::game::Options;
use crate::labels::LabelPoint;
use crate::territory::{STRATEGIES, Strategy, strategy, usual_strategies};
use crate::text::{doc_comment, shell_word};

/// Arguments for scoring a game. Every command that scores games has them.
#[derive(Debug, Args)]
#[command(next_help_heading = "Scoring")]
pub(crate) struct ScoringArgs {
    /// The strategies and scorers to run: names separated by commas (repeatable), or `all`; by
    /// default, those marked with * in `seichi list strategies`. Commands that need only one answer
    /// use the first
    #[arg(
        short,
        long,
        hide_possible_values = true,
        value_name = "NAME",
        value_delimiter = ',',
        // accept every name, because the scorers are known only once all arguments have been parsed
        value_parser = Named(|name| Ok(name.to_owned()), strategy_names),
    )]
    pub(crate) strategy: Vec<String>,
    /// Measure an external scorer: a program that reads positions and writes their territory as
    /// lines of JSON, or a GTP engine given as NAME=gtp:COMMAND (repeatable)
    #[arg(long = "scorer", value_name = "NAME=COMMAND", value_parser = Spec::parse)]
    pub(crate) scorers: Vec<Spec>,
    /// The time limit per position in seconds; by default 10 for a scorer, and 60 for the engine
    #[arg(long, hide_short_help = true, value_name = "SECONDS", value_parser = parse_seconds)]
    scorer_timeout: Option<Duration>,
    /// The source of dead stones, or several sources separated by commas: the first one with an
    /// answer is used
    #[arg(
        long,
        help_heading = DEAD_STONES,
        value_name = "SOURCE",
        value_delimiter = ',',
        default_value = "auto",
        value_parser = dead_from(),
    )]
    pub(crate) dead: Vec<DeadFrom>,
    /// The random seed for the playouts
    #[arg(
        long,
        hide_short_help = true,
        help_heading = DEAD_STONES,
        value_name = "N",
        default_value_t = Playouts::default().seed,
    )]
    seed: u64,
    /// The command of a GTP engine, for --dead engine
    #[arg(long, help_heading = ENGINES, value_name = "COMMAND")]
    engine: Option<String>,
    /// A file with the predicted owner of each point, one JSON line per game, for --dead ownership
    #[arg(long, help_heading = ENGINES, value_name = "FILE")]
    ownership: Option<PathBuf>,
    /// Strategies of the calling program: see [`crate::cli::embed::EvalCommand::with_strategies`]
    #[arg(skip)]
    pub(crate) own: Vec<&'static Strategy>,
}

/// Corrections of dead stones. Commands that score a single game have them.
#[derive(Debug, Args)]
pub(crate) struct CorrectionArgs {
    /// Correct the dead stones of one game: the chains at these points, such as D4,Q16, change from
    /// dead to alive, or back
    #[arg(
        long,
        help_heading = DEAD_STONES,
        value_name = "POINTS",
        value_delimiter = ',',
        value_parser = |text: &str| LabelPoint::try_from(text.to_owned()),
    )]
    pub(crate) toggle: Vec<LabelPoint>,
}

/// The heading above the flags about dead stones in the help.
const DEAD_STONES: &str = "Dead stones";

/// The heading above the flags about two sources of dead stones in the help.
const ENGINES: &str = "Engines";

/// Returns the parser for the name of a source of dead stones.
pub(crate) fn dead_from() -> impl TypedValueParser<Value = DeadFrom> {
    one_of(DeadFrom::ALL.iter().map(|&from| {
        let value = PossibleValue::new(from.name()).help(doc_comment(&from));
        (value, from)
    }))
}

fn strategy_names() -> Vec<&'static str> {
    STRATEGIES.iter().map(|strategy| strategy.name).collect()
}

/// The name that stands for all built-in strategies.
const ALL_STRATEGIES: &str = "all";

/// Returns the built-in strategies that a name stands for: one, all, or none if it names a scorer.
fn named_strategies(name: &str) -> Vec<&'static Strategy> {
    if name == ALL_STRATEGIES {
        STRATEGIES.to_vec()
    } else {
        strategy(name).into_iter().collect()
    }
}

/// Returns the error for a name that is neither a built-in strategy nor one of `scorers`.
fn unknown_strategy(name: &str, scorers: &[Spec]) -> anyhow::Error {
    let scorers = scorers.iter().map(|scorer| scorer.name.as_str());
    let names = strategy_names()
        .into_iter()
        .chain(scorers)
        .chain([ALL_STRATEGIES]);
    let names = names.collect::<Vec<_>>().join(", ");
    let scorer = shell_word(&format!("{name}=COMMAND"));
    anyhow!(
        "invalid value '{name}' for '--strategy <NAME>': unknown strategy; a scorer of \
         your own needs --scorer {scorer}; the strategies are {names}"
    )
}

impl ScoringArgs {
    /// Sets the options that these arguments determine.
    ///
    /// # Errors
    /// If a strategy is unknown, if two have the same name, if a scorer can't be started, or if the
    /// engine can't be used.
    pub(crate) fn apply(&self, options: &mut Options, stop: &Stop) -> anyhow::Result<()> {
        for name in &self.strategy {
            let is_scorer = self.scorers.iter().any(|scorer| scorer.name == *name);
            if !is_scorer && named_strategies(name).is_empty() {
                return Err(unknown_strategy(name, &self.scorers));
            }
        }
        options.strategies = self.strategies();
        options.scorers = self.chosen_scorers();
        options.scorer_timeout = self.scorer_timeout.unwrap_or(options.scorer_timeout);
        options.dead.clone_from(&self.dead);
        options.playouts.seed = self.seed;
        options.engine = match (&self.engine, self.dead.contains(&DeadFrom::Engine)) {
            (None, false) => None,
            (Some(command), true) => Some(dead_engine(command, self.scorer_timeout, stop)?),
            (None, true) => {
                bail!("--dead engine needs an engine, such as --engine 'gnugo --mode gtp'")
            }
            (Some(_), false) => bail!("--engine works only with --dead engine"),
        };
        options.dead_ownership = match (&self.ownership, self.dead.contains(&DeadFrom::Ownership)) {
            (None, false) => None,
            (Some(file), true) => Some(file.clone()),
            (None, true) => bail!("--dead ownership needs --ownership FILE"),
            (Some(_), false) => bail!("--ownership works only with --dead ownership"),
        };
        let mut names = options.names();
        names.sort();
        if let Some([name, ..]) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            bail!("two strategies are called {name}; give the scorer another name");
        }
        // comparisons would confuse the scorer's figures with the strategy's
        if let Some(scorer) = self
            .scorers
            .iter()
            .find(|scorer| !named_strategies(&scorer.name).is_empty())
        {
            bail!(
                "--scorer {0}: {0} is a built-in strategy; give the scorer another name",
                scorer.name
            );
        }
        // start and end each program once, so that a misspelt command fails before any game is read
        for scorer in options.scorers.iter().filter(|one| !one.command.is_empty()) {
            Running::start(&scorer.command)
                .map_err(|why| anyhow!("--scorer {}: {why}", scorer.name))?;
        }
        Ok(())
    }

    /// Returns the options for scoring games without labels and judging their safety.
    ///
    /// # Errors
    /// If [`Self::apply`] fails.
    pub(crate) fn without_labels(
        &self,
        record: &RecordArgs,
        stop: &Stop,
    ) -> anyhow::Result<Options> {
        let mut options = Options {
            needs_label: false,
            safety: true,
            ..Options::default()
        };
        record.apply(&mut options);
        self.apply(&mut options, stop)?;
        Ok(options)
    }

    /// Returns the built-in strategies that `-s` names, without duplicates, or the default
    /// strategies if `-s` is not given. A strategy of the calling program replaces the built-in
    /// strategy of the same name. If there is none, the program's strategy comes last.
    fn strategies(&self) -> Vec<&'static Strategy> {
        let mut chosen: Vec<&'static Strategy> = Vec::new();
        let wanted = match self.strategy.as_slice() {
            [] => usual_strategies().collect(),
            names => names
                .iter()
                .flat_map(|name| named_strategies(name))
                .collect::<Vec<_>>(),
        };
        for strategy in wanted.into_iter().chain(self.own.iter().copied()) {
            match chosen.iter_mut().find(|known| known.name == strategy.name) {
                Some(known) => *known = strategy,
                None => chosen.push(strategy),
            }
        }
        chosen
    }

    /// Returns the scorers that `-s` names, or all scorers if it names none.
    fn chosen_scorers(&self) -> Vec<Spec> {
        let named: Vec<Spec> = self
            .scorers
            .iter()
            .filter(|scorer| self.strategy.contains(&scorer.name))
            .cloned()
            .collect();
        if named.is_empty() {
            self.scorers.clone()
        } else {
            named
        }
    }
}

/// Parses a number of seconds. The maximum is a day, because a longer time is probably a typing
/// mistake and might overflow a duration.
fn parse_seconds(text: &str) -> anyhow::Result<Duration> {
    let seconds = text
        .parse::<f64>()
        .ok()
        .filter(|&seconds| seconds > 0.0 && seconds <= 86_400.0);
    let seconds = seconds.ok_or_else(|| anyhow!("expected a number above 0 and at most 86400"))?;
    Ok(Duration::from_secs_f64(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_more_than_0_and_at_most_a_day() {
        for text in ["0.1", "1", "86400"] {
            assert!(parse_seconds(text).is_ok(), "{text}");
        }
        for text in ["0", "-1", "NaN", "86401", "inf", "x"] {
            assert!(parse_seconds(text).is_err(), "{text}");
        }
    }
}
