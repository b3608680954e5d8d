//! Evaluates games from their bytes to their outcomes, in parallel, and returns them in order.
//!
//! The way of one game is `GameEvaluator::evaluate_record` in `game.rs`; the way of a batch of files, from their bytes
//! to formatted rows, is `Worker::batch` in `worker.rs`. For many files, the producer divides the walk into tasks, the
//! worker pool does them, and the reorder buffer returns the results in the order of the walk.

mod categorize;
mod category;
mod compare;
mod dead_stones;
mod external;
mod figures;
mod game;
mod game_input;
mod guard;
mod headers;
mod identity;
mod label;
mod opening;
mod options;
mod other_records;
mod outcome;
mod ownership;
mod plan;
mod pool;
mod producer;
mod rank;
mod reorder;
mod replay;
mod run;
mod safety;
mod sample;
mod score;
mod stop;
mod strata;
mod summary;
mod survey;
mod timings;
mod turns;
mod unmarked;
mod weak;
mod worker;
mod written;

pub use category::{Category, NO_ANSWER};
pub use figures::{ALL, DeadFigures, Figures, NoAnswerExample, PairFigures, StrategyFigures, StratumFigures};
pub use game::GameEvaluator;
pub use guard::guarded;
pub use identity::FLAGS;
pub use opening::Opening;
pub use options::{Against, FileBytes, Maps, Options};
pub use other_records::{OtherRecords, folder_of};
pub use outcome::{Answer, Evaluated, GameFacts, GameOutcome, Traces};
pub use ownership::OwnershipSource;
pub use plan::Pipeline;
pub use rank::{rank_range, rank_ranges};
pub use run::evaluate_all;
pub use safety::{GameSafety, SafetyCheck};
pub use sample::Sample;
pub use stop::Interrupted;
pub use summary::Summary;
pub use survey::Survey;
pub use timings::Timings;
pub use unmarked::{UnmarkedDead, UnmarkedFigures};
pub use weak::WeakStratum;
