//! Counts games in a browser, like the program: a single game to show its board, or many games, as
//! `seichi audit` and `seichi eval` do. Workers evaluate files, and another worker collects their
//! rows and writes the tables and the page of the run. Only `worker.js` calls this crate.

mod archive;
mod audit;
mod evaluator;
mod game;
mod options;
mod run;
mod stones;

pub use archive::{Members, unpack};
pub use audit::audit;
pub use evaluator::{audited, evaluated};
pub use game::{corrected, explain, scored};
pub use run::{Run, RunTables};
