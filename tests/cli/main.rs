//! The program as a user sees it: one file a command, as in `src/cli`.

#[cfg(feature = "archives")]
mod archives;
mod completions;
mod config;
mod eval;
mod explain;
mod inspect;
mod list;
mod readme;
mod report;
mod score;
mod shop;
