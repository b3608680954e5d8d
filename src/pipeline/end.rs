//! Skips games that are not finished.

use crate::sgf::Record;
use crate::skip::{Reason, Skip};
use crate::territory::Completeness;

/// Options that skip games that are not finished.
#[derive(Clone, Copy, Debug, Default)]
pub struct EndOptions {
    /// Whether unfinished games are left out: see [`super::Evaluated::is_finished`].
    pub finished_only: bool,
}

impl EndOptions {
    /// Checks the end of a game; `completeness` says how finished its board is.
    ///
    /// # Errors
    /// The reason why the game is left out.
    pub(super) fn check(self, record: &Record, completeness: impl FnOnce() -> Completeness) -> Result<(), Skip> {
        if !self.finished_only {
            return Ok(());
        }
        let Completeness { open_borders, neutral, .. } = completeness();
        let detail = match open_borders {
            0 if !record.moves_missing => return Ok(()),
            0 => "a comment says that moves are missing".to_owned(),
            1 => format!("1 open border, {neutral} neutral points"),
            open => format!("{open} open borders, {neutral} neutral points"),
        };
        Err(Skip::new(Reason::NotFinished, detail))
    }
}
