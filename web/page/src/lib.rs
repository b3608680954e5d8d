//! Evaluates many games in a browser, like `seichi eval`: workers evaluate files, and another worker collects their
//! rows and writes the tables and the page of the run. Only `run-worker.js` calls this crate.

mod archive;
mod evaluator;
mod list;
mod options;
mod run;

pub use archive::{Members, unpack};
pub use evaluator::FileEvaluator;
pub use run::{Run, RunTables};
