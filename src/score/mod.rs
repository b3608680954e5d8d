//! From a map to a margin, and from a margin and a label to an outcome.
//!
//! Margins are Black's score minus White's, komi included. What is not looked at here: how a result is written in a
//! record (`sgf`), and which stones are dead (`settle`).

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
