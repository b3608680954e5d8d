//! Arguments that say how to score games.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use clap::Args;

use super::engines::EngineArgs;
use super::numbers::{parse_mean, parse_seconds};
use crate::cli::named::{Named, most_similar};
use crate::dead::{DeadFrom, Playouts};
use crate::external::process::Running;
use crate::external::scorer::Spec;
use crate::pipeline::{Against, Options, SafetyCheck};
use crate::stats::Bootstrap;
use crate::territory::{STRATEGIES, Strategy, strategy};

/// Arguments that say how to score games.
#[derive(Debug, Args)]
pub(in crate::cli) struct ScoringArgs {
    /// A strategy or a --scorer by its name, or several separated by commas (repeatable; the others are compared with the
    /// first). By default all strategies run, also beside --scorer
    #[arg(
        short,
        long = "strategy",
        value_name = "NAME",
        value_delimiter = ',',
        value_parser = Named(parse_strategy, strategy_names)
    )]
    strategies: Vec<StrategyChoice>,
    /// Strategies of the calling program: see [`crate::cli::embed::EvalCommand::with_strategies`]
    #[arg(skip)]
    pub(in crate::cli) own: Vec<StrategyChoice>,
    /// The source of dead stones; of several, separated by commas, the first one that knows the answer
    #[arg(long, value_name = "SOURCE", default_value = "auto", value_parser = Named(parse_dead, dead_names))]
    pub(in crate::cli) dead: DeadSources,
    #[command(flatten)]
    engines: EngineArgs,
    /// The mean ownership of a chain, from 0 to 1 and either player's, from which it is clear whether the chain lives, so
    /// that a game can be safe to score; 1/3 by default, and with --dead ownership that of --ownership-dead
    #[arg(long, value_name = "MEAN", value_parser = parse_mean)]
    safe_certainty: Option<f64>,
    /// The number of playouts for each game, for --dead estimate, and to judge whether a game is safe to score
    #[arg(long, value_name = "N", default_value_t = Playouts::default().count, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    playouts: u32,
    /// The seed of playouts, and of the bootstrap that gives intervals of differences
    #[arg(long, value_name = "N", default_value_t = Bootstrap::default().seed)]
    pub(in crate::cli) seed: u64,
    /// The label that answers are compared with: record (the recorded result) or reading (the answer of the strategy
    /// reading)
    #[arg(long, value_name = "LABEL", default_value = "record", value_parser = Named(parse_against, against_names))]
    against: Against,
    /// A program that counts as a strategy: it reads positions and writes territory, a line of JSON each; or a GTP
    /// engine, NAME=gtp:COMMAND (repeatable)
    #[arg(long = "scorer", value_name = "NAME=COMMAND", value_parser = Spec::parse)]
    pub(in crate::cli) scorers: Vec<Spec>,
    /// The time limit of an external scorer for a position, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = parse_seconds)]
    scorer_timeout: f64,
}

/// A name that `-s` gives.
#[derive(Clone)]
pub(in crate::cli) enum StrategyChoice {
    /// The name of a built-in strategy.
    BuiltIn(&'static dyn Strategy),
    /// Any other name: that of a scorer, if [`unknown_strategy`] finds no fault with it.
    Scorer(String),
}

impl StrategyChoice {
    pub(in crate::cli) fn name(&self) -> &str {
        match self {
            Self::BuiltIn(strategy) => strategy.name(),
            Self::Scorer(name) => name,
        }
    }
}

impl std::fmt::Debug for StrategyChoice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// Sources of dead stones, in the order in which they are asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cli) struct DeadSources(pub(in crate::cli) Vec<DeadFrom>);

fn strategy_names() -> Vec<&'static str> {
    STRATEGIES.iter().map(|strategy| strategy.name()).collect()
}

/// Accepts every name: which scorers there are is known once all arguments are.
#[expect(clippy::unnecessary_wraps, reason = "the parser of a flag")]
fn parse_strategy(name: &str) -> anyhow::Result<StrategyChoice> {
    Ok(strategy(name).map_or_else(|| StrategyChoice::Scorer(name.to_owned()), StrategyChoice::BuiltIn))
}

/// Returns why `name` is neither a built-in strategy nor one of `scorers`, or `None` if it is one.
pub(in crate::cli) fn unknown_strategy(name: &str, scorers: &[String]) -> Option<String> {
    if strategy(name).is_some() || scorers.iter().any(|scorer| scorer == name) {
        return None;
    }
    let names = strategy_names().into_iter().chain(scorers.iter().map(String::as_str));
    let suggestion = most_similar(name, names.clone()).map_or(String::new(), |name| format!("did you mean {name}? "));
    let names = names.collect::<Vec<_>>().join(", ");
    Some(format!("{suggestion}there is no strategy of that name; the strategies are {names}"))
}

fn against_names() -> Vec<&'static str> {
    Against::ALL.into_iter().map(Against::name).collect()
}

fn parse_against(name: &str) -> anyhow::Result<Against> {
    let known = Against::ALL.into_iter().find(|against| against.name() == name);
    known.with_context(|| format!("it is one of {}", against_names().join(", ")))
}

pub(super) fn dead_names() -> Vec<&'static str> {
    DeadFrom::ALL.map(DeadFrom::name).to_vec()
}

pub(super) fn parse_dead(names: &str) -> anyhow::Result<DeadSources> {
    let source = |name: &str| DeadFrom::ALL.into_iter().find(|source| source.name() == name);
    let sources: Option<Vec<_>> = names.split(',').map(source).collect();
    let sources = sources.with_context(|| format!("it is one of {}, or several of them", dead_names().join(", ")))?;
    Ok(DeadSources(sources))
}

/// Starts each program once and ends it, so that a typing error in a command is found before any game is read.
fn start_each(scorers: &[Spec]) -> anyhow::Result<()> {
    for scorer in scorers.iter().filter(|scorer| !scorer.is_function()) {
        Running::start(&scorer.command).map_err(|why| anyhow!("--scorer {}: {why}", scorer.name))?;
    }
    Ok(())
}

impl ScoringArgs {
    /// Returns the options of these arguments; all others have their defaults.
    ///
    /// # Errors
    /// If two strategies have the same name, a scorer can't be started, or the engine can't be used.
    pub(in crate::cli) fn options(&self, stop: &AtomicBool) -> anyhow::Result<Options> {
        let options = Options {
            strategies: self.strategies(),
            scorers: self.chosen_scorers(),
            scorer_timeout: Duration::from_secs_f64(self.scorer_timeout),
            dead: self.dead.0.clone(),
            engine: self.engines.engine(&self.dead.0, stop)?,
            ownership: self.engines.ownership_source(&self.dead.0, stop)?,
            against: self.against,
            playouts: Playouts { count: self.playouts, seed: self.seed },
            ..Options::default()
        };
        let mut names = options.names();
        names.sort();
        if let Some([name, ..]) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            bail!("two strategies are called {name}: give the scorer another name");
        }
        // its figures would pass for those of the strategy in every comparison
        if let Some(scorer) = self.scorers.iter().find(|scorer| strategy(&scorer.name).is_some()) {
            bail!("--scorer {0}: {0} is a built-in strategy: give the scorer another name", scorer.name);
        }
        start_each(&options.scorers)?;
        Ok(options)
    }

    /// Returns the way to judge whether games are safe to score.
    pub(in crate::cli) const fn safety_check(&self) -> SafetyCheck {
        SafetyCheck::new(self.safe_certainty)
    }

    /// Returns the path of `--ownership`, if `--dead ownership` asks for it.
    pub(in crate::cli) fn ownership(&self) -> Option<&Path> {
        self.engines.ownership().filter(|_| self.dead.0.contains(&DeadFrom::Ownership))
    }

    /// Returns the options with which `seichi explain` asks the same scorers, and the same strategies if not all are
    /// asked.
    pub(super) fn scorer_options(&self) -> Vec<String> {
        let is_function = |name: &&str| self.scorers.iter().any(|scorer| scorer.is_function() && scorer.name == *name);
        // a command can't call a function of another program
        let names: Vec<&str> = self.named().filter(|name| !is_function(name)).collect();
        let is_all = names.is_empty() || names == strategy_names();
        let mut words = if is_all { Vec::new() } else { vec!["-s".to_owned(), names.join(",")] };
        let programs = || self.scorers.iter().filter(|scorer| !scorer.is_function());
        words.extend(programs().flat_map(|scorer| ["--scorer".to_owned(), scorer.to_string()]));
        if programs().next().is_some()
            && Duration::from_secs_f64(self.scorer_timeout) != Options::default().scorer_timeout
        {
            words.extend(["--scorer-timeout".to_owned(), self.scorer_timeout.to_string()]);
        }
        words
    }

    /// Returns the options with which `seichi explain` finds the same label and the same dead stones.
    pub(super) fn label_options(&self) -> Vec<String> {
        let DeadSources(sources) = &self.dead;
        let mut words = Vec::new();
        if self.against != Against::Record {
            words.extend(["--against".to_owned(), self.against.name().to_owned()]);
        }
        if *sources != [DeadFrom::Auto] {
            words.extend([
                "--dead".to_owned(),
                sources.iter().map(|source| source.name()).collect::<Vec<_>>().join(","),
            ]);
        }
        words.extend(self.engines.explain_options(sources));
        if sources.contains(&DeadFrom::Estimate) {
            let numbers = [("--playouts", u64::from(self.playouts)), ("--seed", self.seed)];
            words.extend(numbers.into_iter().flat_map(|(flag, number)| [flag.to_owned(), number.to_string()]));
        }
        words
    }

    /// Returns the built-in strategies that are named, each once, or all if `-s` names none and no scorer. A strategy
    /// of the calling program takes the place of the one of its name, or comes last.
    pub(in crate::cli) fn strategies(&self) -> Vec<&'static dyn Strategy> {
        let built_in = |choice: &StrategyChoice| match choice {
            StrategyChoice::BuiltIn(strategy) => Some(*strategy),
            StrategyChoice::Scorer(_) => None,
        };
        let mut chosen: Vec<&'static dyn Strategy> = Vec::new();
        let wanted = match self.strategies.as_slice() {
            [] => STRATEGIES.to_vec(),
            named => named.iter().filter_map(built_in).collect(),
        };
        for strategy in wanted {
            if chosen.iter().all(|known| known.name() != strategy.name()) {
                chosen.push(strategy);
            }
        }
        for own in self.own.iter().filter_map(built_in) {
            match chosen.iter_mut().find(|known| known.name() == own.name()) {
                Some(known) => *known = own,
                None => chosen.push(own),
            }
        }
        chosen
    }

    /// Returns the scorers that `-s` names, or all if it names none.
    fn chosen_scorers(&self) -> Vec<Spec> {
        let is_named = |scorer: &&Spec| self.named().any(|name| name == scorer.name);
        let named: Vec<Spec> = self.scorers.iter().filter(is_named).cloned().collect();
        if named.is_empty() { self.scorers.clone() } else { named }
    }

    /// Returns the names that `-s` gives, in its order.
    pub(in crate::cli) fn named(&self) -> impl Iterator<Item = &str> {
        self.strategies.iter().map(StrategyChoice::name)
    }
}
