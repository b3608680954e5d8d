//! Labels: the dead stones, the territory and the result that a record or a labels file gives to a finished game.
//!
//! [`resolve`](resolve()) chooses among the sources of dead stones and builds the [`Label`]. [`check_line`] checks a
//! line of a labels file.

mod check;
mod claim;
mod diagnostic;
mod label;
mod line;
mod ownership_line;
mod resolve;

pub use check::{Ending, check_keys, check_line};
pub use claim::Claim;
pub use diagnostic::{Diagnostic, DiagnosticKind};
pub use label::{Label, LabelCheck, LabelMap};
pub use line::{LABEL_KEYS, LabelLine, LabelPoint, label_lines};
pub use ownership_line::OwnershipLine;
pub use resolve::{Resolved, may_resolve, resolve};
