//! The changes of a game between two runs, as the page has them.

/// The prefixes of a strategy's name where the answers of the two runs differ.
pub(super) const RUNS: [&str; 2] = ["A: ", "B: "];

/// The changes of a game: for each changed strategy its name, the kind of change, and its errors in both runs.
pub(super) type Changes<'a> = Vec<(&'a str, &'static str, [Option<f64>; 2])>;
