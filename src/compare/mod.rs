//! Compares two runs with each other, or a run with a baseline. A verdict can be reproduced later,
//! because it depends only on the files that a run has written.
//!
//! Comparisons use the *counted games*: territory and area games whose label does not contradict
//! itself.

mod accepted;
mod audited_game;
mod baseline_text;
mod differing_copies;
mod finding;
mod gate;
mod habits;
mod memory;
mod mismatch;
mod runs;
mod suspects;
mod suspicion;
mod violation;

pub(crate) use accepted::{Baseline, Damage, StrategyCounts};
pub use audited_game::AuditedGame;
pub(crate) use baseline_text::MARK;
pub(crate) use finding::{Field, Finding};
pub(crate) use gate::{GateResult, check_run};
pub(crate) use memory::Memory;
pub(crate) use mismatch::{Change, ChangeKind, Mismatch, contradiction, too_many};
pub(crate) use runs::{ChangedGame, StrategyChange, TwoRuns, compare};
pub use suspects::{Audit, AuditRow};
pub(crate) use suspects::{DecidedResult, Decision, UNREADABLE};
pub use suspicion::Suspicion;
pub(crate) use violation::{StrategyResult, Thresholds, Violation, given_up_text, no_answer_text};
