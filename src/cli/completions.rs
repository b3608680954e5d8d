//! `seichi completions`: a script for a shell.

use clap::CommandFactory;

use super::args::{Arguments, CompletionsArgs};
use super::exit::Failure;
use super::output::print;

pub(super) fn run(options: &CompletionsArgs) -> Result<(), Failure> {
    // the generator cannot fail on a closed pipe, only panic
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut Arguments::command(), "seichi", &mut script);
    print(&script)
}
