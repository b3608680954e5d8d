//! Labels files: drafts made from a run, and the diagnostics of a check.

mod check;
mod draft;
mod line;
mod picture;

pub use check::{CheckedLabels, LineDiagnostic, Notices};
pub use draft::{Draft, DraftOptions};
pub use line::label_json;
