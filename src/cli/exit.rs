//! Exit codes. They are fixed: CI jobs depend on them.

use std::io;

use crate::dead::Unfit;
use crate::process::NoAnswer;
use crate::report::{CheckpointError, SavedError};
use crate::run::Interrupted;

/// All went well; a pipe that was closed early is well, too.
pub(super) const DONE: u8 = 0;
/// The gate failed, or a labels file has something wrong.
pub(super) const FAILED: u8 = 1;
/// Usage, configuration or I/O error, or a fault of the program in some game.
pub(super) const ERROR: u8 = 2;
/// Nothing was evaluated, or there is nothing to be looked at.
pub(super) const NOTHING: u8 = 3;
/// The baseline, or another run, is missing, damaged or not comparable.
pub(super) const INCOMPARABLE: u8 = 4;
/// The user interrupted.
pub(super) const INTERRUPTED: u8 = 130;

/// Why a command ended early.
#[derive(Debug)]
pub(super) enum Failure {
    /// The command line makes no sense, or asks for help, which ends the program in the same way.
    Usage(clap::Error),
    /// Something failed.
    Error(anyhow::Error),
    /// The gate says no: why.
    Gate(String),
    /// A labels file has something wrong: what.
    Labels(String),
    /// Nothing was evaluated: why.
    Nothing(String),
    /// There is nothing to compare with: why.
    Baseline(String),
    /// Ctrl-C.
    Interrupted,
    /// Ctrl-C, and something is done all the same: what.
    Stopped(String),
    /// Nobody reads any more.
    ClosedPipe,
}

impl Failure {
    pub(super) fn code(&self) -> u8 {
        match self {
            Self::Usage(error) if !error.use_stderr() => DONE,
            Self::Usage(_) | Self::Error(_) => ERROR,
            Self::Gate(_) | Self::Labels(_) => FAILED,
            Self::Nothing(_) => NOTHING,
            Self::Baseline(_) => INCOMPARABLE,
            Self::Interrupted | Self::Stopped(_) => INTERRUPTED,
            Self::ClosedPipe => DONE,
        }
    }

    pub(super) fn message(&self) -> Option<String> {
        match self {
            Self::Usage(error) => Some(error.to_string()),
            Self::Error(error) => Some(format!("{error:#}")),
            Self::Gate(why) | Self::Labels(why) | Self::Nothing(why) | Self::Baseline(why) | Self::Stopped(why) => {
                Some(why.clone())
            }
            Self::Interrupted => Some("interrupted: nothing was written".to_owned()),
            Self::ClosedPipe => None,
        }
    }

    /// What to make of an error on standard output.
    pub(super) fn output(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::ClosedPipe,
            _ => Self::Error(anyhow::Error::new(error).context("failed to write to standard output")),
        }
    }
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        match error.downcast_ref() {
            Some(Unfit::Mute { why: NoAnswer::Interrupted, .. }) => Self::Interrupted,
            _ => Self::Error(error),
        }
    }
}

impl From<SavedError> for Failure {
    fn from(error: SavedError) -> Self {
        Self::Error(error.into())
    }
}

impl From<CheckpointError> for Failure {
    fn from(error: CheckpointError) -> Self {
        Self::Error(error.into())
    }
}

impl From<Interrupted> for Failure {
    fn from(_: Interrupted) -> Self {
        Self::Interrupted
    }
}
