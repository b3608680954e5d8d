//! Settings from outside the command line.
//!
//! Every long flag of every command is a setting, and so are the `paths` of commands that take them. In order of rank,
//! the value of a setting comes from the command line, from the environment (`SEICHI_MIN_GAMES` for `--min-games`),
//! from the innermost profile of `seichi.toml`, from the top level of that file, or from the built-in default.
//!
//! Settings from other sources are appended to the command line as words, and then the whole line is parsed. So
//! commands know nothing of configuration: each of their flags is a setting.

mod dump;
mod environment;
mod file;
mod plan;
mod setting;
mod strategies;
#[cfg(test)]
mod tests;
mod text;
mod toml_file;

use std::ffi::OsString;
use std::path::PathBuf;

use anyhow::{anyhow, bail};
use clap::error::ErrorKind;
use clap::{ArgMatches, Command, CommandFactory, Parser};

use super::args::Arguments;
use super::exit::Failure;
use file::ConfigFile;
use plan::{Layer, Plan};
pub(super) use setting::Setting;
pub use setting::Value;
pub use text::Settings;
pub(super) use toml_file::{Item, items, line, read_toml, table};

/// The user's request.
pub(super) enum Request {
    /// Run a command.
    Run(Box<Arguments>, CommandLine),
    /// Print the settings of a command, which are given as text.
    Show(String),
}

/// A command line as it is run, with the settings of all sources.
#[derive(Clone, Debug)]
pub(super) struct CommandLine {
    /// The words that the user typed and those that the configuration added.
    pub(super) words: Vec<String>,
    /// The settings of the command: the key of each, and a configuration line with its value.
    pub(super) settings: Vec<(String, String)>,
}

/// Interprets a command line, together with the environment and the configuration file. `functions` are the names of the
/// scorers that no `--scorer` starts, because they are functions of the calling program.
pub(super) fn request(words: Vec<OsString>, functions: &[String]) -> Result<Request, Failure> {
    let mut program = Arguments::command();
    program.build();
    // errors of the line itself are found below, once the line is complete; help and version end here
    let given = Arguments::command().ignore_errors(true).try_get_matches_from(&words).map_err(Failure::Usage)?;
    let config = ConfigArgs::of(&given)?;
    let known = all_settings(&program, &program);
    environment::check_names(&known)?;
    let (command, given) = innermost(&program, &given);
    let mine = Setting::all(command, &program);
    let plan = if mine.is_empty() && !config.explicit {
        Plan::default()
    } else {
        let layers = layers(known, &mine, &config)?;
        Plan::new(command, mine, given, layers)?
    };
    strategies::check(&plan, command, functions)?;
    let words = plan.complete(words);
    match Arguments::try_parse_from(&words) {
        Err(error) if !(config.dump && error.kind() == ErrorKind::MissingRequiredArgument) => {
            Err(Failure::Usage(error))
        }
        Ok(arguments) if !config.dump => {
            let words = words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
            Ok(Request::Run(Box::new(arguments), CommandLine { words, settings: dump::lines(&plan) }))
        }
        _ => Ok(Request::Show(dump::toml(command.get_bin_name().unwrap_or_default(), &plan)?)),
    }
}

/// The arguments on the configuration itself.
struct ConfigArgs {
    /// The configuration file, if one is named.
    file: Option<PathBuf>,
    /// The profile, and the flag or variable that names it.
    profile: Option<(String, &'static str)>,
    /// Whether to print the configuration.
    dump: bool,
    /// Whether any of these arguments is on the command line.
    explicit: bool,
}

impl ConfigArgs {
    fn of(given: &ArgMatches) -> anyhow::Result<Self> {
        let file = given.get_one::<PathBuf>("config").cloned();
        let profile = given.get_one::<String>("profile").cloned();
        let dump = given.get_flag("dump_config");
        let variable = |name: &str| environment::variable(name).map(|value| value.to_string_lossy().into_owned());
        let always_dump = || match environment::variable("SEICHI_DUMP_CONFIG") {
            Some(value) => environment::switch(&value).map_err(|error| anyhow!("SEICHI_DUMP_CONFIG {error}")),
            None => Ok(false),
        };
        Ok(Self {
            explicit: file.is_some() || profile.is_some() || dump,
            file: file.or_else(|| environment::variable("SEICHI_CONFIG").map(PathBuf::from)),
            profile: profile
                .map(|name| (name, "--profile"))
                .or_else(|| variable("SEICHI_PROFILE").map(|name| (name, "SEICHI_PROFILE"))),
            dump: dump || always_dump()?,
        })
    }
}

/// Returns the innermost command that is asked for, and the matches of its own flags.
fn innermost<'a>(program: &'a Command, given: &'a ArgMatches) -> (&'a Command, &'a ArgMatches) {
    let deeper = given.subcommand().and_then(|(name, given)| Some((program.find_subcommand(name)?, given)));
    deeper.map_or((program, given), |(command, given)| innermost(command, given))
}

/// Returns the settings of every command.
fn all_settings(command: &Command, program: &Command) -> Vec<Setting> {
    let deeper = command.get_subcommands().flat_map(|command| all_settings(command, program));
    Setting::all(command, program).into_iter().chain(deeper).collect()
}

/// Returns the settings of a command that the environment, the profile and the file give, from the highest rank.
fn layers(known: Vec<Setting>, mine: &[Setting], config: &ConfigArgs) -> anyhow::Result<Vec<Layer>> {
    let mut layers = vec![environment::layer(mine, &known)?];
    if let Some(path) = config.file.clone().or_else(file::nearest) {
        let text = read_toml(&path, "configuration")?;
        let file = ConfigFile::parse(&path, config.file.is_some(), &text, known)?;
        if let Some((name, named_by)) = &config.profile {
            layers.push(file.profile(name, named_by, mine)?);
        }
        layers.push(file.top(mine));
    } else if let Some((name, named_by)) = &config.profile {
        bail!("{named_by} {name}: there is no {} here or in a folder above, nor a --config", file::NAME);
    }
    Ok(layers)
}
