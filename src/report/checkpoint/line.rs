//! The lines of a checkpoint, as they are written.

use serde::Serialize;

use super::Head;
use super::stamp::Stamp;
use crate::input::Order;
use crate::report::json::RunFacts;
use crate::report::run::FormattedGame;
use crate::skip::Skip;

/// A line of a checkpoint, as it is written.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum CheckpointLine<'a> {
    Head(&'a Head),
    File { order: &'a Order, stamp: Option<Stamp>, games: &'a [FormattedGame] },
    Gone { order: &'a Order },
    End { files: u64, not_walked: &'a [(String, Skip)], facts: &'a RunFacts },
}

impl CheckpointLine<'_> {
    /// Returns the line as JSON.
    pub(super) fn text(&self) -> Vec<u8> {
        let mut text = serde_json::to_vec(self).expect("keys are strings");
        text.push(b'\n');
        text
    }
}
