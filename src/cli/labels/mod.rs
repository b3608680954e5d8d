//! `seichi labels`: drafts labels files from a run for a person to correct, and checks them.

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
