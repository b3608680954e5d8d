//! `seichi labels`: gold labels, from a run that is corrected to a file that holds.

mod check;
mod make;

use std::sync::atomic::AtomicBool;

use super::args::LabelsCommand;
use super::exit::Failure;

pub(super) fn run(command: &LabelsCommand, stop: &AtomicBool) -> Result<(), Failure> {
    match command {
        LabelsCommand::Make(options) => make::run(options),
        LabelsCommand::Check(options) => check::run(options, stop),
    }
}
