//! Labels: the dead stones, the territory and the result that a record or a labels file gives to a finished game.
//!
//! [`resolve`](resolve()) chooses among the sources of dead stones and builds the [`Label`]. [`review`](review()) checks
//! the lines of a labels file.

mod diagnostic;
mod label;
mod line;
mod resolve;
mod review;

pub use diagnostic::{Fault, Finding};
pub use label::{Label, LabelCheck, LabelMap};
pub use line::{LABEL_KEYS, LabelLine, LabelPoint, label_lines};
pub use resolve::{Claim, Resolved, may_resolve, resolve, splits_a_block, take_off};
pub use review::{Ending, review, review_keys};
