//! `seichi completions`: prints a completion script for a shell.

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::command_line::Arguments;
use super::exit::Failure;
use super::output::print;

#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: Shell,
}

pub(super) fn run(options: &CompletionsArgs) -> Result<(), Failure> {
    // written to memory first: the generator panics on a closed pipe
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut Arguments::command(), "seichi", &mut script);
    print(&script)
}
