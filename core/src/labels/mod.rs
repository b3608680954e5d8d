//! Labels: the dead stones, the territory and the result that a record or a labels file states for
//! a finished game.
//!
//! [`Claims`] contains what the record and the labels file say about the dead stones of a game. It
//! builds the [`Label`] once a source of dead stones has been chosen.

mod claim;
mod label;
mod line;
mod resolve;

pub use label::{Label, LabelCheck, LabelMap};
pub use line::{LabelLine, LabelPoint, label_lines, unknown_keys};
pub use resolve::{Claims, Resolved, no_dead_info};
