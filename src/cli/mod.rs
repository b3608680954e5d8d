//! The command-line program: parses arguments, calls the library, prints, and sets the exit code. One file a command.

mod args;
mod baseline;
mod checkpoint;
mod command_line;
mod compare;
mod completions;
mod each;
pub mod embed;
mod eval;
mod exit;
mod explain;
mod gate;
mod generate;
mod inspect;
mod labels;
mod list;
mod man;
mod merge;
mod named;
mod observer;
mod output;
mod panic;
mod progress;
mod report;
mod run_output;
mod score;
mod score_sgf;
mod variant;
mod warnings;

use std::any::Any;
use std::ffi::OsString;
use std::panic::catch_unwind;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::anyhow;

use crate::external::process::kill_all;
use crate::skip::Skip;
use args::Command;
use command_line::CommandLine;
use exit::Failure;
pub use observer::Observer;
pub use variant::Variant;

/// Runs the program with the words of its command line.
#[must_use]
pub fn main() -> ExitCode {
    ExitCode::from(run(&std::env::args_os().collect::<Vec<_>>()))
}

/// Runs the program with these words, of which the first is its own name, and returns its exit code.
#[must_use]
pub fn run(words: &[OsString]) -> u8 {
    panic::report_in_one_line();
    let answered = catch_unwind(|| answer(words));
    // the panic hook has printed the location, and unwinding has removed an unfinished run folder
    let bug = |panic: Box<dyn Any + Send>| {
        Err(Failure::Error(anyhow!("the program failed, a bug: {}", Skip::internal(&*panic))))
    };
    match answered.unwrap_or_else(bug) {
        Ok(()) => exit::DONE,
        Err(failure) => {
            let failure = match failure {
                // help and version are printed here, too
                Failure::Usage(error) => match error.print() {
                    Err(why) if !error.use_stderr() => Failure::output(why),
                    _ => return Failure::Usage(error).code(),
                },
                other => other,
            };
            if let Some(message) = failure.message() {
                progress::complain(&format!("seichi: {message}"));
            }
            failure.code()
        }
    }
}

/// Parses the arguments and runs the command that they name.
fn answer(words: &[OsString]) -> Result<(), Failure> {
    let (arguments, line) = &CommandLine::parse(words, &[])?;
    match &arguments.command {
        Command::Eval(options) => eval::run(options, line, &stop_signal()),
        Command::Gate(options) => gate::run(options, line, &stop_signal()),
        Command::Baseline(command) => baseline::run(command),
        Command::Labels(command) => labels::run(command, &stop_signal()),
        Command::Compare(options) => compare::run(options),
        Command::Merge(options) => merge::run(options, &stop_signal()),
        Command::Report(options) => report::run(options),
        Command::Score(options) => score::run(options, &stop_signal()),
        Command::Explain(options) => explain::run(options, &stop_signal()),
        Command::Generate(options) => generate::run(options, &stop_signal()),
        Command::Inspect(options) => inspect::run(options, &stop_signal()),
        Command::List(options) => list::run(options),
        Command::Completions(options) => completions::run(options),
        Command::Man => man::run(),
    }
}

/// Returns a flag that the first Ctrl-C sets, so that commands can end in good order. The second Ctrl-C kills external
/// programs and exits at once, because a command may be blocked reading a file that never ends.
fn stop_signal() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let on_signal = Arc::clone(&stop);
    // if no handler can be set, the first interrupt ends the program
    let _ = ctrlc::set_handler(move || {
        if on_signal.swap(true, Ordering::Relaxed) {
            kill_all();
            std::process::exit(i32::from(exit::INTERRUPTED));
        }
    });
    stop
}
