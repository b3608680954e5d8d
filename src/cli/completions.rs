//! `seichi completions`: prints a completion script for a shell.

use clap::Args;
use clap_complete::Shell;

use super::exit::Failure;
use super::output::print;

#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: Shell,
}

/// Prints the script for a program.
pub(super) fn run(options: &CompletionsArgs, mut program: clap::Command) -> Result<(), Failure> {
    // written to memory first: the generator panics on a closed pipe
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut program, "seichi", &mut script);
    print(&script)
}
