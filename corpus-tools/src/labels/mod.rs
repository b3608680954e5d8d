//! `seichi-corpus labels`: drafts labels files from a run for a person to correct, and checks them.

mod check;
mod draft;
mod make;
mod make_args;
mod slips;
mod suggest;

use clap::Subcommand;

pub(crate) use check::run as check;
pub(crate) use make::run as make;

#[derive(Debug, Subcommand)]
pub(crate) enum LabelsCommand {
    /// Draft a labels file from the games of a run that are worth a look, for a person to correct
    Make(make_args::MakeArgs),
    /// Check a labels file, line by line
    ///
    /// Exits with 0 if no line has an error, 1 if a line has one, and 3 if the file has no lines or
    /// no games are found.
    #[command(
        mut_arg("labels", |arg| arg.hide(true)),
        mut_arg("limit", |arg| arg.hide(true)),
        mut_arg("verbose", |arg| arg.hide(true)),
        mut_arg("quiet", |arg| arg.help("Print errors only: no notices and no totals"))
    )]
    Check(Box<check::CheckArgs>),
}
