//! The questions about a game that need the other records of its walk.

use std::sync::atomic::AtomicBool;

use crate::skip::Skip;

/// The records of a walk, as far as the evaluation of one of them depends on the others. Implemented by
/// [`super::Survey`], which runs a pipeline of its own: the trait keeps the evaluation of a game apart from that.
pub trait OtherRecords: Send + Sync {
    /// Returns whether a record in the folder of `game` names rules that count area.
    fn has_area_games_in_folder_of(&self, game: &str, stop: &AtomicBool) -> bool;

    /// Returns the skip of `game` if another record of the same game takes its place or contradicts it.
    fn duplicate(&self, game: &str, stop: &AtomicBool) -> Option<&Skip>;
}

/// Returns the folder of a file or a game, by its name in the reports; empty if it is in none.
#[must_use]
pub fn folder_of(name: &str) -> &str {
    name.rsplit_once('/').map_or("", |(folder, _)| folder)
}
