//! The command-line program: parses arguments, calls the library, prints, and sets the exit code.
//! Each command has its own file.
//!
//! `seichi-corpus` also uses the public items, because it has the same flags for choosing games,
//! the same messages, and the same exit codes.

mod args;
mod audit;
mod baseline;
mod command_line;
mod compare;
pub mod embed;
mod eval;
mod exit;
mod explain;
mod fix;
mod gate;
mod gtp;
mod inspect;
mod list;
mod man;
mod merge;
mod named;
mod output;
mod panic;
mod progress;
mod read;
mod report;
mod score;
mod score_sgf;
mod warnings;

use std::any::Any;
use std::ffi::OsString;
use std::panic::{UnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use anyhow::anyhow;
use clap::{CommandFactory, Parser};

use crate::Stop;
use crate::external::kill_all;
use crate::skip::Skip;
pub use args::{GamesArgs, OutputArgs};
use command_line::{Arguments, Command, parse};
use eval::EvalArgs;
pub use exit::Failure;
use gate::GateArgs;
pub use output::{print, say, write};
pub use progress::{Observer, Progress, complain};

/// Prepares the process of a program. Exceeding the limit on file sizes then becomes an error,
/// instead of a signal that ends the program. External programs do not outlive the process.
pub fn prepare_process() {
    #[cfg(unix)]
    {
        use nix::sys::signal::{SigSet, Signal};
        let _ = SigSet::from(Signal::SIGXFSZ).thread_block();
    }
    #[cfg(target_os = "linux")]
    crate::external::adopt_orphans();
}

/// Runs the program with the given command-line arguments.
pub fn main() -> ExitCode {
    prepare_process();
    ExitCode::from(run(&std::env::args_os().collect::<Vec<_>>()))
}

/// Runs the program with these arguments, and returns its exit code. The first argument is the name
/// of the program.
pub fn run(words: &[OsString]) -> u8 {
    run_program("seichi", || answer(words))
}

/// Runs a command of the program `name` and returns its exit code. If the command fails, prints the
/// name and the reason.
pub fn run_program(
    name: &'static str,
    command: impl FnOnce() -> Result<(), Failure> + UnwindSafe,
) -> u8 {
    panic::report_in_one_line(name);
    let answered = catch_unwind(command);
    // the panic hook has printed the location, and unwinding has removed an unfinished run folder
    let bug = |panic: Box<dyn Any + Send>| {
        Err(Failure::Error(anyhow!(
            "the program failed because of a bug: {}",
            Skip::internal(&*panic)
        )))
    };
    let result = match answered.unwrap_or_else(bug) {
        // clap reports a request for help or for the version as an error
        Err(Failure::Usage(help)) if !help.use_stderr() => output::is_read(help.print()).map(drop),
        result => result,
    };
    let Err(failure) = result else {
        return exit::DONE;
    };
    match &failure {
        // clap's message quotes arguments, which may be names of files
        Failure::Usage(error) => complain(error.render().to_string().trim_end()),
        failure => complain(&format!("{name}: {failure}")),
    }
    failure.code()
}

/// Parses the arguments and runs the command that they name.
fn answer(words: &[OsString]) -> Result<(), Failure> {
    let (mut arguments, line) = parse(words, &[])?;
    match &mut arguments.command {
        Command::Audit(options) => audit::run(options, &line, &stop_signal()),
        Command::Eval(options) => eval::run(options, &line, &stop_signal()),
        Command::Gate(options) => gate::run(options, &line, &stop_signal()),
        Command::Baseline(command) => baseline::run(command),
        Command::Compare(options) => compare::run(options),
        Command::Merge(args) => merge::run(args, &line, &stop_signal()),
        Command::Report(options) => report::run(options),
        Command::Score(options) => score::run(options, &stop_signal()),
        Command::Explain(options) => explain::run(options, &stop_signal()),
        Command::Gtp(options) => gtp::run(options),
        Command::Inspect(options) => inspect::run(options, &stop_signal()),
        Command::List(options) => list::run(options),
        Command::Completions(options) => man::completions(options, Arguments::command()),
        Command::Man => man::manual(Arguments::command()),
    }
}

/// The time that a command has to end after the first Ctrl-C.
const MOST_TO_END: Duration = Duration::from_secs(10);

/// Returns a flag that the first Ctrl-C sets. Commands watch the flag and clean up before they end.
/// After a second Ctrl-C, or after ten seconds, external programs and this program are killed,
/// because a command may be blocked on a file that never ends.
#[must_use]
pub fn stop_signal() -> Stop {
    let stop = Stop::default();
    let on_signal = stop.clone();
    // if no handler can be set, the first interrupt ends the program
    let _ = ctrlc::set_handler(move || {
        let end = || -> ! {
            kill_all();
            std::process::exit(i32::from(exit::INTERRUPTED))
        };
        if on_signal.is_set() {
            end();
        }
        on_signal.set();
        thread::spawn(move || {
            thread::sleep(MOST_TO_END);
            end()
        });
    });
    stop
}

/// Returns the paths of the games in a run's command line. The list is empty with `--files-from`.
/// Returns `None` if this version can't parse the command line.
pub fn paths_of_run(words: &[String]) -> Option<Vec<PathBuf>> {
    match Arguments::try_parse_from(words).ok()?.command {
        Command::Eval(EvalArgs { run, .. }) | Command::Gate(GateArgs { run, .. }) => {
            Some(run.games.paths)
        }
        _ => None,
    }
}
