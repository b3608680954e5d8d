//! Interprets the text of a configuration file, without a file.

use std::path::Path;

use clap::{ArgMatches, Command, CommandFactory};

use super::file::{ConfigFile, NAME};
use super::plan::Plan;
use super::{Arguments, Setting, all_settings, dump, innermost};

/// The settings of a command, to which a configuration file gives values.
#[derive(Debug)]
pub struct Settings {
    program: Command,
    given: ArgMatches,
}

impl Settings {
    /// Returns the settings of the command that `words` name: `seichi`, then the command.
    ///
    /// # Errors
    /// If the words are no valid command line; the error says why.
    pub fn of(words: &[&str]) -> Result<Self, String> {
        let mut program = Arguments::command();
        program.build();
        let given = Arguments::command().ignore_errors(true).try_get_matches_from(words);
        Ok(Self { program, given: given.map_err(|error| error.to_string())? })
    }

    /// Returns the settings that the top level of a configuration file with this text, or one of its profiles, gives,
    /// in the format of `--dump-config`. Reads neither the disk nor the environment.
    ///
    /// # Errors
    /// If the text is no valid configuration; the error says why.
    pub fn read(&self, text: &str, profile: Option<&str>) -> Result<String, String> {
        self.dump(text, profile).map_err(|error| format!("{error:#}"))
    }

    fn dump(&self, text: &str, profile: Option<&str>) -> anyhow::Result<String> {
        let (command, given) = innermost(&self.program, &self.given);
        let mine = Setting::all(command, &self.program);
        let file = ConfigFile::parse(Path::new(NAME), true, text, all_settings(&self.program, &self.program))?;
        let profile = profile.map(|name| file.profile(name, "--profile", &mine)).transpose()?;
        let layers = profile.into_iter().chain([file.top(&mine)]).collect();
        let plan = Plan::new(command, mine, given, layers)?;
        dump::toml(command.get_bin_name().unwrap_or_default(), &plan)
    }
}
