//! The command line: its commands, the words that the user typed, and the arguments that clap
//! parses.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, CommandFactory, FromArgMatches, Parser, Subcommand};

use super::args::{RecordArgs, ScoringArgs, unknown_strategy};
use super::audit::AuditArgs;
use super::baseline::BaselineCommand;
use super::compare::CompareArgs;
use super::eval::{CommandLine, EvalArgs};
use super::exit::Failure;
use super::explain::ExplainArgs;
use super::gate::GateArgs;
use super::gtp::GtpArgs;
use super::inspect::InspectArgs;
use super::list::ListArgs;
use super::man::CompletionsArgs;
use super::merge::MergeArgs;
use super::report::ReportArgs;
use super::score::ScoreArgs;
use crate::external::Spec;

/// What most users begin with, below the list of commands.
const FIRST_STEPS: &str = "\
First steps, with your own records or those of corpus/:
  seichi eval games/ -o out     How accurately do the built-in strategies count these games?
  seichi audit games/           Which recorded results are probably wrong?
  seichi score game.sgf         What is the result of this game?
  seichi explain 'game.sgf#1'   Why is it counted like this?";

/// Measures how accurately a program scores finished Go games.
#[derive(Debug, Parser)]
#[command(name = "seichi", version, max_term_width = 100, after_help = FIRST_STEPS)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Score every game, compare it with its recorded result (its label), and write reports
    Eval(EvalArgs),
    /// Evaluate games and fail if the results are worse than the baseline (for CI)
    Gate(GateArgs),
    /// Accept, show or diff the baseline used by `gate`
    #[command(subcommand)]
    Baseline(BaselineCommand),
    /// Compare two saved runs: what changed, and which is better
    Compare(CompareArgs),
    /// Make one run of the runs of parts of the same games (`eval --part`)
    Merge(MergeArgs),
    /// Write a report of a saved run in another format
    Report(ReportArgs),
    /// Print territory maps and margins; no label needed
    Score(ScoreArgs),
    /// Show one game: its board, and every point where the strategies disagree with each other or
    /// with the label
    Explain(ExplainArgs),
    /// Score positions as a GTP engine, for programs that speak the Go Text Protocol
    Gtp(GtpArgs),
    /// List the games whose recorded results may be wrong, the most certain first
    Audit(AuditArgs),
    /// Count games by size, rules, result, encoding, origin of the label, and reason for being
    /// skipped
    Inspect(InspectArgs),
    /// List strategies, reasons for skipping a game, remarks on unusual records, categories of
    /// mismatches, or measures of accuracy
    #[command(arg_required_else_help = true)]
    List(ListArgs),
    /// Print a shell completion script
    Completions(CompletionsArgs),
    /// Print the man page; view it with `seichi man | man -l -`
    Man,
}

/// Parses a command line. `functions` has the names of scorers that are functions of the calling
/// program instead of programs started by `--scorer`.
pub(super) fn parse(
    words: &[OsString],
    functions: &[String],
) -> Result<(Arguments, CommandLine), Failure> {
    let mut program = Arguments::command();
    let matches = program
        .try_get_matches_from_mut(words)
        .map_err(with_example)
        .map_err(Failure::Usage)?;
    let arguments = Arguments::from_arg_matches(&matches).map_err(Failure::Usage)?;
    let words = words
        .iter()
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    let mut line = CommandLine {
        words,
        game_flags: Vec::new(),
    };
    let has = |given: &ArgMatches, id: &str| given.try_contains_id(id).is_ok();
    if let Some((_, given)) = matches.subcommand().filter(|(_, given)| has(given, "dead")) {
        line.game_flags = game_flags(given, functions);
    }
    if let Some((name, given)) = matches
        .subcommand()
        .filter(|(_, given)| has(given, "strategy"))
    {
        let command = program
            .find_subcommand_mut(name)
            .expect("clap has found it");
        check_strategies(command, given, functions).map_err(Failure::Usage)?;
    }
    Ok((arguments, line))
}

/// Adds an example to an error about missing paths.
fn with_example(mut error: clap::Error) -> clap::Error {
    let missing = error
        .get(ContextKind::InvalidArg)
        .map(ToString::to_string)
        .unwrap_or_default();
    if error.kind() == ErrorKind::MissingRequiredArgument && missing.contains("<PATHS>") {
        let example = "a path is a record, or a folder or an archive of records, such as `games/`";
        error.insert(
            ContextKind::Suggested,
            ContextValue::StyledStrs(vec![example.into()]),
        );
    }
    error
}

/// Checks that `--strategy` names only built-in strategies, scorers given by `--scorer`, and
/// `functions`. A flag's own parser can't, because it does not see other flags.
fn check_strategies(
    command: &mut clap::Command,
    given: &ArgMatches,
    functions: &[String],
) -> Result<(), clap::Error> {
    let started = given
        .get_many::<Spec>("scorers")
        .into_iter()
        .flatten()
        .map(|scorer| scorer.name.clone());
    let scorers: Vec<String> = started.chain(functions.iter().cloned()).collect();
    let mut names = given.get_many::<String>("strategy").into_iter().flatten();
    let unknown = names.find_map(|name| Some((name, unknown_strategy(name, &scorers)?)));
    unknown.map_or(Ok(()), |(name, why)| {
        let message = format!("invalid value '{name}' for '--strategy <NAME>': {why}");
        Err(command.error(ErrorKind::ValueValidation, message))
    })
}

/// Returns the flags that affect one game, as words of a command line. These are the flags of
/// [`ScoringArgs`] and [`RecordArgs`], which `explain` also has, if the user gave them or their
/// default differs from the default in `explain`. Names of `functions` are left out, because a
/// command line can't call them.
fn game_flags(given: &ArgMatches, functions: &[String]) -> Vec<String> {
    let command = RecordArgs::augment_args(ScoringArgs::augment_args(clap::Command::new("game")));
    let mut words = Vec::new();
    for arg in command.get_arguments() {
        let id = arg.get_id().as_str();
        let Ok(Some(raw)) = given.try_get_raw(id) else {
            continue;
        };
        let defaults = arg
            .get_default_values()
            .iter()
            .map(clap::builder::OsStr::as_os_str);
        let has_other_default = arg.get_action().takes_values() && !raw.clone().eq(defaults);
        if given.value_source(id) != Some(ValueSource::CommandLine) && !has_other_default {
            continue;
        }
        let values = raw.map(|value| value.to_string_lossy().into_owned());
        let values: Vec<String> = values
            .filter(|value| id != "strategy" || !functions.contains(value))
            .collect();
        let long = arg.get_long().unwrap_or_default();
        let flag = arg
            .get_short()
            .map_or(format!("--{long}"), |short| format!("-{short}"));
        match arg.get_value_delimiter() {
            _ if !arg.get_action().takes_values() => words.push(flag),
            Some(_) if values.is_empty() => {}
            Some(_) => words.extend([flag, values.join(",")]),
            None => words.extend(values.into_iter().flat_map(|value| [flag.clone(), value])),
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<OsString> {
        line.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn command_line_definition_is_valid() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn game_flags_are_the_given_flags_that_explain_accepts() {
        let game_flags = |flags: &str| {
            let line = words(&format!(
                "seichi eval g --format json --unique -j 2 {flags}"
            ));
            let (_, line) = parse(&line, &["function".to_owned()]).expect("a command line");
            let explain = words(
                &format!("seichi explain {} x.sgf", line.game_flags.join(" ")).replace("  ", " "),
            );
            assert!(parse(&explain, &[]).is_ok(), "{explain:?}");
            line.game_flags.join(" ")
        };
        for (flags, expected) in [
            ("--no-progress", ""),
            ("--strategy grey -s linked,function", "-s grey,linked"),
            ("-s function", ""),
            ("--encoding GBK --dead marks", "--dead marks --encoding GBK"),
            ("--dead auto,estimate", "--dead auto,estimate"),
            ("--dead estimate --seed 7", "--dead estimate --seed 7"),
            (
                "--dead ownership --ownership x",
                "--dead ownership --ownership x",
            ),
            ("--scorer a=b --scorer c=d", "--scorer a=b --scorer c=d"),
            (
                "--komi -1.5 --scorer-timeout 4",
                "--scorer-timeout 4 --komi -1.5",
            ),
        ] {
            assert_eq!(game_flags(flags), expected, "{flags}");
        }
    }
}
