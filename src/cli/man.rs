//! `seichi man` prints the manual, a page for each command; `seichi completions` prints a
//! completion script for a shell.

use std::io::{self, Write};

use clap::{Args, Command};
use clap_complete::Shell;
use clap_mangen::Man;

use super::exit::Failure;
use super::output::print;

/// The sections of the page that do not come from the arguments.
const MORE: &str = r".SH ENVIRONMENT
Every setting is a flag. No configuration file is read.
\fBNO_COLOR\fR and \fBTERM=dumb\fR turn colour off.
If \fBCI\fR is set, \fBbaseline accept\fR requires \fB\-\-force\fR.
\fB\-\-format github\fR appends to the file named by \fBGITHUB_STEP_SUMMARY\fR.
Engine answers are cached in the folder named by \fBXDG_CACHE_HOME\fR.
.SH EXIT STATUS
.TP
\fB0\fR
Success, or the reader closed the output pipe.
.TP
\fB1\fR
The gate failed, or \fBscore \-\-require\-safe\fR found a game that is not safe to score.
.TP
\fB2\fR
Usage or I/O error.
.TP
\fB3\fR
No games, or fewer than \fB\-\-min\-games\fR, were evaluated.
.TP
\fB4\fR
The baseline is missing, damaged or not comparable,
or the runs given to \fBcompare\fR have different games.
.TP
\fB130\fR
Interrupted.
";

/// Prints the manual of a program.
pub(super) fn manual(program: Command) -> Result<(), Failure> {
    // the manual leaves out `help`, which every program has
    let mut program = program.disable_help_subcommand(true);
    program.build();
    let mut pages = Vec::new();
    write_pages(&mut pages, &program, MORE).map_err(Failure::output)?;
    print(&pages)
}

/// Writes the page of a command, with `more` at its end, and the pages of its subcommands.
fn write_pages(pages: &mut Vec<u8>, command: &Command, more: &str) -> io::Result<()> {
    Man::new(command.clone()).render(pages)?;
    pages.write_all(more.as_bytes())?;
    command
        .get_subcommands()
        .try_for_each(|command| write_pages(pages, command, ""))
}

#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: Shell,
}

/// Prints the script for a program.
pub(super) fn completions(options: &CompletionsArgs, mut program: Command) -> Result<(), Failure> {
    // written to memory first: the generator panics on a closed pipe
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut program, "seichi", &mut script);
    print(&script)
}
