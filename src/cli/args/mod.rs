//! Groups of arguments that several commands share. The arguments of a single command are in its
//! own file. Doc comments are the help text. Fields are private if possible, because the compiler
//! warns of an unused private field.

mod engines;
mod games;
mod numbers;
mod output;
mod record;
mod scoring;

pub use games::GamesArgs;
pub(crate) use numbers::parse_share;
pub use output::OutputArgs;
pub(crate) use output::{TableFormat, report_format, style};
pub(crate) use record::RecordArgs;
pub(crate) use scoring::{ScoringArgs, dead_from, unknown_strategy};
