//! Evaluates a game, from its bytes to the comparison of every answer with its label.
//!
//! [`GameEvaluator`] has the steps. The steps of many games at once are in [`crate::run`].

mod category;
mod cause;
mod compare;
mod context;
mod ended;
mod evaluator;
mod facts;
mod identity;
mod label;
mod labelled;
mod options;
mod outcome;
mod question;
mod ranks;
mod remarks;
mod safety;
mod score;
mod timings;
mod tools;
mod unmarked;
mod verdicts;
mod written;

pub use category::Category;
pub use context::Context;
pub use evaluator::GameEvaluator;
pub(crate) use evaluator::{LabelledFile, LabelledOutcome};
pub use facts::GameFacts;
pub(crate) use facts::GameInput;
pub(crate) use identity::Identity;
pub(crate) use identity::{opening, split_archive};
pub use labelled::{GameLabel, GameSafety, LabelledGame};
pub(crate) use options::SEED;
pub use options::{Maps, Options, Part};
pub use outcome::{Answer, Evaluated, GameOutcome};
pub(crate) use question::question;
pub(crate) use ranks::rank_ranges;
pub(crate) use remarks::RemarkKind;
pub use remarks::{Remark, WinnerDoubt};
pub(crate) use timings::{Stopwatch, Timings};
pub(crate) use unmarked::UnmarkedDead;
