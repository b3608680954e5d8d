//! What a configuration file means, without a file.

use clap::{ArgMatches, Command, CommandFactory};

use super::file::{ConfigFile, NAME};
use super::plan::Plan;
use super::{Arguments, Setting, all_settings, chosen, dump};

/// The settings of a command, to which a configuration file gives values.
#[derive(Debug)]
pub struct Settings {
    program: Command,
    given: ArgMatches,
}

impl Settings {
    /// Those of a command: `seichi`, and its name.
    ///
    /// # Errors
    /// What is wrong with the words.
    pub fn of(words: &[&str]) -> Result<Self, String> {
        let mut program = Arguments::command();
        program.build();
        let given = Arguments::command().ignore_errors(true).try_get_matches_from(words);
        Ok(Self { program, given: given.map_err(|error| error.to_string())? })
    }

    /// What the top level of a configuration file with this text, or a profile of it, makes of them, as `--dump-config`
    /// writes it. Neither the disk nor the environment is looked at.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn read(&self, text: &str, profile: Option<&str>) -> Result<String, String> {
        self.dump(text, profile).map_err(|error| format!("{error:#}"))
    }

    fn dump(&self, text: &str, profile: Option<&str>) -> anyhow::Result<String> {
        let (command, given) = chosen(&self.program, &self.given);
        let mine = Setting::all(command, &self.program);
        let file = ConfigFile::of_text(NAME, text, all_settings(&self.program, &self.program))?;
        let profile = profile.map(|name| file.profile(name, "--profile", &mine)).transpose()?;
        let layers = profile.into_iter().chain([file.top(&mine)]).collect();
        let plan = Plan::new(command, mine, given, layers)?;
        dump::toml(command.get_bin_name().unwrap_or_default(), &plan)
    }
}
