//! The lines of a checkpoint, as they are written, and their digests.

use serde::Serialize;
use sha2::{Digest as _, Sha256};

use super::Head;
use super::stamp::Stamp;
use crate::input::{Order, first_eight};
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
    /// Returns the line as JSON, with a newline at the end. The last field is a digest of all text before it.
    pub(super) fn text(&self) -> Vec<u8> {
        let mut text = serde_json::to_vec(self).expect("keys are strings");
        text.pop();
        let end = end(&text);
        text.extend(end.as_bytes());
        text
    }
}

/// Returns the end of a line that begins with `fields`: their digest.
fn end(fields: &[u8]) -> String {
    format!(",\"digest\":\"{:016x}\"}}\n", first_eight(&Sha256::digest(fields)))
}

/// The length of what [`end`] returns.
const END: usize = ",\"digest\":\"0123456789abcdef\"}\n".len();

/// Removes the digest from a line, so that [`CheckpointLine`] can be parsed. Returns `None` if the line is not as
/// [`CheckpointLine::text`] has written it.
pub(super) fn without_digest(mut text: Vec<u8>) -> Option<Vec<u8>> {
    let fields = text.len().checked_sub(END)?;
    if text[fields..] != *end(&text[..fields]).as_bytes() {
        return None;
    }
    text.truncate(fields);
    text.push(b'}');
    Some(text)
}
