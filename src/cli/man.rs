//! `seichi man` prints the manual, with a page for each command. `seichi completions` prints a
//! completion script for a shell.

use std::io;

use clap::{Args, Command};
use clap_complete::Shell;
use clap_mangen::Man;

use super::exit::Failure;
use super::output::print;

/// Prints the manual of a program.
pub(super) fn manual(program: Command) -> Result<(), Failure> {
    // the manual leaves out `help`, which every program has
    let mut program = program.disable_help_subcommand(true);
    program.build();
    let mut pages = Vec::new();
    write_pages(&mut pages, &program).expect("memory takes every byte");
    print(&pages)
}

/// Writes the page for a command, and the pages for its subcommands.
fn write_pages(pages: &mut Vec<u8>, command: &Command) -> io::Result<()> {
    Man::new(command.clone()).render(pages)?;
    command
        .get_subcommands()
        .try_for_each(|command| write_pages(pages, command))
}

#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: Shell,
}

/// Prints the completion script for a program.
pub(super) fn completions(options: &CompletionsArgs, mut program: Command) -> Result<(), Failure> {
    // write to memory first, because the generator panics on a closed pipe
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut program, "seichi", &mut script);
    print(&script)
}
