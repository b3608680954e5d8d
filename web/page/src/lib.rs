//! Evaluates many games in a browser, as `seichi eval` does: workers evaluate files, and one more collects their rows and
//! writes the tables and the page of the run. `worker.js` and `collector.js` call this crate; nothing else does.

mod evaluator;
mod options;
mod run;

pub use evaluator::FileEvaluator;
pub use run::{Run, RunTables};
