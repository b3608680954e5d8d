//! Groups of arguments that several commands have; a command's own arguments stand in its file. Their doc comments are the
//! help. Fields are private where they can be, since the compiler warns of a private field that nothing reads.

mod engines;
mod games;
mod limits;
mod numbers;
mod output;
mod record;
mod scoring;

pub use games::GamesArgs;
pub(crate) use output::{ColorChoice, report_format};
pub use output::{OutputArgs, TableFormat};
pub(crate) use record::RecordArgs;
pub(crate) use scoring::{DEAD, ScoringArgs, unknown_strategy};
