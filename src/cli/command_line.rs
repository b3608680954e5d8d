//! A command line: the words that the user typed, and the arguments that clap makes of them.

use std::ffi::OsString;

use clap::error::ErrorKind;
use clap::{ArgMatches, Command, CommandFactory, FromArgMatches};

use super::args::{Arguments, StrategyChoice, unknown_strategy};
use super::exit::Failure;
use crate::external::scorer::Spec;

/// A command line as it is run.
#[derive(Clone, Debug)]
pub(super) struct CommandLine {
    /// The words that the user typed.
    pub(super) words: Vec<String>,
}

impl CommandLine {
    /// Parses a command line. `functions` are the names of the scorers that no `--scorer` starts, because they are functions
    /// of the calling program.
    pub(super) fn parse(words: &[OsString], functions: &[String]) -> Result<(Arguments, Self), Failure> {
        let mut program = Arguments::command();
        let matches = program.try_get_matches_from_mut(words).map_err(Failure::Usage)?;
        let arguments = Arguments::from_arg_matches(&matches).map_err(Failure::Usage)?;
        let (command, given) = innermost(&mut program, &matches);
        check_strategies(command, given, functions).map_err(Failure::Usage)?;
        let words = words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
        Ok((arguments, Self { words }))
    }
}

/// Returns the innermost command that is asked for, and the matches of its own arguments.
fn innermost<'a>(program: &'a mut Command, given: &'a ArgMatches) -> (&'a mut Command, &'a ArgMatches) {
    match given.subcommand() {
        Some((name, given)) => innermost(program.find_subcommand_mut(name).expect("clap has found it"), given),
        None => (program, given),
    }
}

/// Checks that every name of `--strategy` is that of a built-in strategy, a `--scorer` or one of `functions`. No parser of
/// one flag can do this.
fn check_strategies(command: &mut Command, given: &ArgMatches, functions: &[String]) -> Result<(), clap::Error> {
    let Ok(Some(mut choices)) = given.try_get_many::<StrategyChoice>("strategies") else { return Ok(()) };
    let started = given.get_many::<Spec>("scorers").into_iter().flatten().map(|scorer| scorer.name.clone());
    let scorers: Vec<String> = started.chain(functions.iter().cloned()).collect();
    let unknown = choices.find_map(|choice| Some((choice.name(), unknown_strategy(choice.name(), &scorers)?)));
    unknown.map_or(Ok(()), |(name, why)| {
        let message = format!("invalid value '{name}' for '--strategy <NAME>': {why}");
        Err(command.error(ErrorKind::ValueValidation, message))
    })
}
