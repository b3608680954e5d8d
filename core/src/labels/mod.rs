//! Labels: the dead stones, the territory and the result that a record or a labels file states for
//! a finished game.
//!
//! [`resolve`](resolve()) chooses among the sources of dead stones and builds the [`Label`].

mod claim;
mod label;
mod line;
mod resolve;

pub use label::{Label, LabelCheck, LabelMap};
pub use line::{LabelLine, LabelPoint, label_lines, unknown_keys};
pub use resolve::{Claims, Resolved, no_dead_info};
