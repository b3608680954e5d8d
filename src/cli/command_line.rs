//! The command line: its commands, the words that the user typed, and the arguments that clap
//! parses.

use std::ffi::OsString;
use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, CommandFactory, FromArgMatches, Parser, Subcommand};

use super::args::{RecordArgs, ScoringArgs};
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
use crate::text::shell_word;

/// The help below the list of commands: first steps, and facts about all commands.
const MORE: &str = "\
First steps, with your own records or those in corpus/:
  seichi eval games/ -o out     How accurately do the built-in strategies count these games?
  seichi audit games/           Which recorded results are probably wrong?
  seichi score game.sgf --dead auto,estimate --safety
                                What is the result of this game, and is it sure?
  seichi explain 'game.sgf#1'   Why is it counted like this?

Environment (all other settings are flags, and no configuration file is read):
  NO_COLOR, TERM=dumb    no colour
  CI                     baseline accept needs --force
  GITHUB_STEP_SUMMARY    the file that --format github appends to
  XDG_CACHE_HOME         the folder for the cached answers of engines

Exit codes:
  0    success
  1    the gate failed, audit --known found new suspects, or score --require-safe found unsafe games
  2    usage or I/O error
  3    no games, or fewer than --min-games, were evaluated
  4    the baseline is missing, damaged or not comparable, or compared runs have different games
  130  interrupted";

/// Measures how accurately a program scores finished Go games.
#[derive(Debug, Parser)]
#[command(name = "seichi", version, max_term_width = 100, after_help = MORE)]
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
    /// Accept or show the baseline used by `gate`, or compare a run with it
    #[command(subcommand)]
    Baseline(BaselineCommand),
    /// Compare two saved runs: what changed, and which is better
    Compare(CompareArgs),
    /// Join the runs of all parts of the same games (`eval --part`) into one run
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

/// Parses a command line. `functions` contains the names of scorers that are functions of the
/// calling program instead of programs started by `--scorer`.
pub(super) fn parse(
    words: &[OsString],
    functions: &[String],
) -> Result<(Arguments, CommandLine), Failure> {
    let mut program = Arguments::command();
    let matches = program
        .try_get_matches_from_mut(words)
        .map_err(|error| Failure::Usage(with_command(error, words, &mut program)))?;
    let arguments = Arguments::from_arg_matches(&matches).map_err(Failure::Usage)?;
    let words = words
        .iter()
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    let mut line = CommandLine {
        words,
        game_flags: Vec::new(),
    };
    if let Some((_, given)) = matches.subcommand()
        && given.try_contains_id("dead").is_ok()
    {
        line.game_flags = game_flags(given, functions);
    }
    Ok((arguments, line))
}

/// Returns the error from parsing a command line. If the user gave a path instead of a command, the
/// error names a command for this path.
fn with_command(
    error: clap::Error,
    words: &[OsString],
    program: &mut clap::Command,
) -> clap::Error {
    match error.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(path))
            if words.get(1).is_some_and(|word| word == &**path) && Path::new(path).exists() =>
        {
            let path = shell_word(path);
            let message = format!("{path} is not a command; to score it: seichi score {path}");
            program.error(ErrorKind::InvalidSubcommand, message)
        }
        _ => error,
    }
}

/// Returns the flags that affect one game, as command-line arguments. These are the flags of
/// [`ScoringArgs`] and [`RecordArgs`]; `explain` has the same flags. A flag is left out if the user
/// did not give it and its default is the same in `explain`. Names of `functions` are also left
/// out, because a command line can't call functions.
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
