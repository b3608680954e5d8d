//! Evaluates many games in a browser, as `seichi eval` does: workers evaluate files, and one more collects their rows and
//! writes the tables and the page of the run. `run-worker.js` calls this crate; nothing else does.

mod archive;
mod evaluator;
mod options;
mod run;

pub use archive::{Members, unpack};
pub use evaluator::FileEvaluator;
pub use run::{Run, RunTables};
