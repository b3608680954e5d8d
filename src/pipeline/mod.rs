//! Evaluates games from their bytes to their outcomes, in parallel, and returns them in order.
//!
//! [`evaluate`] divides the walk into chunks, evaluates them on several threads, and hands out the
//! files in the order of the walk. [`GameEvaluator`] has the steps of one game. A [`Survey`] is a
//! separate pass over all records.

mod category;
mod cause;
mod chunks;
mod compare;
mod context;
mod dead;
mod effects;
mod evaluate;
mod evaluator;
mod external;
mod facts;
mod figures;
mod identity;
mod label;
mod labelled;
mod options;
mod outcome;
mod programs;
mod reading;
mod records;
mod safety;
mod sample;
mod score;
mod strata;
mod summary;
mod survey;
mod timings;
mod unmarked;
mod weak;
mod written;

pub use category::{Category, NO_ANSWER};
pub(crate) use cause::doubt_of_winner;
pub use chunks::Interrupted;
pub use context::Context;
#[doc(hidden)]
pub use context::guarded;
pub use effects::Effects;
pub use evaluate::{EvaluatedFile, EvaluatedFiles, GameNote, evaluate};
pub use evaluator::GameEvaluator;
pub use facts::GameFacts;
pub use figures::{
    ALL, DeadFigures, Figures, NoAnswerExample, PairFigures, StrategyFigures, StratumFigures,
};
pub use identity::{FLAGS, Identity};
pub use labelled::{GameLabel, GameSafety, LabelledGame};
#[cfg(feature = "cli")]
pub(crate) use options::SEED;
pub use options::{Against, Maps, Options};
pub use outcome::{Answer, Evaluated, GameOutcome};
pub use sample::Sample;
#[doc(hidden)]
pub use strata::{rank_range, rank_ranges, stratum_order};
pub use summary::Summary;
pub use survey::{NamedRules, Survey};
pub use timings::Timings;
pub use unmarked::UnmarkedDead;
pub use weak::WeakStratum;
