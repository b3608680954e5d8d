//! Groups of arguments that several commands share. Arguments of only one command are in that
//! command's file. The doc comments of arguments are the help text. Fields are private where
//! possible, because the compiler warns about unused private fields.

mod engines;
mod games;
mod output_args;
mod record_args;
mod scoring_args;

pub use games::GamesArgs;
pub use output_args::OutputArgs;
pub(crate) use output_args::{TableFormat, style};
pub(crate) use record_args::RecordArgs;
pub(crate) use scoring_args::{CorrectionArgs, ScoringArgs, dead_from};
