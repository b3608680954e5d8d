//! `seichi completions`: prints a completion script for a shell.

use clap::CommandFactory;

use super::args::{Arguments, CompletionsArgs};
use super::exit::Failure;
use super::output::print;

pub(super) fn run(options: &CompletionsArgs) -> Result<(), Failure> {
    // written to memory first, because the generator panics when it writes to a closed pipe
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut Arguments::command(), "seichi", &mut script);
    print(&script)
}
