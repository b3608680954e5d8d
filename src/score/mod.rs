//! Computes a margin from a map, and an outcome from a margin and a label.
//!
//! A margin is Black's score minus White's, komi included. The notation of results in records is in `sgf`, the choice
//! of dead stones in `settle`.

mod crosstab;
mod label;
mod margin;
mod points;
mod rules;

pub use crosstab::{Crosstab, LabelCounts};
pub use label::{Label, LabelCheck, LabelMap, Outcome};
pub use margin::Count;
pub use points::{Points, hundredths};
pub use rules::{Method, Rules};
