//! Commands for a program with its own user interface, such as the Python package. Flags, messages
//! and files are the same as on the command line; nothing is printed.

mod records;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use clap::{ArgAction, CommandFactory};

use super::command_line::{Arguments, Command, parse};
use super::eval::{CommandLine, EvalArgs, check, write_run};
use super::exit::Failure;
use super::progress::Observer;
use super::score::ScoreArgs;
use crate::Stop;
use crate::dead::DeadFrom;
use crate::external::Spec;
use crate::game::Options;
use crate::run::{Figures, json};
use crate::territory::Strategy;

pub use records::{RecordFile, read_records};

/// The value of a flag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Whether a flag without a value is given.
    Switch(bool),
    /// The value or values of a flag.
    Words(Vec<OsString>),
}

/// Returns command-line arguments: the program, `command`, and its flags. Each flag in `flags`
/// consists of a name without dashes, and a value. A flag with several values is repeated for each
/// value.
///
/// # Errors
/// If a command or flag is unknown.
pub fn words(command: &str, flags: Vec<(String, Value)>) -> Result<Vec<OsString>, Failure> {
    let program = Arguments::command();
    let found = program
        .find_subcommand(command)
        .ok_or_else(|| anyhow!("unknown command {command}"))?;
    let mut words: Vec<OsString> = vec!["seichi".into(), command.into()];
    for (name, value) in flags {
        if found
            .get_arguments()
            .all(|arg| arg.get_long() != Some(&name))
        {
            return Err(anyhow!("seichi {command} has no flag {name}").into());
        }
        let with = |word: OsString| [format!("--{name}=").into(), word].into_iter().collect();
        match value {
            Value::Switch(is_on) => words.extend(is_on.then(|| format!("--{name}").into())),
            Value::Words(values) => words.extend(values.into_iter().map(with)),
        }
    }
    Ok(words)
}

/// A flag of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flag {
    /// The name without dashes.
    pub name: String,
    /// The help text of the flag, on one line.
    pub help: String,
    /// Whether the flag takes a value.
    pub takes_value: bool,
    /// Whether the flag takes several values.
    pub takes_several: bool,
}

/// Returns the flags of a command in the order in which its help lists them; empty if there is no
/// such command.
pub fn flags(command: &str) -> Vec<Flag> {
    let program = Arguments::command();
    let flags = program
        .find_subcommand(command)
        .into_iter()
        .flat_map(clap::Command::get_arguments);
    let flag = |arg: &clap::Arg| {
        let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
        let takes_several =
            arg.get_value_delimiter().is_some() || matches!(arg.get_action(), ArgAction::Append);
        let (name, takes_value) = (arg.get_long()?.to_owned(), arg.get_action().takes_values());
        Some(Flag {
            name,
            help,
            takes_value,
            takes_several,
        })
    };
    flags.filter_map(flag).collect()
}

/// Returns the options of `seichi score` for command-line arguments that contain no paths.
///
/// # Errors
/// If `score` does not accept the arguments, or if they name scorers, engines or ownership files,
/// which only an evaluation can use.
pub fn score_options(mut words: Vec<OsString>) -> Result<Options, Failure> {
    words.push("-".into());
    let args = score_args(&words)?;
    if !args.scoring.scorers.is_empty() {
        return Err(anyhow!("only an evaluation runs scorers").into());
    }
    let outside = |from: &&DeadFrom| matches!(from, DeadFrom::Engine | DeadFrom::Ownership);
    if let Some(from) = args.scoring.dead.iter().find(outside) {
        return Err(anyhow!("only an evaluation takes dead stones from {}", from.name()).into());
    }
    Ok(args.options(&Stop::default())?)
}

/// Parses command-line arguments of `seichi score`.
fn score_args(words: &[OsString]) -> Result<ScoreArgs, Failure> {
    match parse(words, &[])?.0.command {
        Command::Score(args) => Ok(args),
        _ => Err(anyhow!("the command is not score").into()),
    }
}

/// Runs `seichi audit` with the given command-line arguments, and returns its rows as a JSON list.
///
/// # Errors
/// If `audit` does not accept the arguments, or fails. New suspects are not an error.
pub fn audit(
    mut words: Vec<OsString>,
    stop: &Stop,
    observer: &mut dyn Observer,
) -> Result<String, Failure> {
    words.insert(2.min(words.len()), "--format=json".into());
    let (parsed, line) = parse(&words, &[])?;
    let Command::Audit(args) = &parsed.command else {
        return Err(anyhow!("the command is not audit").into());
    };
    let audited = args.audit(&line, stop, observer)?;
    let listed = args.listed(&audited);
    args.finish(&audited, &listed, observer)?;
    Ok(json(&listed))
}

/// Merges runs into one run in the folder `out`, as `seichi merge` does. Each of the given folders
/// contains the run of one part of the games.
///
/// # Errors
/// If the runs do not cover parts of the same set of games, or a file can't be read or written.
pub fn merge(runs: &[PathBuf], out: &Path) -> Result<(), Failure> {
    let words = ["seichi", "merge"].map(str::to_owned);
    super::merge::merged(runs, out, &words, &Stop::default())?;
    Ok(())
}

/// A parsed command line of `seichi eval`.
#[derive(Debug)]
pub struct EvalCommand {
    args: EvalArgs,
    line: CommandLine,
}

impl EvalCommand {
    /// Parses command-line arguments, which start with `seichi` and `eval`. `functions` are scorers
    /// in addition to those given with `--scorer`.
    ///
    /// # Errors
    /// If the arguments do not ask for an evaluation. A request for help is also an error.
    pub fn parse(words: &[OsString], functions: Vec<Spec>) -> Result<Self, Failure> {
        let names: Vec<String> = functions
            .iter()
            .map(|function| function.name.clone())
            .collect();
        let (arguments, line) = parse(words, &names)?;
        let Command::Eval(mut args) = arguments.command else {
            return Err(anyhow!("the command is not eval").into());
        };
        args.run.scoring.scorers.extend(functions);
        Ok(Self { args, line })
    }

    /// Adds the calling program's strategies. Each replaces the chosen strategy with the same name,
    /// or comes last if there is none.
    #[must_use]
    pub fn with_strategies(mut self, strategies: &[&'static Strategy]) -> Self {
        self.args.run.scoring.own.extend(strategies);
        self
    }

    /// Evaluates the games and writes the run to [`Self::out`]. Returns early, and leaves nothing
    /// behind, when `stop` is set.
    ///
    /// # Errors
    /// If `seichi eval` would fail. The run is written even if a scorer never answers, or if the
    /// program itself fails on a game.
    pub fn run(&self, stop: &Stop, observer: &mut dyn Observer) -> Result<Figures, Failure> {
        let run = write_run(&self.args.run, None, &self.line, stop, observer)?;
        check(&run.figures)?;
        Ok(run.figures)
    }

    /// Returns the paths of the games.
    pub fn paths(&self) -> &[PathBuf] {
        &self.args.run.games.paths
    }

    /// Returns the flags that affect one game, as words of a command line.
    pub fn game_flags(&self) -> &[String] {
        &self.line.game_flags
    }

    /// Returns the folder of the run.
    pub fn out(&self) -> &Path {
        &self.args.run.out
    }
}
