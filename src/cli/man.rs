//! `seichi man`: prints the manual, one page for the whole program.

use std::io::{self, Write};

use clap::{ArgAction, Command};
use clap_mangen::Man;

use super::exit::Failure;
use super::output::print;

/// The sections of the page that do not come from the arguments.
const MORE: &str = r".SH ENVIRONMENT
Every setting is a flag. No configuration file is read. \fBNO_COLOR\fR and \fBTERM=dumb\fR turn colour off. If \fBCI\fR is set,
\fBbaseline accept\fR requires \fB\-\-force\fR. \fB\-\-format github\fR appends to the file named by \fBGITHUB_STEP_SUMMARY\fR.
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
The baseline is missing, damaged or not comparable, or the runs given to \fBcompare\fR have different games.
.TP
\fB130\fR
Interrupted.
";

/// Prints the manual of a program.
pub(super) fn run(program: Command) -> Result<(), Failure> {
    let mut page = Vec::new();
    write_page(&mut page, program).map_err(Failure::output)?;
    print(&page)
}

fn write_page(page: &mut Vec<u8>, program: Command) -> io::Result<()> {
    // the page leaves out `help`, which every program has
    let mut program = program.disable_help_subcommand(true);
    program.build();
    let man = Man::new(program.clone());
    man.render_title(page)?;
    man.render_name_section(page)?;
    man.render_synopsis_section(page)?;
    man.render_description_section(page)?;
    man.render_options_section(page)?;
    write_commands(page, &program)?;
    page.write_all(MORE.as_bytes())
}

/// Writes a section for each subcommand of `of`, and for their subcommands.
fn write_commands(page: &mut Vec<u8>, of: &Command) -> io::Result<()> {
    for command in of.get_subcommands() {
        let name = command.get_bin_name().unwrap_or_default();
        writeln!(page, ".SH \"{name}\"")?;
        let man = Man::new(with_short_lists(command));
        let mut sections = Vec::new();
        man.render_description_section(&mut sections)?;
        man.render_synopsis_section(&mut sections)?;
        man.render_options_section(&mut sections)?;
        // sections of a command's own page are subsections of this page
        let sections = String::from_utf8_lossy(&sections).replace("\n.SH ", "\n.SS ");
        page.write_all(sections.replace("\n.SS DESCRIPTION\n", "\n").as_bytes())?;
        write_commands(page, command)?;
    }
    Ok(())
}

/// Returns `command` with the possible values of each option on one line: clap's list of values would fill pages.
fn with_short_lists(command: &Command) -> Command {
    command.clone().mut_args(|arg| {
        let values: Vec<String> = arg.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect();
        if values.is_empty() || matches!(arg.get_action(), ArgAction::SetTrue) {
            return arg;
        }
        let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
        arg.hide_possible_values(true).help(format!("{help} [possible values: {}]", values.join(", ")))
    })
}
