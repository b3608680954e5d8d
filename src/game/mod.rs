//! Evaluates a game, from its bytes to the comparison of every answer with its label.
//!
//! [`GameEvaluator`] contains the steps. [`crate::run`] evaluates many games at once.

mod category;
mod cause;
mod comparer;
mod ended;
mod evaluated;
mod facts;
mod game_evaluator;
mod identity;
mod labelled;
mod labelling;
mod mistakes;
mod options;
mod ranks;
mod remarks;
mod same_game;
mod scoring;
mod scratch;
mod seki_eyes;
mod unmarked;

pub use category::Category;
pub(crate) use evaluated::AnswerKind;
pub use evaluated::{Answer, Evaluated, GameOutcome};
pub use facts::GameFacts;
pub use game_evaluator::GameEvaluator;
pub(crate) use game_evaluator::{LabelledFile, LabelledOutcome};
pub(crate) use identity::{Identity, short_digest, split_archive};
pub use labelled::{GameLabel, GameSafety, LabelFrom, LabelledGame};
pub(crate) use mistakes::advice;
pub use options::{Context, Options, Part};
pub(crate) use ranks::rank_ranges;
pub use remarks::Remark;
pub(crate) use remarks::RemarkKind;
pub(crate) use same_game::{Moves, games};
pub(crate) use scratch::{Stopwatch, Timings};
pub(crate) use seki_eyes::SekiEyes;
pub(crate) use unmarked::UnmarkedDead;
