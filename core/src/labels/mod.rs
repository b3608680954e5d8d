//! Labels: the dead stones, the territory and the result that a record or a labels file states for
//! a finished game.
//!
//! [`resolve`](resolve()) chooses among the sources of dead stones and builds the [`Label`].

mod claim;
mod label;
mod line;
mod ownership_line;
mod resolve;

pub use label::{Label, LabelCheck, LabelMap};
pub use line::LabelLine;
pub use resolve::{Claims, Resolved, may_resolve, no_dead_info, resolve};

// for the programs that read and write labels files and ownership files
#[doc(hidden)]
pub use {line::label_lines, ownership_line::OwnershipLine};
